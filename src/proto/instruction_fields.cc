// See instruction_fields.h. The lists of all opcodes are made on first use.
#include "src/proto/instruction_fields.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <vector>

#include "src/ir/attribute_order.h"

namespace hlo_text_v1::internal {
namespace {

using Lists = std::array<std::vector<InstructionFieldUse>, kHloOpcodeCount + 1>;
using Sets = std::array<InstructionFieldSets, kHloOpcodeCount + 1>;
constexpr size_t kWordBits = 64;

bool HasAttribute(HloOpcode opcode, std::initializer_list<AttributeKind> kinds) {
  const absl::Span<const AttributeSpec> row = GetOpcodeInfo(opcode).attributes;
  return std::any_of(kinds.begin(), kinds.end(), [&](AttributeKind kind) {
    if (IsTailAttribute(kind) && kind != AttributeKind::kResultAccuracy) return true;
    return std::any_of(row.begin(), row.end(),
                       [&](const AttributeSpec& spec) { return spec.kind == kind; });
  });
}

// Whether an opcode does not have a field although it takes the attribute.
bool Lacks(HloOpcode opcode, InstructionField field) {
  const auto is = [&](InstructionField wanted) { return field == wanted; };
  if (is(InstructionField::k_dot_dimension_numbers)) return opcode == HloOpcode::kRaggedDot;
  if (is(InstructionField::k_cholesky_options)) return opcode != HloOpcode::kCholesky;
  if (is(InstructionField::k_parameter_number) || is(InstructionField::k_parameter_replication)) {
    return opcode != HloOpcode::kParameter;
  }
  if (is(InstructionField::k_literal)) {
    return opcode != HloOpcode::kConstant && opcode != HloOpcode::kCustomCall;
  }
  return false;
}

WhenAbsent WhenAbsentOf(InstructionField field, std::initializer_list<AttributeKind> kinds) {
  if (kinds.size() == 0) return WhenAbsent::kReadBefore;
  if (kinds.size() > 1 || !IsTailAttribute(*kinds.begin())) return WhenAbsent::kDefault;
  const bool is_empty_nothing = field == InstructionField::k_metadata ||
                                field == InstructionField::k_frontend_attributes ||
                                field == InstructionField::k_statistics_viz;
  return is_empty_nothing ? WhenAbsent::kNothingIfEmpty : WhenAbsent::kNothing;
}

// The attribute (in the same form, or of every opcode) without which the field is not written.
AttributeKind OnlyWith(InstructionField field, bool is_filled,
                       std::initializer_list<AttributeKind> kinds) {
  const bool is_always = is_filled || kinds.size() != 1 || !IsTailAttribute(*kinds.begin()) ||
                         field == InstructionField::k_metadata ||
                         field == InstructionField::k_frontend_attributes;
  return is_always ? AttributeKind::kUnknown : *kinds.begin();
}

// The kinds as single words, for instruction_fields.def.
namespace kinds {
#define HLO_ATTRIBUTE(Id, ...) constexpr AttributeKind k##Id = AttributeKind::k##Id;
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
}  // namespace kinds

Lists MakeLists() {
  using namespace kinds;
  Lists lists;
  for (size_t i = 0; i < lists.size(); ++i) {
    const auto opcode = static_cast<HloOpcode>(i);
    const auto add = [&](InstructionField field, uint32_t number,
                         std::initializer_list<AttributeKind> held, bool is_filled = false) {
      if (held.size() > 0 && !HasAttribute(opcode, held)) return;
      if (Lacks(opcode, field)) return;
      lists[i].push_back({field, static_cast<uint8_t>(number), WhenAbsentOf(field, held),
                          OnlyWith(field, is_filled, held)});
    };
    using Fields = pb::HloInstructionProto;
#define HLO_PROTO_ATTRIBUTE(field, kind) \
  add(InstructionField::k_##field, Fields::field.number, {kind});
#define HLO_PROTO_FILLED(field, kind) \
  add(InstructionField::k_##field, Fields::field.number, {kind}, true);
#define HLO_PROTO_ATTRIBUTES(field, ...) \
  add(InstructionField::k_##field, Fields::field.number, {__VA_ARGS__});
#define HLO_PROTO_OWN(field) add(InstructionField::k_##field, Fields::field.number, {});
#include "src/proto/instruction_fields.def"
  }
  return lists;
}

Sets MakeSets() {
  Sets sets;
  for (size_t i = 0; i < sets.size(); ++i) {
    for (const InstructionFieldUse& use : FieldsOf(static_cast<HloOpcode>(i))) {
      const auto add = [&](InstructionFieldSet& set) {
        set[use.number / kWordBits] |= uint64_t{1} << use.number % kWordBits;
      };
      switch (use.when_absent) {
        case WhenAbsent::kDefault:
          add(sets[i].always);
          break;
        case WhenAbsent::kNothing:
          add(sets[i].if_present);
          break;
        case WhenAbsent::kNothingIfEmpty:
          add(sets[i].if_filled);
          break;
        case WhenAbsent::kReadBefore:
          break;
      }
    }
  }
  return sets;
}

using FieldsByNumber = std::array<InstructionField, kInstructionFieldWords * kWordBits>;
#define HLO_PROTO_OWN(field) fields[Fields::field.number] = InstructionField::k_##field;
#define HLO_PROTO_ATTRIBUTE(field, ...) HLO_PROTO_OWN(field)
#define HLO_PROTO_ATTRIBUTES(field, ...) HLO_PROTO_OWN(field)
constexpr FieldsByNumber MakeFieldsByNumber() {
  FieldsByNumber fields = {};
  using Fields = pb::HloInstructionProto;
#include "src/proto/instruction_fields.def"
  return fields;
}
constexpr FieldsByNumber kFieldsByNumber = MakeFieldsByNumber();

}  // namespace

InstructionField InstructionFieldOf(size_t number) { return kFieldsByNumber[number]; }

const InstructionFieldSets& FieldSetsOf(HloOpcode opcode) {
  static const auto* sets = new Sets(MakeSets());
  return (*sets)[static_cast<size_t>(opcode)];
}

absl::Span<const InstructionFieldUse> FieldsOf(HloOpcode opcode) {
  static const auto* lists = new Lists(MakeLists());
  return (*lists)[static_cast<size_t>(opcode)];
}

}  // namespace hlo_text_v1::internal
