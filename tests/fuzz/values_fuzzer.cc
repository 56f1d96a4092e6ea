// Any bytes: each Parse function of hlo/parse_values.h gives a value, whose print is stable when
// read, or diagnostics with positions in the text, which render; a module changes only if a text is
// added to it. Choice: the function.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/parse_values.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "tests/fuzz/fuzzing.h"
#include "tests/fuzz/settle.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

using Diagnostics = std::vector<Diagnostic>;
using Reprint = absl::StatusOr<std::string> (*)(std::string_view, HloModule&, Diagnostics*);

// The text is freed before the value prints, to find dangling views.
#define REPRINT(where, parse, print)                                                    \
  [](std::string_view text, HloModule& module,                                          \
     Diagnostics* diagnostics) -> absl::StatusOr<std::string> {                         \
    auto copy = std::make_unique<std::string>(text);                                    \
    auto value = hlo_text::parse(*copy, module.where(), LimitedOptions(), diagnostics); \
    copy.reset();                                                                       \
    if (!value.ok()) return value.status();                                             \
    return hlo_text::print;                                                             \
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
#undef REPRINT
constexpr size_t kPieceCount = sizeof(kPieces) / sizeof(kPieces[0]);

void CheckRefusal(const Diagnostics& diagnostics, std::string_view text) {
  Promise(!diagnostics.empty(), "a refusal says why", text);
  CheckDiagnostics(diagnostics, text);
}

void TryPiece(Reprint reprint, std::string_view text) {
  HloModule module;
  Diagnostics diagnostics;
  absl::StatusOr<std::string> printed = reprint(text, module, &diagnostics);
  if (!printed.ok()) return CheckRefusal(diagnostics, text);
  for (int round = 0; round < kMaxRounds; ++round) {
    diagnostics.clear();
    absl::StatusOr<std::string> again = reprint(*printed, module, &diagnostics);
    if (!again.ok()) {
      CheckRefusal(diagnostics, *printed);
      Promise(XlaRefusesItsText(module, *printed, diagnostics[0]), "what is printed can be read",
              diagnostics[0].message, *printed);
      return;
    }
    if (*again == *printed) return;
    if (round + 1 == kMaxRounds) {
      Promise(SameButForReductionOps(*printed, *again), "printed text settles", *printed, *again);
    }
    printed = std::move(again);
  }
}

void TryInstructions(std::string_view text) {
  Diagnostics diagnostics;
  const auto module = ParseHloInstructions(text, LimitedOptions(), &diagnostics);
  if (!module.ok()) return CheckRefusal(diagnostics, text);
  PrintHloModule(*module);
}

void TryComputation(std::string_view text) {
  constexpr std::string_view kModule =
      "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }\n"
      "ENTRY e { x = f32[8] parameter(0) z = f32[] constant(0)\n"
      "  ROOT s = f32[] reduce(x, z), dimensions={0}, to_apply=add }";
  HloModule module = *ParseHloModule(kModule);
  const std::string before = PrintHloModule(module);
  Diagnostics diagnostics;
  if (ParseHloComputation(text, &module, LimitedOptions(), &diagnostics).ok()) {
    PrintHloModule(module);
    return;
  }
  CheckRefusal(diagnostics, text);
  Promise(PrintHloModule(module) == before, "a module that is not added to stays", before);
}

}  // namespace

void FuzzOne(Input& input) {
  const size_t choice = input.NextChoice() % (kPieceCount + 2);
  if (choice < kPieceCount) return TryPiece(kPieces[choice], input.text());
  if (choice == kPieceCount) return TryInstructions(input.text());
  TryComputation(input.text());
}

}  // namespace hlo_text_v1::fuzzing
