// Shared by all rules of the verifier: the module, the options, the list of violations, the call
// graph, and the users of the computation asked for last.
#ifndef HLO_VERIFY_VERIFY_CONTEXT_H_
#define HLO_VERIFY_VERIFY_CONTEXT_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "hlo/call_graph.h"
#include "hlo/diagnostic.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/verify.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/verify/same_shape.h"

namespace hlo_text_v1::internal {

using Code = DiagnosticCode;

// A logged violation, to which notes can be added.
class Violation;

class VerifyContext {
 public:
  VerifyContext(const HloModule& module, const VerifyOptions& options);
  VerifyContext(const VerifyContext&) = delete;
  VerifyContext& operator=(const VerifyContext&) = delete;

  const HloModule& module() const { return module_; }
  const VerifyOptions& options() const { return options_; }
  const CallGraph& calls() const { return calls_; }
  // Valid until this is called for another computation.
  const UserSnapshot& users(const HloComputation& computation);
  // Whether no more violations are needed.
  bool stopped() const {
    return stopped_ || (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));
  }
  bool found_any() const { return !violations_.empty(); }
  size_t violation_count() const { return violations_.size(); }
  std::vector<Diagnostic> TakeViolations() { return std::move(violations_); }

  // Logs a violation at the name of an instruction or computation.
  template <typename Where, typename... Args>
  Violation Error(const Where& where, DiagnosticCode code, const Args&... args);
  // An argument as its message shows it: instructions and shapes as they print.
  std::string Shown(const HloInstruction& instruction) { return printer_.Print(instruction); }
  static std::string Shown(const Shape& shape) { return PrintShape(shape); }
  template <typename T>
  static const T& Shown(const T& value) {
    return value;  // NOLINT(bugprone-return-const-ref-from-parameter): used in the same expression
  }

  // XLA's "same shape": layouts matter only if the verifier is layout-sensitive.
  bool Same(const Shape& a, const Shape& b, LayoutFields ignored = 0) {
    return options_.layout_sensitive ? shapes_.Equal(a, b, ignored) : shapes_.Compatible(a, b);
  }
  bool Equal(const Shape& a, const Shape& b, LayoutFields ignored) {
    return shapes_.Equal(a, b, ignored);
  }
  // Whether `a`, the shape bound so far, may grow into `b`.
  bool IsPrefix(const Shape& a, const Shape& b) {
    return shapes_.IsPrefix(a, b, options_.layout_sensitive);
  }
  // Whether two shapes have the same sizes, of any element types.
  bool SameSizes(const Shape& a, const Shape& b) { return shapes_.CompatibleUpToType(a, b); }
  // "Expected instruction to have shape equal to ..." unless `expected` is the instruction's shape.
  // Layouts matter for opcodes that cannot change them, if the verifier is layout-sensitive.
  bool CheckShape(const HloInstruction& instruction, const Shape& expected,
                  LayoutFields ignored = 0);
  // Whether two shardings are the same except for their metadata.
  bool SameSharding(const HloSharding& a, const HloSharding& b);
  // The first fusion that calls `computation`; nullptr if none does.
  const HloInstruction* FirstFusion(const HloComputation& computation);
  // The text of a shape in messages.
  std::string Text(const Shape& shape) const {
    return PrintShape(shape, options_.layout_sensitive);
  }
  // Shapes for comparisons and messages only.
  ShapePool& scratch() { return scratch_; }
  const Shape* TupleOf(absl::Span<const HloInstruction* const> instructions);

 private:
  friend class Violation;
  struct Range {
    uint32_t begin = 0;
    uint32_t end = 0;
  };
  Range NameOf(const HloInstruction& instruction) const;
  Range NameOf(const HloComputation& computation) const;
  Range NameAt(uint32_t offset) const;
  void Log(Range range, DiagnosticCode code, std::string message);

  const HloModule& module_;
  const VerifyOptions& options_;
  CallGraph calls_;
  SameShape shapes_;
  Arena scratch_arena_;
  ShapePool scratch_{&scratch_arena_};
  HashMap<std::pair<const HloSharding*, const HloSharding*>, bool> same_shardings_;
  HashMap<const HloComputation*, const HloInstruction*> first_fusions_;
  std::unique_ptr<UserSnapshot> users_;
  const HloComputation* users_of_ = nullptr;
  HloInstructionPrinter printer_;
  std::vector<Diagnostic> violations_;
  size_t message_bytes_ = 0;
  bool stopped_ = false;
};

class Violation {
 public:
  template <typename Where, typename... Args>
  Violation& Note(const Where& where, DiagnosticCode code, const Args&... args) {
    if (index_ >= context_.violations_.size()) return *this;
    const VerifyContext::Range range = context_.NameOf(where);
    context_.violations_[index_].notes.push_back(
        {range.begin, range.end, Substitute(DiagnosticCodeText(code), context_.Shown(args)...)});
    return *this;
  }

 private:
  friend class VerifyContext;
  Violation(VerifyContext& context, size_t index) : context_(context), index_(index) {}

  VerifyContext& context_;
  size_t index_;
};

template <typename Where, typename... Args>
Violation VerifyContext::Error(const Where& where, DiagnosticCode code, const Args&... args) {
  const size_t index = violations_.size();
  if (stopped_) return Violation(*this, static_cast<size_t>(-1));
  Log(NameOf(where), code, Substitute(DiagnosticCodeText(code), Shown(args)...));
  return Violation(*this, index);
}

// Without metadata.
inline std::string ShardingText(const HloSharding& sharding) {
  return TextFrom(AppendSharding, sharding, false);
}
// "{0,1}"
inline std::string ShapeIndexText(ShapeIndex index) { return TextFrom(AppendShapeIndex, index); }
// The bytes of an array; nullopt if they do not fit into 64 bits.
std::optional<int64_t> CheckedByteSize(const Shape& shape);
// Whether an instruction has the attribute, and it is true.
bool IsTrue(const HloInstruction& instruction, AttributeKind kind);
// The computation that an instruction's attribute names; nullptr if there is no such attribute.
const HloComputation* Callee(const HloInstruction& instruction, AttributeKind kind);
// Whether the rules of `opcode` apply. They do not for sugar, which has the wrapped opcode.
inline bool Is(const HloInstruction& instruction, HloOpcode opcode) {
  return instruction.opcode() == opcode;
}
// Whether `instruction` is the root of a computation that an async-start calls.
bool IsRootOfAsyncComputation(const VerifyContext& context, const HloInstruction& instruction);

}  // namespace hlo_text_v1::internal

#endif  // HLO_VERIFY_VERIFY_CONTEXT_H_
