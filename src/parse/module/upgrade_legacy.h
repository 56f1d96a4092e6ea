// Older forms of names and asynchronous instructions, accepted with ParseOptions::upgrade_legacy.
//
//   flat shapes             (f32[64], f32[32], s32[]) of a start or update, where its operands are
//                           annotated, and as the result of a computation: src/async/upgrade.h
//   repeated attributes     an update or done repeats those of its start; compared and dropped
//   names                   s1 = f32[] add(token, manual): types and keywords by now
//   strings without quotes  custom_call_target=foo
//   typographic characters  src/parse/legacy_typography.h
//   opcodes, attributes     src/parse/module/legacy_words.h
//   typed literals, shapes of tiles in shardings: where these values are read
//
// Each change is a warning. Without the option all of them are XLA's errors, with a note that names
// the option.
#ifndef HLO_PARSE_MODULE_UPGRADE_LEGACY_H_
#define HLO_PARSE_MODULE_UPGRADE_LEGACY_H_

#include <cstdint>
#include <string_view>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo::internal {

// Upgrades the shape of a start or update, if the option allows it and the shape has the older
// form. Returns false, logged, if the result is not in today's form.
bool CheckAsyncShape(ParseState& state, Draft* draft);

// Whether `declared`, at `position`, is accepted as the older form of the instruction's shape.
bool AgreesWhenUpgraded(ParseState& state, const Shape& declared, const HloInstruction& instruction,
                        uint32_t position);
// Adds the note on the option to the last error, if that is about such a form.
void NoteOlderShape(ParseState& state, const Shape& declared, const HloInstruction& instruction,
                    uint32_t position);

// Attributes that an update or done may repeat: allows them, adds the note to an error about one,
// and drops those that equal the start's. Returns false, logged, if one differs.
void AllowRepeatedAttributes(ParseState& state, const Draft& draft, AllowedAttributes* allowed);
void NoteRepeatedAttribute(ParseState& state, const Draft& draft, uint32_t position,
                           std::string_view name);
bool DropRepeatedAttributes(ParseState& state, Draft* draft);

// If `*name`, written at `position`, is a type by now, makes it a legal one and returns true. A
// keyword is legal, but needs a '%'.
bool UpgradeName(ParseState& state, uint32_t position, std::string_view* name);
// The same for the module's name, which has no '%': changes keywords, too.
void UpgradeModuleName(ParseState& state, uint32_t position);
// The end of a name of `size` bytes at `position`, where a '%' may precede it.
uint32_t EndOfName(ParseState& state, uint32_t position, size_t size);

// The value of a string attribute; with the option also without quotes.
bool ReadStringValue(ParseState& state, std::string_view* value);

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_UPGRADE_LEGACY_H_
