// The blocks become one regular expression; values of variables are put into it before each search.
// A variable that is defined in the same pattern is a back-reference.
#include "src/check/pattern.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "absl/status/status.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// The offset of the ]] that ends a block; npos if there is none. A ] before any [ is an error, too.
size_t FindBlockEnd(std::string_view text) {
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (depth == 0 && StartsWith(text.substr(at), "]]")) return at;
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '[')
      ++depth;
    else if (text[at] == ']' && --depth < 0)
      break;
  }
  return std::string_view::npos;
}

PatternBlock BlockInBrackets(std::string_view inside) {
  if (StartsWith(inside, "#")) return {PatternBlock::kNumber, inside.substr(1)};
  if (inside.find(':') != std::string_view::npos) return {PatternBlock::kDefinition, inside};
  return {StartsWith(inside, "@") ? PatternBlock::kLegacyLine : PatternBlock::kUse, inside};
}

// Whether {{ or [[ at the beginning of `rest` are brackets of HLO.
bool IsHlo(std::string_view rest) {
  if (rest[0] == '[') {
    const char c = rest.size() > 2 ? rest[2] : '0';
    return std::isalpha(static_cast<unsigned char>(c)) == 0 &&
           std::string_view("_$#@").find(c) == std::string_view::npos;
  }
  const std::string_view inside = rest.substr(2, rest.find("}}") - 2);
  int depth = 0;
  for (size_t at = 0; at < inside.size() && depth >= 0; ++at) {
    if (inside[at] == '\\') {
      ++at;
    } else {
      depth += (inside[at] == '{') - (inside[at] == '}');
    }
  }
  return inside.empty() || depth != 0;
}

}  // namespace

bool SplitPattern(std::string_view pattern, std::vector<PatternBlock>* blocks, PatternError* error,
                  bool is_hlo) {
  for (size_t at = 0; at < pattern.size();) {
    const std::string_view rest = pattern.substr(at);
    const bool is_block =
        StartsWith(rest, "{{") || (StartsWith(rest, "[[") && !StartsWith(rest, "[[["));
    PatternBlock block;
    if (!is_block || (is_hlo && IsHlo(rest))) {
      const size_t size = std::min({rest.find("{{", 1), rest.find("[[", 1), rest.size()});
      block = {PatternBlock::kText, rest.substr(0, size), at, at + size};
    } else if (rest[0] == '{') {
      const size_t end = rest.find("}}");
      if (end == std::string_view::npos) {
        *error = {at, "{{ without }}"};
        return false;
      }
      block = {PatternBlock::kRegex, rest.substr(2, end - 2), at, at + end + 2};
    } else {
      const size_t end = FindBlockEnd(rest.substr(2));
      if (end == std::string_view::npos) {
        *error = {at, "[[ without ]]"};
        return false;
      }
      block = BlockInBrackets(rest.substr(2, end));
      block.begin = at;
      block.end = at + end + 4;
    }
    at = block.end;
    blocks->push_back(block);
  }
  return true;
}

bool Pattern::Parse(std::string_view text, const PatternOptions& options, int line,
                    Variables* variables, PatternError* error) {
  line_ = line;
  ignore_case_ = options.ignore_case;
  variables_ = variables;
  const bool has_blocks =
      text.find("{{") != std::string_view::npos || text.find("[[") != std::string_view::npos;
  if (options.is_literal || (!has_blocks && !options.match_full_line)) {
    if (!ignore_case_) {
      text_ = text;
      return true;
    }
    regex_ = EscapeRegex(text);
  } else {
    const std::string_view margin = options.strict_whitespace ? "" : " *";
    if (options.match_full_line) StrAppend(&regex_, "^", margin);
    std::vector<PatternBlock> blocks;
    if (!SplitPattern(text, &blocks, error, options.is_hlo)) return false;
    for (const PatternBlock& block : blocks) {
      if (!AddBlock(block, error)) return false;
    }
    if (options.match_full_line) StrAppend(&regex_, margin, "$");
  }
  if (!substitutions_.empty()) return true;
  absl::StatusOr<PosixRegex> compiled = Compile(regex_);
  if (!compiled.ok()) {
    *error = {0, StrCat("invalid regular expression: ", Std(compiled.status().message()))};
    return false;
  }
  compiled_ = *std::move(compiled);
  return true;
}

bool Pattern::AddBlock(const PatternBlock& block, PatternError* error) {
  error->at = block.begin;
  switch (block.kind) {
    case PatternBlock::kText:
      regex_ += EscapeRegex(block.text);
      return true;
    case PatternBlock::kRegex: {
      // The parentheses keep the alternatives of a|b together.
      const bool is_group = block.text.find('|') != std::string_view::npos;
      if (is_group) regex_ += '(';
      group_count_ += is_group;
      if (!AddRegex(block.text, &error->message)) return false;
      if (is_group) regex_ += ')';
      return true;
    }
    case PatternBlock::kDefinition:
      return AddDefinition(block, &error->message);
    case PatternBlock::kUse:
      return AddUse(block, &error->message);
    case PatternBlock::kNumber:
    case PatternBlock::kLegacyLine:
      return AddNumber(block, &error->message);
  }
  return false;
}

bool Pattern::AddRegex(std::string_view regex, std::string* error) {
  const absl::StatusOr<RegexTree> tree = ParseRegex(regex);
  if (!tree.ok()) {
    *error = StrCat("invalid regular expression: ", Std(tree.status().message()));
    return false;
  }
  regex_ += regex;
  group_count_ += static_cast<int>(tree->groups.size());
  return true;
}

