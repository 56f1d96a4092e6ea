// Splits lines at brackets and commas, so that lines of any dialect of HLO, and fragments, do.
// Comparison collects differences; a line without any matches. A pattern is split with its blocks
// masked, as regular expressions have brackets of their own.
#include "src/check/hlo_pattern.h"

#include <algorithm>
#include <cctype>

#include "hlo/opcode.h"
#include "hlo/query.h"
#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/check/rewrite_pattern.h"
#include "src/check/text_scan.h"
#include "src/lex/line_scan.h"

namespace hlo_text_v1::internal {
namespace {

bool IsNameByte(char c) { return IsWordByte(c) || c == '.'; }

std::string_view TakeWord(std::string_view* text) {
  size_t size = 0;
  while (size < text->size() && IsNameByte((*text)[size])) ++size;
  const std::string_view word = text->substr(0, size);
  text->remove_prefix(size);
  return word;
}

// The first of `ends` at or after `at` outside of brackets, strings and comments, or the size.
size_t FindOutside(std::string_view text, size_t at, std::string_view ends) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (depth == 0 && ends.find(c) != std::string_view::npos) return at;
    if (c == '"') {
      at = EndOfString(text, at);
      continue;
    }
    if (const size_t end = EndOfComment(text, at); end > at) {
      at = end;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth < 0) return at;
    ++at;
  }
  return text.size();
}

std::vector<std::string_view> SplitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t at = 0; at < text.size();) {
    const size_t end = FindOutside(text, at, ",");
    parts.push_back(Trim(text.substr(at, end - at)));
    at = end + 1;
  }
  return parts;
}

// Moves `text` past blanks and comments.
void SkipTrivia(std::string_view* text) { text->remove_prefix(SkipBlanksAndComments(*text)); }

// Moves `text` past the layout at its beginning.
void SkipLayout(std::string_view* text) {
  if (text->empty() || text->front() != '{') return;
  text->remove_prefix(std::min(FindOutside(*text, 1, ""), text->size() - 1) + 1);
}

// An operand may have its shape before it.
std::string_view OperandName(std::string_view operand) {
  const size_t percent = operand.rfind('%');
  return percent == std::string_view::npos ? operand : operand.substr(percent);
}

// An array's shape without its layout; empty for a tuple.
std::string_view BareShape(std::string_view shape) {
  return shape.substr(0, shape.find_first_of("({"));
}

class Comparison {
 public:
  Comparison(const HloPattern& whole, const HloLine& pattern, const HloLine& line,
             const Variables& variables)
      : whole_(whole), pattern_(pattern), line_(line), variables_(variables) {
    has_opcode_ = MatchesPart(pattern.opcode, line.opcode);
    if (!has_opcode_) Differ("the opcode", line.opcode, pattern.opcode);
    if (pattern.is_root && !line.is_root) differences_.emplace_back("it is not the root");
    CompareShapes();
    CompareOperands();
    for (const auto& [name, value] : pattern.attributes) CompareAttribute(name, value);
    if (whole.BlocksOf(pattern.name) == nullptr) {
      if (!pattern.name.empty()) bound_.emplace_back(pattern.name, line.name);
    } else if (!MatchesPart(pattern.name, line.name)) {
      Differ("the name", line.name, pattern.name);
    }
  }

  const std::vector<std::string>& differences() const { return differences_; }
  // Of a block.
  const absl::Status& status() const { return status_; }
  // Lower is more alike.
  size_t distance() const {
    return differences_.size() + (has_opcode_ ? 0 : pattern_.attributes.size() + 2);
  }
  void SetVariables(Variables* variables) const {
    if (values_) *variables = *values_;
    for (const auto& [name, value] : bound_) variables->strings[StrCat("%", name)] = value;
  }

 private:
  void Differ(std::string_view what, std::string_view has, std::string_view expected) {
    differences_.push_back(StrCat(what, " is ", has, ", the pattern has ", expected));
  }

  void CompareShapes() {
    if (pattern_.shape.empty()) return;
    ignores_layouts_ = pattern_.shape.find('{') == std::string_view::npos;
    const bool matches = MatchesPart(pattern_.shape, line_.shape) ||
                         MatchesPart(pattern_.shape, BareShape(line_.shape));
    if (!matches) Differ("the shape", line_.shape, pattern_.shape);
    ignores_layouts_ = false;
  }

  bool MatchesOperand(size_t i, size_t j) {
    return MatchesPart(OperandName(pattern_.operands[i]), OperandName(line_.operands[j]));
  }

