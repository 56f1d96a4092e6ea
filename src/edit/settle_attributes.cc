// Brings attributes of built and edited instructions into normal form and checks them against the
// module. Also the parts of hlo/builder.h that are not templates: errors, and integers whose
// width depends on the kind.
#include "src/edit/settle_attributes.h"

#include <algorithm>
#include <limits>

#include "hlo/builder.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/opcode.h"
#include "src/base/hash_table.h"
#include "src/edit/misuse.h"
#include "src/ir/module_state.h"
#include "src/ir/normal_form.h"
#include "src/ir/sharding/mesh.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

namespace {

bool IsAllowed(HloOpcode opcode, const AllowedAttributes& allowed, AttributeKind kind) {
  return kind == AttributeKind::kUnknown || opcode == HloOpcode::kUnknown ||
         allowed.Find(kind).has_value();
}

// The reason why the parser refuses an attribute that the opcode may have; empty if it does not. It
// also reads the thread of a start at its other links, but does not keep it there.
std::string_view FaultOfPlace(const AttributeOwner& owner, AttributeKind kind) {
  if (kind == AttributeKind::kParameterReplication && owner.opcode != HloOpcode::kParameter) {
    return "is only allowed on a parameter";
  }
  const bool is_of_start = kind == AttributeKind::kAsyncExecutionThread;
  return is_of_start && FollowsStart(owner.opcode) ? "is that of the start" : "";
}

// XLA's parser keeps each control predecessor once.
Attribute WithoutDuplicates(const Attribute& attribute, Arena* arena) {
  HashSet<const HloInstruction*> seen;
  std::vector<HloInstruction*> kept;
  const auto all = AttributeAccess::Held<absl::Span<HloInstruction* const>>(attribute);
  for (HloInstruction* predecessor : all) {
    if (seen.insert(predecessor).second) kept.push_back(predecessor);
  }
  if (kept.size() == all.size()) return attribute;
  return Attribute::List<HloInstruction*>(attribute.kind(), arena->CopySpan<HloInstruction*>(kept));
}

// Collects the allowed `attributes` in `list`.
absl::Status Collect(const AttributeOwner& owner, const AllowedAttributes& allowed,
                     absl::Span<const Attribute> attributes, Arena* arena, AttributeList* list) {
  const HloOpcode opcode = owner.opcode;
  for (const Attribute& attribute : attributes) {
    if (!IsAllowed(opcode, allowed, attribute.kind())) {
      return Invalid("unexpected attribute \"", attribute.name(), "\" of ", HloOpcodeName(opcode));
    }
    const std::string_view fault = FaultOfPlace(owner, attribute.kind());
    if (!fault.empty()) {
      return Invalid("attribute ", attribute.name(), " of ", HloOpcodeName(opcode), " ", fault);
    }
    if (attribute.kind() == AttributeKind::kUnknown) {
      list->Add(opcode, attribute);
      continue;
    }
    if (list->Has(attribute.kind())) {
      return Invalid("attribute ", attribute.name(), " of ", HloOpcodeName(opcode),
                     " already exists");
    }
    if (attribute.kind() != AttributeKind::kControlPredecessors) {
      list->Add(attribute);
    } else if (!attribute.AsList<const HloInstruction*>().empty()) {  // no text has an empty list
      list->Add(WithoutDuplicates(attribute, arena));
    }
  }
  if (opcode == HloOpcode::kUnknown && !list->Has(AttributeKind::kUnknownOpcode)) {
    return Invalid("an unknown opcode has its name in a text only");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status SettleAttributes(const HloInstruction& instruction, Arena* arena,
                              std::vector<Attribute>* attributes) {
  const AttributeOwner owner{instruction.opcode(), instruction.operands()};
  const AllowedAttributes allowed = AllowedAttributesOf(owner);
  AttributeList list;
  absl::Status status = Collect(owner, allowed, *attributes, arena, &list);
  if (!status.ok()) return status;
  if (const AttributeSpec* missing = FindMissing(owner, allowed, list)) {
    return Invalid("attribute ", AttributeName(missing->kind), " is expected but not set on ",
                   HloOpcodeName(owner.opcode));
  }
  SetRanks(owner.opcode, absl::MakeSpan(list));
  ApplyOpcodeRules(owner, arena, &list);
  FinishAttributes(owner, allowed, &list);
  attributes->assign(list.begin(), list.end());
  return absl::OkStatus();
}

namespace {

std::string_view FaultOf(const HloComputation* callee, const HloInstruction& caller) {
  if (callee == nullptr) return "the called computation is null";
  if (callee->parent() != caller.parent()->parent()) {
    return "the called computation is of another module";
  }
  if (Node(callee).is_removed) return "the called computation was removed";
  if (callee->root_instruction() == nullptr) return "the called computation is not built yet";
  return {};
}

std::string_view FaultOf(const Shape* shape, const HloInstruction& owner) {
  if (shape == nullptr) return "the shape is null";
  return owner.parent()->parent()->shapes().Contains(shape)
             ? std::string_view()
             : "the shape is of another module's pool";
}

std::string_view FaultOf(const HloInstruction* other, const HloInstruction& owner) {
  if (other == nullptr) return "an instruction is null";
  if (other->parent() == nullptr) return "an instruction was removed";
  if (other == &owner) return "the instruction would depend on itself";
  return other->parent() == owner.parent() ? std::string_view()
                                           : "an instruction is of another computation";
}

template <typename T>
std::string_view FaultOfAny(absl::Span<T const> values, const HloInstruction& owner) {
  for (const T& value : values) {
    const std::string_view fault = FaultOf(value, owner);
    if (!fault.empty()) return fault;
  }
  return {};
}

constexpr std::string_view kNoSuchAxis = "a sharding lacks its mesh, or an axis is not in it";

// Values that the type permits but no text can express.
std::string_view FaultOfForm(const Attribute& attribute) {
  if (attribute.kind() == AttributeKind::kSourceTargetPairs) {
    for (const absl::Span<const int64_t> pair : attribute.AsList<absl::Span<const int64_t>>()) {
      if (pair.size() != 2) return "not a list of pairs";
    }
  } else if (attribute.kind() == AttributeKind::kDomain) {
    const auto& domain = attribute.As<Domain>();
    if (domain.entry == nullptr || domain.exit == nullptr) return "a sharding is null";
    if (!IsWellFormed(*domain.entry) || !IsWellFormed(*domain.exit)) return kNoSuchAxis;
  } else if (attribute.kind() == AttributeKind::kSharding) {
    if (!IsWellFormed(attribute.As<HloSharding>())) return kNoSuchAxis;
  } else if (attribute.kind() == AttributeKind::kReplicaGroups) {
    if (!IsWellFormed(attribute.As<ReplicaGroups>())) return kNoSuchAxis;
  } else if (attribute.kind() == AttributeKind::kAsyncExecutionThread) {
    if (!IsRawText(attribute.AsString())) return "HLO text cannot express it";
  }
  return {};
}

std::string_view FaultOf(const Attribute& attribute, const HloInstruction& owner) {
  const AttributeType type = attribute.info().type;
  if (type == AttributeType::kComputation) return FaultOf(attribute.AsComputation(), owner);
  if (type == AttributeType::kShape) return FaultOf(&attribute.AsShape(), owner);
  if (type == AttributeType::kComputationList) {
    return FaultOfAny(attribute.AsList<const HloComputation*>(), owner);
  }
  if (type == AttributeType::kShapeList) return FaultOfAny(attribute.AsList<const Shape*>(), owner);
  if (type == AttributeType::kInstructionList) {
    return FaultOfAny(attribute.AsList<const HloInstruction*>(), owner);
  }
  return FaultOfForm(attribute);
}

}  // namespace

absl::Status CheckReferences(const HloInstruction& instruction,
                             absl::Span<const Attribute> attributes) {
  for (const Attribute& attribute : attributes) {
    const std::string_view fault = attribute.kind() >= AttributeKind::kUnknown
                                       ? std::string_view()
                                       : FaultOf(attribute, instruction);
    if (!fault.empty()) {
      return Invalid("attribute ", attribute.name(), ": ", fault);
    }
  }
  return absl::OkStatus();
}

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

using namespace internal;

// ---- MakeAttribute.

absl::Status internal::WrongAttributeType(AttributeKind kind) {
  if (kind >= AttributeKind::kUnknown) {
    return Invalid("unknown words come from a text only");
  }
  return Invalid("attribute ", AttributeName(kind), " takes a value of type ",
                 TextOf(AttributeTypeOf(kind)));
}

absl::StatusOr<Attribute> internal::MakeInteger(AttributeKind kind, int64_t value) {
  const AttributeType type = AttributeTypeOf(kind);
  if (type == AttributeType::kInt64) return Attribute::Int64(kind, value);
  if (type != AttributeType::kInt32) return WrongAttributeType(kind);
  if (value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<int32_t>::max()) {
    return Invalid("attribute ", AttributeName(kind), " has 32 bits, ", value, " does not fit");
  }
  return Attribute::Int64(kind, value);
}

absl::StatusOr<Attribute> MakeAttribute(AttributeKind kind, absl::Span<const int64_t> values) {
  return MakeListAttribute<int64_t>(kind, values);
}

}  // namespace hlo_text_v1
