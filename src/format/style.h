// The spacing of tokens within a pair of brackets, as a table: one line of kStyles per kind of
// group. attribute_types.def has the style of an attribute's value; kValues has those of names that
// are not attributes of instructions.
//
//   dimensions={0,1}              kTight         no blanks at all
//   slice={[0:2], [1:3]}          kList          a blank after commas
//   window={size=3x3 pad=1_1}     kFields        a blank between fields
//   (f32[2], s32[])               kShapes        with /*index=5*/ before every fifth element
//
// Source of the forms: XLA's printers of the same values.
#ifndef HLO_FORMAT_STYLE_H_
#define HLO_FORMAT_STYLE_H_

#include <cstdint>
#include <string_view>

namespace hlo_text_v1::internal {

enum class Style : uint8_t {
  kTop,   // module header, tables, computations
  kBody,  // instructions
  kTight,
  kList,
  kFields,
  kShapes,
  kLayoutConstraints,
  kOperands,
  kSignature,
  kEntryLayout,
  kLiteral,
  kTupleLiteral,
  kLiteralRows,  // of rank 2 or more: { { 1, 2 }, { 3, 4 } }
  kLiteralRow,   // ... the innermost, of more than one element
  kComputations,
  kSharding,  // one of the next two, depending on the token after the brace
  kShardingTuple,
  kShardingLeaf,
  kMetadata,  // one of the next two
  kMetadataList,
  kMetadataFields,
  kAliases,
  kHeaderAliases,
  kFrontendAttributes,
  kRaw,  // a dictionary, copied as it is
  kOrigin,
  kDomain,
  kRecoveryTable,
  kDebugTable,
};

enum class CommaBlank : uint8_t { kNever, kAlways, kUnlessInteger, kUnlessSquare };

struct StyleInfo {
  CommaBlank comma;   // whether a blank follows
  bool blank_words;   // a blank before a word that follows a value
  bool colon_blank;   // a blank after a colon
  bool padded;        // blanks inside the brackets
  bool index;         // /*index=N*/
  bool drops_commas;  // between fields, where XLA reads an optional comma and prints none
  Style brace;        // style of the groups in it
  Style paren;
};
const StyleInfo& GetStyle(Style style);

// Styles of the value of attribute `name`, if it begins with a brace or a parenthesis.
struct ValueStyle {
  Style brace = Style::kTight;
  Style paren = Style::kTight;
};
ValueStyle GetValueStyle(std::string_view name);

}  // namespace hlo_text_v1::internal

#endif  // HLO_FORMAT_STYLE_H_
