// Asynchronous work: async.call or async.execute at the link that binds the last operand,
// async.await at the done. A tuple result is one value for each leaf: casts take the tuple apart
// and put it together again. A result without leaves is a token.
#include <algorithm>

#include "hlo/graph.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/ir/walk.h"
#include "src/mlir/export_function.h"
#include "src/mlir/mlir_names.h"

namespace hlo_text_v1::internal {
namespace {

std::vector<const Shape*> LeavesOf(const Shape& shape) {
  std::vector<const Shape*> leaves;
  AppendLeaves(shape, &leaves);
  return leaves;
}

// "%a:2", or "%a" if `count` is 1.
std::string Results(std::string_view name, size_t count) {
  return count > 1 ? StrCat("%", name, ":", count) : StrCat("%", name);
}

// The i-th of `count` values called `name`.
std::string ResultAt(std::string_view name, size_t i, size_t count) {
  return count > 1 ? StrCat("%", name, "#", i) : StrCat("%", name);
}

// The token of work in an async.execute, or of work without values.
std::string TokenOf(const AsyncWork& work) {
  const std::string name = MlirValueName(*work.call_link());
  return LeavesOf(work.done()->shape()).empty() ? StrCat("%", name) : StrCat("%", name, "$token");
}

bool NeedsExecute(const AsyncWork& work) { return work.operation.is_pair() || work.needs_token; }

}  // namespace

// "!async.value<A>", "(!async.value<A>, !async.value<B>)" or "!async.token".
std::string FunctionExporter::ResultTypes(const Shape& result, bool with_token) {
  const std::vector<const Shape*> leaves = LeavesOf(result);
  if (leaves.empty()) return with_token ? "" : "!async.token";
  const std::string types = Joined(leaves, ", ", [this](const Shape* leaf) {
    return StrCat("!async.value<", shared_.types.Of(*leaf), ">");
  });
  return leaves.size() == 1 ? types : StrCat("(", types, ")");
}

// The leaves of `value`; a cast takes a tuple apart.
std::vector<std::string> FunctionExporter::WriteLeaves(const std::string& value,
                                                       const Shape& shape) {
  if (!shape.IsTuple()) return {StrCat("%", value)};
  const std::vector<const Shape*> leaves = LeavesOf(shape);
  if (leaves.empty()) return {};
  const std::string name = StrCat(value, "$leaves");
  WriteLine(Results(name, leaves.size()), " = builtin.unrealized_conversion_cast %", value, " : ",
            shared_.types.Of(shape), " to ", shared_.types.List(leaves));
  std::vector<std::string> values;
  values.reserve(leaves.size());
  for (size_t i = 0; i < leaves.size(); ++i) values.push_back(ResultAt(name, i, leaves.size()));
  return values;
}

void FunctionExporter::WriteWork(const AsyncWork& work) {
  if (work.is_group) return WriteGroup(work);
  if (NeedsExecute(work)) return WriteExecute(work);
  const size_t leaves = LeavesOf(work.done()->shape()).size();
  WriteAsyncCall(work, Results(MlirValueName(*work.call_link()), leaves));
}

// The tokens of other work that `work` waits for because of control dependencies: " [%a$token]".
// Adds other control predecessors to `dictionary`; a number among them refers to a token.
std::string FunctionExporter::Dependencies(const AsyncWork& work, MlirDictionary* dictionary) {
  std::string tokens;
  std::string others;
  int64_t token_count = 0;
  bool only_tokens = true;
  for (const HloInstruction* predecessor : work.call_link()->control_predecessors()) {
    if (!others.empty()) others.append(", ");
    const AsyncWork* before = shared_.plan.WorkOf(predecessor);
    if (before != nullptr && before->done() == predecessor && before != &work &&
        written_.contains(predecessor)) {
      StrAppend(&tokens, tokens.empty() ? " [" : ", ", TokenOf(*before));
      StrAppend(&others, token_count++);
    } else {
      others.append(MlirString(predecessor->name()));
      only_tokens = false;
    }
  }
  if (!only_tokens) dictionary->Add("hlo.control_predecessors", StrCat("[", others, "]"));
  return tokens.empty() ? tokens : StrCat(tokens, "]");
}

void FunctionExporter::WriteExecute(const AsyncWork& work) {
  const HloInstruction& link = *work.call_link();
  const Shape& result = work.done()->shape();
  const std::string name = MlirValueName(link);
  const std::vector<const Shape*> leaves = LeavesOf(result);
  MlirDictionary attributes;
  const std::string dependencies = Dependencies(work, &attributes);
  if (work.operation.is_pair()) {
    attributes.AddString("hlo.shape", PrintShape(link.shape()));
    AddName(link, &attributes);
  }
  std::string results;
  std::string types;
  if (!leaves.empty()) {
    results = StrCat(", ", Results(name, leaves.size()));
    types = StrCat(" -> ", ResultTypes(result, /*with_token=*/true));
  }
  WriteLine(TokenOf(work), results, " = async.execute", dependencies, types,
            attributes.After(" attributes "), " {");
  indent_.append("  ");

  std::vector<std::string> values;
  if (work.operation.is_pair()) {
    WritePairBody(work);
    values = WriteLeaves(StrCat(name, "$work"), result);
  } else {
    const std::string call = StrCat(name, "$call");
    WriteAsyncCall(work, Results(call, leaves.size()));
    for (size_t i = 0; i < leaves.size(); ++i) {
      values.push_back(StrCat("%", name, "$value", i));
      WriteLine(values.back(), " = async.await ", ResultAt(call, i, leaves.size()),
                " : !async.value<", shared_.types.Of(*leaves[i]), ">");
    }
    if (leaves.empty()) WriteLine("async.await %", call, " : !async.token");
  }
  WriteEnd("async.yield", values, leaves);
  indent_.resize(indent_.size() - 2);
  WriteLine("}");
}

// copy for copy-start, with the start's attributes.
void FunctionExporter::WritePairBody(const AsyncWork& work) {
  const HloInstruction& start = *work.call_link();
  const std::string_view opcode = work.operation.wrapped_opcode_name();
  const std::string signature = Signature(start.operands(), work.done()->shape());
  constexpr AttributeKind kWithout = AttributeKind::kControlPredecessors;
  MlirDictionary own;
  shared_.attributes.Add(start, AttributePart::kOwn, {}, &own);
  std::string operation;
  MlirDictionary attributes;
  if (shared_.registered_only) {
    operation = StrCat("func.call ", shared_.Declare(opcode, signature, own));
    AddAttributes(start, {AttributePart::kCommon}, {kWithout}, &attributes);
  } else {
    operation = StrCat("\"hlo.", opcode, "\"");
    attributes = own;
    shared_.attributes.Add(start, AttributePart::kCommon, {kWithout}, &attributes);
  }
  WriteLine("%", MlirValueName(start), "$work = ", operation, Operands(start.operands()),
            attributes.After(" "), " : ", signature);
}

// Whether the call's link has the default shape, ((OPERANDS), RESULT).
bool FunctionExporter::IsDerived(const AsyncWork& work) {
  const Shape& shape = work.call_link()->shape();
  return shape.tuple_shapes().size() == 2 && shared_.types.IsPlain(shape) &&
         shared_.types.Of(*shape.tuple_shapes(1)) == shared_.types.Of(work.done()->shape());
}

// Lists all operands of the chain, including those bound by earlier links.
void FunctionExporter::WriteAsyncCall(const AsyncWork& work, std::string_view results) {
  const std::vector<const HloInstruction*> operands =
      work.operation.BoundOperands(*work.call_link());
  MlirDictionary attributes;
  AddCall(work, &attributes);
  WriteLine(results, " = async.call ", MlirSymbol(work.operation.wrapped_computation()->name()),
            Operands(operands), attributes.After(" "), " : (", Types(operands), ") -> ",
            ResultTypes(work.done()->shape(), /*with_token=*/false));
}

// The attributes of the start, for an async.call or the async.create_group that replaces one.
void FunctionExporter::AddCall(const AsyncWork& work, MlirDictionary* dictionary) {
  const HloInstruction& link = *work.call_link();
  AddLinks(work, dictionary);
  if (!IsDerived(work)) dictionary->AddString("hlo.shape", PrintShape(link.shape()));
  AddName(link, dictionary);
  AddBuffers(link, dictionary);
  std::vector<AttributeKind> without = {AttributeKind::kCalls,
                                        AttributeKind::kAsyncExecutionThread};
  if (NeedsExecute(work)) without.push_back(AttributeKind::kControlPredecessors);
  AddAttributes(link, {AttributePart::kOwn, AttributePart::kCommon}, without, dictionary);
}

// A group of collectives: an async.execute for each member, whose token is added to the group.
void FunctionExporter::WriteGroup(const AsyncWork& work) {
  const HloComputation& callee = *work.operation.wrapped_computation();
  const HloInstruction& start = work.operation.start();
  const HloInstruction& root = *callee.root_instruction();
  const std::string name = MlirValueName(start);
  MlirDictionary attributes;
  attributes.AddString("hlo.calls", callee.name());
  attributes.AddList("hlo.parameters", callee.parameters(),
                     [](const HloInstruction* parameter) { return MlirString(parameter->name()); });
  attributes.AddString("hlo.root", root.name());
  MlirDictionary of_root;
  shared_.attributes.Add(root, AttributePart::kOwn, {}, &of_root);  // unknown ones
  shared_.attributes.Add(root, AttributePart::kCommon, {}, &of_root);
  if (!of_root.empty()) attributes.Add("hlo.root_attributes", of_root.Braced());
  AddCall(work, &attributes);
  WriteLine("%", name, "$size = arith.constant ", root.operand_count(), " : index");
  WriteLine("%", name, " = async.create_group %", name, "$size : !async.group",
            attributes.After(" "));
  for (size_t i = 0; i < callee.parameters().size(); ++i) {
    renamed_[callee.parameters()[i]] = MlirValueName(*start.operand(static_cast<int64_t>(i)));
  }
  for (int64_t i = 0; i < root.operand_count(); ++i) {
    const HloInstruction& member = *root.operand(i);
    const std::string value = StrCat(name, "$", i);
    const std::vector<const Shape*> leaves = LeavesOf(member.shape());
    WriteLine("%", value, "$token, ", Results(value, leaves.size()), " = async.execute -> ",
              ResultTypes(member.shape(), /*with_token=*/true), " {");
    indent_.append("  ");
    renamed_[&member] = StrCat(value, "$work");
    WriteOperation(member);
    WriteEnd("async.yield", WriteLeaves(StrCat(value, "$work"), member.shape()), leaves);
    indent_.resize(indent_.size() - 2);
    WriteLine("}");
    WriteLine("%", value, "$rank = async.add_to_group %", value, "$token, %", name,
              " : !async.token");
  }
  renamed_.clear();
}

// The values to be awaited, one for each leaf.
std::vector<std::string> FunctionExporter::ResultsOf(const AsyncWork& work) {
  const std::string name = MlirValueName(*work.call_link());
  std::vector<std::string> results;
  const auto add = [&results](const std::string& value, const Shape& shape) {
    const size_t count = LeavesOf(shape).size();
    for (size_t i = 0; i < count; ++i) results.push_back(ResultAt(value, i, count));
  };
  if (!work.is_group) {
    add(name, work.done()->shape());
    return results;
  }
  const HloInstruction& root = *work.operation.wrapped_computation()->root_instruction();
  for (int64_t i = 0; i < root.operand_count(); ++i) {
    add(StrCat(name, "$", i), root.operand(i)->shape());
  }
  return results;
}

// Operands of an update that do not bind a parameter are buffers for the result.
void FunctionExporter::AddBuffers(const HloInstruction& link, MlirDictionary* dictionary) const {
  const absl::Span<const HloInstruction* const> buffers = AsyncOperation::OutputBuffers(link);
  if (buffers.empty()) return;
  dictionary->AddList("hlo.buffers", buffers,
                      [](const HloInstruction* buffer) { return MlirString(buffer->name()); });
}

// A link without its own operation: {hlo.name = "u", hlo.shape = "...", hlo.after = "a"}.
std::string FunctionExporter::LinkOf(const AsyncWork& work, const HloInstruction& link) {
  MlirDictionary dictionary;
  // The start's name is hlo.start.
  if (&link != &work.operation.start()) dictionary.AddString("hlo.name", link.name());
  dictionary.AddString("hlo.shape", PrintShape(link.shape()));
  AddAfter(link, &dictionary);
  AddBuffers(link, &dictionary);
  AddAttributes(link, {AttributePart::kOwn, AttributePart::kCommon},
                {AttributeKind::kCalls, AttributeKind::kAsyncExecutionThread}, &dictionary);
  return dictionary.Braced();
}

void FunctionExporter::AddLinks(const AsyncWork& work, MlirDictionary* dictionary) {
  const absl::Span<const HloInstruction* const> links = work.operation.links();
  const auto link_of = [&](const HloInstruction* link) { return LinkOf(work, *link); };
  if (work.call > 0) {
    dictionary->AddString("hlo.start", work.operation.start().name());
    dictionary->AddList(
        "hlo.bound", links.subspan(0, work.call + 1),
        [](const HloInstruction* link) { return AsyncOperation::NewOperands(*link).size(); });
    dictionary->AddList("hlo.links", links.subspan(0, work.call), link_of);
  }
  const auto updates = links.subspan(work.call + 1, links.size() - work.call - 2);
  if (!updates.empty()) dictionary->AddList("hlo.updates", updates, link_of);
}

void FunctionExporter::WriteDone(const AsyncWork& work) {
  const HloInstruction& done = *work.done();
  const std::string name = MlirValueName(done);
  const std::vector<std::string> results = ResultsOf(work);
  const std::vector<const Shape*> leaves = LeavesOf(done.shape());
  written_.insert(&done);
  if (work.is_group) WriteLine("async.await_all %", MlirValueName(work.operation.start()));
  MlirDictionary dictionary;
  AddAttributes(done, {AttributePart::kOwn, AttributePart::kCommon}, {}, &dictionary);
  AddShapeAndName(done, &dictionary);
  const std::string attributes = dictionary.After(" ");
  const std::string_view type = shared_.types.Of(done.shape());

  std::string values;
  std::string types = shared_.types.List(leaves);
  for (size_t i = 0; i < leaves.size(); ++i) {
    const std::string awaited = done.shape().IsTuple() ? StrCat(name, "$", i) : name;
    WriteLine("%", awaited, " = async.await ", results[i], " : !async.value<",
              shared_.types.Of(*leaves[i]), ">", done.shape().IsTuple() ? "" : attributes);
    StrAppend(&values, i == 0 ? " %" : ", %", awaited);
  }
  if (!done.shape().IsTuple()) return;
  if (leaves.empty()) {
    values = StrCat(" ", TokenOf(work));
    types = "!async.token";
    WriteLine("async.await", values, " : !async.token");
  }
  WriteLine("%", name, " = builtin.unrealized_conversion_cast", values, " : ", types, " to ", type,
            attributes);
}

}  // namespace hlo_text_v1::internal