  void CompareOperands() {
    const std::vector<std::string_view>& expected = pattern_.operands;
    const std::vector<std::string_view>& operands = line_.operands;
    if (expected.size() == 1 && expected[0] == "...") return;
    if (expected.size() != operands.size()) {
      Differ("the number of operands", std::to_string(operands.size()),
             std::to_string(expected.size()));
      return;
    }
    const std::optional<HloOpcode> opcode = ParseHloOpcode(line_.opcode);
    const bool may_swap = operands.size() == 2 && opcode && IsCommutative(*opcode);
    const auto bound = bound_;
    const std::optional<Variables> values = values_;
    const auto restore = [&] { bound_ = bound, values_ = values; };
    size_t same = 0;
    while (same < operands.size() && MatchesOperand(same, same)) ++same;
    if (same == operands.size()) return;
    restore();
    if (may_swap && MatchesOperand(0, 1) && MatchesOperand(1, 0)) return;
    restore();
    for (size_t i = 0; i < expected.size(); ++i) {
      if (MatchesOperand(i, i)) continue;
      Differ(StrCat("operand ", i), OperandName(operands[i]), Described(OperandName(expected[i])));
    }
  }

  void CompareAttribute(std::string_view name, std::string_view value) {
    for (const auto& [each, actual] : line_.attributes) {
      if (each != name) continue;
      if (!MatchesPart(value, actual)) Differ(name, actual, Described(value));
      return;
    }
    differences_.push_back(StrCat("it has no ", name));
  }

  // With the name that %x stands for.
  std::string Described(std::string_view text) const {
    if (text.substr(0, 1) != "%") return std::string(text);
    const std::optional<std::string_view> value = ValueOf(text.substr(1));
    return value ? StrCat(text, ", which is %", *value) : std::string(text);
  }

  std::optional<std::string_view> ValueOf(std::string_view name) const {
    for (const auto& [each, value] : bound_) {
      if (each == name) return value;
    }
    const auto it = variables_.strings.find(StrCat("%", name));
    if (it == variables_.strings.end()) return std::nullopt;
    return it->second;
  }

  // By its characters, or by its blocks.
  bool MatchesPart(std::string_view part, std::string_view actual) {
    const size_t bound = bound_.size();
    if (Matches(part, actual)) return true;
    bound_.resize(bound);
    const Pattern* blocks = whole_.BlocksOf(part);
    if (blocks == nullptr) return false;
    if (!values_) values_ = variables_;
    const absl::StatusOr<std::optional<PatternMatch>> match = blocks->Find(actual, &*values_);
    if (!match.ok()) status_ = match.status();
    return match.ok() && match->has_value();
  }

  // Byte by byte without blanks and comments, names through the variables.
  bool Matches(std::string_view expected, std::string_view actual) {
    for (SkipTrivia(&expected), SkipTrivia(&actual);; SkipTrivia(&expected), SkipTrivia(&actual)) {
      if (ignores_layouts_) SkipLayout(&actual);
      if (expected.empty() || actual.empty()) return expected.empty() && actual.empty();
      const size_t size = expected[0] == '"' ? EndOfString(expected, 0) : 1;
      if (expected.substr(0, size) != actual.substr(0, size)) return false;
      const bool is_name = expected[0] == '%';
      expected.remove_prefix(size);
      actual.remove_prefix(size);
      if (!is_name) continue;
      const std::string_view name = TakeWord(&expected);
      const std::string_view value = TakeWord(&actual);
      const std::optional<std::string_view> known = ValueOf(name);
      if (known ? *known != value : value.empty()) return false;
      if (!known) bound_.emplace_back(name, value);
    }
  }

  const HloPattern& whole_;
  const HloLine& pattern_;
  const HloLine& line_;
  const Variables& variables_;
  std::optional<Variables> values_;  // with those that blocks set
  absl::Status status_;
  bool has_opcode_ = false;
  std::vector<std::pair<std::string_view, std::string_view>> bound_;
  std::vector<std::string> differences_;
  bool ignores_layouts_ = false;
};

// Calls visit(line, place) for each line of `text` that has an instruction, until it returns true.
template <typename Visit>
void ForEachInstruction(std::string_view text, Visit visit) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = NextLine(text, at);
    const std::string_view line = Trim(text.substr(at, end - at - (text[end - 1] == '\n')));
    const auto begin = static_cast<size_t>(line.data() - text.data());
    HloLine parts;
    if (SplitHloLine(line, &parts) && visit(parts, PatternMatch{begin, begin + line.size()}))
      return;
    at = end;
  }
}

}  // namespace

