// Reads arguments, synchronous operations and the return; then writes the lines in their order.
#include "src/mlir/import_function.h"

#include <algorithm>
#include <utility>

#include "hlo/opcode.h"
#include "src/base/strings.h"
#include "src/mlir/mlir_names.h"

namespace hlo_text_v1::internal {

using OperationKind = MlirOperation::Kind;

bool FunctionImporter::Write(HloTextMap* out) {
  FindEnds();
  if (!WriteArguments()) return false;
  if (function_.body.empty() || function_.body.back().kind != OperationKind::kEnd) {
    return import_.Fail(DiagnosticCode::kMlirNoReturn, function_.range);
  }
  for (const MlirOperation& operation : function_.body) {
    const bool is_last = &operation == &function_.body.back();
    if ((operation.kind == OperationKind::kEnd) != is_last) {
      return import_.Fail(DiagnosticCode::kMlirNoReturn, operation.range);
    }
    if (!WriteOperation(operation)) return false;
  }
  return WriteLines(out);
}

bool FunctionImporter::WriteArguments() {
  for (size_t i = 0; i < function_.arguments.size(); ++i) {
    const MlirArgument& argument = function_.arguments[i];
    const MlirRange place = argument.value.range;
    if (import_.types.IsAsync(argument.type)) {
      return import_.Fail(DiagnosticCode::kMlirAsyncValue, place, argument.value.name);
    }
    Line line;
    if (!BeginLine(argument.value.name, argument.type, argument.attributes, place, &line)) {
      return false;
    }
    line.text.Append("parameter(", i, ")");
    if (!AppendOwnAttributes(argument.attributes.Find("hlo.attributes"), &line) ||
        !EndLine(std::move(line)) || !DefineLine({argument.value.name, 1, place}, argument.type)) {
      return false;
    }
  }
  return true;
}

bool FunctionImporter::WriteOperation(const MlirOperation& operation) {
  if (operation.kind != OperationKind::kHlo && !CheckKeys(operation.attributes)) return false;
  switch (operation.kind) {
    case OperationKind::kHlo:
      return WriteInstruction(operation);
    case OperationKind::kCall:
      return WriteCall(operation);
    case OperationKind::kAsyncCall: {
      size_t work = 0;
      return WriteAsyncCall(operation, operation, &work) && DefineWork(operation, work);
    }
    case OperationKind::kExecute:
      return WriteExecute(operation);
    case OperationKind::kAwait:
      return WriteAwait(operation);
    case OperationKind::kCast:
      return WriteCast(operation);
    case OperationKind::kIndex:
      return WriteIndex(operation);
    case OperationKind::kCreateGroup:
      return WriteGroup(operation);
    case OperationKind::kAddToGroup:
      return AddToGroup(operation);
    case OperationKind::kAwaitAll:
      return AwaitAll(operation);
    case OperationKind::kEnd:
      return WriteReturn(operation);
  }
  return false;
}

// ---- Values.

bool FunctionImporter::Define(std::string_view name, std::vector<Value>&& values, MlirRange place) {
  if (!values_.try_emplace(name, std::move(values)).second) {
    return import_.Fail(DiagnosticCode::kMlirRedefinedValue, place, name);
  }
  if (execute_ != nullptr) defined_in_body_.push_back(name);
  return true;
}

bool FunctionImporter::DefineLine(const MlirResult& result, MlirTypeId type) {
  Value value;
  value.of = lines_.size() - 1;
  value.type = type;
  return Define(result.name, {value}, result.range);
}

const FunctionImporter::Value* FunctionImporter::Find(const MlirUse& use) {
  const auto found = values_.find(use.name);
  if (found != values_.end() && use.index < found->second.size()) {
    return &found->second[use.index];
  }
  const std::string index = found == values_.end() ? "" : StrCat("#", use.index);
  import_.Fail(DiagnosticCode::kMlirUndefinedValue, use.range, StrCat(use.name, index));
  return nullptr;
}

const FunctionImporter::Value* FunctionImporter::FindLine(const MlirUse& use, MlirTypeId type) {
  const Value* value = Find(use);
  if (value == nullptr) return nullptr;
  if (value->kind != Value::Kind::kLine) {
    const bool is_part = value->kind == Value::Kind::kPart || value->kind == Value::Kind::kAwaited;
    import_.Fail(is_part ? DiagnosticCode::kMlirCast : DiagnosticCode::kMlirAsyncValue, use.range,
                 use.name);
    return nullptr;
  }
  if (value->type != type) {
    import_.Fail(DiagnosticCode::kMlirTypeMismatch, use.range, use.name, "its use");
    return nullptr;
  }
  return value;
}

bool FunctionImporter::CheckCount(size_t expected, std::string_view what, size_t count,
                                  MlirRange place) {
  return expected == count ||
         import_.Fail(DiagnosticCode::kMlirCount, place, expected, what, count);
}

bool FunctionImporter::CheckOneResult(const MlirOperation& operation) {
  return CheckCount(1, "result", operation.results.size(), operation.name_range) &&
         CheckCount(1, "result", operation.results[0].count, operation.name_range);
}

bool FunctionImporter::FindOperands(const MlirOperation& operation, size_t begin, size_t end,
                                    std::string* names) {
  for (size_t i = begin; i < end; ++i) {
    const Value* value = FindLine(operation.operands[i], operation.operand_types[i]);
    if (value == nullptr) return false;
    StrAppend(names, i == begin ? "%" : ", %", NameOf(*value));
  }
  return true;
}

// Whether the operands have the types of the callee's arguments.
bool FunctionImporter::CheckOperands(const MlirOperation& operation, const MlirFunction& callee) {
  if (!CheckCount(callee.arguments.size(), "operands", operation.operand_types.size(),
                  operation.name_range)) {
    return false;
  }
  for (size_t i = 0; i < callee.arguments.size(); ++i) {
    if (callee.arguments[i].type == operation.operand_types[i]) continue;
    return import_.Fail(DiagnosticCode::kMlirTypeMismatch, operation.name_range,
                        StrCat("operand ", i), StrCat("argument ", i, " of @", callee.name));
  }
  return true;
}

// ---- Lines.

bool FunctionImporter::SetName(std::string_view value, const MlirAttribute& attributes,
                               MlirRange place, Line* line) {
  const MlirAttribute* name = nullptr;
  if (!import_.FindString(attributes, "hlo.name", &name) ||
      !import_.FindString(attributes, "hlo.after", &line->after)) {
    return false;
  }
  line->place = place;
  line->name = name != nullptr ? name->text : HloNameOf(value);
  return import_.CheckName(line->name, name != nullptr ? name->range : place);
}

bool FunctionImporter::BeginLine(std::string_view value, MlirTypeId type,
                                 const MlirAttribute& attributes, MlirRange place, Line* line) {
  const MlirAttribute* shape_text = nullptr;
  if (!SetName(value, attributes, place, line) ||
      !import_.FindString(attributes, "hlo.shape", &shape_text)) {
    return false;
  }
  line->text.Mark(place);
  std::string text;
  if (!import_.AppendType(type, place, &text)) return false;
  if (shape_text != nullptr) {
    const Shape* shape = import_.ShapeOf(shape_text->text, shape_text->range);
    if (shape == nullptr) return false;
    if (!import_.HasType(*shape, type)) {
      return import_.Fail(DiagnosticCode::kMlirShapeMismatch, shape_text->range, shape_text->text,
                          text);
    }
    text = shape_text->text;
  }
  line->text.Append(text, " ");
  return true;
}

bool FunctionImporter::EndLine(Line line) {
  if (!import_.Spend(line.name.size() + line.text.text().size(), line.place)) return false;
  lines_.push_back(std::move(line));
  return true;
}

bool FunctionImporter::AppendOwnAttributes(const MlirAttribute* own, Line* line) {
  if (own == nullptr) return true;
  if (own->kind == MlirAttribute::Kind::kDictionary) {
    return AppendHloAttributes(*own, &import_, &line->text);
  }
  if (own->kind != MlirAttribute::Kind::kString) {
    return import_.Fail(DiagnosticCode::kMlirAttribute, own->range, "hlo.attributes",
                        "a dictionary or a string");
  }
  line->text.Mark(own->range);
  line->text.Append(", ", own->text);
  return true;
}

bool FunctionImporter::AppendBody(std::string_view opcode, const MlirOperation& operation,
                                  const MlirAttribute* own, Line* line) {
  const bool has_dictionary = own != nullptr && own->kind == MlirAttribute::Kind::kDictionary;
  const MlirAttribute* value = nullptr;  // of a constant
  const MlirAttribute* text = nullptr;   // instead of operands
  if (has_dictionary && (!import_.FindString(*own, "value", &value) ||
                         !import_.FindString(*own, "hlo.operands", &text))) {
    return false;
  }
  const size_t count = operation.operands.size();
  std::string operands;
  if (!CheckCount(count, "types of operands", operation.operand_types.size(),
                  operation.name_range) ||
      !FindOperands(operation, 0, count, &operands)) {
    return false;
  }
  if (text != nullptr && ParseHloOpcode(opcode).has_value()) {
    return import_.Fail(DiagnosticCode::kMlirAttribute, text->range, "hlo.operands",
                        "left out where the opcode is known");
  }
  line->text.Append(opcode, "(");
  if (opcode == "constant" && value != nullptr) {
    line->text.Mark(value->range);
    line->text.Append(value->text);
    line->text.Mark(operation.range);
  } else {
    line->text.Append(text != nullptr ? text->text : operands);
  }
  line->text.Append(")");
  return AppendOwnAttributes(own, line) &&
         AppendOwnAttributes(operation.attributes.Find("hlo.attributes"), line);
}

// Unknown keys on a call or the like would be lost.
bool FunctionImporter::CheckKeys(const MlirAttribute& attributes) {
  for (size_t i = 0; i < attributes.keys.size(); ++i) {
    const std::string& key = attributes.keys[i];
    if (key.compare(0, 4, "hlo.") == 0) continue;
    return import_.Fail(DiagnosticCode::kMlirAttribute, attributes.elements[i].range, key,
                        "that of an operation \"hlo.*\"");
  }
  return true;
}

bool FunctionImporter::WriteInstruction(const MlirOperation& operation) {
  if (!CheckOneResult(operation) ||
      !CheckCount(1, "type of a result", operation.result_types.size(), operation.name_range) ||
      !import_.CheckName(operation.name, operation.name_range)) {
    return false;
  }
  if (import_.types.IsAsync(operation.result_types[0])) {
    return import_.Fail(DiagnosticCode::kMlirAsyncValue, operation.results[0].range,
                        operation.results[0].name);
  }
  Line line;
  return BeginLine(operation.results[0].name, operation.result_types[0], operation.attributes,
                   operation.range, &line) &&
         AppendBody(operation.name, operation, &operation.attributes, &line) &&
         EndLine(std::move(line)) && DefineLine(operation.results[0], operation.result_types[0]);
}

// Calls a computation, or a function that stands for an opcode.
bool FunctionImporter::WriteCall(const MlirOperation& operation) {
  const MlirImport::Callee* callee = import_.FindCallee(operation.name, operation.name_range);
  if (callee == nullptr) return false;
  const MlirFunction& function = *callee->function;
  if (function.is_async) {
    return import_.Fail(DiagnosticCode::kMlirExpects, operation.name_range, "func.func",
                        StrCat("the async.func @", function.name));
  }
  if (!CheckOperands(operation, function) || !CheckOneResult(operation) ||
      !CheckCount(1, "type of a result", operation.result_types.size(), operation.name_range)) {
    return false;
  }
  if (operation.result_types[0] != callee->result || import_.types.IsAsync(*callee->result)) {
    return import_.Fail(DiagnosticCode::kMlirTypeMismatch, operation.name_range, "the result",
                        StrCat("@", function.name));
  }
  Line line;
  if (!BeginLine(operation.results[0].name, operation.result_types[0], operation.attributes,
                 operation.range, &line)) {
    return false;
  }
  if (!callee->opcode.empty()) {
    if (!AppendBody(callee->opcode, operation, function.attributes.Find("hlo.attributes"), &line)) {
      return false;
    }
  } else {
    if (!import_.CheckName(function.name, operation.name_range) ||
        !AppendBody("call", operation, nullptr, &line)) {
      return false;
    }
    line.text.Mark(operation.name_range);
    line.text.Append(", to_apply=%", function.name);
  }
  return EndLine(std::move(line)) && DefineLine(operation.results[0], operation.result_types[0]);
}

bool FunctionImporter::WriteReturn(const MlirOperation& end) {
  if (!CheckCount(end.operands.size(), "types", end.operand_types.size(), end.range)) return false;
  if (!callee_.root.empty()) {
    MlirUse use;
    use.name = callee_.root;
    use.range = function_.range;
    const Value* root = FindLine(use, *callee_.result);
    if (root == nullptr) return false;
    root_ = root->of;
    return true;
  }
  if (!function_.is_async &&
      !CheckCount(1, "value to be returned", end.operands.size(), end.range)) {
    return false;
  }
  const Value* first = Find(end.operands[0]);
  if (first == nullptr) return false;
  root_ = first->of;
  if (first->kind != Value::Kind::kPart || !function_.is_async) {
    return CheckCount(1, "value to be returned", end.operands.size(), end.range) &&
           FindLine(end.operands[0], *callee_.result) != nullptr &&
           FindLine(end.operands[0], end.operand_types[0]) != nullptr;
  }
  for (size_t i = 0; i < end.operands.size(); ++i) {
    const Value* leaf = Find(end.operands[i]);
    if (leaf == nullptr) return false;
    if (leaf->kind != Value::Kind::kPart || leaf->of != first->of || leaf->leaf != i ||
        leaf->type != end.operand_types[i]) {
      return import_.Fail(DiagnosticCode::kMlirCast, end.operands[i].range);
    }
  }
  return import_.types.HasLeaves(*callee_.result, end.operand_types) ||
         import_.Fail(DiagnosticCode::kMlirCast, end.range);
}

// ---- The computation.

// Lines in the order of the text, except that a line with `after` follows the line that it names,
// if there is one.
std::vector<size_t> FunctionImporter::LineOrder() const {
  HashMap<std::string_view, size_t> by_name;
  for (size_t i = 0; i < lines_.size(); ++i) by_name.emplace(lines_[i].name, i);
  const size_t head = lines_.size();
  std::vector<std::vector<size_t>> followers(lines_.size() + 1);
  std::vector<size_t> leaders;
  for (size_t i = 0; i < lines_.size(); ++i) {
    const MlirAttribute* after = lines_[i].after;
    const auto found = after == nullptr ? by_name.end() : by_name.find(after->text);
    if (after != nullptr && after->text.empty()) {
      followers[head].push_back(i);
    } else if (found != by_name.end()) {
      followers[found->second].push_back(i);
    } else {
      leaders.push_back(i);
    }
  }
  std::vector<size_t> order;
  std::vector<bool> seen(lines_.size(), false);
  const auto visit = [&](size_t first) {
    std::vector<size_t> stack = {first};
    while (!stack.empty()) {
      const size_t at = stack.back();
      stack.pop_back();
      if (at != head) {
        if (seen[at]) continue;
        seen[at] = true;
        order.push_back(at);
      }
      stack.insert(stack.end(), followers[at].rbegin(), followers[at].rend());
    }
  };
  visit(head);
  for (const size_t leader : leaders) visit(leader);
  for (size_t i = 0; i < lines_.size(); ++i) visit(i);  // lines that only name each other
  return order;
}

bool FunctionImporter::WriteLines(HloTextMap* out) {
  if (!import_.CheckName(function_.name, function_.range)) return false;
  out->Mark(function_.range);
  out->Append(is_entry_ ? "ENTRY %" : "%", function_.name, " {\n");
  for (const size_t i : LineOrder()) {
    out->Mark(lines_[i].place);
    out->Append(i == root_ ? "  ROOT %" : "  %", lines_[i].name, " = ");
    out->Append(lines_[i].text);
    out->Append("\n");
  }
  return WriteTail(out);
}

bool FunctionImporter::WriteTail(HloTextMap* out) {
  const MlirAttribute* thread = nullptr;
  const MlirAttribute* attributes = nullptr;
  if (!import_.FindString(function_.attributes, "hlo.execution_thread", &thread) ||
      !import_.FindString(function_.attributes, "hlo.attributes", &attributes)) {
    return false;
  }
  out->Mark(function_.range);
  out->Append("}");
  if (thread != nullptr && thread->text != "main") {
    out->Mark(thread->range);
    out->Append(", execution_thread=", QuotedHloString(thread->text));
  }
  if (attributes != nullptr) {
    out->Mark(attributes->range);
    out->Append(", ", attributes->text);
  }
  out->Append("\n\n");
  return true;
}

}  // namespace hlo_text_v1::internal
