// Reads one sharding or one list of replica groups and prints it, for tables of texts.
#ifndef HLO_TESTS_PARSE_VALUES_SHARDING_TEST_UTIL_H_
#define HLO_TESTS_PARSE_VALUES_SHARDING_TEST_UTIL_H_

#include <string>
#include <string_view>

#include "hlo/arena.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"
#include "src/parse/parse_context.h"
#include "src/parse/values/sharding.h"
#include "tests/support/cases.h"

namespace hlo_text_v1 {

using namespace internal;

class ShardingReader {
 public:
  explicit ShardingReader(std::string_view text)
      : text_(std::string(text) + std::string(64, '\0')),
        shapes_(&arena_),
        ctx_(std::string_view(text_.data(), text.size()), &arena_, &shapes_, options_) {}

  ParseContext& ctx() { return ctx_; }
  Arena& arena() { return arena_; }
  ShapePool& shapes() { return shapes_; }

  // "ERR " and the text of an error, "@" and its column, from 1; several are separated by " | ".
  // "ERR" alone is a rejection without a reason.
  std::string Errors() {
    std::string out = "ERR";
    for (const Diagnostic& d : ctx_.log()) {
      out += out == "ERR" ? " " : " | ";
      out += d.message + "@" + std::to_string(d.begin + 1);
    }
    return out;
  }

 private:
  std::string text_;
  Arena arena_;
  ShapePool shapes_;
  ParseOptions options_;
  ParseContext ctx_;
};

inline std::string ReprintSharding(std::string_view text, bool print_metadata = true) {
  ShardingReader reader(text);
  HloSharding sharding;
  if (!ReadSharding(reader.ctx(), &sharding)) return reader.Errors();
  if (reader.ctx().kind() != TokKind::kEof) return "text left over";
  std::string out;
  AppendSharding(sharding, print_metadata, &out);
  return out;
}

inline void ExpectShardings(absl::Span<const Case> cases, const char* file = __builtin_FILE()) {
  ExpectCases(cases, [](const std::string& text) { return ReprintSharding(text); }, file);
}

inline std::string ReprintReplicaGroups(std::string_view text,
                                        ReplicaGroupsStyle style = ReplicaGroupsStyle::kAsWritten) {
  ShardingReader reader(text);
  ReplicaGroups groups;
  if (!ReadReplicaGroups(reader.ctx(), &groups)) return reader.Errors();
  if (reader.ctx().kind() != TokKind::kEof) return "text left over";
  std::string out;
  AppendReplicaGroups(groups, style, &out);
  return out;
}

inline void ExpectReplicaGroups(absl::Span<const Case> cases,
                                ReplicaGroupsStyle style = ReplicaGroupsStyle::kAsWritten,
                                const char* file = __builtin_FILE()) {
  ExpectCases(
      cases, [&](const std::string& text) { return ReprintReplicaGroups(text, style); }, file);
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_PARSE_VALUES_SHARDING_TEST_UTIL_H_
