// Runs shape inference on one instruction, given by a row of a table.
//
// Builds a module: a parameter p0, p1 ... per shape, the called computations, and the instruction
// without its shape as root. Returns the root's shape with its layout, or the message of the first
// diagnostic without "failed to infer shape for opcode".
#ifndef HLO_TESTS_INFER_INFER_TEST_UTIL_H_
#define HLO_TESTS_INFER_INFER_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/computation.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"

namespace hlo_text_v1::test {

struct InferCase {
  const char* parameters;    // "f32[2]; (s32[], token[])"
  const char* instruction;   // "add(p0, p1)"
  const char* expected;      // "f32[2]{0}", or a message; "..." at its end stands for any text
  const char* callees = "";  // "red: f32[]; f32[] -> f32[] | sel: s32[] -> pred[]"
};

inline std::vector<std::string> SplitText(std::string_view text, std::string_view separator) {
  std::vector<std::string> pieces;
  while (!text.empty()) {
    const size_t end = text.find(separator);
    pieces.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + separator.size());
  }
  return pieces;
}

// "  a = f32[] parameter(0)\n" and so on, names from `first` upwards.
inline std::string ParameterLines(std::string_view shapes, std::string_view name, bool numbered) {
  std::string text;
  int number = 0;
  for (const std::string& shape : SplitText(shapes, "; ")) {
    std::string id = numbered ? std::string(name) + std::to_string(number)
                              : std::string(1, static_cast<char>(name[0] + number));
    text += "  " + id + " = " + shape + " parameter(" + std::to_string(number++) + ")\n";
  }
  return text;
}

inline std::string ModuleText(const InferCase& c) {
  std::string text = "HloModule m\n";
  for (const std::string& callee : SplitText(c.callees, " | ")) {
    const size_t colon = callee.find(": ");
    const size_t arrow = callee.find("-> ");
    std::string parameters = callee.substr(colon + 2, arrow - colon - 2);
    while (!parameters.empty() && parameters.back() == ' ') parameters.pop_back();
    text += callee.substr(0, colon) + " {\n" + ParameterLines(parameters, "a", false) +
            "  ROOT result = " + callee.substr(arrow + 3) +
            " custom-call(), custom_call_target=\"x\"\n}\n";
  }
  return text + "ENTRY e {\n" + ParameterLines(c.parameters, "p", true) +
         "  ROOT r = " + c.instruction + "\n}\n";
}

inline std::string Infer(const InferCase& c) {
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> module = ParseHloModule(ModuleText(c), {}, &diagnostics);
  if (module.ok()) {
    return PrintShape(module->entry_computation()->root_instruction()->shape());
  }
  if (diagnostics.empty()) return "(no diagnostic)";
  const std::string& message = diagnostics[0].message;
  constexpr std::string_view kError = ", error: ";
  const size_t error = message.find(kError);
  const bool failed = message.rfind("failed to infer shape for opcode", 0) == 0;
  return failed && error != std::string::npos ? message.substr(error + kError.size()) : message;
}

inline void ExpectInferred(const InferCase& c) {
  std::string got = Infer(c);
  std::string expected = c.expected;
  constexpr std::string_view kAnyText = "...";
  if (expected.size() > kAnyText.size() &&
      expected.compare(expected.size() - kAnyText.size(), kAnyText.size(), kAnyText) == 0) {
    expected.resize(expected.size() - kAnyText.size());
    got.resize(std::min(got.size(), expected.size()));
  }
  EXPECT_EQ(got, expected) << ModuleText(c);
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_INFER_INFER_TEST_UTIL_H_
