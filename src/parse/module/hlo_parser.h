// The parser of modules: tokens -> HloModule, as written.
//
// One class, whose members stand in a file per part of the grammar:
//
//   module_parser.cc          the three kinds of text, what is checked at the end
//   added_computation_parser.cc
//                             computations for a module that is there already
//   computation_parser.cc     computations, signatures, bodies, references to computations
//   instruction_parser.cc     `name = shape opcode(...)`, creation
//   operand_parser.cc         operand lists: names, nested instructions, t#0#1
//   attribute_list_parser.cc  `, name=value`: which are allowed, defaults, print order
//   attribute_value_reader.cc the value, by its type
//   instruction_checks.cc     what particular opcodes demand
//   upgrade_legacy.cc         older forms of asynchronous instructions
//   unknown_words.cc          opcodes and attributes that are kept as they are written
//   recovery.cc               going on after an error
//   parallel_parser.cc, part_linker.cc
//                             pieces of one text, each read by a parser of its own
//
// Attribute values, shapes and literals are free functions of a ParseContext.
//
// Errors: a member returns false (or nullptr) if what it reads is refused; XLA stops there. This
// parser reports the log of that instruction or computation and goes on at the next one
// (recovery.cc). What a refused instruction defines is "poisoned": later errors that may only be a
// consequence are not reported.
#ifndef HLO_PARSE_MODULE_HLO_PARSER_H_
#define HLO_PARSE_MODULE_HLO_PARSER_H_

#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "hlo/module.h"
#include "src/base/huge_pages.h"
#include "src/ir/module_state.h"
#include "src/ir/name_uniquer.h"
#include "src/parse/module/computation_table.h"
#include "src/parse/module/printed_size.h"
#include "src/parse/parse_context.h"

namespace hlo {

class HloParser {
 public:
  enum class TextForm : uint8_t {
    kModule,        // any of the three of module_parser.cc
    kInstructions,  // one nameless instruction, or named ones in lines
    kAdded,         // computations to add to a module; see added_computation_parser.cc
  };

  // All must outlive the parser; the module is empty but for its source.
  HloParser(HloModule* module, const ParseOptions& options);
  // For TextForm::kAdded: the module may have computations. `text` is padded as the lexer wants it
  // and lies in the module's arena.
  HloParser(HloModule* module, std::string_view text, const ParseOptions& options);

  // Reads the text. False if it was refused; diagnostics() then has an error.
  bool Parse(TextForm form = TextForm::kModule);
  // In the order in which they are to be shown.
  std::vector<Diagnostic>& diagnostics() { return reported_; }
  // Puts `warnings` and those that Parse() found behind the errors, in the order of the text.
  void ReportWarnings(std::vector<Diagnostic> warnings);

 private:
  friend class ParallelParser;
  friend class PartLinker;

  HloParser(HloModule* module, std::string_view text, const ParseOptions& options, bool is_added);

  // A body that is being read.
  struct Scope {
    HloComputation* computation = nullptr;
    HloInstruction* marked_root = nullptr;  // the one with ROOT
    bool root_seen = false;                 // ... even if it was refused
    bool is_nested = false;                 // an attribute's value: names inside hide those outside
    // Meaning of names before this nested body defined them.
    std::vector<std::pair<uint32_t, HloInstruction*>> hidden;
    size_t first_unresolved = 0;                     // of unresolved_in_body_
    std::vector<HloInstruction*> parameters;         // as created
    int64_t dense_parameters = 0;                    // parameters 0..n-1 were seen, in this order
    absl::flat_hash_set<int64_t> parameter_numbers;  // all, once one comes out of order
    // Elements t#0#1 that were made, by path: "t_0_1" as symbol.
    absl::flat_hash_map<std::string, HloInstruction*> tuple_elements;
  };

  // What a draft's opcode and phase allow besides the tail attributes.
  struct Allowed {
    absl::Span<const AttributeSpec> row;
    bool async_execution_thread = false;
    bool output_to_operand_aliasing = false;
  };

  // An instruction that is being read. Its operands and attributes are the tops of operands_ and
  // attributes_.
  struct Draft {
    // Not `= default`, for which GCC zeroes all of it with rep stos: 30 cycles an instruction.
    Draft() {}  // NOLINT(modernize-use-equals-default)

    HloOpcode opcode = HloOpcode::kAbs;
    bool is_nested = false;
    const Shape* shape = nullptr;
    std::string_view name;  // as written; of no nested instruction
    uint32_t position = 0;  // of the shape, or the opcode if there is none
    size_t first_operand = 0;
    size_t first_attribute = 0;
    uint32_t operands_position = 0;    // of the '('
    uint32_t attributes_position = 0;  // of the token behind the ')'
    const Literal* literal = nullptr;
    int64_t parameter_number = 0;
    std::bitset<128> given;  // AttributeKinds that the text has
    Allowed allowed;
    bool is_tainted = false;  // uses something that was refused
    bool has_unknown_attributes = false;
    bool lacks_known_attributes = false;  // some of its own are missing or not understood
    // Not beside the opcode: GCC would load both at once, and wait for the stores of either.
    AsyncPhase phase = AsyncPhase::kNone;
    UnknownOpcode* unknown = nullptr;  // with HloOpcode::kUnknown
  };

