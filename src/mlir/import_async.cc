// async.call and async.execute become starts and updates; async.await, with the cast behind it for
// a tuple, becomes the done.
#include <algorithm>
#include <charconv>
#include <utility>

#include "src/ir/strings.h"
#include "src/mlir/async_plan.h"
#include "src/mlir/import_function.h"

namespace hlo {

using Kind = MlirOperation::Kind;

namespace {

const std::vector<MlirAttribute>& ElementsOf(const MlirAttribute* array) {
  static const auto* const kNone = new std::vector<MlirAttribute>();
  return array == nullptr ? *kNone : array->elements;
}

const MlirAttribute& NoAttributes() {
  static const auto* const kNone = new MlirAttribute();
  return *kNone;
}

// The links that an async.call lists under `key`; reports what is no list of dictionaries.
bool FindLinks(const MlirOperation& call, std::string_view key, MlirImport* import,
               const MlirAttribute** links) {
  *links = call.attributes.Find(key);
  const std::vector<MlirAttribute>& elements = ElementsOf(*links);
  const bool are_links = std::all_of(elements.begin(), elements.end(), [](const auto& element) {
    return element.kind == MlirAttribute::Kind::kDictionary;
  });
  if (*links == nullptr || (are_links && (*links)->kind == MlirAttribute::Kind::kArray)) {
    return true;
  }
  return import->Fail(DiagnosticCode::kMlirAttribute, (*links)->range, key,
                      "a list of dictionaries");
}

}  // namespace

// ---- Chains.

bool FunctionImporter::FindBound(const MlirOperation& call, std::vector<size_t>* bound) {
  const MlirAttribute* links = nullptr;
  if (!FindLinks(call, "hlo.links", &import_, &links)) return false;
  const MlirAttribute* counts = call.attributes.Find("hlo.bound");
  // Without hlo.links there is one in front of the call if hlo.start names it.
  const bool is_named = links == nullptr && call.attributes.Find("hlo.start") != nullptr;
  const size_t link_count = is_named ? 2 : ElementsOf(links).size() + 1;
  size_t sum = 0;
  bool is_sound = true;
  for (const MlirAttribute& element : ElementsOf(counts)) {
    size_t count = 0;
    const char* end = element.text.data() + element.text.size();
    is_sound = is_sound && element.kind == MlirAttribute::Kind::kInteger &&
               std::from_chars(element.text.data(), end, count).ec == std::errc() &&
               count <= call.operands.size() - sum;
    if (!is_sound) break;
    sum += count;
    bound->push_back(sum);
  }
  if (counts == nullptr && link_count == 1) {
    bound->push_back(call.operands.size());
    return true;
  }
  if (is_sound && sum == call.operands.size() && bound->size() == link_count) return true;
  return import_.Fail(DiagnosticCode::kMlirBound,
                      counts != nullptr ? counts->range : call.attributes.range,
                      call.operands.size(), link_count);
}

// The lines of all links but the done. The values of `named` are what is to be awaited.
bool FunctionImporter::WriteAsyncCall(const MlirOperation& call, const MlirOperation& named,
                                      size_t* work) {
  const MlirImport::Callee* callee = import_.FindCallee(call.name, call.name_range);
  if (callee == nullptr) return false;
  const MlirFunction& function = *callee->function;
  if (!function.is_async || !function.has_body) {
    return import_.Fail(DiagnosticCode::kMlirExpects, call.name_range, "async.func",
                        StrCat("the func.func @", function.name));
  }
  if (!CheckOperands(call, function)) return false;
  if (named.results.empty()) return CheckCount(1, "result", 0, named.name_range);
  works_.emplace_back();
  *work = works_.size() - 1;
  works_[*work].done_opcode = "async-done";
  works_[*work].result = *callee->result;
  if (!CheckWorkTypes(call, *work)) return false;

  std::vector<size_t> bound;
  const MlirAttribute* links = nullptr;
  const MlirAttribute* updates = nullptr;
  const MlirAttribute* start = nullptr;
  if (!FindBound(call, &bound) || !import_.FindString(call.attributes, "hlo.start", &start) ||
      !FindLinks(call, "hlo.links", &import_, &links) ||
      !FindLinks(call, "hlo.updates", &import_, &updates)) {
    return false;
  }
  size_t begin = 0;
  start_ = lines_.size();
  for (size_t i = 0; i < bound.size(); ++i) {
    const bool is_call = i + 1 == bound.size();
    const MlirAttribute& link = is_call            ? call.attributes
                                : links == nullptr ? NoAttributes()
                                                   : links->elements[i];
    std::string_view name = is_call ? named.results.back().name : std::string_view();
    if (!is_call && i == 0 && start != nullptr) name = start->text;
    if (!WriteLink(call, link, name, begin, bound[i], is_call)) return false;
    begin = bound[i];
  }
  for (const MlirAttribute& update : ElementsOf(updates)) {
    if (!WriteLink(call, update, "", begin, begin, /*is_call=*/false)) return false;
  }
  works_[*work].last = lines_.size() - 1;
  return true;
}

bool FunctionImporter::WriteLink(const MlirOperation& call, const MlirAttribute& link,
                                 std::string_view value, size_t begin, size_t end, bool is_call) {
  const bool is_start = start_ == lines_.size();
  const bool binds_result = is_call || (!is_start && begin == end);
  const MlirRange place = is_call || link.range.end == 0 ? call.range : link.range;
  std::vector<const Value*> operands;
  for (size_t i = begin; i < end; ++i) {
    operands.push_back(FindLine(call.operands[i], call.operand_types[i]));
    if (operands.back() == nullptr) return false;
  }
  Line line;
  if (!SetName(value, link, place, &line)) return false;
  line.text.Mark(place);
  if (!AppendStartShape(call, link, end, binds_result, &line)) return false;
  line.text.Append(is_start ? " async-start(" : StrCat(" async-update(%", lines_.back().name));
  for (size_t i = 0; i < operands.size(); ++i) {
    line.text.Append(is_start && i == 0 ? "%" : ", %");
    line.text.Append(NameOf(*operands[i]));
  }
  if (!AppendBuffers(link, &line)) return false;
  line.text.Append(")");
  if (is_start) {
    const MlirFunction& function = *import_.FindCallee(call.name, call.name_range)->function;
    const MlirAttribute* thread = nullptr;
    if (!import_.CheckName(function.name, call.name_range) ||
        !import_.FindString(function.attributes, "hlo.execution_thread", &thread)) {
      return false;
    }
    line.text.Append(StrCat(", calls=%", function.name));
    if (thread != nullptr && thread->text != "main") {
      line.text.Append(StrCat(", async_execution_thread=\"", thread->text, "\""));
    }
  }
  const MlirAttribute* attributes = link.Find("hlo.attributes");
  if (attributes != nullptr && !AppendOwnAttributes(attributes, &line)) return false;
  if (is_call && execute_ != nullptr && !AppendDependencies(*execute_, &line)) return false;
  return EndLine(std::move(line));
}

// hlo.shape, or ((OPERANDS), RESULT) where nothing is said.
bool FunctionImporter::AppendStartShape(const MlirOperation& call, const MlirAttribute& link,
                                        size_t bound, bool binds_result, Line* line) {
  const MlirAttribute* text = nullptr;
  if (!import_.FindString(link, "hlo.shape", &text)) return false;
  if (text != nullptr) {
    const Shape* shape = import_.ParseShapeString(*text);
    if (shape == nullptr) return false;
    if (!HasStartShape(call, *shape, bound)) {
      return import_.Fail(DiagnosticCode::kMlirStartShape, text->range, text->text);
    }
    line->text.Append(text->text);
    return true;
  }
  std::string shape = "((";
  for (size_t i = 0; i < bound; ++i) {
    if (i > 0) shape.append(", ");
    if (!import_.Spend(import_.types[call.operand_types[i]].text_size, call.range)) return false;
    import_.types.AppendText(call.operand_types[i], &shape);
  }
  shape.append("), ");
  const MlirTypeId result = works_.back().result;
  if (!binds_result) {
    shape.append("()");
  } else if (import_.Spend(import_.types[result].text_size, call.range)) {
    import_.types.AppendText(result, &shape);
  } else {
    return false;
  }
  line->text.Append(StrCat(shape, ")"));
  return true;
}

bool FunctionImporter::HasStartShape(const MlirOperation& call, const Shape& shape, size_t bound) {
  const absl::Span<const Shape* const> elements = shape.tuple_shapes();
  if (!shape.IsTuple() || elements.size() < 2 || !elements[0]->IsTuple() ||
      elements[0]->tuple_shapes().size() != bound) {
    return false;
  }
  for (size_t i = 0; i < bound; ++i) {
    if (!import_.HasType(*elements[0]->tuple_shapes()[i], call.operand_types[i])) return false;
  }
  const Shape* result = import_.ShapeOf(works_.back().result, call.range);
  return result != nullptr && IsBoundPart(*elements[1], *result);
}

bool FunctionImporter::AppendBuffers(const MlirAttribute& link, Line* line) {
  const MlirAttribute* buffers = link.Find("hlo.buffers");
  for (const MlirAttribute& buffer : ElementsOf(buffers)) {
    if (!import_.CheckName(buffer.text, buffer.range)) return false;
    line->text.Append(StrCat(", %", buffer.text));
  }
  return true;
}

// ---- async.execute.

bool FunctionImporter::WriteExecute(const MlirOperation& execute) {
  const std::vector<MlirOperation>& body = execute.body;
  if (body.empty() || body.back().kind != Kind::kEnd) {
    return import_.Fail(DiagnosticCode::kMlirExecute, execute.range);
  }
  execute_ = &execute;
  size_t work = 0;
  const bool written = body.front().kind == Kind::kAsyncCall ? WriteChainBody(execute, &work)
                                                             : WritePairBody(execute, &work);
  for (const std::string_view name : defined_in_body_) values_.erase(name);
  defined_in_body_.clear();
  execute_ = nullptr;
  return written && DefineWork(execute, work);
}

// One async.call, whose results are awaited and yielded.
bool FunctionImporter::WriteChainBody(const MlirOperation& execute, size_t* work) {
  const std::vector<MlirOperation>& body = execute.body;
  if (!WriteAsyncCall(body.front(), execute, work) || !DefineWork(body.front(), *work)) {
    return false;
  }
  const size_t leaves = works_[*work].leaves.size();
  const MlirOperation& yield = body.back();
  bool is_sound = body.size() == 2 + std::max<size_t>(leaves, 1) &&
                  yield.operands.size() == leaves && yield.operand_types == works_[*work].leaves;
  for (size_t i = 1; is_sound && i + 1 < body.size(); ++i) {
    const MlirOperation& await = body[i];
    if (await.kind != Kind::kAwait) return import_.Fail(DiagnosticCode::kMlirExecute, await.range);
    const Value* value = Find(await.operands[0]);
    if (value == nullptr) return false;
    is_sound = value->of == *work && value->leaf == i - 1 &&
               value->kind == (leaves == 0 ? Value::Kind::kToken : Value::Kind::kWork) &&
               await.results.size() == (leaves == 0 ? 0 : 1) &&
               (leaves == 0 || (yield.operands[i - 1].name == await.results[0].name &&
                                await.results[0].count == 1 && yield.operands[i - 1].index == 0));
  }
  return is_sound || import_.Fail(DiagnosticCode::kMlirExecute, execute.name_range);
}

// One operation that has a start and a done, its result taken apart and yielded.
bool FunctionImporter::WritePairBody(const MlirOperation& execute, size_t* work) {
  const std::vector<MlirOperation>& body = execute.body;
  const MlirOperation& yield = body.back();
  if (!WritePairStart(execute, body.front(), work)) return false;
  const MlirTypeId result = works_[*work].result;
  Value value;
  value.of = works_[*work].last;
  value.type = result;
  if (!Define(body.front().results[0].name, {value}, body.front().results[0].range)) return false;
  const bool has_cast = import_.types.IsTuple(result) && import_.types[result].leaf_count > 0;
  bool is_sound = body.size() == (has_cast ? 3u : 2u) &&
                  yield.operand_types == works_[*work].leaves &&
                  yield.operands.size() == yield.operand_types.size();
  if (is_sound && has_cast) {
    if (body[1].kind != Kind::kCast || body[1].operands.size() != 1) {
      return import_.Fail(DiagnosticCode::kMlirExecute, body[1].range);
    }
    if (!WriteCast(body[1])) return false;
  }
  for (size_t i = 0; is_sound && i < yield.operands.size(); ++i) {
    const Value* leaf = Find(yield.operands[i]);
    if (leaf == nullptr) return false;
    is_sound = leaf->kind == (has_cast ? Value::Kind::kPart : Value::Kind::kLine) &&
               leaf->of == works_[*work].last && leaf->leaf == i;
  }
  return is_sound || import_.Fail(DiagnosticCode::kMlirExecute, execute.name_range);
}

bool FunctionImporter::WritePairStart(const MlirOperation& execute, const MlirOperation& body,
                                      size_t* work) {
  const MlirImport::Callee* callee = nullptr;
  const MlirAttribute* own = &body.attributes;
  if (body.kind == Kind::kCall) {
    callee = import_.FindCallee(body.name, body.name_range);
    if (callee == nullptr || !CheckOperands(body, *callee->function)) return false;
    own = callee->function->attributes.Find("hlo.attributes");
  }
  const std::string& name = callee != nullptr ? callee->opcode : body.name;
  const std::optional<HloOpcode> opcode = ParseHloOpcode(name);
  const bool is_pair = (body.kind == Kind::kHlo || callee != nullptr) && opcode.has_value() &&
                       PairStart(*opcode) != HloOpcode::kUnknown;
  if (!is_pair || body.results.size() != 1 || body.results[0].count != 1 ||
      body.result_types.size() != 1 || import_.types.IsAsync(body.result_types[0])) {
    return import_.Fail(DiagnosticCode::kMlirExecute, body.range);
  }
  if (callee != nullptr && callee->result != body.result_types[0]) {
    return import_.Fail(DiagnosticCode::kMlirTypeMismatch, body.name_range, "the result",
                        StrCat("@", callee->function->name));
  }
  if (execute.results.empty()) return CheckCount(1, "result", 0, execute.name_range);

  works_.emplace_back();
  *work = works_.size() - 1;
  works_[*work].done_opcode = std::string(HloOpcodeName(PairDone(*opcode)));
  works_[*work].result = body.result_types[0];
  if (!CheckWorkTypes(execute, *work)) return false;
  Line line;
  const MlirAttribute* text = nullptr;
  if (!SetName(execute.results.back().name, execute.attributes, execute.range, &line) ||
      !import_.FindString(execute.attributes, "hlo.shape", &text)) {
    return false;
  }
  line.text.Mark(execute.range);
  if (text != nullptr) {
    const Shape* shape = import_.ParseShapeString(*text);
    const Shape* result = import_.ShapeOf(works_[*work].result, execute.range);
    if (shape == nullptr || result == nullptr) return false;
    if (!IsPairShape(*opcode, *shape, *result)) {
      return import_.Fail(DiagnosticCode::kMlirStartShape, text->range, text->text);
    }
    line.text.Append(StrCat(text->text, " "));
  }
  if (!AppendBody(HloOpcodeName(PairStart(*opcode)), body, own, &line) ||
      !AppendDependencies(execute, &line) || !EndLine(std::move(line))) {
    return false;
  }
  works_[*work].last = lines_.size() - 1;
  return true;
}

// control-predecessors: what hlo.control_predecessors lists, where a number is one of the tokens
// that the async.execute waits for; then the other tokens.
bool FunctionImporter::AppendDependencies(const MlirOperation& execute, Line* line) {
  std::vector<std::string> tokens;
  for (const MlirUse& use : execute.operands) {
    const Value* token = Find(use);
    if (token == nullptr) return false;
    if (token->kind != Value::Kind::kToken) {
      return import_.Fail(DiagnosticCode::kMlirNoAsyncValue, use.range, use.name);
    }
    if (works_[token->of].done.empty()) {
      return import_.Fail(DiagnosticCode::kMlirTokenTooEarly, use.range, use.name);
    }
    tokens.push_back(works_[token->of].done);
  }
  std::vector<bool> used(tokens.size(), false);
  std::string names;
  const auto add = [&](std::string_view name) {
    StrAppend(&names, names.empty() ? "%" : ", %", name);
  };
  const MlirAttribute* listed = execute.attributes.Find("hlo.control_predecessors");
  for (const MlirAttribute& element : ElementsOf(listed)) {
    size_t i = 0;
    const char* end = element.text.data() + element.text.size();
    if (element.kind != MlirAttribute::Kind::kInteger) {
      if (!import_.CheckName(element.text, element.range)) return false;
      add(element.text);
    } else if (std::from_chars(element.text.data(), end, i).ec == std::errc() &&
               i < tokens.size()) {
      add(tokens[i]);
      used[i] = true;
    }
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!used[i]) add(tokens[i]);
  }
  if (names.empty()) return true;
  line->text.Mark(listed != nullptr ? listed->range : execute.name_range);
  line->text.Append(StrCat(", control-predecessors={", names, "}"));
  return true;
}

