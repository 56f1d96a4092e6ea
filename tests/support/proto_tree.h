// Protos as trees, and a language for changes of single fields: for tests of protos that no writer
// would write.
//
//   ProtoTree tree = ReadProtoTree(bytes, ProtoMessage::kHloModuleProto);
//   EditProto("n.operand_ids = [0 7]", &tree);
//   std::string damaged = WriteProtoTree(tree);
//
// An edit is PATH = VALUE, which replaces a field; PATH += VALUE, which appends another one to its
// message; or PATH -, which removes it. "; " separates edits. A path begins at the module, or at
// the instruction or computation that its first step names. Its steps are names or numbers of
// fields, with an index if there are several: "e.program_shape.parameters[1]", "n.300". The step
// "raw" appends bytes that need not be fields.
//
// Values, as in protobuf's text format and in protoscope:
//
//   7 -1 1.5 true F32    a number of the schema's type
//   [0 7]                packed numbers
//   7v 7i32 7i64         a number of this wire type, whatever the schema says: varint, fixed
//   "text"               a string, with C's escapes
//   {shape: {} id: 7}    a message
//   !{id: 7}             a group
//   `0aff`               bytes of a length-delimited field, in hex
#ifndef HLO_TESTS_SUPPORT_PROTO_TREE_H_
#define HLO_TESTS_SUPPORT_PROTO_TREE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/proto/schema.h"

namespace hlo_text_v1 {

struct ProtoTree {
  uint32_t number = 0;  // of the field; 0: `bytes` are not a field
  internal::WireType type = internal::WireType::kBytes;
  uint64_t bits = 0;  // of a number
  std::string bytes;  // of a length-delimited field that is not a message
  internal::ProtoMessage message = internal::ProtoMessage::kNone;
  std::vector<ProtoTree> fields;  // of a message
};

// The tree of valid bytes; fields that are not in the schema have no parts.
ProtoTree ReadProtoTree(std::string_view bytes, internal::ProtoMessage message);

// The content of a message.
std::string WriteProtoTree(const ProtoTree& message);

// Fails the test if it does not understand `edits`.
void EditProto(std::string_view edits, ProtoTree* module);
// The same for the bytes of an HloModuleProto.
std::string EditedProto(std::string_view bytes, std::string_view edits);

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_PROTO_TREE_H_