  // ---- module_parser.cc
  bool ParseText(TextForm form);
  bool ParseModule();
  bool ParseHeader();
  bool ParseComputations();
  bool ParseInstructions(bool is_list);
  bool ParseSingleInstruction(Scope* scope);
  bool ParseInstructionLines(Scope* scope);
  bool Finish();
  bool CheckForwardReferences();
  bool CheckCallCycles();
  void FillEntryLayout();

  // ---- added_computation_parser.cc
  bool ParseAddedComputations();
  void FinishAddedComputations(size_t first, uint32_t known_names);
  // What `name` means in the module to which the text is added, or nullptr.
  HloComputation* FindEarlierComputation(uint32_t name);

  // ---- computation_parser.cc
  bool ParseComputation();
  struct Signature {
    const Shape* result = nullptr;
    uint32_t result_position = 0;
  };
  bool SkipKnownParameters();
  bool ParseSignature(Signature* signature);
  bool ParseBody(Scope* scope);
  bool CloseBody(Scope* scope);
  bool CollectParameters(Scope* scope);
  bool CheckSignature(const Signature& signature, const HloComputation* computation);
  bool ParseComputationAttributes(HloComputation* computation);
  // A computation-valued attribute: a name or a nested body.
  bool ParseComputationReference(HloComputation** computation);
  bool ParseComputationList(absl::Span<HloComputation* const>* computations);
  // `is_value`: as an attribute's value, behind which other attributes follow.
  bool ParseNestedComputation(HloComputation** computation, bool is_value = true);

  // ---- printed_bodies.cc
  bool BeginsBody();
  // Before the value of an attribute called `name`: whether it is a body that XLA prints there
  // under another name, or one too many.
  bool IsBodyOfToApply(const Draft& draft, std::string_view name);
  bool IsWrappedBody(const Draft& draft, std::string_view name);
  bool ParseAndForgetBody();
  bool ParseNestedSignature(Signature* signature);
  bool ParseNestedThread(HloComputation* computation);
  bool LacksName();
  bool ParseNamelessComputation(bool is_entry);

  // ---- instruction_parser.cc
  bool ParseInstruction(Scope* scope);
  HloInstruction* ParseRightSide(Scope* scope, const SymbolTable::Hashed& name,
                                 uint32_t name_position, bool is_nested);
  bool ParseKnownHead(Draft* draft);
  bool ParseOpcode(Draft* draft);
  bool ParseParameterNumber(Scope* scope, Draft* draft);
  bool ParseConstant(Draft* draft);
  bool ParseOperandsAndAttributes(Scope* scope, Draft* draft);
  bool InferMissingShape(Draft* draft);
  // Takes what `shape`, which the text does not have here, adds to the printed text.
  bool ExpandShape(uint32_t position, const Shape& shape);
  HloInstruction* CreateInstruction(Scope* scope, Draft* complete, uint32_t name,
                                    uint32_t position);
  void NoteForModule(const Draft& draft, HloInstruction* instruction);
  bool DefineName(Scope* scope, HloInstruction* instruction, uint32_t name, uint32_t position);
  uint32_t AnonymousName(const Draft& draft);
  HloInstruction* FindInstruction(const Scope& scope, uint32_t name) const {
    HloInstruction* found = name < instruction_of_.size() ? instruction_of_[name] : nullptr;
    return found != nullptr && found->parent() == scope.computation ? found : nullptr;
  }

  // ---- operand_parser.cc
  bool ParseOperands(Scope* scope, Draft* draft);
  bool ParseKnownOperands(Scope* scope, Draft* draft);
  bool ParseOperandFast(Scope* scope, Draft* draft);
  void ParseOperandSlow(Scope* scope, Draft* draft);
  HloInstruction* ParseOperandName(Scope* scope, uint32_t start);
  HloInstruction* MakeTupleElement(Scope* scope, HloInstruction* tuple, const std::string& path,
                                   int64_t index, uint32_t start);
  HloInstruction* MakeImplicitParameter(Scope* scope, std::string_view name, const Shape* shape);
  absl::Span<HloInstruction* const> Operands(const Draft& draft) const {
    return absl::MakeConstSpan(operands_).subspan(draft.first_operand);
  }
  size_t OperandCount(const Draft& draft) const { return operands_.size() - draft.first_operand; }

