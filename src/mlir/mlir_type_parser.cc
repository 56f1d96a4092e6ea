// Types and attributes. Reads tensor dimensions byte by byte, since 8x4xf32 is not a token.
#include <algorithm>
#include <utility>

#include "hlo/primitive_type.h"
#include "src/base/byte_class.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/mlir/mlir_parser.h"
#include "src/mlir/mlir_types.h"

namespace hlo_text_v1::internal {
namespace {

// The element type that MLIR calls `word`; empty if none.
std::string_view HloElement(std::string_view word) {
  for (int i = 0; i < static_cast<int>(PrimitiveType::kTuple); ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    if (!word.empty() && MlirElementType(type) == word) return PrimitiveTypeName(type);
  }
  return "";
}

// Whether MLIR has no word for the element type `name`.
bool IsForeignElement(std::string_view name) {
  const std::optional<PrimitiveType> type = ParsePrimitiveType(name);
  return type.has_value() && IsArrayType(*type) && MlirElementType(*type).empty();
}

}  // namespace

bool MlirParser::ParseTypes(std::vector<MlirTypeId>* types) {
  do {
    types->emplace_back();
    if (!ParseType(&types->back())) return false;
  } while (TakeIf(','));
  return true;
}

bool MlirParser::ParseTypesInParens(std::vector<MlirTypeId>* types) {
  if (!Take('(')) return false;
  return TakeIf(')') || (ParseTypes(types) && Take(')'));
}

bool MlirParser::ParseResultTypes(std::vector<MlirTypeId>* types) {
  if (token().Is('(')) return ParseTypesInParens(types);
  types->emplace_back();
  return ParseType(&types->back());
}

bool MlirParser::CheckDepth(MlirTypeId type, uint32_t begin) {
  if (module_.types[type].depth <=
      static_cast<uint32_t>(std::max(0, options_.limits.max_nesting_depth))) {
    return true;
  }
  return Fail(DiagnosticCode::kMaxRecursionDepth, {begin, lexer_.last_end()});
}

bool MlirParser::ParseType(MlirTypeId* type) {
  const DepthGuard guard(*this);
  if (!guard.ok()) return false;
  const MlirToken first = token();
  if (first.kind == MlirTokenKind::kType) return ParseDialectType(type);
  if (first.Is("tensor")) return ParseTensor(type);
  if (first.Is("tuple")) return ParseTuple(type) && CheckDepth(*type, first.begin);
  if (first.Is("index")) {
    lexer_.Next();
    *type = module_.types.Index();
    return true;
  }
  if (first.kind != MlirTokenKind::kWord) return FailExpects("a type");
  return Fail(DiagnosticCode::kMlirUnknownType, RangeOf(first), first.text);
}

bool MlirParser::ParseTuple(MlirTypeId* type) {
  lexer_.Next();
  std::vector<MlirTypeId> elements;
  if (!Take('<')) return false;
  if (!TakeIf('>') && !(ParseTypes(&elements) && Take('>'))) return false;
  for (const MlirTypeId element : elements) {
    if (module_.types.IsAsync(element)) return FailExpects("a tuple of values of HLO");
  }
  *type = module_.types.Tuple(std::move(elements));
  return true;
}

// !async.value<T>, !async.token, !async.group, !hlo.token, !hlo.opaque, !hlo.buffer<T>, or a name.
bool MlirParser::ParseDialectType(MlirTypeId* type) {
  const MlirToken name = token();
  lexer_.Next();
  if (name.text == "!async.token") {
    *type = module_.types.AsyncToken();
    return true;
  }
  if (name.text == "!async.group") {
    *type = module_.types.AsyncGroup();
    return true;
  }
  if (name.text == "!hlo.token" || name.text == "!hlo.opaque") {
    *type = module_.types.Leaf(StrCat(name.text.substr(5), "[]"));
    return true;
  }
  if (name.text == "!async.value" || name.text == "!hlo.buffer") {
    MlirTypeId element = 0;
    if (!Take('<') || !ParseType(&element)) return false;
    const bool is_buffer = name.text == "!hlo.buffer";
    if (module_.types.IsAsync(element) || (is_buffer && module_.types.IsTuple(element))) {
      return FailExpects("a value of HLO");
    }
    *type = is_buffer ? module_.types.Leaf(StrCat("b(", module_.types[element].text, ")"))
                      : module_.types.AsyncValue(element);
    return Take('>') && CheckDepth(*type, name.begin);
  }
  const auto found = aliases_.find(name.text);
  if (found != aliases_.end()) {
    *type = found->second;
    return true;
  }
  const DiagnosticCode code = name.text.find('.') == std::string_view::npos
                                  ? DiagnosticCode::kMlirUndefinedType
                                  : DiagnosticCode::kMlirUnknownType;
  return Fail(code, RangeOf(name), name.text);
}

// tensor<8x?xf32>, tensor<4xi4, "f4e2m1fn">, tensor<4xf32, "buffer">, tensor<i1, "token">
bool MlirParser::ParseTensor(MlirTypeId* type) {
  const uint32_t begin = token().begin;
  lexer_.Next();
  if (!token().Is('<')) return FailExpects("'<'");
  std::string dimensions;
  std::string element;
  if (!ParseDimensions(&dimensions) || !ParseElementType(&element)) return false;
  std::string encoding;
  if (TakeIf(',')) {
    if (token().kind != MlirTokenKind::kString) return FailExpects("a string");
    encoding = UnescapeMlirString(token().text);
    lexer_.Next();
  }
  if (!Take('>')) return false;

  const bool is_buffer = encoding.compare(0, 6, "buffer") == 0;
  if (is_buffer) encoding.erase(0, encoding.size() > 6 && encoding[6] == ' ' ? 7 : 6);
  if (encoding == "token" || encoding == "opaque") {
    dimensions.clear();
    element = encoding;
  } else if (!encoding.empty() || element.empty()) {
    if (!IsForeignElement(encoding)) {
      const MlirRange range = {begin, lexer_.last_end()};
      const std::string_view text = lexer_.text().substr(begin, range.end - begin);
      return Fail(DiagnosticCode::kMlirUnknownType, range, text);
    }
    element = encoding;
  }
  const std::string array = StrCat(element, "[", dimensions, "]");
  *type = module_.types.Leaf(is_buffer ? StrCat("b(", array, ")") : array);
  return true;
}

// 8x?x after '<', as HLO writes it: "8,?".
bool MlirParser::ParseDimensions(std::string* text) {
  const std::string_view source = lexer_.text();
  uint32_t at = token().end();
  while (true) {
    while (at < source.size() && source[at] == ' ') ++at;
    uint32_t end = at;
    if (end < source.size() && source[end] == '?') {
      ++end;
    } else {
      while (end < source.size() && HasClass(source[end], kDigit)) ++end;
    }
    if (end == at) break;
    if (end >= source.size() || source[end] != 'x') {
      lexer_.Seek(end);
      return FailExpects("'x' after a dimension");
    }
    if (!text->empty()) text->push_back(',');
    text->append(source.substr(at, end - at));
    at = end + 1;
  }
  lexer_.Seek(at);
  return true;
}

bool MlirParser::ParseElementType(std::string* name) {
  const MlirToken word = token();
  if (word.kind != MlirTokenKind::kWord && word.kind != MlirTokenKind::kType) {
    return FailExpects("an element type");
  }
  lexer_.Next();
  std::string text(word.text);
  if (text == "complex") {
    if (!Take('<')) return false;
    StrAppend(&text, "<", token().text, ">");
    lexer_.Next();
    if (!Take('>')) return false;
  }
  const std::string_view foreign =
      text.compare(0, 5, "!hlo.") == 0 ? std::string_view(text).substr(5) : std::string_view();
  *name = std::string(IsForeignElement(foreign) ? foreign : HloElement(text));
  if (!name->empty()) return true;
  // Encodings stand for widths that HLO has no type for: tensor<4xi6, "f6e3m2fn">.
  if (text == "i6") return true;
  return Fail(DiagnosticCode::kMlirUnknownType, RangeOf(word), text);
}

// ---- Attributes.

bool MlirParser::ParseSymbol(std::string* name, MlirRange* range) {
  *range = RangeOf(token());
  *name = UnescapeMlirString(token().text.substr(1));
  if (function_ != nullptr) function_->references.push_back(*name);
  lexer_.Next();
  return true;
}

bool MlirParser::ParseAttribute(MlirAttribute* attribute) {
  const DepthGuard guard(*this);
  if (!guard.ok()) return false;
  attribute->range = RangeOf(token());
  if (token().Is('[')) return ParseArray(attribute);
  if (token().Is('{')) return ParseDictionary(attribute);
  const MlirTokenKind kind = token().kind;
  if (kind == MlirTokenKind::kSymbol) {
    attribute->kind = MlirAttribute::Kind::kSymbol;
    return ParseSymbol(&attribute->text, &attribute->range);
  }
  if (kind == MlirTokenKind::kType || token().Is('(') || token().Is('#')) {
    return ParseOther(attribute);
  }
  if (kind == MlirTokenKind::kString) {
    attribute->kind = MlirAttribute::Kind::kString;
    attribute->text = UnescapeMlirString(token().text);
  } else if (kind == MlirTokenKind::kWord) {
    if (token().text == "unit") return lexer_.Next(), true;
    if (token().text != "true" && token().text != "false") {
      const size_t end = token().end();
      const bool is_generic = end < lexer_.text().size() && lexer_.text()[end] == '<';
      return is_generic ? ParseOther(attribute) : FailExpects("an attribute");
    }
    attribute->kind = MlirAttribute::Kind::kWord;
    attribute->text = std::string(token().text);
  } else {
    attribute->kind = MlirAttribute::Kind::kInteger;
    if (TakeIf('-')) attribute->text = "-";
    if (token().kind != MlirTokenKind::kInteger) return FailExpects("an attribute");
    const size_t end = token().end();
    if (end < lexer_.text().size() && lexer_.text()[end] == '.') return ParseOther(attribute);
    attribute->text.append(token().text);
    lexer_.Next();
    // 1 : i64
    if (!TakeIf(':')) return true;
    if (token().kind != MlirTokenKind::kWord) return FailExpects("the type of the number");
  }
  lexer_.Next();
  attribute->range.end = lexer_.last_end();
  return true;
}

// Any other value, such as #map, affine_map<(d0) -> (d0)>, (i32) -> i32 or
// dense<0> : tensor<2xi32>: its text up to a ',' or bracket that is not in it.
bool MlirParser::ParseOther(MlirAttribute* attribute) {
  attribute->kind = MlirAttribute::Kind::kOther;
  attribute->range = RangeOf(token());
  constexpr std::string_view kCloses = ")]}>";
  constexpr std::string_view kOpens = "([{<";
  while (token().kind != MlirTokenKind::kEnd) {
    const char c = token().kind == MlirTokenKind::kPunctuation ? token().text[0] : '\0';
    if (c == ',' || (c != '\0' && kCloses.find(c) != std::string_view::npos)) break;
    if (c == '\0' || kOpens.find(c) == std::string_view::npos) {
      lexer_.Next();
    } else if (!SkipBrackets()) {
      return false;
    }
    // That of an alias ends with its line.
    const std::string_view between =
        lexer_.text().substr(lexer_.last_end(), token().begin - lexer_.last_end());
    if (between.find('\n') != std::string_view::npos) break;
  }
  attribute->range.end = lexer_.last_end();
  attribute->text = std::string(
      lexer_.text().substr(attribute->range.begin, attribute->range.end - attribute->range.begin));
  return true;
}

// From an opening bracket over the one that closes it.
bool MlirParser::SkipBrackets() {
  std::string open;
  do {
    const char c = token().kind == MlirTokenKind::kPunctuation ? token().text[0] : '\0';
    if (c == '(' || c == '[' || c == '{' || c == '<') {
      open.push_back(c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '>');
    } else if (open.empty()) {
      return FailExpects("'('");
    } else if (c == open.back()) {
      open.pop_back();
    } else if (token().kind == MlirTokenKind::kEnd || c == ')' || c == ']' || c == '}') {
      return Take(open.back());
    }
    lexer_.Next();
  } while (!open.empty());
  return true;
}

bool MlirParser::ParseArray(MlirAttribute* attribute) {
  attribute->kind = MlirAttribute::Kind::kArray;
  if (!Take('[')) return false;
  while (!TakeIf(']')) {
    if (!attribute->elements.empty() && !Take(',')) return false;
    attribute->elements.emplace_back();
    if (!ParseAttribute(&attribute->elements.back())) return false;
  }
  attribute->range.end = lexer_.last_end();
  return true;
}

bool MlirParser::ParseDictionary(MlirAttribute* attribute) {
  attribute->kind = MlirAttribute::Kind::kDictionary;
  attribute->range = RangeOf(token());
  if (!Take('{')) return false;
  HashSet<std::string> known;
  while (!TakeIf('}')) {
    if (!attribute->keys.empty() && !Take(',')) return false;
    if (token().kind != MlirTokenKind::kWord && token().kind != MlirTokenKind::kString) {
      return FailExpects("the name of an attribute");
    }
    attribute->keys.push_back(UnescapeMlirString(token().text));
    if (!known.insert(attribute->keys.back()).second) {
      return FailExpects("the name of another attribute");
    }
    attribute->elements.emplace_back();
    attribute->elements.back().range = RangeOf(token());
    lexer_.Next();
    if (TakeIf('=') && !ParseAttribute(&attribute->elements.back())) return false;
  }
  attribute->range.end = lexer_.last_end();
  return true;
}

}  // namespace hlo_text_v1::internal
