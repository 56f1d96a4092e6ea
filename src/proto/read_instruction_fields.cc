// Fields that are an attribute in the same form, and those of every opcode.
// read_opcode_fields.cc has the others. Source: XLA HloInstruction::CreateFromProto.
#include <algorithm>
#include <vector>

#include "hlo/print_values.h"
#include "src/ir/packed_metadata.h"
#include "src/ir/visit_attribute.h"
#include "src/ir/walk.h"
#include "src/proto/enum_numbers.h"
#include "src/proto/read_instruction.h"

namespace hlo_text_v1::internal {

bool SameArrays(const Shape& a, const Shape& b) {
  if (a.IsTuple() != b.IsTuple() || a.tuple_shapes().size() != b.tuple_shapes().size())
    return false;
  for (size_t i = 0; i < a.tuple_shapes().size(); ++i) {
    if (!SameArrays(*a.tuple_shapes()[i], *b.tuple_shapes()[i])) return false;
  }
  if (a.element_type() != b.element_type() || a.dimensions() != b.dimensions()) return false;
  return a.layout() == nullptr || b.layout() == nullptr ||
         a.layout()->minor_to_major == b.layout()->minor_to_major;
}

namespace {

// The index of a word; -1 if the enumeration does not have it.
int64_t WordIndex(AttributeType type, std::string_view word) {
  const absl::Span<const std::string_view> words = GetEnumTypeInfo(type).words;
  const auto* found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? -1 : found - words.begin();
}

// The C++ type by which an attribute's value is read.
template <AttributeType type>
struct ReadAs;
#define HLO_ATTRIBUTE_TYPE(Id, T, ...)     \
  template <>                              \
  struct ReadAs<AttributeType::k##Id> {    \
    using type = T;                        \
    static constexpr bool kIsEnum = false; \
  };
#define HLO_LIST_TYPE(Id, T, ...)                 \
  template <>                                     \
  struct ReadAs<AttributeType::k##Id> {           \
    using type = absl::Span<std::add_const_t<T>>; \
    static constexpr bool kIsEnum = false;        \
  };
#define HLO_STRING_TYPE(Id, Form, ...)     \
  template <>                              \
  struct ReadAs<AttributeType::k##Id> {    \
    using type = std::string_view;         \
    static constexpr bool kIsEnum = false; \
  };
#define HLO_ENUM_TYPE(Id, ...)            \
  template <>                             \
  struct ReadAs<AttributeType::k##Id> {   \
    using type = int64_t;                 \
    static constexpr bool kIsEnum = true; \
  };
#include "hlo/tables/attribute_types.def"

}  // namespace

bool InstructionReader::Takes(AttributeKind kind) const {
  return std::any_of(allowed_.row.begin(), allowed_.row.end(),
                     [&](const AttributeSpec& spec) { return spec.kind == kind; });
}

bool InstructionReader::IsRequired(AttributeKind kind) const {
  return std::any_of(allowed_.row.begin(), allowed_.row.end(),
                     [&](const AttributeSpec& spec) { return spec.kind == kind && spec.required; });
}

// The value of an enumeration, which is a word or a number.
template <AttributeKind kind, typename Field>
bool InstructionReader::OneEnum(Field field) {
  constexpr AttributeType type = AttributeTypeOf(kind);
  const auto add = [&](int64_t index, auto read) {
    if (index < 0) return FailAt(field, StrCat("Unknown ", GetEnumTypeInfo(type).noun, ": ", read));
    Add(Attribute::Int64(kind, index));
    return true;
  };
  if constexpr (Field::type == ProtoType::kString) {
    std::string_view word;
    return Get(field, &word) && add(WordIndex(type, word), word);
  } else {
    const int64_t number = Number(field);
    return add(EnumIndexOf(type, number), number);
  }
}

// Reads an attribute in the same form. An absent number is 0.
template <AttributeKind kind, typename Field>
bool InstructionReader::One(Field field) {
  constexpr AttributeType type = AttributeTypeOf(kind);
  using T = typename ReadAs<type>::type;
  if constexpr (ReadAs<type>::kIsEnum) {
    return MayLack(field.number, kind) || OneEnum<kind>(field);
  } else if constexpr (std::is_same_v<T, bool>) {
    Add(Attribute::Bool(kind, Number<bool>(field)));
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!MayLack(field.number, kind)) Add(Attribute::Double(kind, Number<T>(field)));
  } else if constexpr (std::is_arithmetic_v<T>) {
    if (!MayLack(field.number, kind)) Add(Attribute::Int64(kind, Number<T>(field)));
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    if (MayLack(field.number, kind)) return true;
    std::string_view value;
    if (!Get(field, &value)) return false;
    Add(Attribute::String(kind, value));
  } else if constexpr (std::is_same_v<T, absl::Span<const int64_t>>) {
    absl::Span<const int64_t> values;
    if (!Get(field, &values)) return false;
    Add(Attribute::Int64List(kind, values));
  } else {
    if (!Has(field)) return true;
    auto* value = arena_.New<T>();
    if (!Get(field, value)) return false;
    Add(Attribute::Pointer(kind, value));
  }
  return true;
}

