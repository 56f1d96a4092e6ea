// Collects a program's messages about one input, ready for standard error: files are formatted in
// parallel but reported in order.
#ifndef HLO_TOOLS_COMMON_DIAGNOSTIC_LOG_H_
#define HLO_TOOLS_COMMON_DIAGNOSTIC_LOG_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"

namespace hlo_text_v1::internal {

class DiagnosticLog {
 public:
  // `name` is the input's name in messages, `program` the word before it.
  DiagnosticLog(std::string name, bool color, std::string_view program)
      : name_(std::move(name)), program_(program), color_(color) {}

  // From now on, messages are about the part of `whole` that begins at `offset`; lines count
  // from the beginning of `whole`, which must outlive the log.
  void SetPart(std::string_view whole, size_t offset);

  // `source` is the text that the diagnostics refer to: that of the part if one is set. Diagnostics
  // of a proto name fields instead of lines.
  void Add(std::string_view source, const std::vector<Diagnostic>& diagnostics);
  // Adds the first hundred; nobody reads more.
  void AddViolations(std::string_view source, std::vector<Diagnostic> violations);
  // PROGRAM: NAME: MESSAGE
  void Complain(std::string_view message);

  // PROGRAM: MESSAGE, without the name.
  void ComplainPlainly(std::string_view message);

  const std::string& name() const { return name_; }
  std::string TakeText() { return std::move(text_); }

 private:
  const std::string name_;
  const std::string program_;
  const bool color_;
  std::optional<LineIndex> whole_;
  uint32_t offset_ = 0;
  std::string text_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_DIAGNOSTIC_LOG_H_
