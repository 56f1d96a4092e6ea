// The state shared by the productions of modules, computations and instructions.
//
//   bool ReadComputation(ParseState& state);
//
// A production is a free function, in the file named after its part of the grammar:
//
//   module                  the public functions, the three kinds of text, the checks at its end
//   header, stack_frame_tables
//                           the HloModule line and the tables after it
//   added_computation       computations for a module that is there already
//   computation             computations, signatures, bodies, references to computations
//   instruction             `name = shape opcode(...), ...`: begin to read here
//   operands                operands other than known names: nested instructions, t#0#1
//   attributes              `, name=value`: which are allowed, their values, defaults, print order
//   checks, async_checks    the requirements of all opcodes, and of particular ones
//   unknown                 opcodes and attributes that are kept as written
//   recovery                the report on errors, and how reading goes on after one
//   bindings                the meaning of names
//   only                    reads some computations of a text and skips the others
//   parallel                parts of one text, each read into a state of its own
//   ../legacy               older forms of text
//
// Errors: a production returns false (or nullptr) if the text is refused, which is where XLA stops;
// log() has the reason. ReadInstruction and ReadComputation move the log of a refusal to `report`
// and go on after it (recovery.h); they return false only if nothing more can be read. The name of
// a refused instruction is "poisoned": later errors that may only follow from it are dropped.
#ifndef HLO_PARSE_MODULE_PARSE_STATE_H_
#define HLO_PARSE_MODULE_PARSE_STATE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/module.h"
#include "src/async/producer.h"
#include "src/base/hash_table.h"
#include "src/base/huge_pages.h"
#include "src/ir/module_state.h"
#include "src/ir/name_uniquer.h"
#include "src/parse/module/bindings.h"
#include "src/parse/module/recovery.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1::internal {

// Values that repeat on many instructions, each parsed once.
struct ValueTables {
  HashMap<std::string_view, const HloSharding*> shardings;         // by text
  HashMap<std::string_view, const ReplicaGroups*> replica_groups;  // by text
  // Shardings of tuples made from one for all elements.
  HashMap<std::pair<const HloSharding*, const Shape*>, const HloSharding*> tuple_shardings;
  // See AddLegacySum.
  HashMap<PrimitiveType, HloComputation*> legacy_sums;
  ProducerFinder producers;  // of links in the text so far
};

// The base has what value productions need: lexer, arena, shapes, options, limits, log.
struct ParseState : ParseContext {
  // The text to read into the module, padded for the lexer; both must outlive the state. The module
  // is empty except for its source, unless the text is added to it; then the text is in the
  // module's arena.
  ParseState(HloModule* module, std::string_view text, const ParseOptions& options,
             bool is_added = false);

  // The symbol of a name of the text, a std::string_view or SymbolTable::Hashed.
  template <typename Name>
  uint32_t Intern(const Name& name) {
    return instructions.Intern(name);
  }
  // Charges what `shape`, omitted in the text here, adds to the printed text. Returns false, logged
  // at `position`, if that is too much.
  bool ExpandShape(uint32_t position, const Shape& shape);

  // ---- The module being built.
  IrAccess::ModuleState& module;
  const bool is_added;                  // the text is not the module's source
  bool entry_seen = false;              // the text, or the module it is added to, has an ENTRY
  bool has_unchecked_sugar = false;     // see CheckMixedChains
  bool has_own_computations = false;    // of updates and dones (OwnComputation)
  std::optional<bool> elides_elements;  // whether the text has %t#0, once that was asked

  // ---- Meaning of names.
  InstructionNames instructions;
  ComputationTable computations;
  ForwardReferences forward;
  EarlierComputations earlier;  // only with is_added
  AttributeSite attribute;      // being read, for a forward reference in it

  // All names so far, once an instruction without a name needs one.
  std::unique_ptr<NameUniquer> anonymous_names;

  ValueTables values;

  // ---- Errors.
  ErrorReport report;
  Recovery recovery;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_PARSE_STATE_H_
