#include "src/tools/hlo_view/dump_report/pass_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "hlo/proto.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "src/read/source.h"
#include "tests/support/read.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::pass_report_test {

using namespace internal;

using test::ListTestFolder;
using test::LoadText;
using test::ReportAll;
using test::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kText = "HloModule f\nENTRY e { p = f32[] parameter(0)\n$0 }";
std::string Text(std::string_view root) { return Substitute(kText, root); }

ModuleReport ReportOf(const TempFolder& folder, const PassReportOptions& options = {}) {
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  EXPECT_TRUE(list.ok() && list->modules.size() == 1);
  return ReportPasses(*list, list->modules.at(0), options);
}

std::string Stage(int step, std::string_view pass = "x") {
  return StrCat("module_0001.f.000", step, ".p.after_", pass, ".before_y.txt");
}

TEST(PassReport, OneStageAfterTheOther) {
  TempFolder folder;
  folder.Write("module_0001.f.before_optimizations.txt", Text("ROOT r = f32[] abs(p)"));
  folder.Write(Stage(0), Text("ROOT r = f32[] abs(p)"));
  folder.Write(Stage(1), Text("ROOT other = f32[] abs(p), metadata={op_name=\"a\"}"));
  folder.Write(Stage(2), Text("n = f32[] negate(p)\n ROOT r = f32[] abs(n)"));
  const ModuleReport report = ReportOf(folder);
  ASSERT_EQ(report.stages.size(), 4);
  EXPECT_EQ(report.error_count(), 0);
  EXPECT_FALSE(report.stages[0].change.has_value());
  EXPECT_TRUE(report.stages[1].change->is_empty);
  EXPECT_TRUE(report.stages[1].change->same_text);
  EXPECT_TRUE(report.stages[2].change->is_empty);
  EXPECT_FALSE(report.stages[2].change->same_text);
  const StageChange& change = *report.stages[3].change;
  EXPECT_FALSE(change.is_empty);
  EXPECT_EQ(change.added, 1);
  EXPECT_EQ(change.removed, 0);
  EXPECT_EQ(change.changed, 1);
  EXPECT_EQ(change.computation_counts.changed, 1);
  ASSERT_EQ(change.opcodes.size(), 1);
  EXPECT_EQ(change.opcodes[0].opcode, "negate");
  EXPECT_THAT(change.diff.text, HasSubstr("+ n = f32[] negate(p)\n"));
  EXPECT_EQ(report.stages[3].compared_to, 2);
  EXPECT_EQ(report.first(), &report.stages[0]);
  EXPECT_EQ(report.last(), &report.stages[3]);
}

TEST(PassReport, StagesThatCannotBeReadAreSkipped) {
  TempFolder folder;
  folder.Write(Stage(0), "HloModule f\nENTRY e { nonsense }");
  folder.Write(Stage(1), Text("ROOT r = f32[] abs(p)"));
  folder.Write(Stage(2), "");
  folder.Write(Stage(3), Text("ROOT r = f32[] negate(p)"));
  folder.Write(Stage(4), std::string(1, '\0'));
  const ModuleReport report = ReportOf(folder);
  ASSERT_EQ(report.stages.size(), 5);
  EXPECT_EQ(report.error_count(), 3);
  EXPECT_THAT(report.stages[0].error, HasSubstr("2:"));
  EXPECT_FALSE(report.stages[1].change.has_value());
  EXPECT_FALSE(report.stages[2].change.has_value());
  EXPECT_EQ(report.stages[3].compared_to, 1);
  EXPECT_EQ(report.stages[3].change->changed, 1);
  EXPECT_EQ(report.first(), &report.stages[1]);
  EXPECT_EQ(report.last(), &report.stages[3]);
}

TEST(PassReport, NothingThatCanBeRead) {
  TempFolder folder;
  folder.Write(Stage(0), "");
  const ModuleReport report = ReportOf(folder);
  EXPECT_EQ(report.first(), nullptr);
  EXPECT_EQ(report.last(), nullptr);
}

TEST(PassReport, FilesThatHaveGone) {
  TempFolder folder;
  folder.Write(Stage(0), Text("ROOT r = f32[] abs(p)"));
  folder.Write(Stage(1), Text("ROOT r = f32[] abs(p)"));
  folder.Write(Stage(2), Text("ROOT r = f32[] negate(p)"));
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  std::filesystem::remove(folder / Stage(1));
  const ModuleReport report = ReportPasses(*list, list->modules[0], {});
  EXPECT_EQ(report.stages[1].error, "No such file or directory");
  EXPECT_EQ(report.stages[2].compared_to, 0);
}

#ifdef HLO_TEXT_HAVE_ZLIB
TEST(PassReport, PackedFolder) {
  const DumpFolder plain = ListTestFolder("jax");
  TempFolder folder;
  for (const DumpModule& module : plain.modules) {
    for (const DumpStage& stage : module.stages) {
      folder.Write(stage.file + ".gz", *Gzip(ReadFile("jax/" + stage.file)));
    }
  }
  const absl::StatusOr<DumpFolder> packed = ListDumpFolder(folder.path());
  ASSERT_TRUE(packed.ok());
  const std::vector<ModuleReport> a = ReportAll(plain), b = ReportAll(*packed);
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].stages.size(), b[i].stages.size());
    EXPECT_EQ(b[i].error_count(), 0);
    for (size_t j = 0; j < a[i].stages.size(); ++j) {
      EXPECT_EQ(a[i].stages[j].totals.text_bytes, b[i].stages[j].totals.text_bytes);
      if (j > 0) {
        EXPECT_EQ(a[i].stages[j].change->diff.text, b[i].stages[j].change->diff.text);
      }
    }
  }
}
#endif

