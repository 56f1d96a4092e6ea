// Hashes the configuration and each computation in canonical order: its content and the numbers of
// its callees, so that calling one computation twice differs from calling two equal ones.
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "hlo/canonical.h"
#include "src/base/hash_table.h"
#include "src/canonical/canonical_form.h"
#include "src/canonical/structural_hash.h"
#include "src/ir/desugared.h"
#include "src/ir/header_attributes.h"
#include "src/ir/visit_attribute.h"
#include "src/ir/walk.h"
#include "src/text/sorted_json.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Change this whenever values change.
constexpr uint64_t kFingerprintVersion = 3;

void AddAliases(const HloModuleConfig& config, HashState* hash) {
  const auto add = [hash](const auto& member) {
    if constexpr (std::is_arithmetic_v<std::decay_t<decltype(member)>>) {
      hash->Add(static_cast<uint64_t>(member));
    } else {
      hash->AddInts(member);
    }
  };
  hash->Add(config.input_output_alias.size());
  for (const auto& alias : config.input_output_alias) ForEachMember(alias, add);
  hash->Add(config.buffer_donor.size());
  for (const auto& donor : config.buffer_donor) ForEachMember(donor, add);
}

void AddLayout(const EntryComputationLayout& layout, bool with_sizes, HashState* hash) {
  std::string scratch;
  hash->Add(layout.parameters.size());
  const auto add = [&](const Shape& shape) {
    if (with_sizes) return AddShape(shape, /*with_layout=*/true, &scratch, hash);
    AddShapeWithoutSizes(shape, &scratch, hash);
  };
  for (const Shape* parameter : layout.parameters) add(*parameter);
  if (layout.result != nullptr) add(*layout.result);
}

void AddPropagation(absl::Span<const bool> values, HashState* hash) {
  if (values == absl::MakeConstSpan(kNoPropagation)) values = {};
  hash->Add(values.size());
  for (const bool value : values) hash->Add(value);
}

static_assert(kHeaderAttributeCount == 13, "AddConfig: all but those of Role Origin");
void AddConfig(const HloModuleConfig& config, bool with_entry, bool with_sizes, HashState* hash) {
  hash->Add(config.is_scheduled);
  hash->Add(config.alias_passthrough_params && with_entry);
  hash->Add(static_cast<uint64_t>(config.replica_count));
  hash->Add(static_cast<uint64_t>(config.num_partitions));
  if (with_entry) {
    AddAliases(config, hash);
    AddLayout(config.entry_computation_layout, with_sizes, hash);
    AddPropagation(config.allow_spmd_sharding_propagation_to_parameters, hash);
    AddPropagation(config.allow_spmd_sharding_propagation_to_output, hash);
  }
  hash->Add(config.frontend_attributes);
  if (with_sizes) hash->AddBytes(SortedJson(config.backend_config));
}

void AddUnknown(const HloModule& module, HashState* hash) {
  std::vector<UnknownAttribute> counted;
  for (const UnknownAttribute& attribute : module.config().unknown_attributes) {
    if (!IsOriginOfHeader(attribute.name)) counted.push_back(attribute);
  }
  InstructionHasher().Add(counted, hash);
}

Fingerprint128 FingerprintOf(const HloModule& module,
                             absl::Span<const HloComputation* const> computations, bool with_entry,
                             const HashOptions& options = {}) {
  RequireDesugared(module, "Fingerprint");
  HashState hash;
  hash.Add(kFingerprintVersion);
  AddConfig(module.config(), with_entry, options.sizes, &hash);
  const std::vector<CanonicalComputation> form = CanonicalForm(module, computations, options);
  for (const CanonicalComputation& part : form) {
    hash.Add(part.computation->IsEntry());
    hash.Add(part.hash);
    for (const auto& call : part.calls) hash.Add(call.number);
  }
  if (with_entry) AddUnknown(module, &hash);
  return hash.Finish();
}

}  // namespace

std::string Fingerprint128::ToString() const {
  return absl::StrCat(absl::Hex(high, absl::kZeroPad16), absl::Hex(low, absl::kZeroPad16));
}

Fingerprint128 Fingerprint(const HloModule& module) {
  return FingerprintOf(module, module.computations(), /*with_entry=*/true);
}

Fingerprint128 ShapeBlindFingerprint(const HloModule& module) {
  HashOptions options;
  options.layouts = options.sizes = false;
  return FingerprintOf(module, module.computations(), /*with_entry=*/true, options);
}

Fingerprint128 Fingerprint(const HloModule& module,
                           absl::FunctionRef<bool(const HloComputation& computation)> selects) {
  std::vector<const HloComputation*> selected;
  for (const HloComputation* computation : module.computations()) {
    if (selects(*computation)) selected.push_back(computation);
  }
  const HashSet<const HloComputation*> seen = ComputationsReachedFrom(selected);
  std::vector<const HloComputation*> part;  // in the order of the text, on which limits depend
  for (const HloComputation* computation : module.computations()) {
    if (seen.contains(computation)) part.push_back(computation);
  }
  return FingerprintOf(module, part, seen.contains(module.entry_computation()));
}

}  // namespace hlo_text_v1
