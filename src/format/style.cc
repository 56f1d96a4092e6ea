// See style.h. Both tables are searched by index or by a short loop: no hash, no allocation.
#include "src/format/style.h"

namespace hlo {
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

struct NamedValue {
  std::string_view name;
  ValueStyle style;
};
// Attributes of instructions, of the header and inside shardings. A name means the same everywhere
// but in frontend_attributes, where it is not looked up.
constexpr NamedValue kValues[] = {
    {"metadata", {S::kMetadata, S::kTight}},
    {"calls", {S::kBody, S::kTight}},
    {"to_apply", {S::kBody, S::kTight}},
    {"body", {S::kBody, S::kTight}},
    {"condition", {S::kBody, S::kTight}},
    {"select", {S::kBody, S::kTight}},
    {"scatter", {S::kBody, S::kTight}},
    {"true_computation", {S::kBody, S::kTight}},
    {"false_computation", {S::kBody, S::kTight}},
    {"called_computations", {S::kComputations, S::kTight}},
    {"branch_computations", {S::kComputations, S::kTight}},
    {"backend_config", {S::kRaw, S::kTight}},
    {"sharding", {S::kSharding, S::kTight}},
    {"entry", {S::kSharding, S::kTight}},
    {"exit", {S::kSharding, S::kTight}},
    {"last_tile_dims", {S::kList, S::kTight}},
    {"replicated", {S::kList, S::kTight}},
    {"unreduced", {S::kList, S::kTight}},
    {"manual", {S::kList, S::kTight}},
    {"slice", {S::kList, S::kTight}},
    {"control-predecessors", {S::kList, S::kTight}},
    {"window", {S::kFields, S::kTight}},
    {"sparsity_config", {S::kFields, S::kTight}},
    {"block_scaling_config", {S::kFields, S::kTight}},
    {"frontend_attributes", {S::kFrontendAttributes, S::kTight}},
    {"operand_layout_constraints", {S::kLayoutConstraints, S::kTight}},
    {"output_to_operand_aliasing", {S::kAliases, S::kTight}},
    {"input_output_alias", {S::kHeaderAliases, S::kTight}},
    {"buffer_donor", {S::kHeaderAliases, S::kTight}},
    {"entry_computation_layout", {S::kEntryLayout, S::kTight}},
    {"outfeed_shape", {S::kTight, S::kShapes}},
    {"literal", {S::kLiteral, S::kTupleLiteral}},
    {"origin", {S::kOrigin, S::kTight}},
    {"domain", {S::kDomain, S::kTight}},
    {"origin_recovery_table", {S::kRecoveryTable, S::kTight}},
    {"debug_attributes", {S::kDebugTable, S::kTight}},
};

}  // namespace

const StyleInfo& GetStyle(Style style) { return kStyles[static_cast<int>(style)]; }

ValueStyle GetValueStyle(std::string_view name) {
  for (const NamedValue& value : kValues) {
    if (value.name == name) return value.style;
  }
  return {Style::kTight, Style::kTight};
}

}  // namespace hlo
