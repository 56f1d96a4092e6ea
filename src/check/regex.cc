// ParseRegex reads POSIX syntax into a tree, Re2Writer writes the tree in RE2's syntax.
#include "src/check/regex.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "absl/status/status.h"
#include "src/base/strings.h"
#include "src/check/backtrack.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kMaxRegexDepth = 200;
constexpr int kMaxRepeat = 255;

class RegexParser {
 public:
  RegexParser(std::string_view text, bool ignore_case) : text_(text), ignore_case_(ignore_case) {}

  absl::StatusOr<RegexTree> Parse() {
    tree_.root = ReadAlternatives(/*in_group=*/false);
    if (!error_.empty()) return absl::InvalidArgumentError(Absl(error_));
    return std::move(tree_);
  }

 private:
  bool AtEnd() const { return at_ == text_.size() || !error_.empty(); }
  bool Sees(char c) const { return !AtEnd() && text_[at_] == c; }
  bool SeesDigit(size_t ahead = 0) const {
    return at_ + ahead < text_.size() && text_[at_ + ahead] >= '0' && text_[at_ + ahead] <= '9';
  }
  bool SeesRepeat() const {
    return Sees('*') || Sees('+') || Sees('?') || (Sees('{') && SeesDigit(1));
  }
  bool Eat(char c) {
    if (!Sees(c)) return false;
    ++at_;
    return true;
  }
  int Fail(std::string error) {
    if (error_.empty()) error_ = std::move(error);
    return 0;
  }
  int Add(RegexNode node) {
    tree_.nodes.push_back(std::move(node));
    return static_cast<int>(tree_.nodes.size()) - 1;
  }
  int AddSet(const ByteSet& set) {
    tree_.sets.push_back(set);
    return Add({RegexNode::kSet, static_cast<int>(tree_.sets.size()) - 1});
  }

  int ReadAlternatives(bool in_group) {
    if (++depth_ > kMaxRegexDepth) return Fail("too many nested parentheses");
    RegexNode either{RegexNode::kEither};
    do {
      RegexNode concat{RegexNode::kConcat};
      while (!AtEnd() && !Sees('|') && !(in_group && Sees(')')))
        concat.parts.push_back(ReadPiece());
      if (concat.parts.empty()) return Fail("an empty alternative or expression");
      either.parts.push_back(Add(std::move(concat)));
    } while (Eat('|'));
    --depth_;
    return Add(std::move(either));
  }

  int ReadPiece() {
    const bool is_caret = Sees('^');
    if (SeesRepeat() || (Sees('{') && SeesDigit(1))) return Fail("nothing to repeat");
    const int atom = ReadAtom();
    if (!SeesRepeat()) return atom;
    if (is_caret) return Fail("nothing to repeat");
    RegexNode repeat{RegexNode::kRepeat};
    repeat.parts = {atom};
    if (Eat('+')) {
      repeat.min = 1;
    } else if (Eat('?')) {
      repeat.max = 1;
    } else if (!Eat('*')) {
      ++at_;  // {
      repeat.min = repeat.max = ReadCount();
      if (Eat(',')) repeat.max = SeesDigit() ? ReadCount() : RegexNode::kUnlimited;
      if (repeat.max != RegexNode::kUnlimited && repeat.max < repeat.min) Fail("{m,n} with m > n");
      if (!Eat('}')) Fail("a repetition that is not {m}, {m,} or {m,n}");
    }
    if (SeesRepeat()) return Fail("a repetition of a repetition");
    return Add(std::move(repeat));
  }

  int ReadCount() {
    int count = 0;
    while (SeesDigit() && count <= kMaxRepeat) count = count * 10 + (text_[at_++] - '0');
    if (count > kMaxRepeat) Fail("more than 255 repetitions");
    return count;
  }

  int ReadAtom() {
    const char c = text_[at_++];
    switch (c) {
      case '(':
        return ReadGroup();
      case ')':
        return Fail("an unmatched )");
      case '^':
        return Add({RegexNode::kLineBegin});
      case '$':
        return Add({RegexNode::kLineEnd});
      case '.':
        return AddSet(~SetOf('\n'));
      case '[':
        return ReadBrackets();
      case '\\':
        if (AtEnd()) return Fail("a backslash at the end");
        if (SeesDigit() && !Sees('0')) return ReadBackReference(text_[at_++] - '0');
        return AddSet(SetOf(text_[at_++]));
      default:
        return AddSet(SetOf(c));
    }
  }

  int ReadGroup() {
    const size_t number = tree_.groups.size();
    tree_.groups.push_back(-1);
    const int inside = Sees(')') ? Add({RegexNode::kEmpty}) : ReadAlternatives(/*in_group=*/true);
    if (!Eat(')')) return Fail("an unmatched (");
    tree_.groups[number] = inside;
    RegexNode group{RegexNode::kGroup, static_cast<int>(number) + 1};
    group.parts = {inside};
    return Add(std::move(group));
  }

