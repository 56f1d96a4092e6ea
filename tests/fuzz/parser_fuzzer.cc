// Whatever the bytes, the parser gives a module, which prints, or diagnostics, which render.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/parser.h"
#include "hlo/printer.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<hlo::Diagnostic> diagnostics;
  const auto module = hlo::ParseHloModule(text, {}, &diagnostics);
  if (!module.ok()) {
    if (diagnostics.empty()) std::abort();
    for (const hlo::Diagnostic& diagnostic : diagnostics) {
      if (hlo::RenderDiagnostic(diagnostic, text, {}).empty()) std::abort();
    }
    return 0;
  }
  hlo::PrintHloModule(*module);
  return 0;
}