bool SplitHloLine(std::string_view line, HloLine* parts) {
  std::string_view rest = Trim(line);
  parts->is_root = Eat(&rest, "ROOT ");
  rest = Trim(rest);
  std::string_view head = rest;
  Eat(&head, "%");
  const std::string_view name = TakeWord(&head);
  head = Trim(head);
  if (!name.empty() && Eat(&head, "=")) {
    parts->name = name;
    rest = Trim(head);
  }
  // The opcode is the word before the first parenthesis that follows a word and a blank.
  size_t at = 0;
  if (!rest.empty() && (rest[0] == '(' || FindOutside(rest, 0, " ") < rest.find('('))) {
    const size_t end = FindOutside(rest, 0, " ");
    parts->shape = rest.substr(0, end);
    at = end;
  }
  rest = Trim(rest.substr(at));
  parts->opcode = TakeWord(&rest);
  if (parts->opcode.empty() || rest.empty() || rest[0] != '(') return false;
  const size_t close = FindOutside(rest, 1, "");
  if (close >= rest.size() || rest[close] != ')') return false;
  parts->operands = SplitAtCommas(rest.substr(1, close - 1));
  rest = Trim(rest.substr(close + 1));
  if (rest.empty()) return true;
  if (!Eat(&rest, ",")) return false;
  for (const std::string_view attribute : SplitAtCommas(rest)) {
    const size_t equals = attribute.find('=');
    if (equals == std::string_view::npos) return false;
    parts->attributes.emplace_back(Trim(attribute.substr(0, equals)),
                                   Trim(attribute.substr(equals + 1)));
  }
  return true;
}

bool HloPattern::Parse(std::string_view text, int line, Variables* variables, PatternError* error) {
  text_ = masked_ = std::string(text);
  std::vector<PatternBlock> blocks;
  if (!SplitPattern(text_, &blocks, error, /*is_hlo=*/true)) return false;
  for (const PatternBlock& block : blocks) {
    if (block.kind == PatternBlock::kText) continue;
    masked_.replace(block.begin, block.end - block.begin, block.end - block.begin, 'x');
  }
  HloLine parts;
  if (!SplitHloLine(masked_, &parts)) {
    *error = {0, "expects [ROOT] [%NAME =] [SHAPE] OPCODE(OPERANDS)[, NAME=VALUE]..."};
    return false;
  }
  parts = Parts();
  const auto add = [&](std::string_view part) { return AddBlocks(part, line, variables, error); };
  return add(parts.name) && add(parts.shape) && add(parts.opcode) &&
         std::all_of(parts.operands.begin(), parts.operands.end(),
                     [&](std::string_view operand) { return add(OperandName(operand)); }) &&
         std::all_of(parts.attributes.begin(), parts.attributes.end(),
                     [&](const auto& attribute) { return add(attribute.second); });
}

bool HloPattern::AddBlocks(std::string_view part, int line, Variables* variables,
                           PatternError* error) {
  if (part.empty()) return true;
  const auto at = static_cast<size_t>(part.data() - text_.data());
  if (std::string_view(masked_).substr(at, part.size()) == part) return true;
  PatternOptions options;
  options.match_full_line = options.is_hlo = true;
  Pattern& blocks = blocks_[at];
  if (!blocks.Parse(part, options, line, variables, error)) {
    error->at += at;
    return false;
  }
  used_.insert(used_.end(), blocks.used().begin(), blocks.used().end());
  return true;
}

const Pattern* HloPattern::BlocksOf(std::string_view part) const {
  if (part.empty()) return nullptr;
  const auto it = blocks_.find(static_cast<size_t>(part.data() - text_.data()));
  return it == blocks_.end() ? nullptr : &it->second;
}

HloLine HloPattern::Parts() const {
  HloLine parts;
  SplitHloLine(masked_, &parts);
  const auto unmask = [&](std::string_view* part) {
    if (!part->empty()) *part = {text_.data() + (part->data() - masked_.data()), part->size()};
  };
  unmask(&parts.name);
  unmask(&parts.shape);
  unmask(&parts.opcode);
  for (std::string_view& operand : parts.operands) unmask(&operand);
  for (auto& [name, value] : parts.attributes) unmask(&value);
  return parts;
}