  int ReadBackReference(int number) {
    const auto index = static_cast<size_t>(number) - 1;
    if (index >= tree_.groups.size() || tree_.groups[index] < 0) {
      return Fail(StrCat("\\", number, " before the end of that group"));
    }
    tree_.has_back_references = true;
    RegexNode node{RegexNode::kBackReference, number};
    node.parts = {tree_.groups[index]};
    return Add(std::move(node));
  }

  ByteSet SetOf(char c) const {
    ByteSet set;
    const int byte = static_cast<unsigned char>(c);
    set.set(static_cast<size_t>(byte));
    if (ignore_case_) {
      set.set(static_cast<size_t>(std::tolower(byte)));
      set.set(static_cast<size_t>(std::toupper(byte)));
    }
    return set;
  }

  int ReadBrackets() {
    const bool is_inverted = Eat('^');
    ByteSet set;
    for (bool is_first = true; error_.empty(); is_first = false) {
      if (AtEnd()) return Fail("an unmatched [");
      if (!is_first && Eat(']')) break;
      if (text_.substr(at_, 2) == "[:") {
        set |= ReadClass();
        continue;
      }
      const bool may_be_dash = is_first || text_.substr(at_, 2) == "-]";
      if (Sees('-') && !may_be_dash) return Fail("a range without its first character");
      const unsigned char first = ReadSymbol();
      unsigned char last = first;
      if (Sees('-') && at_ + 1 < text_.size() && text_[at_ + 1] != ']' && first != '-') {
        ++at_;
        last = ReadSymbol();
      }
      if (first > last) return Fail("a range that runs backwards");
      for (int byte = first; byte <= last; ++byte) set |= SetOf(static_cast<char>(byte));
    }
    if (!is_inverted) return AddSet(set);
    return AddSet(~(set | SetOf('\n')));
  }

  // A character, or one in [. .] or [= =].
  unsigned char ReadSymbol() {
    if (AtEnd()) return static_cast<unsigned char>(Fail("an unmatched ["));
    if (!Sees('[') || at_ + 4 >= text_.size() || (text_[at_ + 1] != '.' && text_[at_ + 1] != '=')) {
      return static_cast<unsigned char>(text_[at_++]);
    }
    const char close[] = {text_[at_ + 1], ']', '\0'};
    if (text_.substr(at_ + 3, 2) != close) Fail("a collating element of several characters");
    const auto byte = static_cast<unsigned char>(text_[at_ + 2]);
    at_ += 5;
    return byte;
  }

  ByteSet ReadClass() {
    using Predicate = int (*)(int);
    static constexpr std::pair<std::string_view, Predicate> kClasses[] = {
        {"alnum", std::isalnum}, {"alpha", std::isalpha}, {"blank", std::isblank},
        {"cntrl", std::iscntrl}, {"digit", std::isdigit}, {"graph", std::isgraph},
        {"lower", std::islower}, {"print", std::isprint}, {"punct", std::ispunct},
        {"space", std::isspace}, {"upper", std::isupper}, {"xdigit", std::isxdigit}};
    const size_t end = text_.find(":]", at_);
    const std::string_view name = text_.substr(at_ + 2, end - at_ - 2);
    ByteSet set;
    for (const auto& [known, predicate] : kClasses) {
      if (known != name) continue;
      for (int byte = 0; byte < 128; ++byte) {
        if (predicate(byte) != 0) set |= SetOf(static_cast<char>(byte));
      }
    }
    if (end == std::string_view::npos || set.none()) Fail("an unknown [:class:]");
    at_ = std::min(end, text_.size() - 2) + 2;
    return set;
  }

  const std::string_view text_;
  const bool ignore_case_;
  size_t at_ = 0;
  int depth_ = 0;
  std::string error_;
  RegexTree tree_;
};

class Re2Writer {
 public:
  Re2Writer(const RegexTree& tree, const std::vector<int>& captured)
      : tree_(tree), captured_(captured) {}

  std::string Write() {
    out_ = "(?m)";
    WriteNode(tree_.root, /*captures=*/true);
    return std::move(out_);
  }

