// Completion: opcodes with their attributes, attributes, values, operands in scope, computations.
//
// The statement is read up to the word under the cursor; the reader's phase tells what may stand
// there.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "hlo/opcode.h"
#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/lsp/requests.h"
#include "src/lsp/syntax.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

namespace {

constexpr size_t kMaxItems = 500;  // more are marked as incomplete

enum class ItemKind : int {
  kFunction = 3,
  kVariable = 6,
  kProperty = 10,
  kEnumMember = 20,
  kKeyword = 14,
  kOperator = 24,
  kType = 25,
};

class CompletionWriter {
 public:
  CompletionWriter(RequestContext& context, uint32_t offset)
      : context_(context),
        document_(context.document),
        outline_(document_.outline()),
        reader_(document_.view()) {
    word_ = {offset, offset};
    const std::string_view text = document_.view();
    while (word_.begin > 0 && HasClass(text[word_.begin - 1], kIdentifierByte)) --word_.begin;
    begin_ = word_.begin;
    if (begin_ > 0 && text[begin_ - 1] == '%') --begin_;
    const char* after = text.data() + offset;
    while (HasClass(*after, kIdentifierByte)) ++after;
    next_ = *after;
  }

  void WriteAll() {
    JsonWriter& json = context_.json;
    json.BeginObject();
    json.Key("items");
    json.BeginArray();
    WriteItems();
    json.EndArray();
    // Clients filter their list while a word grows; they only ask again if the list was cut.
    json.Key("isIncomplete").Bool(count_ >= kMaxItems);
    json.EndObject();
  }

 private:
  void WriteItems() {
    const int computation = outline_.ComputationAt(begin_);
    if (computation < 0) return WriteKeywords({"HloModule", "ENTRY"});
    const OutlineComputation& around = outline_.computations[static_cast<size_t>(computation)];
    if (begin_ < around.body) return WriteTypes();
    // The last instruction that begins before the word, unless the word begins a line.
    const auto next = std::lower_bound(
        outline_.instructions.begin() + around.first, outline_.instructions.begin() + around.last,
        begin_, [](const OutlineInstruction& each, uint32_t at) { return each.begin < at; });
    const int64_t line = document_.text().LineOf(begin_);
    const ByteRange line_range = document_.text().Line(line);
    const std::string_view before = document_.Text({line_range.begin, begin_});
    const bool begins_line = before.find_first_not_of(" \t") == std::string_view::npos;
    if (next == outline_.instructions.begin() + around.first ||
        (begins_line && document_.view().substr(0, begin_).find_last_not_of(" \t\r\n,(={") + 1 ==
                            document_.view().substr(0, begin_).find_last_not_of(" \t\r\n") + 1)) {
      return WriteKeywords({"ROOT"});
    }
    WriteInInstruction(*(next - 1), static_cast<uint32_t>(next - 1 - outline_.instructions.begin()),
                       around);
  }

  void WriteInInstruction(const OutlineInstruction& instruction, uint32_t index,
                          const OutlineComputation& around) {
    const std::vector<SyntaxToken>& tokens =
        reader_.Read(StatementKind::kInstruction, {instruction.begin, begin_});
    switch (reader_.phase()) {
      case SyntaxReader::Phase::kName:
        return;
      case SyntaxReader::Phase::kShape:
        if (reader_.depth() > 0 || tokens.back().kind == TokKind::kEqual) WriteTypes();
        if (reader_.depth() == 0) WriteOpcodes();
        return;
      case SyntaxReader::Phase::kOperands:
        if (reader_.depth() >= 1) WriteOperands(around, index);
        return;
      case SyntaxReader::Phase::kAttributes:
        return WriteAttributePlace(tokens, around, index);
    }
  }