// No line may come to the block that uses it.
absl::Status HloPattern::CheckUsed(const Variables& variables) const {
  for (const std::string& name : used_) {
    const bool is_defined_here = text_.find(StrCat("[[", name, ":")) != std::string::npos;
    if (is_defined_here || variables.strings.count(name) > 0) continue;
    return absl::NotFoundError(Absl(StrCat("undefined variable ", name)));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<PatternMatch>> HloPattern::Find(std::string_view text,
                                                             Variables* variables) const {
  absl::Status status = CheckUsed(*variables);
  if (!status.ok()) return status;
  const HloLine pattern = Parts();
  std::optional<PatternMatch> match;
  const bool is_any_opcode = BlocksOf(pattern.opcode) != nullptr;
  ForEachInstruction(text, [&](const HloLine& line, const PatternMatch& place) {
    if (!is_any_opcode && pattern.opcode != line.opcode) return false;
    const Comparison comparison(*this, pattern, line, *variables);
    status.Update(comparison.status());
    if (!comparison.differences().empty()) return !status.ok();
    comparison.SetVariables(variables);
    match = place;
    return true;
  });
  if (!status.ok()) return status;
  return match;
}

std::optional<HloPattern::Nearest> HloPattern::FindNearest(std::string_view text,
                                                           const Variables& variables) const {
  const HloLine pattern = Parts();
  std::optional<Nearest> nearest;
  size_t best = 0;
  ForEachInstruction(text, [&](const HloLine& line, const PatternMatch& place) {
    const Comparison comparison(*this, pattern, line, variables);
    if (nearest && comparison.distance() >= best) return false;
    best = comparison.distance();
    nearest = {place, Joined(comparison.differences(), "; ")};
    return false;
  });
  return nearest;
}

std::string HloPattern::Rewritten(std::string_view text, const Variables& variables) const {
  const HloLine pattern = Parts();
  HloLine line;
  const auto matches = [&](const Pattern* blocks, std::string_view actual) {
    Variables tried = variables;
    const absl::StatusOr<std::optional<PatternMatch>> match = blocks->Find(actual, &tried);
    return match.ok() && match->has_value();
  };
  // A part with blocks stays if it matches.
  const auto rewritten = [&](std::string_view part, std::string_view actual) {
    const Pattern* blocks = BlocksOf(part);
    return std::string(blocks && matches(blocks, actual) ? part : actual);
  };
  if (!SplitHloLine(text, &line)) return "";
  const std::string opcode = rewritten(pattern.opcode, line.opcode);
  if (opcode != pattern.opcode) return "";
  std::string out = pattern.is_root && line.is_root ? "ROOT " : "";
  if (!pattern.name.empty()) {
    const Pattern* blocks = BlocksOf(pattern.name);
    const bool stays = blocks == nullptr || matches(blocks, line.name);
    StrAppend(&out, "%", stays ? pattern.name : RewritePattern(pattern.name, line.name, variables),
              " = ");
  }
  if (!pattern.shape.empty()) {
    const bool has_layout = pattern.shape.find('{') != std::string_view::npos;
    const Pattern* blocks = BlocksOf(pattern.shape);
    const bool is_bare = blocks && matches(blocks, BareShape(line.shape));
    const std::string shape =
        is_bare ? std::string(pattern.shape) : rewritten(pattern.shape, line.shape);
    for (std::string_view rest = shape; !rest.empty(); rest.remove_prefix(1)) {
      if (!has_layout) SkipLayout(&rest);
      if (rest.empty()) break;
      out += rest[0];
    }
    out += ' ';
  }
  const auto name_of = [&](std::string_view operand) {
    operand = OperandName(operand);
    for (auto it = variables.strings.lower_bound("%"); it != variables.strings.end(); ++it) {
      if (it->first[0] == '%' && operand == StrCat("%", it->second)) return it->first;
    }
    return std::string(operand);
  };
  const bool has_any = pattern.operands.size() == 1 && pattern.operands[0] == "...";
  std::vector<std::string> operands;
  for (size_t i = 0; i < line.operands.size() && !has_any; ++i) {
    const std::string_view old =
        i < pattern.operands.size() ? OperandName(pattern.operands[i]) : "";
    operands.push_back(BlocksOf(old) ? rewritten(old, OperandName(line.operands[i]))
                                     : name_of(line.operands[i]));
  }
  StrAppend(&out, opcode, "(", has_any ? "..." : Joined(operands, ", "), ")");
  for (const auto& [name, value] : pattern.attributes) {
    for (const auto& [each, actual] : line.attributes) {
      if (each == name) StrAppend(&out, ", ", name, "=", rewritten(value, actual));
    }
  }
  return out;
}

}  // namespace hlo_text_v1::internal