#define HLO_PROTO_ATTRIBUTE(field, kind) \
  case InstructionField::k_##field:      \
    return One<AttributeKind::kind>(Fields::field);
#define HLO_PROTO_ATTRIBUTES(field, ...) \
  case InstructionField::k_##field:      \
    return Read_##field(locals);
#define HLO_PROTO_OWN(field)        \
  case InstructionField::k_##field: \
    break;  // read before
bool InstructionReader::Read(InstructionField field, const LocalInstructions& locals) {
  switch (field) {
#include "src/proto/instruction_fields.def"
  }
  return true;
}

// ---- Shapes, literals, shardings.

bool InstructionReader::ReadShapeAt(ShapeReader& shapes, std::string_view bytes, const char* name,
                                    int64_t index, const Shape** shape) {
  *shape = shapes.Read(bytes);
  if (*shape == nullptr) wire_.AddToPath(name, index);
  return *shape != nullptr;
}

bool InstructionReader::ReadLiteralAt(Literal* literal) {
  std::string_view bytes;
  if (!GetMessage(Fields::literal, &bytes)) return false;
  if (ReadLiteral(bytes, state_.max_literal_elements, state_.shapes, wire_, literal)) return true;
  wire_.AddToPath("literal", -1);
  return false;
}

template <typename Field>
bool InstructionReader::ReadShardingAt(Field field, const HloSharding** sharding) {
  *sharding = nullptr;
  if (!Has(field)) return true;
  std::string_view bytes;
  if (!GetMessage(field, &bytes)) return false;
  auto* read = arena_.New<HloSharding>();
  *sharding = read;
  if (ReadSharding(bytes, wire_, read)) return true;
  wire_.AddToPath(field.name, -1);
  return false;
}
// For read_opcode_fields.cc.
template bool InstructionReader::ReadShardingAt(
    std::decay_t<decltype(pb::HloInstructionProto::sharding)>, const HloSharding**);

// ---- Of every opcode.

bool InstructionReader::Read_metadata(const LocalInstructions&) {
  std::string_view bytes;
  if (!GetMessage(Fields::metadata, &bytes)) return false;
  ReadMetadata* recent = metadata_.At(bytes);
  if (recent == nullptr || recent->bytes != bytes) {
    const size_t unknown = wire_.unknown_fields;
    const OpMetadata* read = nullptr;
    if (!ReadNewMetadata(bytes, &read)) {
      wire_.AddToPath(Fields::metadata.name, -1);
      return false;
    }
    const bool keep = recent != nullptr && wire_.unknown_fields == unknown;
    if (keep) *recent = {bytes, read};
    if (read != nullptr) Add(Attribute::Pointer(AttributeKind::kMetadata, read));
    return true;
  }
  if (recent->metadata != nullptr) {
    Add(Attribute::Pointer(AttributeKind::kMetadata, recent->metadata));
  }
  return true;
}

bool InstructionReader::ReadNewMetadata(std::string_view bytes, const OpMetadata** read) {
  OpMetadata metadata;
  if (!MessageReader::ReadStruct(wire_, bytes, &metadata)) return false;
  const auto frame = static_cast<size_t>(metadata.stack_frame_id);
  const bool is_sound = metadata.stack_frame_id > 0 && frame < state_.sound_frames.size() &&
                        state_.sound_frames[frame];
  if (!is_sound) metadata.stack_frame_id = 0;
  if (MetadataIsEmpty(metadata)) return true;
  if (!wire_.HasRoom(bytes.data(), sizeof(OpMetadata))) return false;
  auto* kept = arena_.New<OpMetadata>(metadata);
  if (kept->stack_frame_id != 0) state_.metadata_with_frames.push_back(kept);
  *read = kept;
  return true;
}

bool InstructionReader::Read_control_predecessor_ids(const LocalInstructions& locals) {
  absl::Span<const int64_t> ids;
  if (!Get(Fields::control_predecessor_ids, &ids) || ids.empty()) return !wire_.failed();
  std::vector<HloInstruction*> predecessors;
  for (const int64_t id : ids) {
    HloInstruction* predecessor = id < 0 ? nullptr : locals.Find(id);
    if (predecessor == nullptr) {
      return FailAt(Fields::control_predecessor_ids,
                    StrCat("No instruction with id ", id, " (local id: ", id & 0xffffffff,
                           ") in computation ", name_));
    }
    if (std::find(predecessors.begin(), predecessors.end(), predecessor) == predecessors.end()) {
      predecessors.push_back(predecessor);
    }
  }
  Add(Attribute::List<HloInstruction*>(
      AttributeKind::kControlPredecessors,
      arena_.CopySpan(absl::Span<HloInstruction* const>(predecessors))));
  return true;
}