  // ---- attribute_list_parser.cc
  Allowed AllowedAttributes(const Draft& draft) const;
  bool ParseAttributes(Scope* scope, Draft* draft);
  bool ParseAttribute(Scope* scope, Draft* draft);
  bool PackMetadata(const char* begin, Attribute* attribute);
  bool ParsePlainMetadata(Draft* draft);
  bool CheckRequiredAttributes(Draft* draft);
  // Drops what is not kept, adds what is always there, sorts.
  void NormalizeAttributes(Draft* draft);
  Attribute* FindGiven(const Draft& draft, AttributeKind kind);
  void RemoveAttribute(Draft* draft, AttributeKind kind);

  // ---- attribute_value_reader.cc
  class ValueReader;
  bool ParseAttributeValue(Scope* scope, AttributeKind kind, Attribute* attribute);
  bool ParseInstructionNames(Scope* scope, absl::Span<HloInstruction* const>* names);

  // ---- instruction_checks.cc, async_checks.cc
  bool CheckOperandCount(const Draft& draft);
  bool CheckBeforeAttributes(Draft* draft);
  bool CheckInstruction(Draft* draft);
  void NarrowPrecision(const Draft& draft);
  // Reads what follows the operands of an instruction of which nothing has to be checked, if that
  // is nothing or metadata as XLA prints it. False if there is more to do: what is in the draft
  // then stays there.
  bool ParsePlainTail(Draft* draft);
  bool CheckCommonAttributes(Draft* draft);
  const HloSharding* TupleSharding(const HloSharding& sharding, const Shape& shape);
  bool CheckSingleDimension(const Draft& draft);
  bool CheckReduction(const Draft& draft);
  bool CheckCollective(Draft* draft);
  bool CheckCommunication(Draft* draft);
  bool CheckDynamicSlice(const Draft& draft);
  bool CheckReshape(const Draft& draft);
  bool CheckConditional(const Draft& draft);
  bool CheckCompare(Draft* draft);
  bool CheckCustomCall(Draft* draft);
  bool CheckScan(const Draft& draft);
  bool CheckTupleShape(const Draft& draft);
  absl::Span<Attribute> AttributesOf(const Draft& draft) {
    return absl::MakeSpan(attributes_).subspan(draft.first_attribute);
  }
  bool CheckAsync(Draft* draft);
  bool CheckWrapped(Draft* draft);
  const HloInstruction* StartOf(const Draft& draft);
  bool CheckAsyncLegacyAttributes(Draft* draft, const HloInstruction* start);

  // ---- upgrade_legacy.cc
  // The shape of an async-start or update that has an older one, else nullptr.
  const Shape* UpgradedAsyncShape(const Draft& draft);
  void UpgradeAsyncShape(Draft* draft);
  bool RefuseAsyncShape(const Draft& draft);
  // Whether `declared` is accepted as the older form of the instruction's shape.
  bool AgreesWhenUpgraded(const Shape& declared, const HloInstruction& instruction,
                          uint32_t position);
  // Adds the note on the option to the last error, if it is about such a form.
  void NoteOlderShape(const Shape& declared, const HloInstruction& instruction, uint32_t position);
  void NoteRepeatedAttribute(const Draft& draft, uint32_t position, std::string_view name);
  void NoteUpgradeLegacy(uint32_t begin, uint32_t end);
  void AllowRepeatedAttributes(const Draft& draft, Allowed* allowed);
  bool DropRepeatedAttributes(Draft* draft);
  bool ParseStringValue(std::string_view* value);

  // ---- unknown_words.cc
  // Each is false, with nothing consumed and nothing logged, if the word cannot be kept.
  bool KeepUnknownOpcode(Draft* draft);  // behind it a '('
  bool HasShape(const Draft& draft);     // else an error
  bool KeepUnknownAttribute(Scope* scope, Draft* draft, std::string_view name);
  bool KeepUnknownValue(Scope* scope, Draft* draft, AttributeKind kind, uint8_t rank,
                        std::string_view name);
  bool KeepAttribute(Scope* scope, Draft* draft, std::string_view name, uint8_t rank);
  bool KeepComputationAttribute(std::string_view name, std::string_view after,
                                std::vector<UnknownAttribute>* kept);
  void KeepHeaderNames();
  bool ParseUnknownOperands(Scope* scope, Draft* draft);
  bool ParseUnknownOperand(Scope* scope, Draft* draft, UnknownOperand* operand);
  bool IsOperandName();
  bool ParseAttributeOfUnknown(Scope* scope, Draft* draft, std::string_view name,
                               uint32_t position);
  static bool MayKeepValue(AttributeKind kind);
  // Reads a value up to the end of the attribute; nothing is consumed or logged if that fails.
  bool TryValue(Scope* scope, AttributeKind kind, Attribute* attribute);
  // `scope` is nullptr outside of bodies.
  UnknownText KeepText(Scope* scope, const char* begin, const char* end);
  void ResolveInBody(Scope* scope);
  void ResolveInModule();
  // Once for each word; the warning stands at `at`, a view into the source.
  void WarnOfUnknown(DiagnosticCode code, std::string_view word, std::string_view at);

