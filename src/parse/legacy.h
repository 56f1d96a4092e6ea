// Older forms of HLO text, read with ParseOptions::upgrade_legacy.
//
//   typographic characters  ”foo”  “foo”  «foo»  ’foo’  U+00A0
//                           U+2010, U+2011 within names and opcodes
//   names                   s1 = f32[] add(token, manual): names that have become types or keywords
//   opcodes                 less-than(a, b): compare(a, b), direction=LT
//                           cross-replica-sum, tuple-select: all-reduce, select
//                           cross-replica-sum(x): to_apply= of a sum, made for the element type
//   attributes              window_bounds= of a gather: slice_sizes=
//                           sparsity=L.1@2:4 of a dot: sparsity_config=
//                           async_group_id=0: dropped, the operands tell which links form a chain
//   repeated attributes     an update or done repeats those of its start; compared and dropped
//   flat shapes             (f32[64], f32[32], s32[]) of a start or update, where its operands are
//                           annotated, and as the result of a computation: ((f32[64]), f32[32], s32[])
//   strings without quotes  custom_call_target=foo
//   typed literals, shapes of tiles in shardings: where these values are read
//
// Each change is a warning. Without the option all of them are XLA's errors, with a note that names
// the option. The functions are hooks: the parser calls them where it would refuse the text, or
// where the option is on.
#ifndef HLO_PARSE_LEGACY_H_
#define HLO_PARSE_LEGACY_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/source.h"
#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

// ---- Typographic characters of a text that went through a word processor or a web page: strings
// up to the closing or a plain mark on their line, no-break spaces, and hyphens within names.

// Makes them plain characters in place, padded with blanks to keep the offset of every other byte,
// and appends a warning for each string, space and name. Plain strings and comments do not change.
// Returns the text as it was if it changes, else an empty one.
SourceBuffer UpgradeTypography(SourceBuffer* source, std::vector<Diagnostic>* warnings);

// Adds the note that names --upgrade_legacy to each diagnostic at such a character. `source` is
// padded like a SourceBuffer.
void NoteTypography(std::string_view source, std::vector<Diagnostic>* diagnostics);

// ---- Names and strings.

// If `*name`, written at `position`, has become a type, makes it a legal name and returns true. A
// keyword is legal, but needs a '%'.
bool UpgradeName(ParseState& state, uint32_t position, std::string_view* name);
// The same for the module's name, which has no '%': changes keywords, too.
void UpgradeModuleName(ParseState& state, uint32_t position);

// A string without quotes, at the current token.
bool ReadUnquotedString(ParseState& state, std::string_view* value);

// ---- Opcodes and attributes.

struct LegacyOpcode;
struct LegacyAttribute;

// The row of `word`; nullptr if it is not the older name of an opcode.
const LegacyOpcode* FindLegacyOpcode(std::string_view word);
// Gives the draft today's opcode for `legacy`, which is the current token.
void UpgradeOpcode(ParseState& state, const LegacyOpcode& legacy, Draft* draft);

// The row of attribute `name` on the draft; nullptr if there is none.
const LegacyAttribute* FindLegacyAttribute(const Draft& draft, std::string_view name);
// Reads the value of the attribute `name`, which is at `position`.
bool ReadLegacyAttribute(ParseState& state, const LegacyAttribute& legacy, std::string_view name,
                         uint32_t position, Draft* draft);

// Gives an all-reduce that is written as cross-replica-sum without to_apply its sum.
void AddLegacySum(ParseState& state, Draft* draft);

// For attributes of the start on an update or done: allow them, add the note to an error about one,
// and drop those that equal the start's (returns false, logged, if one differs).
void AllowRepeatedAttributes(ParseState& state, const Draft& draft, AllowedAttributes* allowed);
void NoteRepeatedAttribute(ParseState& state, const Draft& draft, uint32_t position,
                           std::string_view name);
bool DropRepeatedAttributes(ParseState& state, Draft* draft);

// ---- Shapes of asynchronous instructions.

// Gives a start or update today's form of its shape, if it has the older one.
void UpgradeAsyncShape(ParseState& state, Draft* draft);
// Adds the note on the option to the last error, if the shape has the older form. Returns false.
bool NoteOlderAsyncShape(ParseState& state, const Draft& draft);

// Whether `declared`, at `position`, is accepted as the older form of the instruction's shape.
bool AgreesWhenUpgraded(ParseState& state, const Shape& declared, const HloInstruction& instruction,
                        uint32_t position);
// Adds the note on the option to the last error, if that is about such a form.
void NoteOlderShape(ParseState& state, const Shape& declared, const HloInstruction& instruction,
                    uint32_t position);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_LEGACY_H_
