// The list of violations, and helpers that several groups of rules share.
#include "src/verify/verify_context.h"

#include "src/base/byte_class.h"

namespace hlo_text_v1::internal {
namespace {

// The verifier stops at this total: messages may repeat a large shape for each instruction.
constexpr size_t kMaxMessageBytes = size_t{64} << 20;

}  // namespace

VerifyContext::VerifyContext(const HloModule& module, const VerifyOptions& options)
    : module_(module), options_(options), calls_(module), printer_(module) {}

const UserSnapshot& VerifyContext::users(const HloComputation& computation) {
  if (users_of_ != &computation) {
    users_ = std::make_unique<UserSnapshot>(computation);
    users_of_ = &computation;
  }
  return *users_;
}

void VerifyContext::Log(Range range, DiagnosticCode code, std::string message) {
  message_bytes_ += message.size();
  violations_.push_back(
      {Severity::kError, code, range.begin, range.end, std::move(message), /*notes=*/{}});
  if (options_.first_only) stopped_ = true;
  if (stopped_ || message_bytes_ < kMaxMessageBytes) return;
  stopped_ = true;
  Diagnostic last;
  last.code = DiagnosticCode::kTooManyViolations;
  last.message = std::string(DiagnosticCodeText(last.code));
  violations_.push_back(std::move(last));
}

VerifyContext::Range VerifyContext::NameAt(uint32_t offset) const {
  const std::string_view source = module_.source();
  if (offset == 0 || offset >= source.size()) return {};
  size_t end = offset;
  if (source[end] == '%') ++end;
  while (end < source.size() && HasClass(source[end], kIdentifierByte)) ++end;
  return {offset, static_cast<uint32_t>(end)};
}

// A computation made by Desugar is reported at its origin: the start that calls it.
VerifyContext::Range VerifyContext::NameOf(const HloComputation& computation) const {
  const HloComputation* at = &computation;
  for (int levels = 0; levels < 8; ++levels) {
    if (at->source_offset() != 0) return NameAt(at->source_offset());
    const absl::Span<const HloInstruction* const> callers = calls_.callers(*at);
    if (callers.empty()) break;
    if (callers[0]->source_offset() != 0) return NameAt(callers[0]->source_offset());
    at = callers[0]->parent();
  }
  return {};
}

VerifyContext::Range VerifyContext::NameOf(const HloInstruction& instruction) const {
  if (instruction.source_offset() != 0) return NameAt(instruction.source_offset());
  return instruction.parent() == nullptr ? Range() : NameOf(*instruction.parent());
}

bool VerifyContext::CheckShape(const HloInstruction& instruction, const Shape& expected,
                               LayoutFields ignored) {
  const Shape& actual = instruction.shape();
  if (GetOpcodeInfo(instruction.opcode()).Has(OpcodeTrait::kExactShape)) {
    if (Same(actual, expected, ignored)) return true;
  } else if (options_.allow_mixed_precision ? shapes_.CompatibleUpToPrecision(actual, expected)
                                            : shapes_.Compatible(actual, expected)) {
    return true;
  }
  Error(instruction, DiagnosticCode::kUnexpectedShape, Text(expected), Text(instruction.shape()),
        instruction);
  return false;
}

bool VerifyContext::SameSharding(const HloSharding& a, const HloSharding& b) {
  if (&a == &b) return true;
  const auto [it, is_new] = same_shardings_.emplace(std::make_pair(&a, &b), false);
  if (!is_new) return it->second;
  it->second = ShardingText(a) == ShardingText(b);
  return it->second;
}

const HloInstruction* VerifyContext::FirstFusion(const HloComputation& computation) {
  const auto [it, is_new] = first_fusions_.emplace(&computation, nullptr);
  if (!is_new) return it->second;
  for (const HloInstruction* caller : calls_.callers(computation)) {
    if (!Is(*caller, HloOpcode::kFusion)) continue;
    it->second = caller;
    break;
  }
  return it->second;
}

const Shape* VerifyContext::TupleOf(absl::Span<const HloInstruction* const> instructions) {
  std::vector<const Shape*> shapes;
  shapes.reserve(instructions.size());
  for (const HloInstruction* instruction : instructions) shapes.push_back(&instruction->shape());
  return scratch_.Tuple(shapes);
}

std::optional<int64_t> CheckedByteSize(const Shape& shape) {
  const std::optional<int64_t> count = ElementCount(shape);
  int64_t bytes;
  if (!count.has_value() ||
      __builtin_mul_overflow(*count, int64_t{ByteWidth(shape.element_type())}, &bytes)) {
    return std::nullopt;
  }
  return bytes;
}

bool IsTrue(const HloInstruction& instruction, AttributeKind kind) {
  const Attribute* attribute = instruction.FindAttribute(kind);
  return attribute != nullptr && attribute->AsBool();
}

const HloComputation* Callee(const HloInstruction& instruction, AttributeKind kind) {
  const Attribute* attribute = instruction.FindAttribute(kind);
  return attribute == nullptr ? nullptr : attribute->AsComputation();
}

bool IsRootOfAsyncComputation(const VerifyContext& context, const HloInstruction& instruction) {
  if (!instruction.IsRoot()) return false;
  for (const HloInstruction* caller : context.calls().callers(*instruction.parent())) {
    if (Is(*caller, HloOpcode::kAsyncStart)) return true;
  }
  return false;
}

}  // namespace hlo_text_v1::internal