// ---- Results.

// The types of results: one !async.value for each leaf, or a token. Enters them as leaves.
bool FunctionImporter::CheckWorkTypes(const MlirOperation& operation, size_t work) {
  Work& entry = works_[work];
  const bool is_execute = operation.kind == Kind::kExecute;
  for (const MlirTypeId type : operation.result_types) {
    const MlirType& async = import_.types[type];
    if (async.kind == MlirType::Kind::kAsyncValue) {
      entry.leaves.push_back(async.elements[0]);
    } else if (async.kind != MlirType::Kind::kAsyncToken || is_execute ||
               operation.result_types.size() != 1) {
      return import_.Fail(DiagnosticCode::kMlirNoAsyncValue, operation.name_range,
                          "a result of asynchronous work");
    }
  }
  entry.awaited.assign(std::max<size_t>(entry.leaves.size(), 1), false);
  if (import_.types.HasLeaves(entry.result, entry.leaves) &&
      (is_execute || !operation.result_types.empty())) {
    return true;
  }
  return import_.Fail(DiagnosticCode::kMlirTypeMismatch, operation.name_range, "the results",
                      "what is done asynchronously");
}

// Defines the values of `operation`: for async.execute a token in front of the results.
bool FunctionImporter::DefineWork(const MlirOperation& operation, size_t work) {
  const Work& entry = works_[work];
  if (operation.kind == Kind::kExecute && execute_ == nullptr) {
    // The types of its results, too, when the call in its body has been looked at.
    std::vector<MlirTypeId> leaves;
    for (const MlirTypeId type : operation.result_types) {
      if (import_.types[type].kind == MlirType::Kind::kAsyncValue) {
        leaves.push_back(import_.types[type].elements[0]);
      }
    }
    if (leaves != entry.leaves) {
      return import_.Fail(DiagnosticCode::kMlirTypeMismatch, operation.name_range, "the results",
                          "what is done asynchronously");
    }
  }
  std::vector<Value> all;
  Value value;
  value.of = work;
  if (operation.kind == Kind::kExecute || entry.leaves.empty()) {
    value.kind = Value::Kind::kToken;
    all.push_back(value);
  }
  value.kind = Value::Kind::kWork;
  for (size_t i = 0; i < entry.leaves.size(); ++i) {
    value.leaf = i;
    value.type = entry.leaves[i];
    all.push_back(value);
  }
  uint64_t count = 0;
  for (const MlirResult& result : operation.results) count += result.count;
  if (!CheckCount(all.size(), "results", count, operation.name_range)) return false;
  auto next = all.begin();
  for (const MlirResult& result : operation.results) {
    const auto end = next + static_cast<std::ptrdiff_t>(result.count);
    if (!Define(result.name, std::vector<Value>(next, end), result.range)) return false;
    next = end;
  }
  return true;
}

