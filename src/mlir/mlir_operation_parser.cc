// Operations. Each has its own syntax, but all consist of results, a name, operands, attributes and
// types. In a function, operations of its own dialect may omit `func.` or `async.`.
#include <charconv>
#include <limits>
#include <utility>

#include "src/base/strings.h"
#include "src/mlir/mlir_parser.h"

namespace hlo_text_v1::internal {

using OperationKind = MlirOperation::Kind;

bool MlirParser::ParseBody(std::string_view dialect, bool may_execute,
                           std::vector<MlirOperation>* body) {
  return Take('{') && ParseOperations(dialect, may_execute, body);
}

bool MlirParser::ParseOperations(std::string_view dialect, bool may_execute,
                                 std::vector<MlirOperation>* body) {
  while (!TakeIf('}')) {
    MlirOperation operation;
    if (!ParseOperation(dialect, may_execute, &operation)) return false;
    body->push_back(std::move(operation));
  }
  return true;
}

bool MlirParser::ParseOperation(std::string_view dialect, bool may_execute,
                                MlirOperation* operation) {
  operation->range.begin = token().begin;
  operation->attributes.kind = MlirAttribute::Kind::kDictionary;
  if (!ParseResults(operation)) return false;
  const bool is_generic = token().kind == MlirTokenKind::kString;
  if (!ParseKind(dialect, operation)) return false;
  const bool parsed = is_generic && operation->kind != OperationKind::kHlo
                          ? ParseGenericRest(may_execute, operation)
                          : ParseRest(may_execute, operation);
  if (!parsed || !ParseLocationIf()) return false;
  operation->range.end = lexer_.last_end();
  return true;
}

// %a, %b:2 =
bool MlirParser::ParseResults(MlirOperation* operation) {
  while (token().kind == MlirTokenKind::kValue) {
    MlirResult result;
    result.name = token().text;
    result.range = RangeOf(token());
    lexer_.Next();
    if (TakeIf(':') && !ParseCount(&result.count)) return false;
    operation->results.push_back(result);
    if (token().Is('=')) break;
    if (!Take(',')) return false;
  }
  return operation->results.empty() || Take('=');
}

bool MlirParser::ParseCount(uint64_t* count) {
  const std::string_view digits = token().text;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), *count);
  if (token().kind != MlirTokenKind::kInteger || error != std::errc() ||
      *count > std::numeric_limits<uint32_t>::max()) {
    return FailExpects("a number");
  }
  lexer_.Next();
  return true;
}

bool MlirParser::ParseKind(std::string_view default_dialect, MlirOperation* operation) {
  const MlirToken name = token();
  operation->name_range = RangeOf(name);
  std::string_view word = name.text;
  if (name.kind == MlirTokenKind::kString) word = word.substr(1, word.size() - 2);
  const auto is = [&](std::string_view dialect, std::string_view short_name) {
    return (dialect == default_dialect && word == short_name) ||
           word == StrCat(dialect, short_name);
  };
  if (name.kind == MlirTokenKind::kString && word.substr(0, 4) == "hlo.") {
    operation->kind = OperationKind::kHlo;
    operation->name = UnescapeMlirString(name.text).substr(4);
  } else if (name.kind != MlirTokenKind::kWord && name.kind != MlirTokenKind::kString) {
    return FailExpects("an operation");
  } else if (is("func.", "call")) {
    operation->kind = OperationKind::kCall;
  } else if (is("async.", "call")) {
    operation->kind = OperationKind::kAsyncCall;
  } else if (is("async.", "execute")) {
    operation->kind = OperationKind::kExecute;
  } else if (is("async.", "await")) {
    operation->kind = OperationKind::kAwait;
  } else if (is("async.", "create_group")) {
    operation->kind = OperationKind::kCreateGroup;
  } else if (is("async.", "add_to_group")) {
    operation->kind = OperationKind::kAddToGroup;
  } else if (is("async.", "await_all")) {
    operation->kind = OperationKind::kAwaitAll;
  } else if (word == "arith.constant" || word == "index.constant") {
    operation->kind = OperationKind::kIndex;
  } else if (word == "builtin.unrealized_conversion_cast" || word == "unrealized_conversion_cast") {
    operation->kind = OperationKind::kCast;
  } else if (is("func.", "return") || is("async.", "return") || word == "async.yield" ||
             word == "yield") {
    operation->kind = OperationKind::kEnd;
  } else if (word == "async.region") {
    return Fail(DiagnosticCode::kMlirRegion, RangeOf(name));
  } else {
    return Fail(DiagnosticCode::kMlirUnknownOperation, RangeOf(name), name.text);
  }
  lexer_.Next();
  return true;
}