// The report of `hlo-view --passes` on protos is the same as on texts.
TEST(PassReport, FolderOfProtos) {
  const DumpFolder plain = ListTestFolder("jax");
  TempFolder protos, both;
  bool is_proto = false;
  for (const DumpModule& module : plain.modules) {
    for (const DumpStage& stage : module.stages) {
      const std::string text = ReadFile("jax/" + stage.file);
      const std::string name = stage.file.substr(0, stage.file.rfind(".txt")) + ".hlo.pb";
      ProtoWriteOptions options;
      options.wrap = ProtoWrap::kHloProto;
      const std::string bytes = *SerializeHloModule(*ReadHloModule(text), options);
      protos.Write(name, bytes);
      is_proto = !is_proto;
      both.Write(is_proto ? name : stage.file, is_proto ? bytes : text);
    }
  }
  const std::vector<ModuleReport> a = ReportAll(plain);
  for (const TempFolder* folder : {&protos, &both}) {
    const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder->path());
    ASSERT_TRUE(list.ok());
    const std::vector<ModuleReport> b = ReportAll(*list);
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(a[i].stages.size(), b[i].stages.size());
      EXPECT_EQ(b[i].error_count(), 0);
      for (size_t j = 1; j < a[i].stages.size(); ++j) {
        const StageChange& text = *a[i].stages[j].change;
        const StageChange& proto = *b[i].stages[j].change;
        if (folder == &protos) {
          EXPECT_EQ(text.diff.text, proto.diff.text);
          EXPECT_EQ(text.is_empty, proto.is_empty);
        }
        EXPECT_EQ(a[i].stages[j].totals.instructions, b[i].stages[j].totals.instructions);
      }
    }
  }
}

TEST(PassReport, DiffsAreBounded) {
  TempFolder folder;
  std::string body = "a0 = f32[] abs(p)\n";
  for (int i = 1; i < 500; ++i) StrAppend(&body, "a", i, " = f32[] abs(a", i - 1, ")\n");
  folder.Write(Stage(0), Text("ROOT r = f32[] negate(p)"));
  folder.Write(Stage(1), Text(body + "ROOT r = f32[] negate(a499)"));
  folder.Write(Stage(2), Text("ROOT r = f32[] negate(p)"));
  PassReportOptions options;
  options.diff_text.max_lines = 20;
  const ModuleReport report = ReportOf(folder, options);
  const DiffText& diff = report.stages[1].change->diff;
  EXPECT_EQ(std::count(diff.text.begin(), diff.text.end(), '\n'), 20);
  EXPECT_GE(diff.left_out, 480);
  EXPECT_EQ(report.stages[1].change->added, 500);

  options.max_diff_bytes = 100;
  const DiffText second = ReportOf(folder, options).stages[2].change->diff;
  EXPECT_EQ(second.text, "");
  EXPECT_GE(second.left_out, 500);
}

TEST(PassReport, ListsAreBounded) {
  const auto text = [](int computations, std::string_view opcode) {
    std::string out = "HloModule m\n";
    for (int i = 0; i < computations; ++i) {
      StrAppend(&out, "fn", i, " { p = f32[", i, "] parameter(0)\n ROOT r = f32[", i, "] ", opcode,
                "(p) }\n");
    }
    return out + "ENTRY e { ROOT p = f32[] parameter(0) }";
  };
  const StageChange change =
      CompareStages(LoadText(text(250, "abs")), LoadText(text(250, "negate")), {});
  EXPECT_GE(change.computation_counts.added + change.computation_counts.removed +
                change.computation_counts.changed,
            250);
  EXPECT_EQ(change.computations.size(), StageChange::kMaxComputations);
}

TEST(PassReport, WhatChangesAreCounted) {
  const StageChange change = CompareStages(
      LoadText("HloModule m\nENTRY e { p = f32[2,3] parameter(0)\n c = f32[] constant(1)\n"
               "b = f32[2,3] broadcast(c), dimensions={}\n ROOT r = f32[2,3] add(p, b) }"),
      LoadText("HloModule m\nENTRY e { p = f32[2,3]{0,1} parameter(0)\n c = f32[] constant(2)\n"
               "b = f32[2,3] broadcast(c), dimensions={}\n ROOT r = f32[2,3] add(p, b) }"),
      {});
  std::string counts;
  for (const ChangeCount& one : change.changes) {
    StrAppend(&counts, DiffChangeName(one.what), " ", one.count, "\n");
  }
  EXPECT_EQ(counts, "layout 1\nvalue 1\n");
  EXPECT_THAT(change.header_changes, ElementsAre("entry_computation_layout"));
}

}  // namespace hlo_text_v1::pass_report_test
