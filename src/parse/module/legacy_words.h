// Opcodes and attributes of older versions of XLA, accepted with ParseOptions::upgrade_legacy.
//
//   less-than(a, b)                  compare(a, b), direction=LT
//   cross-replica-sum, tuple-select  all-reduce, select
//   cross-replica-sum(x)             to_apply= of a sum, made for the element type
//   window_bounds= of a gather       slice_sizes=
//   sparsity=L.1@2:4 of a dot        sparsity_config=
//   async_group_id=0                 nothing: the operands tell which links form a chain
//
// Each change is a warning. Without the option XLA's error gets a note that names it.
#ifndef HLO_PARSE_MODULE_LEGACY_WORDS_H_
#define HLO_PARSE_MODULE_LEGACY_WORDS_H_

#include <cstdint>
#include <string_view>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo::internal {

struct LegacyOpcode;
struct LegacyAttribute;

// The row of `word`; nullptr if it never was an opcode with another name today.
const LegacyOpcode* FindLegacyOpcode(std::string_view word);
// Gives the draft the opcode, at the current token, that `legacy` means today.
void UpgradeOpcode(ParseState& state, const LegacyOpcode& legacy, Draft* draft);

// The row of attribute `name` on the draft; nullptr if it has none.
const LegacyAttribute* FindLegacyAttribute(const Draft& draft, std::string_view name);
// Reads the attribute `name` at `position`, from its value on.
bool ReadLegacyAttribute(ParseState& state, const LegacyAttribute& legacy, std::string_view name,
                         uint32_t position, Draft* draft);

// Gives an all-reduce that is written as cross-replica-sum without to_apply its sum.
void AddLegacySum(ParseState& state, Draft* draft);

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_LEGACY_WORDS_H_
