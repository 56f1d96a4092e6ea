// The return of an async.func determines its result: the leaves of a tuple come from a cast that
// takes it apart; a result without leaves is the value that hlo.root names.
#include "src/mlir/import_state.h"

#include <algorithm>
#include <utility>

#include "hlo/parse_values.h"
#include "src/base/byte_class.h"
#include "src/mlir/mlir_types.h"

namespace hlo_text_v1::internal {
namespace {

// The value called `name` in a function.
struct Named {
  std::string_view value;
  MlirTypeId type = 0;
};

bool IsCalled(std::string_view value, const MlirAttribute& attributes, std::string_view name) {
  const MlirAttribute* given = attributes.Find("hlo.name");
  return given != nullptr ? given->text == name : value.substr(1) == name;
}

// Matches hlo.name, or else the value's name.
std::optional<Named> FindNamed(const MlirFunction& function, std::string_view name) {
  for (const MlirArgument& argument : function.arguments) {
    if (!argument.value.name.empty() && IsCalled(argument.value.name, argument.attributes, name)) {
      return Named{argument.value.name, argument.type};
    }
  }
  for (const MlirOperation& operation : function.body) {
    if (operation.results.empty() || operation.result_types.size() != 1) continue;
    if (IsCalled(operation.results[0].name, operation.attributes, name)) {
      return Named{operation.results[0].name, operation.result_types[0]};
    }
  }
  return std::nullopt;
}

// The root if mlir-opt has renamed it: the only result of the last operation if that has no leaves,
// else the last argument without leaves.
std::optional<Named> FindLastWithoutLeaves(const MlirFunction& function,
                                           const MlirTypeTable& types) {
  for (auto at = function.body.rbegin(); at != function.body.rend(); ++at) {
    if (at->results.size() == 1 && at->result_types.size() == 1 &&
        types[at->result_types[0]].leaf_count == 0) {
      return Named{at->results[0].name, at->result_types[0]};
    }
  }
  for (auto at = function.arguments.rbegin(); at != function.arguments.rend(); ++at) {
    if (!at->value.name.empty() && types[at->type].leaf_count == 0) {
      return Named{at->value.name, at->type};
    }
  }
  return std::nullopt;
}

// The operation that defines the value; nullptr for an argument.
const MlirOperation* DefinitionOf(const MlirFunction& function, std::string_view value) {
  for (auto at = function.body.rbegin(); at != function.body.rend(); ++at) {
    for (const MlirResult& result : at->results) {
      if (result.name == value) return &*at;
    }
  }
  return nullptr;
}

}  // namespace

bool MlirImport::Report(DiagnosticCode code, MlirRange place, std::string message) {
  diagnostics_.push_back(
      {Severity::kError, code, place.begin, place.end, std::move(message), /*notes=*/{}});
  return false;
}

bool MlirImport::Spend(uint64_t size, MlirRange place) {
  if (size > bytes_left_) {
    bytes_left_ = 0;
    return Fail(DiagnosticCode::kMlirTooLarge, place);
  }
  bytes_left_ -= size;
  return true;
}

bool MlirImport::CheckName(std::string_view name, MlirRange place) {
  return IsIdentifier(name) || Fail(DiagnosticCode::kMlirName, place, StrCat("'", name, "'"));
}

bool MlirImport::FindCallees() {
  for (const MlirFunction& function : module.functions) {
    Callee callee;
    callee.function = &function;
    if (!FindResult(&callee)) return false;
    if (!callees_.emplace(function.name, std::move(callee)).second) {
      return Fail(DiagnosticCode::kMlirRedefinedFunction, function.range, function.name);
    }
  }
  return true;
}

bool MlirImport::FindResult(Callee* callee) {
  const MlirFunction& function = *callee->function;
  if (!function.is_async && function.result_types.size() != 1) {
    return Fail(DiagnosticCode::kMlirCount, function.range, 1, "result",
                function.result_types.size());
  }
  if (!function.is_async) callee->result = function.result_types[0];
  const MlirAttribute* opcode = nullptr;
  if (!FindString(function.attributes, "hlo.opcode", &opcode)) return false;
  if (!function.has_body) {
    if (opcode == nullptr)
      return Fail(DiagnosticCode::kMlirNoOpcode, function.range, function.name);
    callee->opcode = opcode->text;
    return CheckName(opcode->text, opcode->range);
  }
  return !function.is_async || FindAsyncResult(callee);
}

bool MlirImport::FindAsyncResult(Callee* callee) {
  const MlirFunction& function = *callee->function;
  if (function.body.empty() || function.body.back().kind != MlirOperation::Kind::kEnd) {
    return Fail(DiagnosticCode::kMlirNoReturn, function.range);
  }
  const MlirOperation& end = function.body.back();
  if (end.operands.empty()) {
    const MlirAttribute* root = nullptr;
    if (!FindString(function.attributes, "hlo.root", &root)) return false;
    std::optional<Named> named = root == nullptr ? std::nullopt : FindNamed(function, root->text);
    if (!named.has_value()) named = FindLastWithoutLeaves(function, types);
    if (!named.has_value() || types[named->type].leaf_count > 0) {
      return Fail(DiagnosticCode::kMlirAttribute, root == nullptr ? function.range : root->range,
                  "hlo.root", "the name of a value without leaves, where nothing is returned");
    }
    callee->root = std::string(named->value);
    callee->result = named->type;
    return true;
  }
  const MlirOperation* definition = DefinitionOf(function, end.operands[0].name);
  const bool takes_apart =
      definition != nullptr && definition->kind == MlirOperation::Kind::kCast &&
      definition->operand_types.size() == 1 && types.IsTuple(definition->operand_types[0]);
  callee->result = takes_apart ? definition->operand_types[0] : end.operand_types[0];
  return !types.IsAsync(*callee->result) ||
         Fail(DiagnosticCode::kMlirAsyncValue, end.operands[0].range, end.operands[0].name);
}

const MlirImport::Callee* MlirImport::FindCallee(const std::string& name, MlirRange place) {
  const auto found = callees_.find(name);
  if (found != callees_.end()) return &found->second;
  Fail(DiagnosticCode::kMlirUndefinedFunction, place, name);
  return nullptr;
}

const Shape* MlirImport::ShapeOf(MlirTypeId type, MlirRange place) {
  const auto found = shapes_.find(type);
  if (found != shapes_.end()) return found->second;
  std::string text;
  if (!AppendType(type, place, &text)) return nullptr;
  const Shape* shape = ShapeOf(text, place);
  if (shape != nullptr) shapes_.emplace(type, shape);
  return shape;
}

const Shape* MlirImport::ShapeOf(std::string_view text, MlirRange place) {
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<const Shape*> shape = ParseShape(text, pool_, options, &diagnostics);
  if (shape.ok()) return *shape;
  Report(diagnostics[0].code, place, diagnostics[0].message);
  return nullptr;
}

bool MlirImport::AppendType(MlirTypeId type, MlirRange place, std::string* out) {
  if (!Spend(types[type].text_size, place)) return false;
  types.AppendText(type, out);
  return true;
}

bool MlirImport::HasType(const Shape& shape, MlirTypeId type) const {
  std::string of_shape;
  AppendLooseShape(shape, &of_shape);
  if (types.IsAsync(type) || of_shape.size() != types[type].text_size) return false;
  std::string of_type;
  types.AppendText(type, &of_type);
  return of_shape == of_type;
}

bool MlirImport::FindString(const MlirAttribute& dictionary, std::string_view key,
                            const MlirAttribute** found) {
  *found = dictionary.Find(key);
  if (*found == nullptr || (*found)->kind == MlirAttribute::Kind::kString) return true;
  return Fail(DiagnosticCode::kMlirAttribute, (*found)->range, key, "a string");
}

}  // namespace hlo_text_v1::internal
