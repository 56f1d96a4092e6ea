// Whatever the bytes, each Parse function of hlo/pieces.h gives a value, which prints, or
// diagnostics, which render; a module that is not added to stays as it was. The first byte chooses
// the function.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/pieces.h"

namespace {

using hlo::HloModule;
using Diagnostics = std::vector<hlo::Diagnostic>;
using Reprint = absl::StatusOr<std::string> (*)(std::string_view, HloModule&, Diagnostics*);

// The text dies before the value is printed, so that views into it are found.
#define REPRINT(where, parse, print)                                 \
  [](std::string_view text, HloModule& module,                       \
     Diagnostics* diagnostics) -> absl::StatusOr<std::string> {      \
    auto copy = std::make_unique<std::string>(text);                 \
    auto value = hlo::parse(*copy, module.where(), {}, diagnostics); \
    copy.reset();                                                    \
    if (!value.ok()) return value.status();                          \
    return hlo::print;                                               \
  }

constexpr Reprint kPieces[] = {
    REPRINT(shapes, ParseShape, PrintShape(**value)),
    REPRINT(shapes, ParseShapeList, PrintShapeList(*value)),
    REPRINT(arena, ParseLayout, PrintLayout(*value)),
    REPRINT(shapes, ParseLiteral, PrintLiteral(*value, /*with_shape=*/true)),
    REPRINT(arena, ParseSharding, PrintSharding(*value, /*print_metadata=*/true)),
    REPRINT(arena, ParseReplicaGroups, PrintReplicaGroups(*value)),
    REPRINT(arena, ParseWindow, PrintWindow(*value)),
    REPRINT(arena, ParseConvolutionDimensionNumbers, PrintConvolutionDimensionNumbers(*value)),
    REPRINT(arena, ParsePaddingConfig, PrintPaddingConfig(*value)),
    REPRINT(arena, ParseSliceRanges, PrintSliceRanges(*value)),
    REPRINT(arena, ParseDimensionList, PrintDimensionList(*value)),
    REPRINT(arena, ParseBoolList, PrintBoolList(*value)),
    REPRINT(arena, ParseParameterReplication, PrintBoolList(*value)),
    REPRINT(arena, ParseFrontendAttributes, PrintFrontendAttributes(*value)),
    REPRINT(arena, ParseStatistics, PrintStatistics(*value)),
    REPRINT(arena, ParseMetadata, PrintMetadata(*value)),
    REPRINT(arena, ParseOriginalValue, PrintOriginalValue(*value)),
};
constexpr size_t kPieceCount = sizeof(kPieces) / sizeof(kPieces[0]);

void CheckDiagnostics(const Diagnostics& diagnostics, std::string_view text) {
  if (diagnostics.empty()) std::abort();
  for (const hlo::Diagnostic& diagnostic : diagnostics) {
    if (hlo::RenderDiagnostic(diagnostic, text, {}).empty()) std::abort();
  }
}

void TryInstructions(std::string_view text) {
  Diagnostics diagnostics;
  const auto module = hlo::ParseHloInstructions(text, {}, &diagnostics);
  if (!module.ok()) return CheckDiagnostics(diagnostics, text);
  hlo::PrintHloModule(*module);
}

void TryComputation(std::string_view text) {
  constexpr std::string_view kModule =
      "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }\n"
      "ENTRY e { x = f32[8] parameter(0) z = f32[] constant(0)\n"
      "  ROOT s = f32[] reduce(x, z), dimensions={0}, to_apply=add }";
  HloModule module = *hlo::ParseHloModule(kModule);
  const std::string before = hlo::PrintHloModule(module);
  Diagnostics diagnostics;
  if (hlo::ParseHloComputation(text, module, {}, &diagnostics).ok()) {
    hlo::PrintHloModule(module);
    return;
  }
  CheckDiagnostics(diagnostics, text);
  if (hlo::PrintHloModule(module) != before) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const size_t choice = data[0] % (kPieceCount + 2);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (choice == kPieceCount) TryInstructions(text);
  if (choice == kPieceCount + 1) TryComputation(text);
  if (choice >= kPieceCount) return 0;
  HloModule module;
  Diagnostics diagnostics;
  const absl::StatusOr<std::string> printed = kPieces[choice](text, module, &diagnostics);
  if (printed.ok()) {
    kPieces[choice](*printed, module, nullptr).status().IgnoreError();
  } else {
    CheckDiagnostics(diagnostics, text);
  }
  return 0;
}
