// BufferAssignmentProto: logical buffers say which instruction defines a value, allocations say
// where values are. Instructions have ids there; their names come from the module in the same
// bytes.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/arena.h"
#include "hlo/buffer_assignment.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"
#include "src/dumps/dump_messages.h"
#include "src/proto/find_module.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

struct Location {
  std::string_view instruction_name;  // of older versions
  absl::Span<const int64_t> shape_index;
  int64_t instruction_id = 0;
};
struct LogicalBuffer {
  int64_t id = 0;
  int64_t size = 0;
  Location defined_at;
};
struct Assigned {
  int64_t id = 0;
  int64_t offset = 0;
  int64_t size = 0;
};
struct Allocation {
  int64_t index = 0;
  int64_t size = 0;
  int64_t color = 0;
  bool is_thread_local = false;
  bool is_constant = false;
  bool is_parameter = false;
  bool is_output = false;
  int64_t parameter_number = 0;
  absl::Span<const int64_t> parameter_index;
  absl::Span<const Assigned> assigned;
};
struct Assignment {
  absl::Span<const LogicalBuffer> buffers;
  absl::Span<const Allocation> allocations;
};

}  // namespace

namespace internal {

HLO_PROTO_FIELDS(Location, LogicalBufferProto_Location, kNone) {
  archive.Field(Fields::instruction_name, value.instruction_name);
  archive.Field(Fields::shape_index, value.shape_index);
  archive.Field(Fields::instruction_id, value.instruction_id);
}
HLO_PROTO_FIELDS(LogicalBuffer, LogicalBufferProto, kNone) {
  archive.Field(Fields::id, value.id);
  archive.Field(Fields::size, value.size);
  archive.Field(Fields::defined_at, value.defined_at);
}
HLO_PROTO_FIELDS(Assigned, BufferAllocationProto_Assigned, kNone) {
  archive.Field(Fields::logical_buffer_id, value.id);
  archive.Field(Fields::offset, value.offset);
  archive.Field(Fields::size, value.size);
}
HLO_PROTO_FIELDS(Allocation, BufferAllocationProto, kNone) {
  archive.Field(Fields::index, value.index);
  archive.Field(Fields::size, value.size);
  archive.Field(Fields::is_thread_local, value.is_thread_local);
  archive.Field(Fields::is_entry_computation_parameter, value.is_parameter);
  archive.Field(Fields::parameter_number, value.parameter_number);
  archive.Field(Fields::maybe_live_out, value.is_output);
  archive.Field(Fields::color, value.color);
  archive.Field(Fields::assigned, value.assigned);
  archive.Field(Fields::parameter_shape_index, value.parameter_index);
  archive.Field(Fields::is_constant, value.is_constant);
}
HLO_PROTO_FIELDS(Assignment, BufferAssignmentProto, kNone) {
  archive.Field(Fields::logical_buffers, value.buffers);
  archive.Field(Fields::buffer_allocations, value.allocations);
}

}  // namespace internal

namespace {

// The parts of an HloProto; without data where they are missing.
struct HloProtoParts {
  std::string_view module;
  std::string_view assignment;
};

// False if `bytes` are not a message. Does not note an error.
bool FindParts(std::string_view bytes, HloProtoParts* parts) {
  Arena arena;
  ProtoReadState state(bytes, &arena, 0);
  for (MessageReader reader(state, ProtoMessage::kNone, bytes); reader.Next();) {
    if (reader.Take(pb::HloProto::hlo_module)) parts->module = reader.bytes();
    if (reader.Take(pb::HloProto::buffer_assignment)) parts->assignment = reader.bytes();
  }
  return !state.failed();
}

class AssignmentReader {
 public:
  AssignmentReader(std::string_view bytes, size_t max_memory)
      : state_(bytes, &arena_, max_memory), max_memory_(max_memory) {
    state_.root = "HloProto";
  }

  absl::StatusOr<BufferAssignment> Read(const HloProtoParts& parts) {
    Assignment assignment;
    if (!ReadNames(parts.module)) {
      // Without an assignment, these are the whole bytes, which are not a message.
      if (parts.assignment.data() != nullptr) {
        state_.AddToPath(pb::HloProto::hlo_module.name, -1);
      }
    } else if (!MessageReader::ReadStruct(state_, parts.assignment, &assignment) ||
               !Convert(assignment, parts.assignment.data())) {
      state_.AddToPath(pb::HloProto::buffer_assignment.name, -1);
    }
    if (state_.failed()) return DumpError(state_);
    return std::move(result_);
  }

 private:
  // The names of instructions by id, from an HloModuleProto.
  bool ReadNames(std::string_view bytes) {
    return ForEachMessage(state_, bytes, pb::HloModuleProto::computations,
                          [&](std::string_view each) { return ReadNamesOfComputation(each); });
  }
  bool ReadNamesOfComputation(std::string_view bytes) {
    return ForEachMessage(state_, bytes, pb::HloComputationProto::instructions,
                          [&](std::string_view each) { return ReadNameOfInstruction(each); });
  }
  bool ReadNameOfInstruction(std::string_view bytes) {
    int64_t id = 0;
    std::string_view name;
    for (MessageReader reader(state_, ProtoMessage::kNone, bytes); reader.Next();) {
      reader.Field(pb::HloInstructionProto::name, name);
      reader.Field(pb::HloInstructionProto::id, id);
    }
    if (state_.failed()) return false;
    constexpr size_t kBytesOfEntry = 48;
    if (!Need(bytes.data(), kBytesOfEntry)) return false;
    names_[id] = name;
    return true;
  }

