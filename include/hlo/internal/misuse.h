// Reports that a program breaks the rules of a function; hlo/instruction.h says what then happens.
#ifndef HLO_INTERNAL_MISUSE_H_
#define HLO_INTERNAL_MISUSE_H_

namespace hlo_text_v1::internal {

// Misuses of inline accessors: a number, so that a call takes little code.
enum class AccessorMisuse : unsigned char {
  kOperand,
  kParameterNumber,
  kLiteral,
  kDimension,
  kTupleShape,
};
// clang's static analyzer takes it that no program breaks the rules.
#ifdef __clang_analyzer__
#define HLO_ANALYZER_NORETURN __attribute__((analyzer_noreturn))
#else
#define HLO_ANALYZER_NORETURN
#endif

// Reports a misuse; returns only if the library has no assertions. Not inline: headers stay the
// same whatever the program's NDEBUG.
void ReportMisuse(AccessorMisuse misuse) HLO_ANALYZER_NORETURN;
void ReportMisuse(const char* function, const char* problem)  // `function` without hlo_text::
    HLO_ANALYZER_NORETURN;
#undef HLO_ANALYZER_NORETURN

}  // namespace hlo_text_v1::internal

#endif  // HLO_INTERNAL_MISUSE_H_
