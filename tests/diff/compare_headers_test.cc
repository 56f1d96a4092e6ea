#include "src/diff/compare_headers.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/parser.h"
#include "tests/support/read.h"

namespace hlo_text_v1::compare_headers_test {

using namespace internal;

HloModule WithHeader(const std::string& header, const std::string& entry = "e") {
  ParseOptions options;
  options.allow_unknown = true;
  return ModuleOf(
      "HloModule " + header + "\nENTRY " + entry + " { ROOT p = f32[2,3] parameter(0) }", options);
}

// "name: before -> after; ..."
std::string Compare(const HloModule& before, const HloModule& after,
                    const DiffOptions& options = {}) {
  std::string text;
  for (const HeaderDiff& diff : CompareHeaders(before, after, options)) {
    text += diff.name + ": " + diff.before + " -> " + diff.after + "; ";
  }
  return text;
}

TEST(CompareHeaders, EachFieldUnderItsName) {
  const struct {
    const char* before;
    const char* after;
    const char* difference;
  } cases[] = {
      {"m", "n", ""},
      {"m", "m, is_scheduled=true", "is_scheduled:  -> true; "},
      {"m, replica_count=2", "m, replica_count=3", "replica_count: 2 -> 3; "},
      {"m, num_partitions=2", "m", "num_partitions: 2 -> ; "},
      {"m", "m, input_output_alias={ {}: (0, {}, may-alias) }",
       "input_output_alias:  -> { {}: (0, {}, may-alias) }; "},
      {"m, buffer_donor={ (0, {}) }", "m", "buffer_donor: { (0, {}) } -> ; "},
      {"m", "m, alias_passthrough_params=true", "alias_passthrough_params:  -> true; "},
      {"m, allow_spmd_sharding_propagation_to_output={true}", "m",
       "allow_spmd_sharding_propagation_to_output: {true} -> ; "},
      {"m, allow_spmd_sharding_propagation_to_output={false}", "m", ""},
      {"m", "m, frontend_attributes={a=\"b\"}", "frontend_attributes:  -> {a=\"b\"}; "},
      {"m", "m, backend_config={\"a\":1}", "backend_config:  -> {\"a\":1}; "},
      {"m, backend_config={\"a\":1,\"b\":2}", "m, backend_config={\"b\":2,\"a\":1}", ""},
      {"m, backend_config={\"a\":1}", "m, backend_config={\"a\":2}",
       "backend_config: {\"a\":1} -> {\"a\":2}; "},
      {"m, mystery=1", "m, mystery=2, other=3", "mystery: 1 -> 2; other:  -> 3; "},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(Compare(WithHeader(c.before), WithHeader(c.after)), c.difference) << c.after;
  }
}

TEST(CompareHeaders, OptionsSayWhatCounts) {
  DiffOptions names;
  names.names = true;
  EXPECT_EQ(Compare(WithHeader("m"), WithHeader("n"), names), "name: m -> n; ");

  const std::string layout = "m, entry_computation_layout={(f32[2,3]{1,0})->f32[2,3]";
  const HloModule rows = WithHeader(layout + "{1,0}}"), columns = WithHeader(layout + "{0,1}}");
  EXPECT_NE(Compare(rows, columns), "");
  DiffOptions no_layouts;
  no_layouts.layouts = false;
  EXPECT_EQ(Compare(rows, columns, no_layouts), "");
}

TEST(CompareHeaders, OriginsCountWithMetadata) {
  const HloModule a = WithHeader("m, origin_recovery_table={{\"a\"} : {\"b\"}}");
  const HloModule b = WithHeader("m, origin_recovery_table={{\"a\"} : {\"c\"}}");
  EXPECT_EQ(Compare(a, b), "");
  DiffOptions metadata;
  metadata.metadata = true;
  EXPECT_EQ(Compare(a, b, metadata).substr(0, 23), "origin_recovery_table: ");
}

TEST(CompareHeaders, UnknownWordsAreText) {
  EXPECT_EQ(Compare(WithHeader("m, mystery=%e", "e"), WithHeader("m, mystery=%e", "f")), "");
  EXPECT_EQ(Compare(WithHeader("m, mystery=%e", "e"), WithHeader("m, mystery=%f", "f")),
            "mystery: %e -> %f; ");
}

}  // namespace hlo_text_v1::compare_headers_test
