// Tables of opcodes and of attributes, each row with today's word, and a rewriter of typographic
// characters. Only the value of sparsity= has its own form; other values are read as those of
// today's attribute, or skipped if there is none.
#include "src/parse/legacy.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "src/async/chain.h"
#include "src/ir/attribute_order.h"
#include "src/ir/normal_form.h"
#include "src/lex/line_scan.h"
#include "src/lex/scan.h"
#include "src/parse/module/checks.h"
#include "src/parse/module/instruction.h"
#include "src/parse/values/values.h"
#include "src/text/value_text.h"
#include "src/vocabulary/async_pairs.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1::internal {

// ---- Typographic characters: one pass over the bytes that only distinguishes plain strings,
// comments and the rest. A character takes two or three bytes, its replacement one; blanks fill the
// rest, before an opening mark, after a closing one.

namespace {

enum Role : uint8_t {
  kOpensDouble = 1,
  kClosesDouble = 2,
  kOpensSingle = 4,
  kClosesSingle = 8,
  kSpace = 16,
  kHyphen = 32,
};

struct Typographic {
  std::string_view bytes;
  uint8_t roles;
};
constexpr Typographic kTypographic[] = {
    {"\xE2\x80\x9C", kOpensDouble | kClosesDouble},  // U+201C
    {"\xE2\x80\x9D", kOpensDouble | kClosesDouble},  // U+201D
    {"\xE2\x80\x9E", kOpensDouble},                  // U+201E
    {"\xE2\x80\x9F", kOpensDouble | kClosesDouble},  // U+201F
    {"\xC2\xAB", kOpensDouble},                      // U+00AB
    {"\xC2\xBB", kClosesDouble},                     // U+00BB
    {"\xE2\x80\x98", kOpensSingle | kClosesSingle},  // U+2018
    {"\xE2\x80\x99", kOpensSingle | kClosesSingle},  // U+2019
    {"\xC2\xA0", kSpace},
    {"\xE2\x80\x90", kHyphen},
    {"\xE2\x80\x91", kHyphen},
};

// The character at `p` if it has one of `roles`, else nullptr. Reads up to three bytes.
const Typographic* Find(const char* p, uint8_t roles) {
  if (static_cast<uint8_t>(*p) < 0x80) return nullptr;
  for (const Typographic& character : kTypographic) {
    if ((character.roles & roles) != 0 &&
        std::memcmp(p, character.bytes.data(), character.bytes.size()) == 0) {
      return &character;
    }
  }
  return nullptr;
}

class Rewriter {
 public:
  Rewriter(SourceBuffer* source, std::vector<Diagnostic>* warnings)
      : begin_(source->data()), end_(begin_ + source->size()), warnings_(*warnings) {}

  void Run() {
    char* p = begin_;
    while (p < end_) p = Step(p);
  }

 private:
  // Handles the string, comment or character at `p`; returns the position after it.
  char* Step(char* p) {
    if (*p == '"' || *p == '\'') {
      const char* end = ScanQuoted(p, end_);
      return end == nullptr ? p + 1 : begin_ + (end - begin_);
    }
    if (*p == '/') {
      const std::string_view text(begin_, static_cast<size_t>(end_ - begin_));
      const auto at = static_cast<size_t>(p - begin_);
      return begin_ + std::max(EndOfComment(text, at), at + 1);
    }
    if (*p == '%' || HasClass(*p, kIdentifierStart)) return Name(p);
    if (static_cast<uint8_t>(*p) < 0x80) return p + 1;
    if (Find(p, kSpace) != nullptr) return Space(p);
    if (Find(p, kOpensDouble) != nullptr) return Quoted(p, '"', kOpensDouble, kClosesDouble);
    if (Find(p, kOpensSingle) != nullptr) return Quoted(p, '\'', kOpensSingle, kClosesSingle);
    return p + 1;
  }

