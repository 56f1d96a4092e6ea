// The tokens of a text with their roles, one statement at a time.
//
//   SyntaxReader reader(text);
//   for (const SyntaxToken& token : reader.ReadInstruction(outline.instructions[i])) ...
//
// A statement is a part of the outline: the module's header, one of its tables, the head of a
// computation, an instruction, the text after a body. Roles depend on position, not on names, so
// they are right even if the text has errors elsewhere.
#ifndef HLO_LSP_SYNTAX_H_
#define HLO_LSP_SYNTAX_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hlo/arena.h"
#include "hlo/attribute_kind.h"
#include "src/lex/lexer.h"
#include "src/lsp/outline.h"
#include "src/lsp/text_buffer.h"

namespace hlo_text_v1::internal {

enum class TokenRole : uint8_t {
  kPunctuation,
  kKeyword,                // HloModule, ENTRY, ROOT, FileNames ...
  kModule,                 // its name
  kComputationDefinition,  // names, without their %
  kComputationUse,
  kInstructionDefinition,
  kInstructionUse,  // an operand or control predecessor
  kReference,       // a %name in the value of any other attribute: a computation or instruction
  kParameterName,   // in the head of a computation
  kType,
  kOpcode,
  kAttribute,  // its name, without the =
  kField,      // a name within the value of an attribute
  kWord,       // any other word in a value
  kNumber,
  kString,
  kError,
};

struct SyntaxToken {
  TokenRole role = TokenRole::kPunctuation;
  TokKind kind = TokKind::kError;
  uint32_t begin = 0;
  uint32_t end = 0;

  ByteRange range() const { return {begin, end}; }
};

enum class StatementKind : uint8_t { kHeader, kTable, kHead, kInstruction, kAfterBody };

class SyntaxReader {
 public:
  // `text` as in a TextBuffer.
  explicit SyntaxReader(std::string_view text) : text_(text), lexer_(text, &arena_) {}

  // The tokens in `range`, a whole statement; one that goes on after its end, such as an unclosed
  // string, is cut there. Valid until the next call.
  const std::vector<SyntaxToken>& Read(StatementKind kind, ByteRange range, bool to_opcode = false);
  // Up to and including the opcode.
  const std::vector<SyntaxToken>& ReadToOpcode(const OutlineInstruction& instruction) {
    return Read(StatementKind::kInstruction, instruction.range(), /*to_opcode=*/true);
  }
  const std::vector<SyntaxToken>& ReadInstruction(const OutlineInstruction& instruction) {
    return Read(StatementKind::kInstruction, instruction.range());
  }
  const std::vector<SyntaxToken>& ReadHead(const OutlineComputation& computation) {
    return Read(StatementKind::kHead, {computation.begin, computation.body});
  }

  // The state at the end of the last statement: the part that would come next, and the open
  // brackets.
  enum class Phase : uint8_t { kName, kShape, kOperands, kAttributes };
  Phase phase() const { return phase_; }
  int depth() const { return depth_; }

 private:
  void AddToken(const Token& token, TokenRole role, uint32_t end);
  void ReadDimensions(const char* end);
  void Open(TokKind bracket);
  void Close(TokKind bracket);
  TokenRole RoleOf(StatementKind kind, const Token& token);
  TokenRole InName(StatementKind kind, const Token& token);
  TokenRole InShape(const Token& token);
  TokenRole InOperands(const Token& token);
  void BeginNestedOperands();
  TokenRole InAttributes(const Token& token);
  TokenRole InHead(const Token& token);

  const std::string_view text_;
  Arena arena_;  // of strings with escapes
  Lexer lexer_;
  std::vector<SyntaxToken> tokens_;
  Phase phase_ = Phase::kName;
  int depth_ = 0;          // of all brackets
  int braces_ = 0;         // of those that are not parentheses
  int literal_depth_ = 0;  // from this depth on there is a literal or number; 0: there is none
  int candidate_ = -1;     // the token that is the operand's name if nothing follows it
  TokenRole names_ = TokenRole::kWord;  // names in the attribute's value
};

// An attribute of an instruction, header or computation.
struct AttributeSyntax {
  ByteRange name;
  ByteRange value;
};

// The parts of an instruction; a missing part is an empty range.
struct InstructionSyntax {
  ByteRange name;
  ByteRange shape;
  ByteRange opcode;
  ByteRange operands;  // with their parentheses
  std::vector<AttributeSyntax> attributes;

  // The value of an attribute; empty if there is none.
  ByteRange Attribute(std::string_view text, std::string_view name) const;
};
InstructionSyntax PartsOf(const std::vector<SyntaxToken>& tokens);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_SYNTAX_H_