  // After the operands: names of attributes, or the value of one.
  void WriteAttributePlace(const std::vector<SyntaxToken>& tokens, const OutlineComputation& around,
                           uint32_t index) {
    const InstructionSyntax parts = PartsOf(tokens);
    const bool at_name = reader_.depth() == 0 && tokens.back().kind == TokKind::kComma;
    if (at_name) return WriteAttributes(parts);
    if (parts.attributes.empty()) return;
    const std::string_view name = document_.Text(parts.attributes.back().name);
    for (int i = 0; i < kAttributeKindCount; ++i) {
      const auto kind = static_cast<AttributeKind>(i);
      if (AttributeName(kind) != name) continue;
      const AttributeType type = GetAttributeInfo(kind).type;
      if (type == AttributeType::kComputation || type == AttributeType::kComputationList) {
        return WriteComputations(around);
      }
      if (kind == AttributeKind::kControlPredecessors) return WriteOperands(around, index);
      if (type == AttributeType::kBool) return WriteWords({"true", "false"});
      if (IsEnum(type)) {
        for (const std::string_view word : GetEnumTypeInfo(type).words) {
          Write(word, ItemKind::kEnumMember, "", "");
        }
        return;
      }
    }
  }

  static bool IsEnum(AttributeType type) {
    static constexpr AttributeType kEnums[] = {
#define HLO_ENUM_TYPE(Type, ...) AttributeType::k##Type,
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
    };
    return std::find(std::begin(kEnums), std::end(kEnums), type) != std::end(kEnums);
  }