  char* Space(char* p) {
    char* start = p;
    while (const Typographic* space = Find(p, kSpace)) {
      std::memset(p, ' ', space->bytes.size());
      p += space->bytes.size();
    }
    Warn(start, p, Code::kLegacyBlank);
    return p;
  }

  char* Quoted(char* p, char plain, uint8_t opens, uint8_t closes) {
    const size_t opening = Find(p, opens)->bytes.size();
    char* at = p + opening;
    for (;; ++at) {
      if (at >= end_ || *at == '\n') return p + 1;
      if (*at == plain || Find(at, closes) != nullptr) break;
      if (*at == '\\') ++at;
    }
    std::memset(p, ' ', opening);
    p[opening - 1] = plain;
    char* end = at + 1;
    if (*at != plain) {
      end = at + Find(at, closes)->bytes.size();
      std::memset(at, ' ', static_cast<size_t>(end - at));
      *at = plain;
    }
    Warn(p, end, Code::kLegacyQuotes);
    return end;
  }

  char* Name(char* p) {
    std::string plain(1, *p);
    char* at = p + 1;
    bool has_hyphen = false;
    for (;;) {
      const Typographic* hyphen = Find(at, kHyphen);
      if (hyphen != nullptr && HasClass(at[hyphen->bytes.size()], kIdentifierByte)) {
        has_hyphen = true;
        plain += '-';
        at += hyphen->bytes.size();
      } else if (HasClass(*at, kIdentifierByte)) {
        plain += *at++;
      } else {
        break;
      }
    }
    if (!has_hyphen) return at;
    std::memset(p, ' ', static_cast<size_t>(at - p));
    std::memcpy(at - plain.size(), plain.data(), plain.size());
    Warn(p, at, Code::kLegacyHyphen);
    return at;
  }

  void Warn(const char* begin, const char* end, Code code) {
    warnings_.push_back(Diagnostic{Severity::kWarning,
                                   code,
                                   static_cast<uint32_t>(begin - begin_),
                                   static_cast<uint32_t>(end - begin_),
                                   std::string(DiagnosticCodeText(code)),
                                   {}});
  }

  char* const begin_;
  char* const end_;
  std::vector<Diagnostic>& warnings_;
};

}  // namespace

SourceBuffer UpgradeTypography(SourceBuffer* source, std::vector<Diagnostic>* warnings) {
  const std::string_view text = source->view();
  const bool is_ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) < 0x80; });
  if (is_ascii) return SourceBuffer(0);
  SourceBuffer written = SourceBuffer::Copy(text);
  const size_t before = warnings->size();
  Rewriter(source, warnings).Run();
  return warnings->size() == before ? SourceBuffer(0) : std::move(written);
}

void NoteTypography(std::string_view source, std::vector<Diagnostic>* diagnostics) {
  for (Diagnostic& diagnostic : *diagnostics) {
    if (diagnostic.begin >= source.size()) continue;
    const Typographic* character =
        Find(source.data() + diagnostic.begin, kOpensDouble | kOpensSingle | kSpace | kHyphen);
    if (character == nullptr) continue;
    const auto size = static_cast<uint32_t>(character->bytes.size());
    diagnostic.notes.push_back(UpgradeLegacyNote(diagnostic.begin, diagnostic.begin + size));
  }
}

// ---- Names and strings.

bool UpgradeName(ParseState& state, uint32_t position, std::string_view* name) {
  const WordClass word_class = FindWord(*name).word_class;
  if (word_class == WordClass::kKeyword && state.lexer.begin()[position] != '%') {
    state.Warn(position, state.EndOfName(position, name->size()), Code::kLegacyKeyword, *name);
  }
  if (word_class != WordClass::kPrimitiveType) return false;
  const std::string_view legal = state.arena.CopyString(SanitizeName(*name));
  state.Warn(position, state.EndOfName(position, name->size()), Code::kLegacyName, *name, legal);
  *name = legal;
  return true;
}