  // Takes memory outside the arena.
  bool Need(const char* at, size_t size) {
    used_ += size;
    if (used_ <= max_memory_) return state_.HasRoom(at, used_);
    return state_.Fail(at, "the buffer assignment needs more memory than is allowed",
                       absl::StatusCode::kResourceExhausted);
  }

  bool Convert(const Assignment& assignment, const char* at) {
    HashMap<int64_t, const LogicalBuffer*> buffers;
    for (const LogicalBuffer& buffer : assignment.buffers) buffers[buffer.id] = &buffer;
    for (size_t i = 0; i < assignment.allocations.size(); ++i) {
      if (ConvertAllocation(assignment.allocations[i], buffers, at)) continue;
      state_.AddToPath(pb::BufferAssignmentProto::buffer_allocations.name, static_cast<int64_t>(i));
      return false;
    }
    return true;
  }

  bool ConvertAllocation(const Allocation& from,
                         const HashMap<int64_t, const LogicalBuffer*>& buffers, const char* at) {
    if (from.size < 0) return state_.Fail(at, "the size of an allocation is negative");
    if (!Need(at, sizeof(BufferAllocation))) return false;
    BufferAllocation& to = result_.allocations.emplace_back();
    to.index = from.index;
    to.size = from.size;
    to.color = from.color;
    to.is_thread_local = from.is_thread_local;
    to.is_constant = from.is_constant;
    to.is_parameter = from.is_parameter;
    to.is_output = from.is_output;
    to.parameter_number = from.parameter_number;
    to.parameter_index.assign(from.parameter_index.begin(), from.parameter_index.end());
    to.values.reserve(from.assigned.size());
    for (const Assigned& assigned : from.assigned) {
      const auto buffer = buffers.find(assigned.id);
      if (buffer == buffers.end()) {
        return state_.Fail(at, StrCat("there is no logical buffer ", assigned.id));
      }
      if (!ConvertValue(assigned, buffer->second->defined_at, from.size, at, &to)) return false;
    }
    std::sort(to.values.begin(), to.values.end(),
              [](const BufferValue& a, const BufferValue& b) { return a.id < b.id; });
    return true;
  }

  bool ConvertValue(const Assigned& assigned, const Location& location, int64_t room,
                    const char* at, BufferAllocation* to) {
    if (assigned.size < 0 || assigned.offset < 0 || assigned.size > room ||
        assigned.offset > room - assigned.size) {
      return state_.Fail(at, StrCat("logical buffer ", assigned.id, " is not in its allocation"));
    }
    std::string_view name = location.instruction_name;
    if (name.empty()) {
      const auto found = names_.find(location.instruction_id);
      if (found == names_.end()) {
        return state_.Fail(at, StrCat("there is no instruction ", location.instruction_id));
      }
      name = found->second;
    }
    if (!Need(at, sizeof(BufferValue) + name.size() + location.shape_index.size() * 8)) {
      return false;
    }
    BufferValue& value = to->values.emplace_back();
    value.id = assigned.id;
    value.instruction = name;
    value.shape_index.assign(location.shape_index.begin(), location.shape_index.end());
    value.size = assigned.size;
    value.offset = assigned.offset;
    return true;
  }

  Arena arena_;
  ProtoReadState state_;
  const size_t max_memory_;
  size_t used_ = 0;
  HashMap<int64_t, std::string_view> names_;
  BufferAssignment result_;
};

}  // namespace

std::string BufferAllocation::Kind() const {
  if (is_parameter) return StrCat("parameter ", parameter_number);
  if (is_thread_local) return "thread-local";
  if (is_constant) return "constant";
  return is_output ? "output" : "temporary";
}

int64_t BufferAssignment::total_bytes() const {
  int64_t sum = 0;
  for (const BufferAllocation& each : allocations) sum = SaturatedSum(sum, each.size);
  return sum;
}

int64_t BufferAssignment::total_bytes(int64_t color) const {
  int64_t sum = 0;
  for (const BufferAllocation& each : allocations) {
    if (each.color == color) sum = SaturatedSum(sum, each.size);
  }
  return sum;
}

absl::StatusOr<BufferAssignment> ParseBufferAssignmentProto(std::string_view bytes,
                                                            const BufferReadOptions& options) {
  // An HloModuleProto has its computations in the field where an HloProto has its assignment.
  if (!bytes.empty() && internal::FindModuleProto(bytes).module.data() == bytes.data()) {
    return absl::NotFoundError("there is no buffer assignment");
  }
  HloProtoParts parts;
  const bool is_message = FindParts(bytes, &parts);
  // An HloSnapshot has an HloProto in its first field.
  HloProtoParts inner;
  if (is_message && parts.assignment.data() == nullptr && FindParts(parts.module, &inner)) {
    parts = inner;
  }
  if (is_message && parts.assignment.data() == nullptr) {
    return absl::NotFoundError("there is no buffer assignment");
  }
  const size_t memory = MemoryLimitOf(options, bytes.size());
  if (!is_message) parts = {bytes, {}};  // reading these reports the error
  return AssignmentReader(bytes, memory).Read(parts);
}

}  // namespace hlo_text_v1
