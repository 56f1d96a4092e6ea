// Module, functions, and code shared by the parts of the parser.
#include "src/mlir/mlir_parser.h"

#include <utility>

namespace hlo_text_v1::internal {
namespace {

// Longer ones are quoted in part in messages.
constexpr size_t kLongestQuoted = 40;

std::string Quoted(const MlirToken& token) {
  if (token.kind == MlirTokenKind::kEnd) return "the end";
  if (token.text.size() <= kLongestQuoted) return StrCat("'", token.text, "'");
  return StrCat("'", token.text.substr(0, kLongestQuoted), "...'");
}

}  // namespace

MlirParser::MlirParser(std::string_view text, const ParseOptions& options,
                       std::vector<Diagnostic>* diagnostics)
    : lexer_(text),
      options_(options),
      diagnostics_(*diagnostics),
      stack_(options.limits.max_stack_bytes) {}

bool MlirParser::DepthGuard::ok() const {
  if (parser_.depth_ <= parser_.options_.limits.max_nesting_depth && parser_.stack_.IsKept())
    return true;
  return parser_.Fail(DiagnosticCode::kMaxRecursionDepth, RangeOf(parser_.token()));
}

bool MlirParser::FailExpects(std::string_view what) {
  return Fail(DiagnosticCode::kMlirExpects, RangeOf(token()), what, Quoted(token()));
}

bool MlirParser::Take(char c) {
  return TakeIf(c) || FailExpects(StrCat("'", std::string_view(&c, 1), "'"));
}

std::optional<MlirModule> MlirParser::Parse() {
  if (!ParseAliases() || !ParseModule()) return std::nullopt;
  return std::move(module_);
}

// !tuple0 = tuple<...>; and #map = affine_map<...>, #loc = loc(...), which mean nothing to HLO.
bool MlirParser::ParseAliases() {
  while (token().kind == MlirTokenKind::kType || token().Is('#')) {
    const bool is_type = !TakeIf('#');
    const MlirToken name = token();
    if (!is_type && name.kind != MlirTokenKind::kWord) return FailExpects("the name of an alias");
    lexer_.Next();
    if (!Take('=')) return false;
    if (!is_type) {
      MlirAttribute unused;
      if (!(token().Is("loc") ? ParseLocationIf() : ParseAttribute(&unused))) return false;
      continue;
    }
    MlirTypeId type = 0;
    if (!ParseType(&type)) return false;
    if (aliases_.emplace(name.text, type).second) continue;
    return Fail(DiagnosticCode::kMlirRedefinedType, RangeOf(name), name.text);
  }
  return true;
}

// `module { FUNCTIONS }`, or just the functions, to which mlir-opt also adds the module.
bool MlirParser::ParseModule() {
  module_.range = RangeOf(token());
  if (IsGeneric("builtin.module")) return ParseGenericModule();
  if (IsFunction()) return ParseFunctionsToEnd();
  if (!TakeIf("module") && !TakeIf("builtin.module")) {
    return FailExpects("module, func.func or async.func");
  }
  if (token().kind == MlirTokenKind::kSymbol && !ParseSymbol(&module_.name, &module_.range)) {
    return false;
  }
  if (TakeIf("attributes") && !ParseDictionary(&module_.attributes)) return false;
  if (!Take('{')) return false;
  while (!TakeIf('}')) {
    if (!ParseFunction()) return false;
  }
  return ParseLocationIf() && ParseAliases() &&
         (token().kind == MlirTokenKind::kEnd || FailExpects("the end"));
}

bool MlirParser::ParseFunctionsToEnd() {
  while (token().kind != MlirTokenKind::kEnd) {
    if (!ParseFunction() || !ParseAliases()) return false;
  }
  return true;
}

bool MlirParser::ParseFunction() {
  if (!IsFunction()) return FailExpects("func.func or async.func");
  if (token().kind == MlirTokenKind::kString) return ParseGenericFunction();
  MlirFunction function;
  function.is_async = token().Is("async.func");
  lexer_.Next();
  function.is_private = TakeIf("private");
  if (!function.is_private) TakeIf("public");
  if (token().kind != MlirTokenKind::kSymbol) return FailExpects("the name of a function");
  function_ = nullptr;
  if (!ParseSymbol(&function.name, &function.range)) return false;
  function_ = &function;
  values_of_.clear();
  const bool parsed = ParseArguments(&function) && ParseFunctionTail(&function);
  function_ = nullptr;
  module_.functions.push_back(std::move(function));
  return parsed;
}

bool MlirParser::ParseArguments(MlirFunction* function) {
  if (!Take('(')) return false;
  while (!TakeIf(')')) {
    if (!function->arguments.empty() && !Take(',')) return false;
    MlirArgument argument;
    argument.value.range = RangeOf(token());
    if (token().kind == MlirTokenKind::kValue) {
      argument.value.name = token().text;
      lexer_.Next();
      if (!Take(':')) return false;
    }
    if (!ParseType(&argument.type) || !ParseDictionaryIf(&argument.attributes)) return false;
    if (!ParseLocationIf()) return false;
    function->arguments.push_back(std::move(argument));
  }
  return true;
}

// -> TYPES attributes {...} { BODY }
bool MlirParser::ParseFunctionTail(MlirFunction* function) {
  if (TakeIf(MlirTokenKind::kArrow) && !ParseResultTypes(&function->result_types)) return false;
  if (TakeIf("attributes") && !ParseDictionary(&function->attributes)) return false;
  if (token().Is('{')) {
    function->has_body = true;
    if (!ParseBody(function->is_async ? "async." : "func.", /*may_execute=*/true, &function->body))
      return false;
  }
  return ParseLocationIf();
}

bool MlirParser::ParseDictionaryIf(MlirAttribute* attributes) {
  attributes->kind = MlirAttribute::Kind::kDictionary;
  return !token().Is('{') || ParseDictionary(attributes);
}

}  // namespace hlo_text_v1::internal