void UpgradeModuleName(ParseState& state, uint32_t position) {
  std::string_view& name = state.module.name;
  if (FindWord(name).word_class != WordClass::kKeyword) {
    UpgradeName(state, position, &name);
    return;
  }
  const std::string_view legal = state.arena.CopyString(StrCat(name, "_"));
  state.Warn(position, state.EndOfName(position, name.size()), Code::kLegacyName, name, legal);
  name = legal;
}

bool ReadUnquotedString(ParseState& state, std::string_view* value) {
  const char* begin = state.lexer.At();
  const char* end = begin;
  if (HasClass(*end, kIdentifierStart)) {
    while (HasClass(*end, kIdentifierByte)) ++end;
  }
  const bool is_word = end > begin && *end != '=' && *end != ':';
  if (!is_word) return state.ReadString(value);
  const uint32_t from = state.lexer.Offset(begin), to = state.lexer.Offset(end);
  if (!state.options.upgrade_legacy) {
    state.ReadString(value);
    return state.NoteUpgradeLegacy(from, to);
  }
  *value = std::string_view(begin, static_cast<size_t>(end - begin));
  state.Warn(from, to, Code::kLegacyUnquotedString, *value);
  state.lexer.SkipTo(end);
  return true;
}

// ---- Opcodes and attributes.

struct LegacyOpcode {
  std::string_view word;
  HloOpcode today;
  ComparisonDirection direction = ComparisonDirection::kEq;  // of a comparison
};

struct LegacyAttribute {
  std::string_view word;
  HloOpcode opcode;
  // kUnknown: dropped.
  AttributeKind today = AttributeKind::kUnknown;
};

