// Results of asynchronous work: values and a token. async.await, with the cast after it for a
// tuple, becomes the done. If an earlier operation waits for the work, the done is written there,
// under the name of the later await or cast.
#include <algorithm>
#include <utility>

#include "src/base/strings.h"
#include "src/mlir/import_function.h"
#include "src/mlir/mlir_names.h"

namespace hlo_text_v1::internal {

using OperationKind = MlirOperation::Kind;

// Adds work. Checks the types of its results, one !async.value per leaf or a token, and adds the
// leaves.
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
    } else if (async.kind == MlirType::Kind::kAsyncToken && !is_execute && !entry.has_token) {
      entry.has_token = true;
      entry.token_place = entry.leaves.size();
    } else {
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

// Defines the values of `operation`; an async.execute has a token before its results.
bool FunctionImporter::DefineWork(const MlirOperation& operation, size_t work) {
  Work& entry = works_[work];
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
  value.kind = Value::Kind::kWork;
  for (size_t i = 0; i < entry.leaves.size(); ++i) {
    value.leaf = i;
    value.type = entry.leaves[i];
    all.push_back(value);
  }
  if (operation.kind == OperationKind::kExecute || entry.leaves.empty() || entry.has_token) {
    Value token;
    token.of = work;
    token.kind = Value::Kind::kToken;
    const bool is_execute = operation.kind == OperationKind::kExecute;
    const size_t place = is_execute ? 0 : entry.token_place;
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(place), token);
  }
  uint64_t count = 0;
  for (const MlirResult& result : operation.results) count += result.count;
  if (!CheckCount(all.size(), "results", count, operation.name_range)) return false;
  auto next = all.begin();
  for (const MlirResult& result : operation.results) {
    for (uint64_t i = 0; i < result.count; ++i) {
      const Value& at = next[static_cast<std::ptrdiff_t>(i)];
      const bool is_first = entry.leaves.empty() ? at.kind == Value::Kind::kToken
                                                 : at.kind == Value::Kind::kWork && at.leaf == 0;
      if (is_first) entry.end = EndOf(entry, result, i);
    }
    const auto end = next + static_cast<std::ptrdiff_t>(result.count);
    if (!Define(result.name, std::vector<Value>(next, end), result.range)) return false;
    next = end;
  }
  return true;
}

void FunctionImporter::FindEnds() {
  for (const MlirArgument& argument : function_.arguments) {
    names_.GetUniqueName(HloNameOf(argument.value.name));
  }
  for (const MlirOperation& operation : function_.body) {
    for (const MlirResult& result : operation.results) {
      names_.GetUniqueName(HloNameOf(result.name));
    }
    if (operation.kind == OperationKind::kAwait) {
      const MlirUse& use = operation.operands[0];
      awaits_.try_emplace({use.name, use.index}, &operation);
    } else if (operation.kind == OperationKind::kCast) {
      for (const MlirUse& use : operation.operands) casts_.try_emplace(use.name, &operation);
    }
  }
}

// The operation that stands for the done, if `result` is the first leaf of the work or its only
// token: the await, or for a tuple the cast of what is awaited. nullptr if there is none.
const MlirOperation* FunctionImporter::EndOf(const Work& work, const MlirResult& result,
                                             uint64_t index) const {
  const auto cast_of = [&](std::string_view value) -> const MlirOperation* {
    const auto cast = casts_.find(value);
    const bool is_end = cast != casts_.end() && cast->second->results.size() == 1 &&
                        cast->second->result_types.size() == 1 &&
                        cast->second->result_types[0] == work.result;
    return is_end ? cast->second : nullptr;
  };
  if (work.leaves.empty()) return cast_of(result.name);
  const auto await = awaits_.find({result.name, index});
  if (await == awaits_.end() || await->second->results.size() != 1) return nullptr;
  return import_.types.IsTuple(work.result) ? cast_of(await->second->results[0].name)
                                            : await->second;
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
  const MlirType& type = import_.types[await.operand_types[0]];
  const bool same_type =
      value.kind == Value::Kind::kToken
          ? type.kind == MlirType::Kind::kAsyncToken
          : type.kind == MlirType::Kind::kAsyncValue && type.elements[0] == value.type;
  if (!same_type) {
    return import_.Fail(DiagnosticCode::kMlirTypeMismatch, use.range, use.name, "its use");
  }
  if (value.kind == Value::Kind::kToken) {
    if (work.leaves.empty()) work.awaited[0] = true;
    const bool is_cast = work.leaves.empty() && work.end != nullptr;
    return CheckCount(0, "results", await.results.size(), await.name_range) &&
           (is_cast || WriteDone(value.of, await.range));
  }
  work.awaited[value.leaf] = true;
  if (!CheckOneResult(await)) return false;
  if (!import_.types.IsTuple(work.result)) {
    return WriteDone(value.of, await.range) && DefineDone(await, value.of);
  }
  const auto cast = casts_.find(await.results[0].name);
  if (cast == casts_.end()) return WriteLeaf(await, value);
  Value leaf = value;
  leaf.kind = Value::Kind::kAwaited;
  return Define(await.results[0].name, {leaf}, await.results[0].range);
}