// Parses the rest of an operation after its name.
bool MlirParser::ParseRest(bool may_execute, MlirOperation* operation) {
  switch (operation->kind) {
    case OperationKind::kCall:
    case OperationKind::kAsyncCall:
      if (token().kind != MlirTokenKind::kSymbol) return FailExpects("the name of a function");
      if (!ParseSymbol(&operation->name, &operation->name_range)) return false;
      [[fallthrough]];
    case OperationKind::kHlo:
      return ParseUses('(', ')', &operation->operands) &&
             ParseDictionaryIf(&operation->attributes) && Take(':') && ParseFunctionType(operation);
    case OperationKind::kExecute:
      return ParseExecute(may_execute, operation);
    case OperationKind::kAwait:
      operation->operands.emplace_back();
      operation->operand_types.emplace_back();
      return ParseUse(&operation->operands.back()) && Take(':') &&
             ParseType(&operation->operand_types.back()) &&
             ParseDictionaryIf(&operation->attributes);
    case OperationKind::kCast:
      return ParseCast(operation);
    case OperationKind::kIndex: {
      uint64_t size = 0;
      return ParseCount(&size) && (!TakeIf(':') || TakeIf("index") || FailExpects("index"));
    }
    case OperationKind::kCreateGroup:
      operation->operands.emplace_back();
      operation->result_types.emplace_back();
      return ParseUse(&operation->operands.back()) && Take(':') &&
             ParseType(&operation->result_types.back()) &&
             ParseDictionaryIf(&operation->attributes);
    case OperationKind::kAddToGroup:
      operation->operands.resize(2);
      operation->operand_types.emplace_back();
      return ParseUse(&operation->operands[0]) && Take(',') && ParseUse(&operation->operands[1]) &&
             Take(':') && ParseType(&operation->operand_types.back()) &&
             ParseDictionaryIf(&operation->attributes);
    case OperationKind::kAwaitAll:
      operation->operands.emplace_back();
      return ParseUse(&operation->operands.back()) && ParseDictionaryIf(&operation->attributes);
    case OperationKind::kEnd:
      return ParseBareUses(&operation->operands) &&
             (operation->operands.empty() || (Take(':') && ParseTypes(&operation->operand_types)));
  }
  return false;
}

// [%t] (%a as %b: !async.value<T>) -> TYPES attributes {...} { BODY }
bool MlirParser::ParseExecute(bool may_execute, MlirOperation* operation) {
  if (!may_execute) return Fail(DiagnosticCode::kMlirNestedExecute, operation->name_range);
  if (token().Is('[') && !ParseUses('[', ']', &operation->operands)) return false;
  if (token().Is('(') && !ParseCaptures(&operation->captures)) return false;
  if (TakeIf(MlirTokenKind::kArrow) && !ParseResultTypes(&operation->result_types)) return false;
  if (TakeIf("attributes") && !ParseDictionary(&operation->attributes)) return false;
  return ParseBody(/*dialect=*/"", /*may_execute=*/false, &operation->body);
}

// (%a as %b: !async.value<T>, ...)
bool MlirParser::ParseCaptures(std::vector<MlirCapture>* captures) {
  if (!Take('(')) return false;
  while (!TakeIf(')')) {
    if (!captures->empty() && !Take(',')) return false;
    MlirCapture capture;
    if (!ParseUse(&capture.value)) return false;
    if (!TakeIf("as")) return FailExpects("'as'");
    if (token().kind != MlirTokenKind::kValue) return FailExpects("a value");
    capture.name = token().text;
    capture.range = RangeOf(token());
    lexer_.Next();
    if (!Take(':') || !ParseType(&capture.type)) return false;
    captures->push_back(capture);
  }
  return true;
}

// %a, %b : A, B to C
bool MlirParser::ParseCast(MlirOperation* operation) {
  if (!ParseBareUses(&operation->operands)) return false;
  if (!operation->operands.empty() && !(Take(':') && ParseTypes(&operation->operand_types))) {
    return false;
  }
  if (!TakeIf("to")) return FailExpects("'to'");
  return ParseTypes(&operation->result_types) && ParseDictionaryIf(&operation->attributes);
}

bool MlirParser::ParseUses(char open, char close, std::vector<MlirUse>* uses) {
  if (!Take(open)) return false;
  return TakeIf(close) || (ParseBareUses(uses) && Take(close));
}

bool MlirParser::ParseBareUses(std::vector<MlirUse>* uses) {
  if (token().kind != MlirTokenKind::kValue) return true;
  do {
    uses->emplace_back();
    if (!ParseUse(&uses->back())) return false;
  } while (TakeIf(','));
  return true;
}

bool MlirParser::ParseUse(MlirUse* use) {
  if (token().kind != MlirTokenKind::kValue) return FailExpects("a value");
  use->name = token().text;
  use->range = RangeOf(token());
  lexer_.Next();
  if (TakeIf('#') && !ParseCount(&use->index)) return false;
  const auto values = values_of_.find(use->name);
  if (values != values_of_.end() && use->index > 0) {
    use->name = values->second;
    --use->index;
  }
  use->range.end = lexer_.last_end();
  return true;
}

bool MlirParser::ParseFunctionType(MlirOperation* operation) {
  return ParseTypesInParens(&operation->operand_types) &&
         (TakeIf(MlirTokenKind::kArrow) || FailExpects("'->'")) &&
         ParseResultTypes(&operation->result_types);
}

// loc("x"), loc(#loc1), loc(callsite(...)), all ignored.
bool MlirParser::ParseLocationIf() { return !TakeIf("loc") || SkipBrackets(); }

}  // namespace hlo_text_v1::internal