namespace {

constexpr std::string_view kCrossReplicaSum = "cross-replica-sum";

constexpr LegacyOpcode kOpcodes[] = {
    {"equal-to", HloOpcode::kCompare, ComparisonDirection::kEq},
    {"not-equal-to", HloOpcode::kCompare, ComparisonDirection::kNe},
    {"less-than", HloOpcode::kCompare, ComparisonDirection::kLt},
    {"less-than-or-equal-to", HloOpcode::kCompare, ComparisonDirection::kLe},
    {"greater-than", HloOpcode::kCompare, ComparisonDirection::kGt},
    {"greater-than-or-equal-to", HloOpcode::kCompare, ComparisonDirection::kGe},
    {kCrossReplicaSum, HloOpcode::kAllReduce},
    {"generate-token", HloOpcode::kAfterAll},
    {"tuple-select", HloOpcode::kSelect},
};

constexpr LegacyAttribute kAttributes[] = {
    {"all_reduce_id", HloOpcode::kAllReduce, AttributeKind::kChannelId},
    {"barrier", HloOpcode::kAllReduce},
    {"sparsity", HloOpcode::kDot, AttributeKind::kSparsityConfig},
    {"output_window_dims", HloOpcode::kGather, AttributeKind::kOffsetDims},
    {"elided_window_dims", HloOpcode::kGather, AttributeKind::kCollapsedSliceDims},
    {"gather_dims_to_operand_dims", HloOpcode::kGather, AttributeKind::kStartIndexMap},
    {"window_bounds", HloOpcode::kGather, AttributeKind::kSliceSizes},
};
// On every link of a chain.
constexpr LegacyAttribute kGroupId = {"async_group_id", HloOpcode::kAsyncStart};

bool SkipValue(ParseState& state) {
  std::string_view text;
  int64_t number = 0;
  return state.kind() == TokKind::kString ? state.ReadString(&text) : state.ReadInt64(&number);
}

// L.1@2:4: dimension 1 of the left operand keeps 2 of 4 elements. The operands after the first two
// have the positions of the kept elements, first of one side, then of the other.
bool ReadSparsity(ParseState& state, SparsityConfig* config) {
  constexpr int32_t kFirstMetadata = 2;
  int32_t metadata = kFirstMetadata;
  const char* p = state.lexer.At();
  do {
    const bool is_left = *p == 'L';
    TensorSparsity* side = is_left ? &config->lhs : &config->rhs;
    if ((!is_left && *p != 'R') || p[1] != '.' || side->present) {
      return state.Error(Code::kLegacySparsity);
    }
    side->present = true;
    side->stride = 1;
    side->index = metadata++;
    const auto read_number = [&](char before, int64_t* number) {
      constexpr int64_t kMostDigits = 9;
      if (*p != before) return false;
      const char* digits = ++p;
      while (HasClass(*p, kDigit) && p - digits < kMostDigits)
        *number = *number * 10 + (*p++ - '0');
      return p != digits;
    };
    ++p;
    if (!read_number('.', &side->dimension) || !read_number('@', &side->num_non_zero) ||
        !read_number(':', &side->block_size)) {
      return state.Error(Code::kLegacySparsity);
    }
  } while (*p == '_' && *++p != '\0');
  if (HasClass(*p, kIdentifierByte)) return state.Error(Code::kLegacySparsity);
  state.lexer.SkipTo(p);
  return true;
}

// The value of `legacy`, as `attribute`.
bool ReadLegacyValue(ParseState& state, const LegacyAttribute& legacy, Scope& scope,
                     Attribute* attribute) {
  if (legacy.today != AttributeKind::kSparsityConfig) {
    return ReadAttributeValue(state, scope, legacy.today, attribute);
  }
  SparsityConfig config;
  if (!ReadSparsity(state, &config)) return false;
  *attribute = Attribute::Pointer(legacy.today, state.arena.New<SparsityConfig>(config));
  return true;
}

// The draft's opcode as written in the text.
std::string_view WrittenOpcode(ParseState& state, const Draft& draft) {
  const char* end = state.lexer.begin() + draft.operands_position;
  while (end > state.lexer.begin() && HasClass(end[-1], kBlank)) --end;
  const char* begin = end;
  while (begin > state.lexer.begin() && HasClass(begin[-1], kIdentifierByte)) --begin;
  return std::string_view(begin, static_cast<size_t>(end - begin));
}

HloInstruction* AppendScalar(ParseState& state, HloComputation* computation, HloOpcode opcode,
                             PrimitiveType type, std::string_view name) {
  HloInstruction* instruction = IrAccess::Append(state.arena, computation);
  Node(instruction).opcode = opcode;
  Node(instruction).shape = state.shapes.Array(type, {});
  Node(instruction).name = state.Intern(name);
  return instruction;
}

// sum.f32 (a: f32[], b: f32[]) -> f32[], made once per type.
HloComputation* SumOf(ParseState& state, PrimitiveType type) {
  HloComputation*& sum = state.values.legacy_sums[type];
  if (sum != nullptr) return sum;
  sum = IrAccess::NewComputation(state.module);
  const std::string name = StrCat("sum.", PrimitiveTypeName(type));
  Node(sum).name = state.Intern(state.arena.CopyString(name));
  std::vector<HloInstruction*> parameters;
  for (const std::string_view parameter : {"a", "b"}) {
    parameters.push_back(AppendScalar(state, sum, HloOpcode::kParameter, type, parameter));
    Node(parameters.back()).parameter_number = static_cast<int64_t>(parameters.size()) - 1;
  }
  HloInstruction* root = AppendScalar(state, sum, HloOpcode::kAdd, type, "add");
  IrAccess::SetOperands(state.arena, root, parameters);
  Node(sum).root = root;
  Node(sum).parameters = std::move(parameters);
  state.module.AddComputation(sum);
  state.module.computation_names_may_collide = true;
  state.module.names_may_collide = true;
  return sum;
}

}  // namespace