bool InstructionReader::Read_sharding(const LocalInstructions&) {
  const HloSharding* sharding = nullptr;
  if (!ReadShardingAt(Fields::sharding, &sharding) || sharding == nullptr) return !wire_.failed();
  if (shape_->IsTuple() && sharding->kind != HloSharding::Kind::kTuple) {
    const auto leaves = static_cast<size_t>(std::max<int64_t>(LeafCount(*shape_), 1));
    if (!wire_.HasRoom(bytes_.data(), leaves * sizeof(HloSharding))) return false;
    sharding = arena_.New<HloSharding>(NormalizeSharding(*sharding, *shape_, &arena_));
  }
  Add(Attribute::Pointer(AttributeKind::kSharding, sharding));
  return true;
}

bool InstructionReader::Read_backend_config(const LocalInstructions&) {
  if (!Has(Fields::backend_config_payload)) {
    return One<AttributeKind::kBackendConfig>(Fields::backend_config);
  }
  PayloadValue payload;
  if (!Get(Fields::backend_config_payload, &payload)) return false;
  if (payload.has_id) {
    const auto count = static_cast<int64_t>(wire_.payloads.size());
    if (payload.id < 0 || payload.id >= count) {
      return FailAt(Fields::backend_config_payload,
                    StrCat("Backend config id ", payload.id, " is out of range [0, ", count, ")"));
    }
    payload.value = wire_.payloads[static_cast<size_t>(payload.id)];
  }
  Add(Attribute::String(AttributeKind::kBackendConfig, payload.value));
  return true;
}

bool InstructionReader::Read_frontend_attributes(const LocalInstructions&) {
  FrontendAttributes read;
  if (!Get(Fields::frontend_attributes, &read) || read.entries.empty()) return !wire_.failed();
  SortFrontendAttributes(&read);
  Add(Attribute::Pointer(AttributeKind::kFrontendAttributes, arena_.New<FrontendAttributes>(read)));
  return true;
}

bool InstructionReader::Read_original_value(const LocalInstructions&) {
  std::string_view bytes;
  if (!GetMessage(Fields::original_value, &bytes)) return false;
  auto* value = arena_.New<OriginalValue>();
  if (!ReadOriginalValue(bytes, wire_, value)) {
    wire_.AddToPath("original_value", -1);
    return false;
  }
  Add(Attribute::Pointer(AttributeKind::kOrigin, value));
  return true;
}

// ---- Parameters.

bool InstructionReader::Read_parameter_replication(const LocalInstructions&) {
  absl::Span<const bool> values;
  const bool ok =
      ReadMessage(Fields::parameter_replication, ProtoMessage::kParameterReplication,
                  [&](MessageReader& reader) {
                    reader.Field(pb::ParameterReplication::replicated_at_leaf_buffers, values);
                  });
  if (ok && !values.empty()) {
    Add(Attribute::List<bool>(AttributeKind::kParameterReplication, values));
  }
  return ok;
}

// ---- Others that are an attribute in the same form, mostly.

bool InstructionReader::Read_window(const LocalInstructions&) {
  if (!Has(Fields::window) && opcode_ != HloOpcode::kCustomCall) {
    return FailAt(Fields::window, "proto.has_window()");
  }
  return One<AttributeKind::kWindow>(Fields::window);
}

bool InstructionReader::Read_comparison_direction(const LocalInstructions&) {
  if (!old_direction_.has_value()) {
    return One<AttributeKind::kDirection>(Fields::comparison_direction);
  }
  Add(Attribute::Enum(AttributeKind::kDirection, *old_direction_));
  return true;
}

bool InstructionReader::Read_comparison_order(const LocalInstructions&) {
  std::string_view order, type;
  if (!Get(Fields::comparison_order, &order) || !Get(Fields::comparison_type, &type)) return false;
  if (!order.empty()) {
    const int64_t index = WordIndex(AttributeType::kComparisonOrder, order);
    if (index < 0) {
      return FailAt(Fields::comparison_order, StrCat("Unknown comparison order: ", order));
    }
    Add(Attribute::Int64(AttributeKind::kOrder, index));
  } else if (!type.empty()) {
    const int64_t index = WordIndex(AttributeType::kCompareType, type);
    if (index < 0) {
      return FailAt(Fields::comparison_type, StrCat("Unknown comparison type: ", type));
    }
    Add(Attribute::Int64(AttributeKind::kCompareType, index));
  }
  return true;
}

}  // namespace hlo_text_v1::internal
