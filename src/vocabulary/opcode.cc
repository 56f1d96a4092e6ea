// The tables of opcodes, attributes and enumerations, built at compile time from opcodes.def,
// attributes.def and enums.def.
#include "hlo/opcode.h"

#include "absl/strings/strip.h"
#include "src/base/strings.h"
#include "src/vocabulary/async_pairs.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr AttributeType kTypeOfAttribute[] = {
#define HLO_ATTRIBUTE(Id, text, Type, drop) AttributeType::k##Type,
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
};
template <AttributeKind kind>
constexpr AttributeSpec MakeFilledSpec(bool value) {
  constexpr AttributeType type = kTypeOfAttribute[static_cast<int>(kind)];
  static_assert(type == AttributeType::kBool || type == AttributeType::kInt64List ||
                    type == AttributeType::kReplicaGroups,
                "DefaultValue (src/ir/normal_form.cc) makes no value of this type");
  return {kind, false, true, true, value};
}
#define Req(A) \
  AttributeSpec { AttributeKind::k##A, true }
#define Opt(A) \
  AttributeSpec { AttributeKind::k##A }
#define Keep(A) \
  AttributeSpec { AttributeKind::k##A, false, true }
#define Fill(A) MakeFilledSpec<AttributeKind::k##A>(false)
#define FillTrue(A) MakeFilledSpec<AttributeKind::k##A>(true)
#define Proto(A) \
  AttributeSpec { AttributeKind::k##A, false, false, false, false, true }

// One array of specs per opcode; the first element keeps arrays of opcodes without specs non-empty.
#define HLO_OPCODE(Id, text, arity, infer, check, group, traits, ...) \
  constexpr AttributeSpec kAttributesOf##Id[] = {AttributeSpec{}, ##__VA_ARGS__};
#include "hlo/tables/opcodes.def"

template <size_t n>
constexpr absl::Span<const AttributeSpec> SkipFirst(const AttributeSpec (&specs)[n]) {
  return absl::Span<const AttributeSpec>(specs + 1, n - 1);
}

#undef Req
#undef Opt
#undef Keep
#undef Fill
#undef FillTrue
#undef Proto

// The words of the traits column.
namespace traits {
enum : uint16_t {
  Plain = 0,
  SideEffect = static_cast<uint16_t>(OpcodeTrait::kSideEffect),
  ChannelEffect = static_cast<uint16_t>(OpcodeTrait::kChannelEffect),
  MayHaveEffect = static_cast<uint16_t>(OpcodeTrait::kMayHaveEffect),
  NoBuffer = static_cast<uint16_t>(OpcodeTrait::kNoBuffer),
  Forwards = static_cast<uint16_t>(OpcodeTrait::kForwards) | NoBuffer,
  KeepsLayout = static_cast<uint16_t>(OpcodeTrait::kKeepsLayout),
  SamePrecision = static_cast<uint16_t>(OpcodeTrait::kSamePrecision),
  Commutative = static_cast<uint16_t>(OpcodeTrait::kCommutative),
  ExactShape = static_cast<uint16_t>(OpcodeTrait::kExactShape),
  OnePrecision = SamePrecision | KeepsLayout,
  Transcendental = static_cast<uint8_t>(OpcodeTrait::kTranscendental),
};
}  // namespace traits

#define HLO_OPCODE(Id, text, arity, infer, check, group, traits, ...) \
  {text,                                                              \
   arity,                                                             \
   std::string_view(#infer).substr(0, 5) != "Given",                  \
   OpcodeGroup::k##group,                                             \
   traits,                                                            \
   SkipFirst(kAttributesOf##Id)},
constexpr std::array<OpcodeInfo, kHloOpcodeCount + 1> MakeOpcodeTable() {
  using namespace traits;
  return {{
#include "hlo/tables/opcodes.def"
      {"unknown", kVariadic, false, OpcodeGroup::kOther, SideEffect, {}},
  }};
}

constexpr std::array<SugarFacts, kHloOpcodeCount + 1> MakeSugarFacts() {
  constexpr SugarFact Plain = SugarFact::kPlain, OwnsAliasing = SugarFact::kOwnsAliasing,
                      CheckedAtStart = SugarFact::kCheckedAtStart,
                      CheckedIfBound = SugarFact::kCheckedIfBound, AnyShape = SugarFact::kAnyShape,
                      AnyShapeIfBound = SugarFact::kAnyShapeIfBound,
                      OperandsAtStart = SugarFact::kOperandsAtStart,
                      ResultAtStart = SugarFact::kResultAtStart;
  std::array<SugarFacts, kHloOpcodeCount + 1> facts = {};
#define HLO_ASYNC_SUGAR(Id, operands, words) \
  facts[static_cast<size_t>(HloOpcode::k##Id)] = {operands, words};
#include "hlo/tables/opcodes.def"
  return facts;
}

#define HLO_WORD(Id, text) text
#define HLO_ENUM_TYPE(Type, letter_case, noun, suffix, ...) \
  constexpr std::string_view kWordsOf##Type[] = {__VA_ARGS__};
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
#undef HLO_WORD
constexpr AttributeType kEnumTypeOrder[] = {
#define HLO_ENUM_TYPE(Type, ...) AttributeType::k##Type,
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
};
constexpr EnumTypeInfo kEnumTypes[] = {
#define HLO_ENUM_TYPE(Type, letter_case, noun, suffix, ...) \
  {LetterCase::k##letter_case, noun, suffix, kWordsOf##Type},
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
};
constexpr std::string_view kAttributeTypeNames[] = {
#define HLO_ATTRIBUTE_TYPE(Id, ...) #Id,
#include "hlo/tables/attribute_types.def"
};

}  // namespace

namespace internal {

std::string_view TextOf(AttributeType type) {
  return kAttributeTypeNames[static_cast<size_t>(type)];
}

constexpr std::array<OpcodeInfo, kHloOpcodeCount + 1> kOpcodeTable = MakeOpcodeTable();
const std::array<SugarFacts, kHloOpcodeCount + 1> kSugarFacts = MakeSugarFacts();

const AttributeInfo kAttributeTable[] = {
#define HLO_ATTRIBUTE(Id, text, Type, drop) {text, AttributeType::k##Type, DropRule::k##drop},
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
    {"", AttributeType::kUnknown, DropRule::kKeep},
    {"", AttributeType::kUnknownOpcode, DropRule::kKeep},
};

}  // namespace internal

const EnumTypeInfo& GetEnumTypeInfo(AttributeType type) {
  return kEnumTypes[static_cast<int>(type) - static_cast<int>(kEnumTypeOrder[0])];
}

std::optional<HloOpcode> ParseHloOpcode(std::string_view word) {
  const Word& found = FindWord(word);
  if (found.word_class != WordClass::kOpcode) return std::nullopt;
  return static_cast<HloOpcode>(found.value);
}

std::string_view internal::WithoutAsyncSuffix(std::string_view word) {
  for (const std::string_view suffix : {"-start", "-update", "-done"}) {
    absl::string_view wrapped = Absl(word);
    if (absl::ConsumeSuffix(&wrapped, Absl(suffix)) && !wrapped.empty()) return Std(wrapped);
  }
  return word;
}

bool HasFirstClassAsync(HloOpcode opcode) {
  return FindPairOpcodes<&AsyncPairOpcodes::work>(opcode) != nullptr;
}

bool IsChannelInstruction(HloOpcode opcode) {
  for (const AttributeSpec& spec : GetOpcodeInfo(opcode).attributes) {
    if (spec.kind == AttributeKind::kChannelId) return true;
  }
  return false;
}

}  // namespace hlo_text_v1
