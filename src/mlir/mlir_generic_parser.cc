// The generic form of operations, as mlir-opt --mlir-print-op-generic writes it. Read into the same
// AST as the pretty form: what that says with syntax of its own is here in properties, operands and
// types.
#include <algorithm>
#include <iterator>
#include <utility>

#include "src/base/strings.h"
#include "src/mlir/mlir_parser.h"

namespace hlo_text_v1::internal {

using OperationKind = MlirOperation::Kind;

namespace {

// Appends the entries of `more` to `dictionary`.
void Merge(MlirAttribute&& more, MlirAttribute* dictionary) {
  const auto move = [](auto& from, auto* to) {
    to->insert(to->end(), std::make_move_iterator(from.begin()),
               std::make_move_iterator(from.end()));
  };
  move(more.keys, &dictionary->keys);
  move(more.elements, &dictionary->elements);
}

// Removes `key`, which belongs to the operation's syntax, and returns its value.
MlirAttribute TakeOut(std::string_view key, MlirAttribute* dictionary) {
  MlirAttribute value;
  const auto found = std::find(dictionary->keys.begin(), dictionary->keys.end(), key);
  if (found == dictionary->keys.end()) return value;
  const auto element = dictionary->elements.begin() + (found - dictionary->keys.begin());
  value = std::move(*element);
  dictionary->elements.erase(element);
  dictionary->keys.erase(found);
  return value;
}

}  // namespace

bool MlirParser::IsGeneric(std::string_view name) const {
  const std::string_view text = token().text;
  return token().kind == MlirTokenKind::kString && text.substr(1, text.size() - 2) == name;
}

// <{callee = @f}>
bool MlirParser::ParseProperties(MlirAttribute* properties) {
  properties->kind = MlirAttribute::Kind::kDictionary;
  return !TakeIf('<') || (ParseDictionary(properties) && Take('>'));
}

// {ATTRIBUTES} : TYPE, with the properties already in `attributes`.
bool MlirParser::ParseGenericTail(MlirAttribute* attributes, MlirOperation* operation) {
  MlirAttribute own;
  if (!ParseDictionaryIf(&own) || !Take(':') || !ParseFunctionType(operation)) return false;
  Merge(std::move(own), attributes);
  return true;
}

bool MlirParser::ParseGenericModule() {
  MlirOperation unused;
  lexer_.Next();
  if (!Take('(') || !Take(')') || !ParseProperties(&module_.attributes) || !Take('(') ||
      !Take('{')) {
    return false;
  }
  std::vector<MlirArgument> arguments;
  if (!ParseLabelIf(&arguments)) return false;
  while (!TakeIf('}')) {
    if (!ParseFunction()) return false;
  }
  if (!Take(')') || !ParseGenericTail(&module_.attributes, &unused) || !ParseLocationIf() ||
      !ParseAliases()) {
    return false;
  }
  const MlirAttribute name = TakeOut("sym_name", &module_.attributes);
  if (name.kind == MlirAttribute::Kind::kString) {
    module_.name = name.text;
    module_.range = name.range;
  }
  return token().kind == MlirTokenKind::kEnd || FailExpects("the end");
}

bool MlirParser::ParseGenericFunction() {
  MlirFunction function;
  MlirOperation unused;
  const MlirRange range = RangeOf(token());
  function.is_async = IsGeneric("async.func");
  lexer_.Next();
  MlirAttribute& attributes = function.attributes;
  if (!Take('(') || !Take(')') || !ParseProperties(&attributes) || !Take('(') || !Take('{')) {
    return false;
  }
  function_ = &function;
  values_of_.clear();
  const bool parsed =
      ParseLabelIf(&function.arguments) &&
      ParseOperations(function.is_async ? "async." : "func.", /*may_execute=*/true, &function.body);
  function_ = nullptr;
  if (!parsed || !Take(')') || !ParseGenericTail(&attributes, &unused) || !ParseLocationIf()) {
    return false;
  }
  const MlirAttribute name = TakeOut("sym_name", &attributes);
  if (name.kind != MlirAttribute::Kind::kString) {
    return Fail(DiagnosticCode::kMlirAttribute, range, "sym_name", "the name of the function");
  }
  function.name = name.text;
  function.range = name.range;
  function.has_body = !function.body.empty();
  function.is_private = TakeOut("sym_visibility", &attributes).text == "private";
  const MlirAttribute type = TakeOut("function_type", &attributes);
  if (!ParseTypeOfFunction(type.kind == MlirAttribute::Kind::kOther ? type : name, &function)) {
    return false;
  }
  const MlirAttribute of_arguments = TakeOut("arg_attrs", &attributes);
  for (size_t i = 0; i < of_arguments.elements.size() && i < function.arguments.size(); ++i) {
    function.arguments[i].attributes = of_arguments.elements[i];
  }
  module_.functions.push_back(std::move(function));
  return true;
}

// function_type = (A, B) -> C: the types of results, and of arguments if there is no body.
bool MlirParser::ParseTypeOfFunction(const MlirAttribute& type, MlirFunction* function) {
  const uint32_t after = token().begin;
  MlirOperation parsed;
  lexer_.Seek(type.range.begin);
  if (!ParseFunctionType(&parsed)) return false;
  lexer_.Seek(after);
  function->result_types = std::move(parsed.result_types);
  if (!function->has_body) {
    for (const MlirTypeId each : parsed.operand_types) {
      MlirArgument& argument = function->arguments.emplace_back();
      argument.value.range = type.range;
      argument.type = each;
      argument.attributes.kind = MlirAttribute::Kind::kDictionary;
    }
  }
  return function->arguments.size() == parsed.operand_types.size() ||
         Fail(DiagnosticCode::kMlirCount, type.range, parsed.operand_types.size(), "arguments",
              function->arguments.size());
}

// ^bb0(%a: A, %b: B):
bool MlirParser::ParseLabelIf(std::vector<MlirArgument>* arguments) {
  if (!TakeIf('^')) return true;
  if (!TakeIf(MlirTokenKind::kWord)) return FailExpects("the name of a block");
  if (TakeIf('(') && !TakeIf(')')) {
    do {
      MlirArgument& argument = arguments->emplace_back();
      argument.attributes.kind = MlirAttribute::Kind::kDictionary;
      if (!ParseUse(&argument.value) || !Take(':') || !ParseType(&argument.type) ||
          !ParseLocationIf()) {
        return false;
      }
    } while (TakeIf(','));
    if (!Take(')')) return false;
  }
  return Take(':');
}

// The rest of an operation after its name, unless it is one of HLO.
bool MlirParser::ParseGenericRest(bool may_execute, MlirOperation* operation) {
  std::vector<MlirArgument> arguments;
  if (!ParseUses('(', ')', &operation->operands) || !ParseProperties(&operation->attributes)) {
    return false;
  }
  if (operation->kind == OperationKind::kExecute) {
    if (!may_execute) return Fail(DiagnosticCode::kMlirNestedExecute, operation->name_range);
    if (!Take('(') || !Take('{') || !ParseLabelIf(&arguments) ||
        !ParseOperations(/*dialect=*/"", /*may_execute=*/false, &operation->body) || !Take(')')) {
      return false;
    }
  }
  if (!ParseGenericTail(&operation->attributes, operation)) return false;
  if (operation->operands.size() != operation->operand_types.size()) {
    return Fail(DiagnosticCode::kMlirCount, operation->name_range, operation->operands.size(),
                "types of operands", operation->operand_types.size());
  }
  return SettleGeneric(operation, &arguments);
}

// Makes `operation` what its pretty form gives.
bool MlirParser::SettleGeneric(MlirOperation* operation, std::vector<MlirArgument>* arguments) {
  const auto has_operands = [&](size_t count) {
    return operation->operands.size() == count ||
           Fail(DiagnosticCode::kMlirCount, operation->name_range, count, "operands",
                operation->operands.size());
  };
  switch (operation->kind) {
    case OperationKind::kCall:
    case OperationKind::kAsyncCall: {
      const MlirAttribute callee = TakeOut("callee", &operation->attributes);
      if (callee.kind != MlirAttribute::Kind::kSymbol) {
        return Fail(DiagnosticCode::kMlirAttribute, operation->name_range, "callee",
                    "the name of a function");
      }
      operation->name = callee.text;
      operation->name_range = callee.range;
      return true;
    }
    case OperationKind::kExecute: {
      TakeOut("operandSegmentSizes", &operation->attributes);  // the types say it, too
      const auto is_token = [&](MlirTypeId type) { return type == module_.types.AsyncToken(); };
      const auto& types = operation->operand_types;
      const auto first = std::find_if_not(types.begin(), types.end(), is_token) - types.begin();
      for (auto i = static_cast<size_t>(first); i < types.size(); ++i) {
        if (arguments->size() <= i - static_cast<size_t>(first)) break;
        const MlirUse& argument = (*arguments)[i - static_cast<size_t>(first)].value;
        operation->captures.push_back(
            {operation->operands[i], argument.name, argument.range, types[i]});
      }
      if (operation->captures.size() + static_cast<size_t>(first) != types.size() ||
          operation->captures.size() != arguments->size()) {
        return Fail(DiagnosticCode::kMlirCount, operation->name_range, types.size() - first,
                    "arguments of the block", arguments->size());
      }
      operation->operands.resize(static_cast<size_t>(first));
      operation->operand_types.clear();
      if (operation->result_types.empty() || !is_token(operation->result_types.front())) {
        return Fail(DiagnosticCode::kMlirExpects, operation->name_range,
                    "!async.token as the first result", "another type");
      }
      operation->result_types.erase(operation->result_types.begin());
      std::vector<MlirResult>& results = operation->results;
      if (results.size() != 1 || results[0].count < 2) return true;
      // Elsewhere the token has a name of its own.
      module_.made_names.push_back(StrCat(results[0].name, "$values"));
      values_of_[results[0].name] = module_.made_names.back();
      results.push_back({module_.made_names.back(), results[0].count - 1, results[0].range});
      results[0].count = 1;
      return true;
    }
    case OperationKind::kAwait:
      operation->result_types.clear();
      return has_operands(1);
    case OperationKind::kIndex:
      TakeOut("value", &operation->attributes);
      operation->result_types.clear();
      return has_operands(0);
    case OperationKind::kCreateGroup:
      operation->operand_types.clear();
      return has_operands(1) && (operation->result_types.size() == 1 ||
                                 Fail(DiagnosticCode::kMlirCount, operation->name_range, 1,
                                      "type of a result", operation->result_types.size()));
    case OperationKind::kAddToGroup:
      operation->operand_types.resize(1);
      operation->result_types.clear();
      return has_operands(2);
    case OperationKind::kAwaitAll:
      operation->operand_types.clear();
      return has_operands(1);
    case OperationKind::kCast:
    case OperationKind::kEnd:
    case OperationKind::kHlo:
      break;
  }
  return true;
}

}  // namespace hlo_text_v1::internal