void AddLegacySum(ParseState& state, Draft* draft) {
  if (draft->opcode != HloOpcode::kAllReduce || draft->phase != AsyncPhase::kNone ||
      draft->attributes.Has(AttributeKind::kToApply) || draft->operands.empty() ||
      !draft->operands[0]->shape().IsArray()) {
    return;
  }
  const std::string_view written = WrittenOpcode(state, *draft);
  if (written != kCrossReplicaSum) return;
  const PrimitiveType type = draft->operands[0]->shape().element_type();
  const uint32_t begin = state.lexer.Offset(written.data());
  state.Warn(begin, begin + static_cast<uint32_t>(written.size()), Code::kLegacySum,
             PrimitiveTypeName(type));
  draft->attributes.Add(
      Ranked(draft->opcode, Attribute::Pointer(AttributeKind::kToApply, SumOf(state, type))));
}

const LegacyOpcode* FindLegacyOpcode(std::string_view word) {
  const auto* found = std::find_if(std::begin(kOpcodes), std::end(kOpcodes),
                                   [word](const LegacyOpcode& row) { return row.word == word; });
  return found == std::end(kOpcodes) ? nullptr : found;
}

void UpgradeOpcode(ParseState& state, const LegacyOpcode& legacy, Draft* draft) {
  const Token& token = state.token();
  draft->opcode = legacy.today;
  std::string today(HloOpcodeName(legacy.today));
  if (legacy.today == HloOpcode::kCompare) {
    const Attribute direction =
        Attribute::Int64(AttributeKind::kDirection, static_cast<int64_t>(legacy.direction));
    draft->attributes.Add(Ranked(legacy.today, direction));
    const EnumTypeInfo& directions = GetEnumTypeInfo(AttributeType::kComparisonDirection);
    today += " with direction=";
    today += directions.words[static_cast<size_t>(legacy.direction)];
  }
  state.Warn(state.lexer.Offset(token.begin), state.lexer.Offset(token.end), Code::kLegacyOpcode,
             legacy.word, today);
}

const LegacyAttribute* FindLegacyAttribute(const Draft& draft, std::string_view name) {
  if (IsAsyncLink(draft.generic_opcode()) && name == kGroupId.word) return &kGroupId;
  if (draft.phase != AsyncPhase::kNone) return nullptr;
  const auto* found = std::find_if(
      std::begin(kAttributes), std::end(kAttributes),
      [&](const LegacyAttribute& row) { return row.opcode == draft.opcode && row.word == name; });
  return found == std::end(kAttributes) ? nullptr : found;
}

bool ReadLegacyAttribute(ParseState& state, const LegacyAttribute& legacy, std::string_view name,
                         uint32_t position, Draft* draft) {
  const uint32_t end = position + static_cast<uint32_t>(name.size());
  if (legacy.today == AttributeKind::kUnknown) {
    if (!SkipValue(state)) return state.AttributeError(position, name);
    state.Warn(position, end, Code::kLegacyAttributeDropped, name);
    return true;
  }
  if (draft->attributes.Has(legacy.today)) {
    return state.ErrorAt(position, Code::kAttributeAlreadyExists, name);
  }
  Attribute attribute;
  if (!ReadLegacyValue(state, legacy, draft->scope, &attribute)) {
    return state.AttributeError(position, name);
  }
  draft->attributes.Add(Ranked(draft->opcode, attribute));
  state.Warn(position, end, Code::kLegacyAttributeName, name, AttributeName(legacy.today));
  return true;
}

// ---- Attributes that links of a chain repeat.

namespace {

// The holder of the attributes that a chain's links may repeat: its start in sugar, or the root of
// the computation that a generic start calls. nullptr if it is not of `opcode`.
const HloInstruction* AttributeHolder(const HloInstruction* start, HloOpcode opcode) {
  const HloInstruction* holder = start == nullptr ? nullptr : WrappedInstructionOf(*start);
  const bool is_link = holder != start && holder != nullptr && IsAsyncLink(holder->opcode());
  return holder != nullptr && !is_link && holder->spelled_opcode() == opcode ? holder : nullptr;
}

bool MayRepeat(ParseState& state, const Draft& draft) {
  return draft.phase != AsyncPhase::kNone && FollowsStart(draft.generic_opcode()) &&
         AttributeHolder(StartOfChain(state, draft), draft.opcode) != nullptr;
}

}  // namespace