  void WriteKeywords(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) Write(word, ItemKind::kKeyword, "", "");
  }
  void WriteWords(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) Write(word, ItemKind::kEnumMember, "", "");
  }

  void WriteTypes() {
    static constexpr std::string_view kTypes[] = {
#define HLO_PRIMITIVE_TYPE(Id, text, ...) text,
#include "hlo/tables/primitive_types.def"
#undef HLO_PRIMITIVE_TYPE
    };
    for (const std::string_view type : kTypes) Write(type, ItemKind::kType, "", "");
  }

  // add($1, $2); reduce($1), dimensions=$2, to_apply=$3
  void WriteOpcodes() {
    for (int i = 0; i < kHloOpcodeCount; ++i) {
      const OpcodeInfo& info = GetOpcodeInfo(static_cast<HloOpcode>(i));
      int stop = 1;
      std::string snippet = StrCat(info.name, "(");
      const int operands = info.arity == kVariadic ? 1 : info.arity;
      for (int k = 0; k < operands; ++k) StrAppend(&snippet, k == 0 ? "$" : ", $", stop++);
      if (i == static_cast<int>(HloOpcode::kParameter) ||
          i == static_cast<int>(HloOpcode::kConstant)) {
        StrAppend(&snippet, "$", stop++);
      }
      StrAppend(&snippet, ")");
      std::string detail;
      for (const AttributeSpec& spec : info.attributes) {
        if (spec.proto_only) continue;
        StrAppend(&detail, detail.empty() ? "" : ", ", AttributeName(spec.kind),
                  spec.required ? "" : "?");
        if (!spec.required) continue;
        const AttributeType type = GetAttributeInfo(spec.kind).type;
        const bool in_braces = type == AttributeType::kInt64List;
        StrAppend(&snippet, ", ", AttributeName(spec.kind), in_braces ? "={$" : "=$", stop++,
                  in_braces ? "}" : "");
      }
      Write(info.name, ItemKind::kOperator, detail, snippet);
    }
  }

  void WriteAttributes(const InstructionSyntax& parts) {
    std::set<std::string_view> taken;
    for (const AttributeSyntax& each : parts.attributes) taken.insert(document_.Text(each.name));
    const std::string_view opcode = document_.Text(parts.opcode);
    std::optional<HloOpcode> known = ParseHloOpcode(opcode);
    if (!known.has_value()) known = ParseHloOpcode(WithoutAsyncSuffix(opcode));  // sugar
    const auto write = [&](std::string_view name, bool required) {
      if (taken.insert(name).second) {
        Write(name, ItemKind::kProperty, required ? "required" : "", StrCat(name, "=$1"));
      }
    };
    if (known.has_value()) {
      for (const AttributeSpec& spec : GetOpcodeInfo(*known).attributes) {
        if (!spec.proto_only) write(AttributeName(spec.kind), spec.required);
      }
    }
#define HLO_ATTRIBUTE(...)
#define HLO_TAIL_ATTRIBUTE(Id, text, ...) write(text, false);
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
#undef HLO_TAIL_ATTRIBUTE
  }

  // Instructions before this one, the nearest first.
  void WriteOperands(const OutlineComputation& around, uint32_t index) {
    const std::string_view word = document_.Text(word_);
    for (uint32_t i = index; i > around.first && count_ < kMaxItems; --i) {
      const OutlineInstruction& each = outline_.instructions[i - 1];
      const std::string_view name = document_.NameOf(each);
      if (name.substr(0, word.size()) != word) continue;
      const InstructionSyntax parts = PartsOf(operand_reader_.ReadToOpcode(each));
      std::string_view shape = document_.Text(parts.shape);
      Write(name, ItemKind::kVariable,
            StrCat(document_.Text(parts.opcode), " ", shape.substr(0, 80)), "", count_);
    }
  }

  void WriteComputations(const OutlineComputation& around) {
    const std::string_view word = document_.Text(word_);
    const OutlineModule& module = outline_.modules[around.module];
    for (uint32_t i = module.first; i < module.last && count_ < kMaxItems; ++i) {
      const OutlineComputation& each = outline_.computations[i];
      const std::string_view name = document_.NameOf(each);
      if (&each == &around || each.is_entry || name.empty()) continue;
      if (name.substr(0, word.size()) != word) continue;
      Write(name, ItemKind::kFunction, "", "");
    }
  }

  // The text that replaces the word: the part of a snippet that the client supports and the text
  // does not have yet.
  std::string_view Inserted(std::string_view label, std::string_view snippet) const {
    const std::string_view rest = snippet.substr(std::min(label.size(), snippet.size()));
    if (rest.empty() || rest[0] == next_) return label;
    if (context_.client.takes_snippets) return snippet;
    return rest[0] == '=' ? snippet.substr(0, label.size() + 1) : label;
  }

  void Write(std::string_view label, ItemKind kind, std::string_view detail,
             std::string_view snippet, size_t rank = 0) {
    constexpr int kSnippet = 2;
    const std::string_view inserted = Inserted(label, snippet);
    ++count_;
    JsonWriter& json = context_.json;
    json.BeginObject();
    json.Key("label").String(label);
    json.Key("kind").Int(static_cast<int>(kind));
    if (!detail.empty()) json.Key("detail").String(detail);
    if (rank > 0) {  // keeps the order
      std::string sort = std::to_string(rank);
      json.Key("sortText")
          .String(StrCat(std::string(6 - std::min<size_t>(6, sort.size()), '0'), sort));
    }
    if (inserted.size() > label.size() && context_.client.takes_snippets) {
      json.Key("insertTextFormat").Int(kSnippet);
    }
    json.Key("textEdit");
    WriteTextEdit(json, document_.text(), word_, inserted);
    json.EndObject();
  }

  RequestContext& context_;
  Document& document_;
  const Outline& outline_;
  SyntaxReader reader_;
  SyntaxReader operand_reader_{document_.view()};
  ByteRange word_;      // under the cursor, without a %
  uint32_t begin_ = 0;  // with it
  char next_ = 0;       // the byte after the word
  size_t count_ = 0;
};

}  // namespace

RpcStatus Completion(RequestContext& context) {
  const std::optional<uint32_t> offset = context.Offset();
  if (!offset.has_value()) return InvalidParams("no position");
  CompletionWriter(context, *offset).WriteAll();
  return {};
}

}  // namespace hlo_text_v1::internal