  // ---- recovery.cc
  // Moves the log to the reported diagnostics, as found where the text was read up to `at`; false
  // if enough errors were reported.
  bool Report(uint32_t at, bool is_consequence);
  bool RecoverAtInstruction(Scope* scope, uint32_t name, uint32_t position);
  bool RecoverAtComputation();
  const char* BehindComments();
  const char* FindInstructionLine(const char* p) const;
  const char* FindLineOutside(const char* p);
  void Poison(Scope* scope, uint32_t name, uint32_t position);
  void NotePoison(HloInstruction* operand, Draft* draft) {
    if ((internal::IrAccess::Flags(operand) & internal::IrAccess::kPoisoned) == 0) return;
    draft->is_tainted = true;
    saw_poison_ = true;
  }

  template <typename... Args>
  ABSL_ATTRIBUTE_COLD ABSL_ATTRIBUTE_NOINLINE bool Error(DiagnosticCode code, const Args&... args) {
    return ctx_.Error(code, args...);
  }
  template <typename... Args>
  ABSL_ATTRIBUTE_COLD ABSL_ATTRIBUTE_NOINLINE bool ErrorAt(uint32_t position, DiagnosticCode code,
                                                           const Args&... args) {
    return ctx_.ErrorAt(position, code, args...);
  }
  template <typename Name>  // std::string_view or SymbolTable::Hashed
  uint32_t Intern(const Name& name) {
    const uint32_t id = state_.symbols.Intern(name);
    if (id >= instruction_of_.size()) GrowNames();
    return id;
  }
  void GrowNames();
  HloComputation* FindComputation(uint32_t name) const { return computations_.Find(name); }

  HloModule* const module_;
  internal::IrAccess::ModuleState& state_;
  const ParseOptions& options_;
  ParseContext ctx_;

  // What is to be read, if other parsers read the rest of the text.
  const char* part_begin_ = ctx_.lexer.begin();
  const char* part_end_ = ctx_.lexer.end();

  // What names mean, by symbol; instructions of other bodies are told by their parent.
  LargeVector<HloInstruction*> instruction_of_;
  ComputationTable computations_;
  // Computations that were mentioned before their definition, with the first mention.
  struct ForwardReference {
    HloComputation* computation;
    uint32_t position;
    uint32_t attribute_position;
    std::string_view attribute;
  };
  absl::flat_hash_map<HloComputation*, ForwardReference> undefined_;
  bool has_forward_references_ = false;
  bool defines_referenced_ = false;  // one of undefined_ has been defined
  // Only for TextForm::kAdded: the computations of the module before, and those of them that the
  // text calls, with what a fusion in it may change.
  bool is_added_ = false;
  absl::flat_hash_map<uint32_t, HloComputation*> earlier_;
  std::vector<std::pair<HloComputation*, uint32_t>> fusion_callers_before_;

  std::vector<HloInstruction*> operands_;                                // stack, see Draft
  std::vector<Attribute> attributes_;                                    // stack, see Draft
  absl::flat_hash_map<std::string_view, const HloSharding*> shardings_;  // by text
  PrintedSizes printed_sizes_;
  // Shardings of tuples made from one for all elements.
  absl::flat_hash_map<std::pair<const HloSharding*, const Shape*>, const HloSharding*>
      tuple_shardings_;
  absl::flat_hash_map<std::string_view, const ReplicaGroups*> replica_groups_;  // by text
  LargeHashMap<const HloInstruction*, const HloInstruction*> start_of_update_;  // or nullptr
  // Names in texts that are kept, for which there was no computation where they stand.
  struct UnresolvedName {
    NameReference* reference;
    uint32_t symbol;
  };
  std::vector<UnresolvedName> unresolved_in_body_;  // of the bodies being read
  std::vector<UnresolvedName> unresolved_;          // of bodies that were read, and outside
  std::vector<NameReference*> resolved_;            // those for which there was one
  absl::flat_hash_set<std::pair<int, std::string_view>> warned_of_;
  std::unique_ptr<NameUniquer> anonymous_names_;
  int nested_bodies_ = 0;
  bool entry_seen_ = false;
  std::string_view attribute_name_;  // being read, for forward references
  uint32_t attribute_position_ = 0;

  // Errors.
  std::vector<Diagnostic> reported_;
  std::vector<uint32_t> reported_at_;  // how far the text was read, for each
  bool failed_ = false;
  bool failed_in_nested_body_ = false;
  bool saw_poison_ = false;  // the instruction being read uses a poisoned one
};

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_HLO_PARSER_H_