void AllowRepeatedAttributes(ParseState& state, const Draft& draft, AllowedAttributes* allowed) {
  if (MayRepeat(state, draft)) allowed->row = GetOpcodeInfo(draft.opcode).attributes;
}

void NoteRepeatedAttribute(ParseState& state, const Draft& draft, uint32_t position,
                           std::string_view name) {
  if (!MayRepeat(state, draft)) return;
  for (const AttributeSpec& spec : GetOpcodeInfo(draft.opcode).attributes) {
    if (AttributeName(spec.kind) != name) continue;
    state.NoteUpgradeLegacy(position, position + static_cast<uint32_t>(name.size()));
  }
}

namespace {

// Whether `attribute` is one of the opcode's own, and not of those that every instruction may have.
bool IsOfOpcode(const Draft& draft, const Attribute& attribute) {
  const AttributeKind kind = attribute.kind();
  if (kind == AttributeKind::kUnknown) return !IsTailName(attribute.name());
  if (kind >= kFirstTailAttribute) return false;
  const auto row = GetOpcodeInfo(draft.opcode).attributes;
  return draft.unknown != nullptr
             ? kind != AttributeKind::kCalls && kind != AttributeKind::kAsyncExecutionThread
             : std::any_of(row.begin(), row.end(),
                           [kind](const AttributeSpec& spec) { return spec.kind == kind; });
}

const Attribute* FindNamed(const HloInstruction& instruction, std::string_view name) {
  for (const Attribute& attribute : instruction.attributes()) {
    if (attribute.kind() != AttributeKind::kUnknownOpcode && attribute.name() == name) {
      return &attribute;
    }
  }
  return nullptr;
}

}  // namespace

bool DropRepeatedAttributes(ParseState& state, Draft* draft) {
  if (!MayRepeat(state, *draft)) return true;
  const HloInstruction* start = StartOfChain(state, *draft);
  const HloInstruction* holder = AttributeHolder(start, draft->opcode);
  const std::string_view step = draft->phase == AsyncPhase::kDone ? "done" : "update";
  const std::string_view name = draft->name;
  AttributeList& attributes = draft->attributes;
  for (auto given = attributes.begin(); given != attributes.end();) {
    if (!IsOfOpcode(*draft, *given)) {
      ++given;
      continue;
    }
    const std::string_view repeated = given->name();
    const Attribute* known = FindNamed(*holder, repeated);
    const bool is_equal = known == nullptr
                              ? IsDroppedValue(*given)
                              : known->kind() == given->kind() && PrintSameValue(*known, *given);
    const bool may_differ =
        draft->unknown != nullptr || given->kind() == AttributeKind::kUnknown;  // who knows
    if (!is_equal && may_differ) {
      ++given;
      continue;
    }
    const auto [begin, end] = PlaceOfValue(state, *draft, repeated);
    if (!is_equal) {
      state.ErrorAt(begin, Code::kLegacyAttributeDiffers, repeated, step, name, start->name());
      state.log().back().end = end;
      return false;
    }
    state.Warn(begin, end, Code::kLegacyAttribute, repeated, step, name, start->name());
    attributes.SetGiven(given->kind(), false);
    given = attributes.erase(given);
  }
  return true;
}

// ---- Shapes of asynchronous instructions. The operands of a start used to be flat in its shape;
// the older form is upgraded if its first elements are the operands' shapes (a start) or begin with
// those bound before (an update).