bool FunctionImporter::WriteAwait(const MlirOperation& await) {
  const MlirUse& use = await.operands[0];
  const Value* found = Find(use);
  if (found == nullptr) return false;
  const Value value = *found;
  if (value.kind != Value::Kind::kWork && value.kind != Value::Kind::kToken) {
    return import_.Fail(DiagnosticCode::kMlirNoAsyncValue, use.range, use.name);
  }
  Work& work = works_[value.of];
  if (value.kind == Value::Kind::kToken && !work.leaves.empty()) {
    return import_.Fail(DiagnosticCode::kMlirAwaitedToken, use.range, use.name);
  }
  if (work.awaited[value.leaf]) {
    return import_.Fail(DiagnosticCode::kMlirAwaitedTwice, use.range, use.name);
  }
  work.awaited[value.leaf] = true;
  const MlirType& type = import_.types[await.operand_types[0]];
  const bool same_type =
      value.kind == Value::Kind::kToken
          ? type.kind == MlirType::Kind::kAsyncToken
          : type.kind == MlirType::Kind::kAsyncValue && type.elements[0] == value.type;
  if (!same_type) {
    return import_.Fail(DiagnosticCode::kMlirTypeMismatch, use.range, use.name, "its use");
  }
  if (value.kind == Value::Kind::kToken)
    return CheckCount(0, "results", await.results.size(), await.name_range);
  if (!CheckCount(1, "result", await.results.size(), await.name_range) ||
      !CheckCount(1, "result", await.results[0].count, await.name_range)) {
    return false;
  }
  if (!import_.types.IsTuple(work.result)) return WriteDone(await, value.of);
  Value leaf = value;
  leaf.kind = Value::Kind::kAwaited;
  return Define(await.results[0].name, {leaf}, await.results[0].range);
}