bool Pattern::AddDefinition(const PatternBlock& block, std::string* error) {
  has_variables_ = true;
  std::string_view rest = block.text;
  std::string_view name;
  if (!TakeVariable(&rest, &name) || name[0] == '@' || !StartsWith(rest, ":")) {
    *error = "expects the name of a variable before the colon";
    return false;
  }
  if (variables_->numbers.count(name) > 0) {
    *error = StrCat(name, " is a numeric variable already");
    return false;
  }
  variables_->string_names.emplace(name);
  definitions_.push_back({std::string(name), ++group_count_, std::nullopt});
  regex_ += '(';
  if (rest.size() > 1 && !AddRegex(rest.substr(1), error)) return false;
  regex_ += ')';
  return true;
}

bool Pattern::AddUse(const PatternBlock& block, std::string* error) {
  has_variables_ = true;
  std::string_view rest = block.text;
  std::string_view name;
  if (!TakeVariable(&rest, &name) || !rest.empty()) {
    *error = "expects the name of a variable";
    return false;
  }
  const auto defined = std::find_if(definitions_.rbegin(), definitions_.rend(),
                                    [&](const Definition& each) { return each.name == name; });
  if (defined == definitions_.rend()) {
    substitutions_.push_back({regex_.size(), std::string(name), {}});
    used_.emplace_back(name);
    return true;
  }
  if (defined->group > 9) {
    *error = StrCat(name, " is not among the first 9 groups of its directive");
    return false;
  }
  StrAppend(&regex_, "\\", defined->group);
  return true;
}

bool Pattern::AddNumber(const PatternBlock& block, std::string* error) {
  has_variables_ = true;
  absl::StatusOr<NumberBlock> number =
      ParseNumberBlock(block.text, line_, block.kind == PatternBlock::kLegacyLine, variables_);
  if (!number.ok()) {
    *error = std::string(Std(number.status().message()));
    return false;
  }
  const bool defines = !number->name.empty();
  if (defines) {
    definitions_.push_back({number->name, ++group_count_, number->format});
    regex_ += '(';
  }
  if (number->expression.empty()) {
    const std::string regex = number->format.Regex();
    regex_ += regex;
    group_count_ += number->format.precision > 0;
  } else {
    substitutions_.push_back({regex_.size(), "", *std::move(number)});
  }
  if (defines) regex_ += ')';
  return true;
}

absl::StatusOr<PosixRegex> Pattern::Compile(const std::string& regex) const {
  std::vector<int> captured;
  captured.reserve(definitions_.size());
  for (const Definition& definition : definitions_) captured.push_back(definition.group);
  return PosixRegex::Compile(regex, std::move(captured), ignore_case_);
}

absl::StatusOr<std::string> Pattern::Substituted(const Variables& variables) const {
  std::string regex;
  size_t done = 0;
  for (const Substitution& substitution : substitutions_) {
    regex.append(regex_, done, substitution.at - done);
    done = substitution.at;
    if (!substitution.name.empty()) {
      const auto it = variables.strings.find(substitution.name);
      if (it == variables.strings.end()) {
        return absl::NotFoundError(Absl(StrCat("undefined variable ", substitution.name)));
      }
      regex += EscapeRegex(it->second);
      continue;
    }
    const absl::StatusOr<absl::int128> value =
        substitution.number.expression.Evaluate(variables, line_);
    if (!value.ok()) return value.status();
    const absl::StatusOr<std::string> text = substitution.number.format.Print(*value);
    if (!text.ok()) return text.status();
    regex += *text;
  }
  return regex.append(regex_, done);
}

absl::StatusOr<std::optional<PatternMatch>> Pattern::Find(std::string_view text,
                                                          Variables* variables) const {
  if (!text_.empty()) {
    const size_t at = text.find(text_);
    if (at == std::string_view::npos) return std::nullopt;
    return PatternMatch{at, at + text_.size()};
  }
  std::optional<PosixRegex> substituted;
  if (!compiled_.has_value()) {
    const absl::StatusOr<std::string> regex = Substituted(*variables);
    if (!regex.ok()) return regex.status();
    if (regex->empty()) return std::nullopt;  // as FileCheck has it
    absl::StatusOr<PosixRegex> compiled = Compile(*regex);
    if (!compiled.ok()) return compiled.status();
    substituted = *std::move(compiled);
  }
  std::vector<std::string_view> groups;
  const absl::StatusOr<bool> found =
      (compiled_.has_value() ? *compiled_ : *substituted).Search(text, &groups);
  if (!found.ok()) return found.status();
  if (!*found) return std::nullopt;
  if (absl::Status status = Define(groups, variables); !status.ok()) return status;
  const auto begin = static_cast<size_t>(groups[0].data() - text.data());
  return PatternMatch{begin, begin + groups[0].size()};
}

absl::Status Pattern::Define(const std::vector<std::string_view>& groups,
                             Variables* variables) const {
  for (size_t i = 0; i < definitions_.size(); ++i) {
    const Definition& definition = definitions_[i];
    const std::string_view text = groups[i + 1];
    if (!definition.number.has_value()) {
      variables->strings[definition.name] = text;
      continue;
    }
    const absl::StatusOr<absl::int128> value = definition.number->Read(text);
    if (!value.ok()) return value.status();
    variables->numbers[definition.name].value = *value;
  }
  return absl::OkStatus();
}

}  // namespace hlo_text_v1::internal
