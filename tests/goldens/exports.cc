// Modules as JSON, graphs and MLIR, and diffs of two modules.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "hlo/diff.h"
#include "hlo/evaluate.h"
#include "hlo/export.h"
#include "hlo/mlir.h"
#include "hlo/print_values.h"
#include "hlo/summary.h"
#include "src/base/strings.h"
#include "tests/diff/diff_test_util.h"
#include "tests/goldens/goldens.h"
#include "tests/support/read.h"

namespace hlo_text_v1::goldens {

using namespace internal;

namespace {

// Reads testdata/INPUT.hlo as hlo-translate does.
HloModule ReadInput(std::string_view input) {
  return ReadModule(ReadSource(StrCat("testdata/", input, ".hlo")), AllowUnknown());
}

struct JsonCase {
  std::string_view golden;
  std::string_view input;
  int64_t max_literal_elements = 10;
};
constexpr JsonCase kJson[] = {
    {"aliasing", "attributes/aliasing"},
    {"backend_config", "attributes/backend_config"},
    {"constants", "literals/large", 3},
    {"convolution", "attributes/dim_labels"},
    {"debug_attributes", "module/recovery_and_debug"},
    {"enumerations", "attributes/enumerations"},
    {"floats", "literals/floats"},
    {"frontend_attributes", "attributes/frontend_attributes"},
    {"header", "module/header_order"},
    {"layouts", "layouts/components"},
    {"lists", "attributes/lists"},
    {"metadata", "metadata/fields"},
    {"numbers", "attributes/numbers"},
    {"origin", "attributes/origin"},
    {"origin_table", "module/recovery_table"},
    {"padding", "attributes/padding"},
    {"pipeline", "dot/pipeline"},
    {"replica_groups", "attributes/replica_groups"},
    {"result_accuracy", "attributes/result_accuracy"},
    {"shapes", "shapes/dimensions"},
    {"slices", "attributes/slices"},
    {"sparsity", "attributes/sparsity_and_scaling"},
    {"stack_frames", "stack_frames/shared"},
    {"statistics", "attributes/statistics"},
    {"tuples", "literals/tuples"},
    {"unknown_attributes", "unknown/bad-attributes"},
    {"unknown_opcodes", "unknown/bad-opcodes"},
    {"window", "attributes/window"},
};

struct DotCase {
  std::string_view golden;
  std::string_view input;
  const char* computation = "";
  const char* around = "";
  int hops = 2;
  bool unfold = false;
};
constexpr DotCase kDot[] = {
    {"pipeline", "dot/pipeline"},
    {"body", "dot/pipeline", "%body"},
    {"fused", "dot/pipeline", "fused"},
    {"unfolded", "dot/pipeline", "main", "", 2, true},
    {"around", "dot/pipeline", "", "while", 1},
    {"around_unfolded", "dot/pipeline", "main", "%fusion", 1, true},
    {"nested", "dot/nested", "", "", 2, true},
    {"branches", "dot/branches"},
    {"escapes", "dot/escapes"},
    {"all", "options/all"},
    {"attention", "jax/causal_attention-before"},
};

template <typename Case, size_t kCount>
GoldenNames NamesOf(const Case (&cases)[kCount], std::string_view folder) {
  GoldenNames names;
  for (const Case& c : cases) names.push_back(StrCat(folder, c.golden));
  return names;
}

// The case of the golden `name`, which must exist.
template <typename Case, size_t kCount>
const Case& CaseOf(const Case (&cases)[kCount], const std::string& name) {
  size_t i = 0;
  while (cases[i].golden != LastName(name)) ++i;
  return cases[i];
}

Text Export(const std::string& name, bool registered_only) {
  MlirOptions options;
  options.registered_only = registered_only;
  const absl::StatusOr<std::string> text =
      ExportMlirAsync(ReadModule(ReadSource(name + ".hlo")), options);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.value_or("");
}

}  // namespace

GoldenNames JsonExports() { return NamesOf(kJson, "testdata/json/"); }
GoldenNames DotExports() { return NamesOf(kDot, "testdata/dot/"); }

Text Json(const std::string& name) {
  const JsonCase& c = CaseOf(kJson, name);
  JsonOptions options;
  options.max_literal_elements = c.max_literal_elements;
  return ExportJson(ReadInput(c.input), options);
}

Text Dot(const std::string& name) {
  const DotCase& c = CaseOf(kDot, name);
  DotOptions options;
  options.computation = c.computation;
  options.around = c.around;
  options.hops = c.hops;
  options.unfold_fusions = c.unfold;
  const absl::StatusOr<std::string> dot = ExportDot(ReadInput(c.input), options);
  EXPECT_TRUE(dot.ok()) << dot.status();
  return dot.value_or("");
}

// The result for arguments that are made up.
Text Value(const std::string& name) {
  const HloModule module = ReadModule(ReadSource(name + ".hlo"));
  Arena arena;
  const HloComputation& entry = *module.entry_computation();
  const absl::StatusOr<Literal> result =
      Evaluate(module, MakeFakeArguments(entry, &arena).value(), &arena);
  EXPECT_TRUE(result.ok()) << result.status();
  return result.ok() ? PrintLiteral(*result, /*with_shape=*/true, /*exact=*/true) + "\n" : "";
}

Text Mlir(const std::string& name) { return Export(name, /*registered_only=*/false); }
Text RegisteredMlir(const std::string& name) { return Export(name, /*registered_only=*/true); }

Text Difference(const std::string& name) {
  const DiffPair pair = ReadDiffPair(SourcePath(name));
  return DiffToString(Diff(pair.before, pair.after, pair.options), pair.text_options);
}

Text Summary(const std::string& name) {
  return SummarizeModule(ReadModule(ReadSource(name + ".hlo"), AllowUnknown()));
}

Text JsonSummary(const std::string& name) {
  return SummarizeModule(ReadModule(ReadSource(name + ".hlo"), AllowUnknown()), SummaryForm::kJson);
}

Text CostTable(const std::string& name) {
  return SummarizeCost(ReadModule(ReadSource(name + ".hlo"), AllowUnknown()));
}

Text JsonCost(const std::string& name) {
  return SummarizeCost(ReadModule(ReadSource(name + ".hlo"), AllowUnknown()), SummaryForm::kJson);
}

}  // namespace hlo_text_v1::goldens