namespace {

using Shapes = absl::Span<const Shape* const>;

bool StartsWith(Shapes shapes, Shapes prefix) {
  return prefix.size() <= shapes.size() &&
         std::equal(prefix.begin(), prefix.end(), shapes.begin(),
                    [](const Shape* a, const Shape* b) { return ShapesCompatible(*a, *b); });
}

// `elements` with the first `count` of them grouped into one tuple.
const Shape* Grouped(Shapes elements, size_t count, ShapePool* pool) {
  std::vector<const Shape*> grouped = {pool->Tuple(elements.subspan(0, count))};
  grouped.insert(grouped.end(), elements.begin() + static_cast<ptrdiff_t>(count), elements.end());
  return pool->Tuple(grouped);
}

// Today's form of the draft's shape, that of an async-start, whose operands tell how many elements
// belong to the tuple, or of an update, whose first operand is the previous link; nullptr if the
// shape is already in it, or in no known form.
const Shape* UpgradedAsyncShape(ParseState& state, const Draft& draft) {
  const Shapes elements = draft.shape->tuple_shapes();
  if (!draft.shape->IsTuple() || draft.operands.empty()) return nullptr;
  size_t count = draft.operands.size();
  std::vector<const Shape*> bound;  // before this link
  if (draft.generic_opcode() == HloOpcode::kAsyncStart) {
    for (const HloInstruction* operand : draft.operands) bound.push_back(&operand->shape());
  } else {
    const HloInstruction& previous = *draft.operands[0];
    if (!IsAsyncStart(previous) && !IsAsyncUpdate(previous)) return nullptr;
    const Shapes of_previous = BoundShapes(previous);
    bound.assign(of_previous.begin(), of_previous.end());
    count += bound.size() - 1;
  }
  // A result must follow the operands.
  if (count == 0 || elements.size() <= count) return nullptr;
  const Shapes first = elements[0]->tuple_shapes();
  const bool is_nested =
      elements[0]->IsTuple() && first.size() == count && StartsWith(first, bound);
  if (is_nested || !StartsWith(elements, bound)) return nullptr;
  return Grouped(elements, count, &state.shapes);
}

// Whether `shape` is the older form of the shape of `instruction`, a start or update.
bool IsOlderShapeOf(const HloInstruction& instruction, const Shape& shape, ShapePool* pool) {
  if (!IsAsyncStart(instruction) && !IsAsyncUpdate(instruction)) return false;
  const size_t count = BoundShapes(instruction).size();
  if (!shape.IsTuple() || count == 0 || shape.tuple_shapes().size() <= count) return false;
  return ShapesCompatible(*Grouped(shape.tuple_shapes(), count, pool), instruction.shape());
}

}  // namespace

void UpgradeAsyncShape(ParseState& state, Draft* draft) {
  const Shape* upgraded =
      state.options.upgrade_legacy ? UpgradedAsyncShape(state, *draft) : nullptr;
  if (upgraded == nullptr) return;
  state.Warn(draft->position, draft->position, Code::kLegacyShape, PrintShape(*draft->shape, false),
             PrintShape(*upgraded, false));
  draft->shape = upgraded;
}

bool NoteOlderAsyncShape(ParseState& state, const Draft& draft) {
  if (UpgradedAsyncShape(state, draft) != nullptr) {
    state.NoteUpgradeLegacy(draft.position, draft.position);
  }
  return false;
}

bool AgreesWhenUpgraded(ParseState& state, const Shape& declared, const HloInstruction& instruction,
                        uint32_t position) {
  if (!state.options.upgrade_legacy || !IsOlderShapeOf(instruction, declared, &state.shapes)) {
    return false;
  }
  state.Warn(position, position, Code::kLegacyShape, PrintShape(declared, false),
             PrintShape(instruction.shape(), false));
  return true;
}

void NoteOlderShape(ParseState& state, const Shape& declared, const HloInstruction& instruction,
                    uint32_t position) {
  if (IsOlderShapeOf(instruction, declared, &state.shapes))
    state.NoteUpgradeLegacy(position, position);
}

}  // namespace hlo_text_v1::internal
