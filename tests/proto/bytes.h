// Protos made by hand, for tests of protos that no writer would write.
//
//   std::string bytes = Message(3, Text(1, "main") + Number(5, 7));
#ifndef HLO_TESTS_PROTO_BYTES_H_
#define HLO_TESTS_PROTO_BYTES_H_

#include <gtest/gtest.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1 {

inline std::string Varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
  return bytes;
}
inline std::string Number(uint32_t field, int64_t value) {
  return Varint(field << 3) + Varint(static_cast<uint64_t>(value));
}
inline std::string Text(uint32_t field, std::string_view text) {
  return Varint(field << 3 | 2) + Varint(text.size()) + std::string(text);
}
inline std::string Message(uint32_t field, std::string_view content) {
  return Text(field, content);
}
// "0aff": two bytes. abseil's function of one argument is deprecated; the other one is new.
inline std::string FromHex(std::string_view digits) {
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned char byte = 0;
    const char* const end = digits.data() + i + 2;
    EXPECT_EQ(std::from_chars(digits.data() + i, end, byte, 16).ptr, end) << digits;
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

// ---- Parts of a module: HloModule m, ENTRY e { ROOT p = f32[2] parameter(0) }.

inline std::string F32Shape() {
  return Number(2, 11) + Text(3, "\x02") + Message(5, Text(1, std::string(1, '\0'))) +
         Text(6, std::string(1, '\0'));
}
// An instruction with further fields.
inline std::string Instruction(std::string_view name, std::string_view opcode, int64_t id,
                               std::string_view more = {}) {
  return Message(2, Text(1, name) + Text(2, opcode) + Message(3, F32Shape()) + Number(35, id) +
                        std::string(more));
}
inline std::string Operands(std::string_view ids) { return Text(36, ids); }
inline std::string Computation(std::string_view instructions, int64_t root = 0,
                               std::string_view name = "e", int64_t id = 0) {
  return Message(3, Text(1, name) + std::string(instructions) + Number(5, id) + Number(6, root));
}
inline std::string ProgramShape() {
  return Message(4, Message(1, F32Shape()) + Message(2, F32Shape()) + Text(3, "p"));
}
inline std::string Module(std::string_view computations) {
  return Text(1, "m") + std::string(computations) + ProgramShape();
}
// ENTRY e with these instructions.
inline std::string ModuleOfInstructions(std::string_view instructions, int64_t root = 0) {
  return Module(Computation(instructions, root));
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_PROTO_BYTES_H_
