// The header's input_output_alias and buffer_donor, which let parameters' buffers become results.
// Source: XLA hlo_input_output_alias_config.cc, HloInputOutputAliasConfig::Verify,
// HloBufferDonorConfig::Verify; hlo_verifier.cc.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "src/base/hash_table.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

class AliasingRules {
 public:
  AliasingRules(VerifyContext& context, const HloComputation& entry)
      : context_(context), entry_(entry), config_(context.module().config()) {}

  void VerifyAliases() {
    for (const InputOutputAlias& alias : config_.input_output_alias) {
      if (context_.stopped()) return;
      VerifyAlias(alias);
    }
  }

  void VerifyDonors() {
    constexpr std::string_view kHeader = "buffer_donor";
    for (const BufferDonor& donor : config_.buffer_donor) {
      if (context_.stopped()) return;
      const Shape* shape = ParameterPart(kHeader, donor.parameter_number, donor.parameter_index);
      if (shape == nullptr) continue;
      if (aliased_.contains(Place(donor.parameter_number, donor.parameter_index))) {
        context_.Error(*entry_.parameters()[donor.parameter_number], Code::kDonorIsAliased,
                       donor.parameter_number, ShapeIndexText(donor.parameter_index));
      }
    }
  }

 private:
  static std::pair<int64_t, std::string> Place(int64_t number, ShapeIndex index) {
    return {number, ShapeIndexText(index)};
  }

  // The array at this part of a parameter, or nullptr after reporting why there is none.
  const Shape* ParameterPart(std::string_view header, int64_t number, ShapeIndex index) {
    const absl::Span<const HloInstruction* const> parameters = entry_.parameters();
    if (number < 0 || number >= static_cast<int64_t>(parameters.size())) {
      context_.Error(entry_, Code::kAliasedParameterMissing, header, number);
      return nullptr;
    }
    const HloInstruction& parameter = *parameters[number];
    const Shape* shape = Subshape(parameter.shape(), index);
    if (shape == nullptr) {
      context_.Error(parameter, Code::kAliasedIndexInvalid, header, ShapeIndexText(index), number);
    } else if (!shape->IsArray()) {
      context_.Error(parameter, Code::kAliasedNotArray, header,
                     StrCat("parameter ", number, " at ", ShapeIndexText(index)));
      return nullptr;
    }
    return shape;
  }

  void VerifyAlias(const InputOutputAlias& alias) {
    constexpr std::string_view kHeader = "input_output_alias";
    const Shape* parameter = ParameterPart(kHeader, alias.parameter_number, alias.parameter_index);
    const HloInstruction& root = *entry_.root_instruction();
    const Shape* result = Subshape(root.shape(), alias.output_index);
    if (result == nullptr) {
      context_.Error(root, Code::kAliasedResultInvalid, ShapeIndexText(alias.output_index));
    } else if (!result->IsArray()) {
      context_.Error(root, Code::kAliasedNotArray, kHeader,
                     StrCat("result at ", ShapeIndexText(alias.output_index)));
      result = nullptr;
    }
    if (parameter == nullptr) return;
    if (!aliased_.insert(Place(alias.parameter_number, alias.parameter_index)).second) {
      context_.Error(*entry_.parameters()[alias.parameter_number], Code::kAliasedTwice,
                     alias.parameter_number, ShapeIndexText(alias.parameter_index));
    }
    if (result != nullptr) VerifyAliasedShapes(alias, *parameter, *result);
  }

  // The header's layouts apply, if it has them.
  void VerifyAliasedShapes(const InputOutputAlias& alias, const Shape& parameter,
                           const Shape& result) {
    const HloInstruction& root = *entry_.root_instruction();
    const std::string output_index = ShapeIndexText(alias.output_index);
    const std::string parameter_index = ShapeIndexText(alias.parameter_index);
    if (context_.options().layout_sensitive &&
        CheckedByteSize(parameter) != CheckedByteSize(result)) {
      context_.Error(root, Code::kAliasedSizes, alias.parameter_number, parameter_index,
                     output_index, parameter, CheckedByteSize(parameter).value_or(-1), result,
                     CheckedByteSize(result).value_or(-1));
    }
    if (!alias.must_alias) return;
    const EntryComputationLayout& layout = config_.entry_computation_layout;
    const Shape* from = &parameter;
    const Shape* to = &result;
    if (layout.result != nullptr &&
        alias.parameter_number < static_cast<int64_t>(layout.parameters.size())) {
      from = Subshape(*layout.parameters[alias.parameter_number], alias.parameter_index);
      to = Subshape(*layout.result, alias.output_index);
    }
    if (from == nullptr || to == nullptr || context_.Equal(*from, *to, {})) return;
    context_
        .Error(root, Code::kMustAliasShapes, output_index, *to, alias.parameter_number,
               parameter_index, *from)
        .Note(*entry_.parameters()[alias.parameter_number], Code::kOperandIsHere);
  }

  VerifyContext& context_;
  const HloComputation& entry_;
  const HloModuleConfig& config_;
  HashSet<std::pair<int64_t, std::string>> aliased_;
};

}  // namespace

void VerifyAliasing(VerifyContext& context) {
  const HloComputation* entry = context.module().entry_computation();
  if (entry == nullptr) return;
  AliasingRules rules(context, *entry);
  rules.VerifyAliases();
  rules.VerifyDonors();
}

}  // namespace hlo_text_v1::internal
