// See style.h. Styles are looked up by index, names of attributes by a loop over their table.
#include "src/format/style.h"

#include "hlo/attribute.h"

namespace hlo_text_v1::internal {
namespace {

using S = Style;
constexpr CommaBlank kNever = CommaBlank::kNever;
constexpr CommaBlank kAlways = CommaBlank::kAlways;

// In the order of Style: comma, words, colon, padded, index, drops, brace, paren.
constexpr StyleInfo kStyles[] = {
    /*kTop*/ {kAlways, true, false, false, false, false, S::kTight, S::kSignature},
    /*kBody*/ {kAlways, true, false, false, false, false, S::kTight, S::kOperands},
    /*kTight*/ {kNever, false, false, false, false, false, S::kTight, S::kTight},
    /*kList*/ {kAlways, true, false, false, false, false, S::kList, S::kTight},
    /*kFields*/ {kNever, true, false, false, false, false, S::kFields, S::kTight},
    /*kShapes*/ {kAlways, true, false, false, true, false, S::kTight, S::kShapes},
    /*kLayoutConstraints*/ {kAlways, true, false, false, false, false, S::kTight, S::kShapes},
    /*kOperands*/ {kAlways, true, false, false, true, false, S::kTight, S::kShapes},
    /*kSignature*/ {kAlways, true, false, false, false, false, S::kTight, S::kShapes},
    /*kEntryLayout*/ {kAlways, true, false, false, false, false, S::kTight, S::kShapes},
    /*kLiteral*/ {kAlways, true, false, false, false, false, S::kLiteral, S::kLiteral},
    /*kTupleLiteral*/
    {kAlways, true, false, true, false, false, S::kLiteral, S::kTupleLiteral},
    /*kLiteralRows*/ {kAlways, true, false, true, false, false, S::kLiteral, S::kLiteral},
    /*kLiteralRow*/ {kAlways, true, false, true, false, false, S::kLiteral, S::kLiteral},
    /*kComputations*/ {kAlways, true, false, false, false, false, S::kBody, S::kTight},
    /*kSharding*/ {kAlways, true, false, false, false, false, S::kList, S::kTight},
    /*kShardingTuple*/ {kAlways, true, false, false, true, false, S::kShardingLeaf, S::kTight},
    /*kShardingLeaf*/
    {CommaBlank::kUnlessInteger, true, false, false, false, false, S::kList, S::kTight},
    /*kMetadata*/ {kAlways, true, false, false, false, false, S::kTight, S::kTight},
    /*kMetadataList*/ {kAlways, true, false, false, false, false, S::kMetadataFields, S::kTight},
    /*kMetadataFields*/ {kAlways, true, false, false, false, true, S::kTight, S::kTight},
    /*kAliases*/ {kAlways, true, true, false, false, false, S::kTight, S::kAliases},
    /*kHeaderAliases*/ {kAlways, true, true, true, false, false, S::kTight, S::kAliases},
    /*kFrontendAttributes*/ {kNever, false, false, false, false, false, S::kRaw, S::kTight},
    /*kRaw*/ {kNever, false, false, false, false, false, S::kTight, S::kTight},
    /*kOrigin*/
    {CommaBlank::kUnlessSquare, true, false, false, false, false, S::kOrigin, S::kOrigin},
    /*kDomain*/ {kAlways, true, false, false, false, false, S::kTight, S::kTight},
    /*kRecoveryTable*/ {kAlways, true, true, false, false, false, S::kOrigin, S::kTight},
    /*kDebugTable*/ {kAlways, true, false, false, false, false, S::kOrigin, S::kTight},
};
static_assert(sizeof(kStyles) / sizeof(kStyles[0]) == static_cast<int>(S::kDebugTable) + 1);

// By AttributeType, from attribute_types.def.
constexpr ValueStyle kTypes[] = {
#define HLO_ATTRIBUTE_TYPE(Id, T, ...) {__VA_ARGS__},
#include "hlo/tables/attribute_types.def"
};

struct NamedValue {
  std::string_view name;
  ValueStyle style;
};
// Attributes of instructions, of the header and inside shardings. A name has one meaning everywhere
// except in frontend_attributes, where it is not looked up.
constexpr NamedValue kValues[] = {
    {"entry", {S::kSharding}},  {"exit", {S::kSharding}},  {"last_tile_dims", {S::kList}},
    {"replicated", {S::kList}}, {"unreduced", {S::kList}}, {"manual", {S::kList}},
#define HLO_ATTRIBUTE(Id, text, Type, drop) \
  {text, kTypes[static_cast<int>(AttributeType::k##Type)]},
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
#define HLO_HEADER_ATTRIBUTE(name, Role, ...) {#name, {__VA_ARGS__}},
#include "hlo/tables/header_attributes.def"
};

}  // namespace

const StyleInfo& GetStyle(Style style) { return kStyles[static_cast<int>(style)]; }

ValueStyle GetValueStyle(std::string_view name) {
  for (const NamedValue& value : kValues) {
    if (value.name == name) return value.style;
  }
  return {};
}

}  // namespace hlo_text_v1::internal
