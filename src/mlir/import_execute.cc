// async.execute: either it wraps the call of a chain that waits for tokens or provides one, or its
// body is the work of a pair and becomes the start.
#include <algorithm>
#include <charconv>
#include <utility>

#include "src/async/chain.h"
#include "src/base/strings.h"
#include "src/mlir/async_plan.h"
#include "src/mlir/import_function.h"

namespace hlo_text_v1::internal {

using OperationKind = MlirOperation::Kind;

bool FunctionImporter::WriteExecute(const MlirOperation& execute) {
  const std::vector<MlirOperation>& body = execute.body;
  if (body.empty() || body.back().kind != OperationKind::kEnd) {
    return import_.Fail(DiagnosticCode::kMlirExecute, execute.range);
  }
  for (const MlirUse& use : execute.operands) {
    const Value* token = Find(use);
    if (token == nullptr) return false;
    if (token->kind != Value::Kind::kToken) {
      return import_.Fail(DiagnosticCode::kMlirNoAsyncValue, use.range, use.name);
    }
    if (!WriteDone(token->of, use.range)) return false;
  }
  execute_ = &execute;
  size_t work = 0;
  const bool written = body.front().kind == OperationKind::kAsyncCall
                           ? WriteChainBody(execute, &work)
                           : WritePairBody(execute, &work);
  for (const std::string_view name : defined_in_body_) values_.erase(name);
  defined_in_body_.clear();
  execute_ = nullptr;
  return written && DefineWork(execute, work);
}

// A body of one async.call, whose results are awaited and yielded.
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
    if (await.kind != OperationKind::kAwait) {
      return import_.Fail(DiagnosticCode::kMlirExecute, await.range);
    }
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

// A body of one operation that has its own start and done opcodes; its result is taken apart and
// yielded.
bool FunctionImporter::WritePairBody(const MlirOperation& execute, size_t* work) {
  const std::vector<MlirOperation>& body = execute.body;
  const MlirOperation& yield = body.back();
  if (!WritePairStart(execute, body.front(), work)) return false;
  const MlirTypeId result = works_[*work].result;
  if (!DefineLine(body.front().results[0], result)) return false;
  const bool has_cast = import_.types.IsTuple(result) && import_.types[result].leaf_count > 0;
  bool is_sound = body.size() == (has_cast ? 3u : 2u) &&
                  yield.operand_types == works_[*work].leaves &&
                  yield.operands.size() == yield.operand_types.size();
  if (is_sound && has_cast) {
    if (body[1].kind != OperationKind::kCast || body[1].operands.size() != 1) {
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
  if (body.kind == OperationKind::kCall) {
    callee = import_.FindCallee(body.name, body.name_range);
    if (callee == nullptr || !CheckOperands(body, *callee->function)) return false;
    own = callee->function->attributes.Find("hlo.attributes");
  }
  const std::string& name = callee != nullptr ? callee->opcode : body.name;
  const std::optional<HloOpcode> opcode = ParseHloOpcode(name);
  const AsyncPairOpcodes* pair =
      (body.kind == OperationKind::kHlo || callee != nullptr) && opcode.has_value()
          ? FindPairOpcodes<&AsyncPairOpcodes::work>(*opcode)
          : nullptr;
  if (pair == nullptr || body.results.size() != 1 || body.results[0].count != 1 ||
      body.result_types.size() != 1 || import_.types.IsAsync(body.result_types[0])) {
    return import_.Fail(DiagnosticCode::kMlirExecute, body.range);
  }
  if (callee != nullptr && callee->result != body.result_types[0]) {
    return import_.Fail(DiagnosticCode::kMlirTypeMismatch, body.name_range, "the result",
                        StrCat("@", callee->function->name));
  }
  if (execute.results.empty()) return CheckCount(1, "result", 0, execute.name_range);

  if (!BeginWork(HloOpcodeName(pair->done), body.result_types[0], execute, work)) return false;
  if (*opcode == HloOpcode::kSend || *opcode == HloOpcode::kRecv) works_[*work].transfer = own;
  Line line;
  const MlirAttribute* text = nullptr;
  if (!SetName(execute.results.back().name, execute.attributes, execute.range, &line) ||
      !import_.FindString(execute.attributes, "hlo.shape", &text)) {
    return false;
  }
  line.text.Mark(execute.range);
  if (text != nullptr) {
    const Shape* shape = import_.ShapeOf(text->text, text->range);
    const Shape* result = import_.ShapeOf(works_[*work].result, execute.range);
    if (shape == nullptr || result == nullptr) return false;
    if (!IsPairShape(*opcode, *shape, *result)) {
      return import_.Fail(DiagnosticCode::kMlirStartShape, text->range, text->text);
    }
    line.text.Append(text->text, " ");
  }
  if (!AppendBody(HloOpcodeName(pair->start), body, own, &line) ||
      !AppendDependencies(execute, &line) || !EndLine(std::move(line))) {
    return false;
  }
  works_[*work].last = lines_.size() - 1;
  return true;
}

// control-predecessors: those in hlo.control_predecessors, where a number refers to a token that
// the async.execute waits for; then the other tokens.
bool FunctionImporter::AppendDependencies(const MlirOperation& execute, Line* line) {
  std::vector<std::string> tokens;
  tokens.reserve(execute.operands.size());
  for (const MlirUse& use : execute.operands) {
    tokens.push_back(lines_[*works_[Find(use)->of].done].name);
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
    } else {
      return import_.Fail(DiagnosticCode::kMlirAttribute, element.range, "hlo.control_predecessors",
                          "numbers of tokens");
    }
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!used[i]) add(tokens[i]);
  }
  if (names.empty()) return true;
  line->text.Mark(listed != nullptr ? listed->range : execute.name_range);
  line->text.Append(", control-predecessors={", names, "}");
  return true;
}

}  // namespace hlo_text_v1::internal