// The done, called as the result of `operation`: the await or the cast behind it.
bool FunctionImporter::WriteDone(const MlirOperation& operation, size_t work) {
  Line line;
  const MlirTypeId type = works_[work].result;
  if (!BeginLine(operation.results[0].name, type, operation.attributes, operation.range, &line)) {
    return false;
  }
  line.text.Append(StrCat(works_[work].done_opcode, "(%", lines_[works_[work].last].name, ")"));
  const MlirAttribute* attributes = operation.attributes.Find("hlo.attributes");
  if (attributes != nullptr && !AppendOwnAttributes(attributes, &line)) return false;
  works_[work].done = line.name;
  if (!EndLine(std::move(line))) return false;
  Value value;
  value.of = lines_.size() - 1;
  value.type = type;
  return Define(operation.results[0].name, {value}, operation.results[0].range);
}

// A tuple into its leaves, awaited leaves into a tuple, or an awaited token into a tuple of none.
bool FunctionImporter::WriteCast(const MlirOperation& cast) {
  if (cast.operands.empty() || cast.results.size() != 1 ||
      cast.operands.size() != cast.operand_types.size()) {
    return import_.Fail(DiagnosticCode::kMlirCast, cast.range);
  }
  const Value* found = Find(cast.operands[0]);
  if (found == nullptr) return false;
  const Value first = *found;
  if (first.kind == Value::Kind::kLine) return TakeApart(cast, first);
  const bool is_work = first.kind == Value::Kind::kAwaited || first.kind == Value::Kind::kToken;
  if (!is_work) return import_.Fail(DiagnosticCode::kMlirCast, cast.range);
  const Work& work = works_[first.of];
  bool is_sound = cast.results[0].count == 1 && cast.result_types.size() == 1 &&
                  cast.result_types[0] == work.result && work.done.empty() &&
                  cast.operands.size() == work.awaited.size();
  for (size_t i = 0; is_sound && i < cast.operands.size(); ++i) {
    const Value* leaf = Find(cast.operands[i]);
    if (leaf == nullptr) return false;
    is_sound = leaf->kind == first.kind && leaf->of == first.of && leaf->leaf == i &&
               work.awaited[i] &&
               (leaf->kind == Value::Kind::kToken
                    ? import_.types[cast.operand_types[i]].kind == MlirType::Kind::kAsyncToken
                    : cast.operand_types[i] == leaf->type);
  }
  if (!is_sound) return import_.Fail(DiagnosticCode::kMlirCast, cast.range);
  return WriteDone(cast, first.of);
}

bool FunctionImporter::TakeApart(const MlirOperation& cast, const Value& tuple) {
  if (cast.operands.size() != 1 || tuple.type != cast.operand_types[0] ||
      !import_.types.IsTuple(tuple.type) || cast.result_types.size() != cast.results[0].count ||
      !import_.types.HasLeaves(tuple.type, cast.result_types)) {
    return import_.Fail(DiagnosticCode::kMlirCast, cast.range);
  }
  std::vector<Value> parts;
  for (size_t i = 0; i < cast.result_types.size(); ++i) {
    Value part;
    part.kind = Value::Kind::kPart;
    part.of = tuple.of;
    part.leaf = i;
    part.type = cast.result_types[i];
    parts.push_back(part);
  }
  return Define(cast.results[0].name, std::move(parts), cast.results[0].range);
}

}  // namespace hlo
