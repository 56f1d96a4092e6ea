// Results of asynchronous work: values and a token. async.await, with the cast after it for a
// tuple, becomes the done.
#include <algorithm>
#include <utility>

#include "src/base/strings.h"
#include "src/mlir/import_function.h"

namespace hlo::internal {

using OperationKind = MlirOperation::Kind;

// Enters work. Checks the types of results, one !async.value for each leaf or a token, and enters
// the leaves.
bool FunctionImporter::BeginWork(std::string_view done_opcode, MlirTypeId result,
                                 const MlirOperation& operation, size_t* work) {
  *work = works_.size();
  Work& entry = works_.emplace_back();
  entry.done_opcode = std::string(done_opcode);
  entry.result = result;
  const bool is_execute = operation.kind == OperationKind::kExecute;
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

// Defines the values of `operation`; for async.execute, a token before the results.
bool FunctionImporter::DefineWork(const MlirOperation& operation, size_t work) {
  const Work& entry = works_[work];
  if (operation.kind == OperationKind::kExecute && execute_ == nullptr) {
    // Its result types are checked too: the call in its body has been read.
    const auto has_leaf = [this](MlirTypeId type, MlirTypeId leaf) {
      const MlirType& async = import_.types[type];
      return async.kind == MlirType::Kind::kAsyncValue && async.elements[0] == leaf;
    };
    const std::vector<MlirTypeId>& types = operation.result_types;
    if (!std::equal(types.begin(), types.end(), entry.leaves.begin(), entry.leaves.end(),
                    has_leaf)) {
      return import_.Fail(DiagnosticCode::kMlirTypeMismatch, operation.name_range, "the results",
                          "what is done asynchronously");
    }
  }
  std::vector<Value> all;
  Value value;
  value.of = work;
  if (operation.kind == OperationKind::kExecute || entry.leaves.empty()) {
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
  if (!CheckOneResult(await)) return false;
  if (!import_.types.IsTuple(work.result)) return WriteDone(await, value.of);
  Value leaf = value;
  leaf.kind = Value::Kind::kAwaited;
  return Define(await.results[0].name, {leaf}, await.results[0].range);
}

// Writes the done, named after the result of `operation`: the await, or the cast after it.
bool FunctionImporter::WriteDone(const MlirOperation& operation, size_t work) {
  Line line;
  const MlirTypeId type = works_[work].result;
  if (!BeginLine(operation.results[0].name, type, operation.attributes, operation.range, &line)) {
    return false;
  }
  line.text.Append(works_[work].done_opcode, "(%", lines_[works_[work].last].name, ")");
  if (!AppendOwnAttributes(operation.attributes.Find("hlo.attributes"), &line)) return false;
  works_[work].done = line.name;
  return EndLine(std::move(line)) && DefineLine(operation.results[0], type);
}

// Casts a tuple to its leaves, awaited leaves to a tuple, or an awaited token to a tuple of none.
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

}  // namespace hlo::internal