 private:
  // As deep as the expression, which kMaxRegexDepth limits, and a constant factor.
  void WriteNode(int index, bool captures) {
    const RegexNode& node = tree_.nodes[static_cast<size_t>(index)];
    switch (node.kind) {
      case RegexNode::kEmpty:
        break;
      case RegexNode::kSet:
        WriteSet(tree_.sets[static_cast<size_t>(node.index)]);
        break;
      case RegexNode::kLineBegin:
        out_ += '^';
        break;
      case RegexNode::kLineEnd:
        out_ += '$';
        break;
      case RegexNode::kBackReference:  // any text that the group might have
        out_ += "(?:";
        WriteNode(node.parts[0], /*captures=*/false);
        out_ += ')';
        break;
      case RegexNode::kGroup:
        out_ += captures && std::count(captured_.begin(), captured_.end(), node.index) > 0 ? "("
                                                                                           : "(?:";
        WriteNode(node.parts[0], captures);
        out_ += ')';
        break;
      case RegexNode::kConcat:
        for (const int part : node.parts) WriteNode(part, captures);
        break;
      case RegexNode::kEither:
        for (size_t i = 0; i < node.parts.size(); ++i) {
          if (i > 0) out_ += '|';
          WriteNode(node.parts[i], captures);
        }
        break;
      case RegexNode::kRepeat:
        out_ += "(?:";
        WriteNode(node.parts[0], captures);
        StrAppend(&out_, "){", node.min);
        if (node.max != node.min) out_ += ',';
        if (node.max != node.min && node.max != RegexNode::kUnlimited) StrAppend(&out_, node.max);
        out_ += '}';
        break;
    }
  }

  void WriteByte(size_t byte) {
    static constexpr char kDigits[] = "0123456789abcdef";
    if (std::isalnum(static_cast<int>(byte)) != 0) {
      out_ += static_cast<char>(byte);
    } else {
      out_ += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    }
  }

  void WriteSet(const ByteSet& set) {
    const auto next = [&](size_t from, bool is_in) {
      while (from < set.size() && set[from] != is_in) ++from;
      return from;
    };
    const size_t only = next(0, true);
    if (set.count() == 1) return WriteByte(only);
    if (set.none()) {
      out_ += "[^\\x00-\\xff]";
      return;
    }
    out_ += '[';
    for (size_t begin = only; begin < set.size();) {
      const size_t end = next(begin, false);
      WriteByte(begin);
      out_ += '-';
      WriteByte(end - 1);
      begin = next(end, true);
    }
    out_ += ']';
  }

  const RegexTree& tree_;
  const std::vector<int>& captured_;
  std::string out_;
};

std::string_view View(const re2::StringPiece& piece) {
  return std::string_view(piece.data(), piece.size());
}

}  // namespace

absl::StatusOr<RegexTree> ParseRegex(std::string_view pattern, bool ignore_case) {
  return RegexParser(pattern, ignore_case).Parse();
}

std::string EscapeRegex(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("()^$|*+?.[]\\{}").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

absl::StatusOr<PosixRegex> PosixRegex::Compile(std::string_view pattern, std::vector<int> captured,
                                               bool ignore_case) {
  absl::StatusOr<RegexTree> tree = ParseRegex(pattern, ignore_case);
  if (!tree.ok()) return tree.status();
  PosixRegex regex;
  re2::RE2::Options options(re2::RE2::Latin1);
  options.set_log_errors(false);
  options.set_longest_match(true);
  const std::vector<int> none;
  regex.regex_ = std::make_shared<const re2::RE2>(
      Re2Writer(*tree, tree->has_back_references ? none : captured).Write(), options);
  if (!regex.regex_->ok()) return absl::InvalidArgumentError("the expression is too large");
  if (tree->has_back_references) regex.tree_ = std::make_shared<const RegexTree>(*std::move(tree));
  regex.captured_ = std::move(captured);
  return regex;
}

absl::StatusOr<bool> PosixRegex::Search(std::string_view text,
                                        std::vector<std::string_view>* groups) const {
  std::vector<re2::StringPiece> found(tree_ == nullptr ? captured_.size() + 1 : 1);
  const re2::StringPiece piece(text.data(), text.size());
  const auto match = [&](size_t begin, size_t end, re2::RE2::Anchor anchor) {
    return regex_->Match(piece, begin, end, anchor, found.data(), static_cast<int>(found.size()));
  };
  for (size_t begin = 0; begin <= text.size(); ++begin) {
    if (!match(begin, text.size(), re2::RE2::UNANCHORED)) return false;
    if (tree_ == nullptr) {
      groups->clear();
      for (const re2::StringPiece& group : found) groups->push_back(View(group));
      return true;
    }
    // A place where the text matches if back-references may be any text; from the longest down.
    Backtracker backtracker(*tree_, text);
    begin = static_cast<size_t>(found[0].data() - text.data());
    for (size_t end = begin + found[0].size();; end = begin + found[0].size()) {
      const absl::StatusOr<bool> matches = backtracker.Match(begin, end);
      if (!matches.ok()) return matches.status();
      if (*matches) {
        *groups = backtracker.Groups(captured_);
        return true;
      }
      if (end == begin || !match(begin, end - 1, re2::RE2::ANCHOR_START)) break;
    }
  }
  return false;
}

}  // namespace hlo_text_v1::internal