// An awaited leaf that is used directly: a get-tuple-element, or several for a nested tuple.
bool FunctionImporter::WriteLeaf(const MlirOperation& await, const Value& leaf) {
  if (!WriteDone(leaf.of, await.range)) return false;
  const auto [part, is_new] = works_[leaf.of].parts.try_emplace(leaf.leaf);
  if (!is_new) {
    Value value;
    value.of = part->second;
    value.type = leaf.type;
    return Define(await.results[0].name, {value}, await.results[0].range);
  }
  MlirTypeId type = works_[leaf.of].result;
  std::string name = lines_[*works_[leaf.of].done].name;
  uint64_t at = leaf.leaf;
  const MlirAttribute none;
  while (import_.types.IsTuple(type)) {
    const MlirType& tuple = import_.types[type];
    const std::vector<MlirTypeId>& elements = tuple.elements;
    // A shortcut if all elements are leaves: there may be many.
    const bool is_flat = tuple.depth == 2 && tuple.leaf_count == elements.size();
    size_t i = is_flat ? at : 0;
    while (!is_flat && at >= import_.types[elements[i]].leaf_count) {
      at -= import_.types[elements[i++]].leaf_count;
    }
    type = elements[i];
    const bool is_last = !import_.types.IsTuple(type);
    const std::string between = is_last ? "" : names_.GetUniqueName(StrCat(name, ".", i));
    Line line;
    if (!BeginLine(is_last ? await.results[0].name : std::string_view(between), type,
                   is_last ? await.attributes : none, await.range, &line)) {
      return false;
    }
    line.text.Append("get-tuple-element(%", name, "), index=", i);
    if (is_last && !AppendOwnAttributes(await.attributes.Find("hlo.attributes"), &line)) {
      return false;
    }
    name = line.name;
    if (!EndLine(std::move(line))) return false;
  }
  part->second = lines_.size() - 1;
  return DefineLine(await.results[0], type);
}

bool FunctionImporter::WriteDone(size_t work, MlirRange place) {
  if (works_[work].done.has_value()) return true;
  const MlirOperation* end = works_[work].end;
  const MlirAttribute none;
  const MlirAttribute& attributes = end != nullptr ? end->attributes : none;
  if (end != nullptr && !CheckOneResult(*end)) return false;
  const std::string start = lines_[works_[work].last].name;
  const std::string made = end != nullptr ? "" : names_.GetUniqueName(StrCat(start, ".done"));
  Line line;
  if (!BeginLine(end != nullptr ? end->results[0].name : std::string_view(made),
                 works_[work].result, attributes, end != nullptr ? end->range : place, &line)) {
    return false;
  }
  line.text.Append(works_[work].done_opcode, "(%", start, ")");
  if (!AppendOwnAttributes(attributes.Find("hlo.attributes"), &line)) return false;
  if (end == nullptr) AppendTransfer(works_[work].transfer, &line);
  works_[work].done = lines_.size();
  return EndLine(std::move(line));
}

// The attributes that a send or recv and its done must have in common.
void FunctionImporter::AppendTransfer(const MlirAttribute* attributes, Line* line) {
  if (attributes == nullptr) return;
  for (const std::string_view name : {"channel_id", "is_host_transfer"}) {
    const MlirAttribute* value = attributes->Find(name);
    if (value != nullptr) line->text.Append(", ", name, "=", value->text);
  }
}

bool FunctionImporter::DefineDone(const MlirOperation& operation, size_t work) {
  Value value;
  value.of = *works_[work].done;
  value.type = works_[work].result;
  return Define(operation.results[0].name, {value}, operation.results[0].range);
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
                  cast.result_types[0] == work.result &&
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
  return WriteDone(first.of, cast.range) && DefineDone(cast, first.of);
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

// ---- Groups. Awaiting one awaits its members.

bool FunctionImporter::WriteIndex(const MlirOperation& constant) {
  Value value;
  value.kind = Value::Kind::kIndex;
  return CheckOneResult(constant) &&
         Define(constant.results[0].name, {value}, constant.results[0].range);
}

bool FunctionImporter::WriteGroup(const MlirOperation& create) {
  Value value;
  value.kind = Value::Kind::kGroup;
  value.of = groups_.size();
  groups_.emplace_back();
  return Find(create.operands[0]) != nullptr && CheckOneResult(create) &&
         Define(create.results[0].name, {value}, create.results[0].range);
}

const FunctionImporter::Value* FunctionImporter::FindGroup(const MlirUse& use) {
  const Value* value = Find(use);
  if (value == nullptr || value->kind == Value::Kind::kGroup) return value;
  import_.Fail(DiagnosticCode::kMlirExpects, use.range, "an !async.group", use.name);
  return nullptr;
}

bool FunctionImporter::AddToGroup(const MlirOperation& add) {
  const MlirUse& use = add.operands[0];
  const Value* member = Find(use);
  if (member == nullptr) return false;
  if (member->kind != Value::Kind::kToken && member->kind != Value::Kind::kWork) {
    return import_.Fail(DiagnosticCode::kMlirNoAsyncValue, use.range, use.name);
  }
  const size_t work = member->of;
  const Value* group = FindGroup(add.operands[1]);
  if (group == nullptr) return false;
  groups_[group->of].push_back(work);
  return add.results.empty() || WriteIndex(add);  // its place in the group
}

bool FunctionImporter::AwaitAll(const MlirOperation& await) {
  const Value* group = FindGroup(await.operands[0]);
  if (group == nullptr) return false;
  for (const size_t work : groups_[group->of]) {
    if (!WriteDone(work, await.range)) return false;
  }
  return CheckCount(0, "results", await.results.size(), await.name_range);
}

}  // namespace hlo_text_v1::internal
