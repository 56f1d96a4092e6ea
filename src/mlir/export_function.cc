// Values have the names of instructions. Empty "{}" and the like are left out, so that plain
// programs look plain.
#include "src/mlir/export_function.h"

#include <algorithm>
#include <set>

#include "hlo/graph.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/async/execution_threads.h"
#include "src/base/strings.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"
#include "src/ir/walk.h"
#include "src/mlir/mlir_names.h"
#include "src/print/attribute_printer.h"
#include "src/print/module_printer.h"
#include "src/text/value_text.h"

namespace hlo_text_v1::internal {
namespace {

// Whether every operand comes before its user.
bool IsInOrder(const std::vector<const HloInstruction*>& order, uint32_t index_limit) {
  std::vector<bool> seen(index_limit, false);
  for (const HloInstruction* instruction : order) {
    for (const HloInstruction* operand : instruction->operands()) {
      if (!seen[operand->index()]) return false;
    }
    seen[instruction->index()] = true;
  }
  return true;
}

// `backend_config="x"` and unknown attributes, as they follow a computation's brace.
std::string TailText(const HloComputation& computation) {
  std::string text;
  const absl::Span<const UnknownAttribute> unknown = computation.unknown_attributes();
  AppendUnknownAttributes(unknown, "", &text);
  AppendUnknownAttributes(unknown, "execution_thread", &text);
  if (!computation.backend_config().empty()) {
    text.append(", backend_config=");
    AppendStringOrDict(computation.backend_config(), &text);
  }
  AppendUnknownAttributes(unknown, "backend_config", &text);
  return text.empty() ? text : text.substr(2);
}

// The operand list of an unknown opcode, if it is more than names.
std::string OperandText(const HloInstruction& instruction) {
  std::string text;
  const auto* unknown = instruction.FindAttribute<UnknownOpcode>(AttributeKind::kUnknownOpcode);
  if (unknown == nullptr) return text;
  size_t next = 0;
  for (const UnknownOperand& operand : unknown->operands) {
    if (!text.empty()) text.append(", ");
    if (operand.is_instruction) {
      StrAppend(&text, "%", instruction.operands()[next++]->name());
    } else {
      text.append(operand.text);
    }
  }
  return text;
}

// Whether the threads of computations depend on the order of starts, so that their text keeps it.
bool KeepsOrder(const HloModule& module) {
  if (AreOnOneThread(module)) return false;
  PrintOptions generic;
  generic.async_mode = AsyncPrintMode::kGeneric;
  return TextOrderOf(module, generic).by_definition;
}

}  // namespace

MlirExport::MlirExport(const HloModule& module, const MlirOptions& options)
    : registered_only(options.registered_only),
      name_attributes(options.name_attributes),
      keeps_order(KeepsOrder(module)),
      types(options.registered_only),
      plan(module, &types),
      attributes(module),
      module(module) {}

const std::string& MlirExport::Declare(std::string_view opcode, std::string_view signature,
                                       const MlirDictionary& attributes) {
  MlirDictionary dictionary;
  dictionary.AddString("hlo.opcode", opcode);
  if (!attributes.empty()) dictionary.Add("hlo.attributes", attributes.Braced());
  const auto [symbol, is_new] =
      declared_.try_emplace(StrCat(signature, " attributes ", dictionary.Braced()));
  if (is_new) {
    std::string name = StrCat("hlo$", opcode);
    std::replace(name.begin(), name.end(), '-', '_');
    const int64_t variant = variants_[name]++;
    if (variant > 0) StrAppend(&name, "$", variant);
    symbol->second = MlirSymbol(name);
    StrAppend(&declarations, "  func.func private ", symbol->second, symbol->first, "\n");
  }
  return symbol->second;
}

FunctionExporter::FunctionExporter(const HloComputation& computation, MlirExport* shared,
                                   std::string* out)
    : computation_(computation),
      shared_(*shared),
      out_(*out),
      is_async_(shared->plan.IsAsync(&computation)) {}

bool FunctionExporter::FindOrder() {
  for (const HloInstruction* instruction : computation_.instructions()) {
    order_.push_back(instruction);
  }
  if (!IsInOrder(order_, computation_.index_limit())) {
    // Edits may leave an operand after its user.
    const std::vector<const HloInstruction*> sorted = InstructionPostOrder(computation_);
    order_.assign(sorted.begin(), sorted.end());
    if (!IsInOrder(order_, computation_.index_limit())) return false;
  }
  const HloInstruction* before = nullptr;
  const auto& parameters = computation_.parameters();
  leading_parameters_ = static_cast<size_t>(
      std::mismatch(parameters.begin(), parameters.end(), order_.begin(), order_.end()).first -
      parameters.begin());
  // Order matters in a schedule, with stack frames, if a parameter has no users, and for links that
  // are only recorded by the name before them.
  order_matters_ = IsScheduled(computation_) || !shared_.module.stack_frames().empty();
  for (const HloInstruction* instruction : order_) {
    before_[instruction] = before;
    before = instruction;
    const AsyncWork* work = shared_.plan.WorkOf(instruction);
    order_matters_ |=
        work == nullptr
            ? instruction->opcode() == HloOpcode::kParameter && !Node(instruction).has_users
            : instruction != work->call_link() && instruction != work->done();
  }
  return true;
}

// Where the order does not matter, awaits come as late as possible: independent chains run at the
// same time, as they may in HLO, whatever order the text happens to have.
void FunctionExporter::DelayAwaits() {
  const size_t count = order_.size();
  std::vector<size_t> place(computation_.index_limit());
  for (size_t i = 0; i < count; ++i) place[order_[i]->index()] = i;
  std::vector<size_t> missing(count);  // operands and predecessors that are not placed yet
  std::vector<std::vector<size_t>> followers(count);
  const auto add = [&](const HloInstruction* before, size_t after) {
    followers[place[before->index()]].push_back(after);
    ++missing[after];
  };
  for (size_t i = 0; i < count; ++i) {
    for (const HloInstruction* operand : order_[i]->operands()) add(operand, i);
    for (const HloInstruction* each : order_[i]->control_predecessors()) add(each, i);
  }
  std::set<size_t> ready, awaits;  // by place, so that all else stays in order
  const auto add_ready = [&](size_t i) {
    const AsyncWork* work = shared_.plan.WorkOf(order_[i]);
    const bool is_await = work != nullptr && order_[i] == work->done();
    (is_await ? awaits : ready).insert(i);
  };
  for (size_t i = 0; i < count; ++i) {
    if (missing[i] == 0) add_ready(i);
  }
  std::vector<const HloInstruction*> order;
  size_t last_unused = 0;  // the order of instructions without users shows in HLO text
  while (!ready.empty() || !awaits.empty()) {
    std::set<size_t>& next = ready.empty() ? awaits : ready;
    const size_t i = *next.begin();
    next.erase(next.begin());
    order.push_back(order_[i]);
    for (const size_t follower : followers[i]) {
      if (--missing[follower] == 0) add_ready(follower);
    }
    if (Node(order_[i]).has_users) continue;
    if (i < last_unused) return;
    last_unused = i;
  }
  if (order.size() == count) order_ = std::move(order);
}

bool FunctionExporter::Write() {
  if (!FindOrder()) return false;
  if (!order_matters_ && !shared_.keeps_order) DelayAwaits();
  WriteHeading();
  for (const HloInstruction* instruction : order_) WriteInstruction(*instruction);
  WriteReturn();
  out_.append("  }\n");
  return true;
}

void FunctionExporter::WriteHeading() {
  StrAppend(&out_, is_async_ ? "  async.func " : "  func.func ",
            computation_.IsEntry() ? "" : "private ", MlirSymbol(computation_.name()), "(");
  for (size_t i = 0; i < computation_.parameters().size(); ++i) {
    if (i > 0) out_.append(", ");
    WriteArgument(*computation_.parameters()[i], i);
  }
  const HloInstruction& root = *computation_.root_instruction();
  StrAppend(&out_, ") -> ",
            is_async_ ? ResultTypes(root.shape(), /*with_token=*/false)
                      : std::string(shared_.types.Of(root.shape())));

  MlirDictionary attributes;
  if (computation_.IsEntry()) attributes.AddUnit("hlo.entry");
  if (is_async_ || computation_.execution_thread() != "main") {
    attributes.AddString("hlo.execution_thread", computation_.execution_thread());
  }
  if (is_async_ && LeafCount(root.shape()) == 0) attributes.AddString("hlo.root", root.name());
  const std::string tail = TailText(computation_);
  if (!tail.empty()) attributes.AddString("hlo.attributes", tail);
  StrAppend(&out_, attributes.After(" attributes "), " {\n");
}

void FunctionExporter::WriteArgument(const HloInstruction& parameter, size_t position) {
  StrAppend(&out_, "%", MlirValueName(parameter), ": ", TypeOf(parameter));
  MlirDictionary attributes;
  AddShapeAndName(parameter, &attributes);
  AddAttributes(parameter, {AttributePart::kOwn, AttributePart::kCommon}, {}, &attributes);
  if (order_matters_ && position >= leading_parameters_) AddAfter(parameter, &attributes);
  out_.append(attributes.After(" "));
}

void FunctionExporter::AddAfter(const HloInstruction& instruction, MlirDictionary* dictionary) {
  const HloInstruction* before = before_.at(&instruction);
  dictionary->AddString("hlo.after", before == nullptr ? "" : before->name());
}

void FunctionExporter::AddShapeAndName(const HloInstruction& instruction,
                                       MlirDictionary* dictionary) {
  if (!shared_.types.IsPlain(instruction.shape())) {
    dictionary->AddString("hlo.shape", PrintShape(instruction.shape()));
  }
  AddName(instruction, dictionary);
}

void FunctionExporter::AddName(const HloInstruction& instruction, MlirDictionary* dictionary) {
  if (shared_.name_attributes || !IsMlirName(instruction.name()) ||
      renamed_.contains(&instruction)) {
    dictionary->AddString("hlo.name", instruction.name());
  }
}

void FunctionExporter::AddAttributes(const HloInstruction& instruction,
                                     absl::Span<const AttributePart> parts,
                                     absl::Span<const AttributeKind> without,
                                     MlirDictionary* dictionary) {
  MlirDictionary attributes;
  for (const AttributePart part : parts) {
    shared_.attributes.Add(instruction, part, without, &attributes);
  }
  if (!attributes.empty()) dictionary->Add("hlo.attributes", attributes.Braced());
}

std::string FunctionExporter::ValueName(const HloInstruction& instruction) const {
  const auto found = renamed_.find(&instruction);
  return found == renamed_.end() ? MlirValueName(instruction) : found->second;
}

std::string FunctionExporter::Operands(absl::Span<const HloInstruction* const> operands) const {
  const auto value = [this](const HloInstruction* operand) {
    return StrCat("%", ValueName(*operand));
  };
  return StrCat("(", Joined(operands, ", ", value), ")");
}

std::string FunctionExporter::Types(absl::Span<const HloInstruction* const> values) {
  return Joined(values, ", ", [this](const auto* value) { return TypeOf(*value); });
}

std::string FunctionExporter::Signature(absl::Span<const HloInstruction* const> operands,
                                        const Shape& result) {
  const std::string types = Types(operands);  // must come first: it numbers the names of types
  return StrCat("(", types, ") -> ", shared_.types.Of(result));
}

void FunctionExporter::WriteInstruction(const HloInstruction& instruction) {
  if (instruction.opcode() == HloOpcode::kParameter) return;
  const AsyncWork* work = shared_.plan.WorkOf(&instruction);
  if (work == nullptr) return WriteOperation(instruction);
  if (&instruction == work->call_link()) return WriteWork(*work);
  if (&instruction == work->done()) WriteDone(*work);
}

// The callee if func.call can express the call; else nullptr.
const HloComputation* FunctionExporter::PlainCallee(const HloInstruction& instruction) {
  if (instruction.opcode() != HloOpcode::kCall) return nullptr;
  const Attribute* to_apply = instruction.FindAttribute(AttributeKind::kToApply);
  if (to_apply == nullptr || to_apply->kind() != AttributeKind::kToApply) return nullptr;
  const HloComputation* callee = to_apply->AsComputation();
  const absl::Span<const HloInstruction* const> parameters = callee->parameters();
  const absl::Span<const HloInstruction* const> operands = instruction.operands();
  const auto same = [this](const HloInstruction* a, const HloInstruction* b) {
    return TypeOf(*a) == TypeOf(*b);
  };
  const bool is_plain = parameters.size() == operands.size() &&
                        same(&instruction, callee->root_instruction()) &&
                        std::equal(parameters.begin(), parameters.end(), operands.begin(), same);
  return is_plain ? callee : nullptr;
}

void FunctionExporter::WriteOperation(const HloInstruction& instruction) {
  if (const HloComputation* callee = PlainCallee(instruction)) {
    return WriteCallOf(instruction, MlirSymbol(callee->name()));
  }
  MlirDictionary own;
  const std::string operand_text = OperandText(instruction);
  if (!operand_text.empty()) own.AddString("hlo.operands", operand_text);
  shared_.attributes.Add(instruction, AttributePart::kOwn, {}, &own);
  const std::string signature = Signature(instruction.operands(), instruction.shape());
  if (shared_.registered_only) {
    return WriteCallOf(instruction, shared_.Declare(instruction.opcode_name(), signature, own));
  }
  shared_.attributes.Add(instruction, AttributePart::kCommon, {}, &own);
  AddShapeAndName(instruction, &own);
  WriteLine("%", ValueName(instruction), " = \"hlo.", instruction.opcode_name(), "\"",
            Operands(instruction.operands()), own.After(" "), " : ", signature);
}

// Writes a func.call of a function of the module, or of a declared one that has the opcode's
// attributes.
void FunctionExporter::WriteCallOf(const HloInstruction& call, std::string_view callee) {
  MlirDictionary attributes;
  if (PlainCallee(call) != nullptr) {
    AddAttributes(call, {AttributePart::kOwn, AttributePart::kCommon}, {AttributeKind::kToApply},
                  &attributes);
  } else {
    AddAttributes(call, {AttributePart::kCommon}, {}, &attributes);
  }
  AddShapeAndName(call, &attributes);
  WriteLine("%", ValueName(call), " = func.call ", callee, Operands(call.operands()),
            attributes.After(" "), " : ", Signature(call.operands(), call.shape()));
}

void FunctionExporter::WriteReturn() {
  const HloInstruction& root = *computation_.root_instruction();
  if (!is_async_) return WriteLine("return %", MlirValueName(root), " : ", TypeOf(root));
  std::vector<const Shape*> leaves;
  AppendLeaves(root.shape(), &leaves);
  WriteEnd("return", WriteLeaves(MlirValueName(root), root.shape()), leaves);
}

void FunctionExporter::WriteEnd(std::string_view word, const std::vector<std::string>& values,
                                absl::Span<const Shape* const> shapes) {
  if (values.empty()) return WriteLine(word);
  WriteLine(word, " ", Joined(values, ", "), " : ", shared_.types.List(shapes));
}

}  // namespace hlo_text_v1::internal
