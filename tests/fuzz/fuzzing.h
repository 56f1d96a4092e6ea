// Shared by all fuzz targets: reads an input, and reports a broken promise.
//
// An input is a text. After its last NUL byte there may be choices, one byte each: options, or what
// to edit. So every text file is an input, with all choices 0.
//
//   void FuzzOne(Input& input) {
//     const bool large = (input.NextChoice() & 1) != 0;
//     auto module = Parse(input.text(), LimitedOptions());
//     if (module.ok()) Promise(!hlo_text::PrintHloModule(*module).empty(), "a module prints");
#ifndef HLO_TESTS_FUZZ_FUZZING_H_
#define HLO_TESTS_FUZZ_FUZZING_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/read.h"

namespace hlo_text_v1::fuzzing {

class Input {
 public:
  Input(const uint8_t* data, size_t size) : text_(reinterpret_cast<const char*>(data), size) {
    const size_t nul = text_.rfind('\0');
    if (nul == std::string_view::npos) return;
    choices_ = text_.substr(nul + 1);
    text_ = text_.substr(0, nul);
  }

  std::string_view text() const { return text_; }
  bool has_choices() const { return !choices_.empty(); }
  // 0 if none are left.
  uint8_t NextChoice() {
    if (choices_.empty()) return 0;
    const auto choice = static_cast<uint8_t>(choices_[0]);
    choices_.remove_prefix(1);
    return choice;
  }

 private:
  std::string_view text_;
  std::string_view choices_;
};

// All of an input, for targets that read bytes: puts together what Input cuts at the last NUL.
inline std::string AllBytes(Input& input) {
  std::string bytes(input.text());
  if (!input.has_choices()) return bytes;
  bytes.push_back('\0');
  while (input.has_choices()) bytes.push_back(static_cast<char>(input.NextChoice()));
  return bytes;
}

// The test of a target; each has its own. entry_point.cc calls it.
void FuzzOne(Input& input);

// Ends the process, with all information about the failure.
[[noreturn]] inline void Broken(std::string_view promise, std::string_view a = {},
                                std::string_view b = {}) {
  std::string message = "\nBROKEN PROMISE: ";
  message.append(promise).append("\n");
  for (const std::string_view text : {a, b}) {
    if (!text.empty()) message.append("---- text:\n").append(text).append("\n");
  }
  message.append("----\n");
  std::fwrite(message.data(), 1, message.size(), stderr);
  std::abort();
}
inline void Promise(bool holds, std::string_view promise, std::string_view a = {},
                    std::string_view b = {}) {
  if (!holds) Broken(promise, a, b);
}

// Positions are in `text`, there is a message, and it renders.
inline void CheckDiagnostics(const std::vector<Diagnostic>& diagnostics, std::string_view text) {
  for (const Diagnostic& d : diagnostics) {
    Promise(d.begin <= d.end && d.end <= text.size(), "a diagnostic lies in the text", d.message);
    Promise(!d.message.empty(), "a diagnostic has a message");
    for (const DiagnosticNote& note : d.notes) {
      Promise(note.begin <= note.end && note.end <= text.size(), "a note lies in the text",
              note.message);
    }
    for (const DiagnosticSuggestion& each : d.suggestions) {
      Promise(each.begin < each.end && each.end <= text.size(), "a suggestion is for a word",
              d.message);
    }
    Promise(!RenderDiagnostic(d, text, {}).empty(), "a diagnostic renders", d.message);
  }
}

// Constants are stored in full, so a small text may need much memory: not here.
inline ParseOptions LimitedOptions() {
  ParseOptions options;
  options.limits.max_literal_elements = 1 << 16;
  return options;
}

// The promise of ParseHloModule and ReadHloModule about diagnostics.
inline void CheckResult(const absl::StatusOr<HloModule>& module,
                        const std::vector<Diagnostic>& diagnostics, std::string_view text) {
  // If a module was read, positions refer to its source, which legacy typography changes.
  CheckDiagnostics(diagnostics, module.ok() ? module->source() : text);
  bool has_error = false;
  for (const Diagnostic& d : diagnostics) has_error |= d.severity == Severity::kError;
  Promise(module.ok() != has_error, "a module or an error, not both", text);
}

inline absl::StatusOr<HloModule> Parse(std::string_view text, const ParseOptions& options,
                                       std::vector<Diagnostic>* diagnostics = nullptr) {
  std::vector<Diagnostic> unused;
  if (diagnostics == nullptr) diagnostics = &unused;
  absl::StatusOr<HloModule> module = ParseHloModule(text, options, diagnostics);
  CheckResult(module, *diagnostics, text);
  return module;
}

inline absl::StatusOr<HloModule> Read(std::string_view text, const ParseOptions& options,
                                      const UniquifyOptions& uniquify = {}) {
  ReadOptions read;
  read.parse = options;
  read.uniquify = uniquify;
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> module = ReadHloModule(text, read, &diagnostics);
  CheckResult(module, diagnostics, text);
  return module;
}

}  // namespace hlo_text_v1::fuzzing

#endif  // HLO_TESTS_FUZZ_FUZZING_H_
