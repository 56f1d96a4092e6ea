// A name is a root and a number: add.12 is (add, 12), add is (add, 0). Each root keeps the numbers
// it has given out: 0, 1, 2 ... take no memory, others a few bits.
#include "src/ir/name_uniquer.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <system_error>

#include "hlo/primitive_type.h"
#include "src/base/byte_class.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

bool HasReservedPrefix(std::string_view name) {
  return name[0] == '_' && name.substr(0, 2) == "__" && name.substr(0, 6) != "__xla_";
}

}  // namespace

bool IsSaneName(std::string_view name) {
  if (!IsIdentifier(name) || HasReservedPrefix(name)) return false;
  // Types have no number, so most names need no look-up.
  return NameEndingOf(name) != NameEnding::kNoNumber || !ParsePrimitiveType(name).has_value();
}

std::string SanitizeName(std::string_view name) {
  std::string result(name);
  if (result.empty()) return result;
  if (!HasClass(result[0], kIdentifierStart)) result[0] = '_';
  for (char& c : result) {
    if (!HasClass(c, kIdentifierByte)) c = '_';
  }
  if (ParsePrimitiveType(result).has_value()) result += '_';
  if (HasReservedPrefix(result)) result[0] = 'a';
  return result;
}

NumberedName SplitNumber(std::string_view name) {
  NumberedName result{name, 0, false};
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return result;
  const char* begin = name.data() + dot + 1;
  const char* end = name.data() + name.size();
  int64_t number = 0;
  const auto parsed = std::from_chars(begin, end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end) return result;
  return NumberedName{name.substr(0, dot), number, true};
}

bool NameUniquer::Keep(std::string_view name, std::string* unique) {
  const bool is_sane = IsSaneName(name);
  const std::string sane = is_sane ? std::string() : SanitizeName(name);
  const NumberedName split = SplitNumber(is_sane ? name : sane);
  auto found = roots_.find(split.root);
  if (found == roots_.end()) {
    found = roots_.emplace(arena_.CopyString(split.root), NumberSet()).first;
  }
  int64_t number = split.number;
  const bool is_free = found->second.Take(number);
  if (is_free && is_sane && !IsOddlyNumbered(name)) return true;
  if (!is_free) number = found->second.TakeFree();
  *unique =
      number == 0 && !split.is_numbered ? std::string(split.root) : StrCat(split.root, ".", number);
  return *unique == name;
}

std::string NameUniquer::GetUniqueName(std::string_view name) {
  std::string unique;
  return Keep(name, &unique) ? std::string(name) : unique;
}

}  // namespace hlo_text_v1::internal
