// Computes the matrix of distances between prefixes of both words, row by row; a swap looks two
// rows up.
#include "src/base/edit_distance.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

namespace {

// The words that `word` abbreviates, if there are only a few.
std::vector<std::string_view> FindLonger(std::string_view word,
                                         const std::vector<std::string_view>& known) {
  constexpr size_t kShortest = 3, kMost = 3;
  std::vector<std::string_view> longer;
  if (word.size() < kShortest) return longer;
  for (const std::string_view candidate : known) {
    if (candidate.substr(0, word.size()) == word) longer.push_back(candidate);
  }
  if (longer.size() > kMost) longer.clear();
  return longer;
}

// The first of the words closest to `word`, ignoring case; "" if none is close.
std::string_view FindNearest(std::string_view word, const std::vector<std::string_view>& known) {
  constexpr size_t kMostEdits = 3;
  size_t distance = std::min(std::max(word.size() / 3, size_t{1}), kMostEdits) + 1;
  const std::string lower = absl::AsciiStrToLower(Absl(word));
  std::string_view nearest;
  for (const std::string_view candidate : known) {
    const size_t longer = std::max(word.size(), candidate.size());
    if (longer - std::min(word.size(), candidate.size()) >= distance) continue;
    const size_t d = EditDistance(lower, absl::AsciiStrToLower(Absl(candidate)));
    if (d >= distance) continue;
    distance = d;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace

std::vector<std::string_view> NearWords(std::string_view word,
                                        const std::vector<std::string_view>& known) {
  if (word.size() < 2) return {};
  std::vector<std::string_view> meant = FindLonger(word, known);
  if (!meant.empty()) return meant;
  const std::string_view nearest = FindNearest(word, known);
  if (!nearest.empty()) meant.push_back(nearest);
  return meant;
}

std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& known,
                       std::string_view prefix, std::string_view suffix) {
  return DidYouMeanOneOf(NearWords(word, known), prefix, suffix);
}

std::string DidYouMeanOneOf(const std::vector<std::string_view>& near_words,
                            std::string_view prefix, std::string_view suffix) {
  if (near_words.empty()) return "";
  std::string text = "; did you mean ";
  for (size_t i = 0; i < near_words.size(); ++i) {
    const std::string_view separator = i == 0 ? "" : i + 1 == near_words.size() ? " or " : ", ";
    StrAppend(&text, separator, prefix, near_words[i], suffix);
  }
  return text + "?";
}

}  // namespace hlo_text_v1::internal
