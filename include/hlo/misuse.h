// What happens when a program breaks the rules of a function: asks for operand 99, for the integer
// of an attribute that is a list, for the value of what is no constant.
//
//   hlo::HloInstruction* none = add->operand(99);   // nullptr
//   int64_t number = add->parameter_number();       // -1
//   bool is_set = add->attributes()[0].AsBool();    // false, if it is a list
//
// A library that was built with assertions (without NDEBUG) stops the program with a message,
// "Misuse of hlo::HloInstruction::operand: ...". Any other gives a neutral result, which the
// function names, or a Status, and changes nothing. What depends on the module and not on the
// program, such as an operand of the wrong shape, is never a misuse: it is a Status in both.
//
// Not checked: pointers and references to what is destroyed, or nullptr where an argument is a
// reference; absl::Span::operator[]; numbers cast to an enumeration that has no such value; values
// that no text can say, such as a shape with a size of -3: then the text does not read back.
#ifndef HLO_MISUSE_H_
#define HLO_MISUSE_H_

namespace hlo::internal {

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
void ReportMisuse(const char* function, const char* problem)  // `function` without hlo::
    HLO_ANALYZER_NORETURN;
#undef HLO_ANALYZER_NORETURN

}  // namespace hlo::internal

#endif  // HLO_MISUSE_H_
