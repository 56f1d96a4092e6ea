// HLO in XLA's binary form: HloModuleProto, read and written without protobuf.
//
//   absl::StatusOr<std::string> bytes = hlo_text::SerializeHloModule(module);
//   absl::StatusOr<hlo_text::HloModule> same = hlo_text::ParseHloProto(*bytes);
//
// The bytes are XLA's own, field by field: what HloModule::ToProto gives for the module that XLA
// has after reading the same text. Modules from these bytes print as in XLA. Nothing here needs
// libprotobuf, which may live in the same process with XLA's messages.
//
// Neither form says all that the other does. The proto lacks replica_count, num_partitions,
// alias_passthrough_params and allow_spmd_sharding_propagation_*, unless it is written with its
// config; docs/reference/proto.md has the whole list.
#ifndef HLO_PROTO_H_
#define HLO_PROTO_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/source.h"

namespace hlo_text_v1 {

// Data that is lost: a field that this library does not keep, or a value that the other form has no
// place for.
struct ProtoWarning {
  size_t offset = 0;  // in the bytes that are read; 0 when writing
  std::string path;   // "computations[3].instructions[7].shape"; empty: of the module
  std::string message;
};

// The messages that a module comes in.
enum class ProtoWrap : uint8_t {
  kNone,      // HloModuleProto itself
  kHloProto,  // HloProto, as *.hlo.pb of a dump
  kSnapshot,  // HloSnapshot, as *.hlo_snapshot.pb
  // HloModuleProtoWithConfig, in which nothing of the text is lost: the header's other attributes
  // are in its HloModuleConfigProto, and channel_id=0 is written, which XLA takes for none. Only a
  // computation called in two threads is in one of them, as when XLA reads a text.
  kWithConfig,
};

struct ProtoReadOptions {
  ReadLimits limits;
  static constexpr size_t kMinMemory = size_t{1} << 20;  // for limits.max_memory_bytes
  static constexpr size_t kMemoryFactor = 64;
  // Keeps what the module has no place for, so that an edited module differs from `bytes` only
  // where it was edited: ids, where new parts get the next ones, the tables of stack frames as they
  // are, and fields of newer versions of XLA or of no text, such as device_assignment.
  // SerializeHloModule puts these back into the message that they came in, of the module, a
  // computation, an instruction or any message within these. All of it follows the module and its
  // Clone; what edits and other modules copy is without it. Fields of a config and of entries of
  // maps and of aliases are dropped all the same.
  bool keep_unknown_fields = false;
};

// Whether `bytes` are a module in one of the messages of ProtoWrap or in an HloUnoptimizedSnapshot,
// or are a damaged one, by their content: no HLO text is. Looks at a few fields only.
bool IsHloProto(std::string_view bytes);

// Reads a module, whatever message it comes in. Any bytes give a module or an error: no exception,
// no abort, no unbounded recursion, memory within the options.
//
// Names stay as they are, and are sanitised if they are not legal. Ids give the order: instructions
// are in the order of their ids or, in a scheduled module, of its schedule. Fields that the library
// does not keep are dropped, with a warning for the first, or kept: keep_unknown_fields.
//
// Result: the module, which has no source text; or kInvalidArgument, in XLA's words where it has
// any, as "PATH: MESSAGE (at byte N)"; kResourceExhausted beyond the limits. Copies what it keeps.
// Linear in the bytes. XLA HloModule::CreateFromProto.
absl::StatusOr<HloModule> ParseHloProto(std::string_view bytes,
                                        const ProtoReadOptions& options = {},
                                        std::vector<ProtoWarning>* warnings = nullptr);

struct ProtoWriteOptions {
  ProtoWrap wrap = ProtoWrap::kNone;
};

// The bytes of `module`. A constant that has an elided part, {...}, is written without its values;
// XLA makes some up.
// Errors: kFailedPrecondition for a module with sugar (hlo/async.h), without an entry computation,
// with words that HLO does not have, or whose operands form a cycle; kInvalidArgument for a string
// that is not UTF-8, which XLA could not read; kOutOfRange beyond 2^31-1 bytes, protobuf's limit.
// Linear in the bytes. XLA HloModule::ToProto.
absl::StatusOr<std::string> SerializeHloModule(const HloModule& module,
                                               const ProtoWriteOptions& options = {},
                                               std::vector<ProtoWarning>* warnings = nullptr);

// The bytes as protobuf's text format, for reading and for diffs: fields in the order of the bytes,
// with their names, unknown ones by number. Errors: kInvalidArgument for bytes that are no module.
// Linear in the text.
absl::StatusOr<std::string> PrintHloProto(std::string_view bytes);
// Hands the same text to `sink` in pieces of about 64 KiB, or one long field; each is gone when
// `sink` returns. Takes no memory for the text. After an error, `sink` has not been called.
absl::Status PrintHloProto(std::string_view bytes, absl::FunctionRef<void(std::string_view)> sink);

}  // namespace hlo_text_v1

#endif  // HLO_PROTO_H_
