// Streams over modules and files.
// Tests: columns, instruction_rows, loops, module_rows, pass_rows, read_file, table_info,
// table_stream
#include "hlo/tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/read.h"
#include "tests/tables/table_test_util.h"

namespace hlo_text_v1::tables_test {

using namespace test;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kText[] = R"(HloModule m
fused { a = f32[2,3] parameter(0)
  ROOT b = f32[2,3] negate(a), metadata={op_name="f/neg" source_file="m.py" source_line=3} }
ENTRY e { p = f32[2,3] parameter(0)
  f = f32[2,3] fusion(p), kind=kLoop, calls=fused
  s = ((f32[2,3]), f32[4], s32[]) custom-call-start(f), custom_call_target="work"
  c = f32[] constant(1), control-predecessors={f}
  d = f32[4] custom-call-done(s)
  ROOT t = (f32[4], f32[]) tuple(d, c) })";

class TempFiles {
 public:
  TempFiles()
      : folder_(std::filesystem::temp_directory_path() /
                ("hlo_tables_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~TempFiles() { std::filesystem::remove_all(folder_); }
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

 private:
  const std::filesystem::path folder_;
};

TEST(Tables, NamesAreFound) {
  for (const TableInfo& table : AllTables()) {
    EXPECT_EQ(FindTable(table.name), &table);
    EXPECT_EQ(&GetTableInfo(table.kind), &table);
  }
  EXPECT_EQ(FindTable("module"), nullptr);
}

TEST(ModuleTable, Instructions) {
  const std::vector<TextRow> rows = RowsOf(ReadModule(kText), TableKind::kInstructions);
  EXPECT_THAT(Column(rows, "name"),
              testing::IsSupersetOf({"a", "b", "p", "f", "s", "c", "d", "t"}));
  EXPECT_THAT(Column(rows, "file"), Each("null"));
  for (const TextRow& row : rows) {
    const std::string& name = row.at("name");
    if (name == "b") {
      EXPECT_EQ(row.at("op_name"), "f/neg");
      EXPECT_EQ(row.at("source_file"), "m.py");
      EXPECT_EQ(row.at("source_line"), "3");
      EXPECT_EQ(row.at("shape"), "f32[2,3]{1,0}");
      EXPECT_EQ(row.at("dims"), "[2,3]");
      EXPECT_EQ(row.at("dtype"), "f32");
      EXPECT_EQ(row.at("bytes"), "24");
      EXPECT_EQ(row.at("is_root"), "true");
      EXPECT_EQ(row.at("flops"), "6.000000");
    } else if (name == "s") {
      EXPECT_EQ(row.at("opcode"), "async-start");
      EXPECT_EQ(row.at("phase"), "start");
      EXPECT_EQ(row.at("async_opcode"), "custom-call");
      EXPECT_EQ(row.at("custom_call_target"), "work");
      EXPECT_EQ(row.at("dims"), "null");
      EXPECT_EQ(row.at("dtype"), "tuple");
      EXPECT_EQ(row.at("op_name"), "null");
    } else if (name == "d") {
      EXPECT_EQ(row.at("phase"), "done");
      EXPECT_EQ(row.at("custom_call_target"), "null");
    } else if (name == "c") {
      EXPECT_EQ(row.at("dims"), "[]");
      EXPECT_EQ(row.at("phase"), "null");
    }
  }
}

TEST(ModuleTable, Edges) {
  const std::vector<TextRow> rows = RowsOf(ReadModule(kText), TableKind::kEdges);
  const std::vector<std::string> kinds = Column(rows, "kind");
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), "control"), 1);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), "call"), 2);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), "operand"), 7);
  for (const TextRow& row : rows) {
    EXPECT_EQ(row.at("bytes") == "null", row.at("kind") != "operand");
  }
}

TEST(ModuleTable, ModuleHasOneRow) {
  TableOptions options;
  options.file = "x.hlo";
  const std::vector<TextRow> rows = RowsOf(ReadModule(kText), TableKind::kModules, options);
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows[0].at("file"), "x.hlo");
  EXPECT_EQ(rows[0].at("fingerprint").size(), 32);
  EXPECT_EQ(rows[0].at("custom_call_count"), "1");
  EXPECT_EQ(rows[0].at("fusion_count"), "1");
  EXPECT_EQ(rows[0].at("parameter_bytes"), "24");
  EXPECT_EQ(rows[0].at("result_bytes"), "20");
}

TEST(ModuleTable, AnEmptyModuleHasRowsWithoutValues) {
  for (const TableInfo& table : AllTables()) {
    const std::vector<TextRow> rows = RowsOf(HloModule(), table.kind);
    EXPECT_EQ(rows.size(), table.kind == TableKind::kModules ? 1 : 0) << table.name;
  }
}

// Every table of everything that can be read here, so that no column fails on any text.
TEST(ModuleTable, AllTestdata) {
  FileTableOptions options;
  options.parse.allow_unknown = true;
  options.max_batch_rows = 1000;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HLO_TEXT_TESTDATA)) {
    if (entry.path().extension() == ".hlo") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  const auto modules = static_cast<size_t>(CountRows(paths, TableKind::kModules, options));
  std::vector<std::string> bad = Column(RowsOfFiles(paths, TableKind::kErrors, options), "file");
  bad.erase(std::unique(bad.begin(), bad.end()), bad.end());
  EXPECT_EQ(modules + bad.size(), paths.size());
  EXPECT_GT(CountRows(paths, TableKind::kInstructions, options), 10000);
  EXPECT_GT(CountRows(paths, TableKind::kComputations, options), 1000);
  EXPECT_GT(CountRows(paths, TableKind::kEdges, options), 10000);
  EXPECT_GT(CountRows(paths, TableKind::kCollectives, options), 100);
}

TEST(FileTable, DamagedFilesAreRowsOfErrors) {
  const TempFiles files;
  const std::vector<std::string> paths = {
      files.Write("a.hlo", kText),
      files.Write("b.hlo", "HloModule m\nENTRY e { ROOT x = f32[2] nothing(y) }"),
      files.Write("c.hlo", std::string("\x0a\x03", 2) + "xyz"),
      files.Write("d.hlo", ""),
      "/nonexistent/e.hlo",
      files.Write("f.hlo", kText)};
  EXPECT_THAT(Column(RowsOfFiles(paths, TableKind::kModules), "file"),
              ElementsAre(paths[0], paths[5]));
  const std::vector<TextRow> errors = RowsOfFiles(paths, TableKind::kErrors);
  std::vector<std::string> bad = Column(errors, "file");
  bad.erase(std::unique(bad.begin(), bad.end()), bad.end());
  EXPECT_THAT(bad, ElementsAre(paths[1], paths[2], paths[3], paths[4]));
  EXPECT_EQ(errors[0].at("kind"), "text");
  EXPECT_EQ(errors[0].at("line"), "2");
  EXPECT_NE(errors[0].at("code"), "null");
  EXPECT_EQ(errors.back().at("kind"), "file");
  EXPECT_EQ(errors.back().at("line"), "null");
  EXPECT_THAT(errors.back().at("message"), testing::HasSubstr("No such file"));
}

TEST(FileTable, WarningsOfDamagedFilesAreNoRows) {
  const TempFiles files;
  const std::vector<std::string> paths = {files.Write(
      "a.hlo",
      "HloModule m\nENTRY e { a = f32[] parameter(0), zork=1\n ROOT x = f32[] negate(y) }")};
  FileTableOptions options;
  options.parse.allow_unknown = true;
  const std::vector<std::string> codes =
      Column(RowsOfFiles(paths, TableKind::kErrors, options), "code");
  EXPECT_FALSE(codes.empty());
  EXPECT_THAT(codes, testing::Not(testing::Contains("UnknownAttributeKept")));
}

TEST(FileTable, JobsDoNotChangeRows) {
  const TempFiles files;
  std::vector<std::string> paths;
  for (int i = 0; i < 50; ++i) {
    paths.push_back(
        files.Write(std::to_string(i) + ".hlo", i % 7 == 3 ? "HloModule" : std::string(kText)));
  }
  for (const TableKind kind : {TableKind::kInstructions, TableKind::kErrors}) {
    FileTableOptions options;
    options.max_batch_rows = 20;
    int64_t batches = 0;
    const std::vector<TextRow> one = RowsOfFiles(paths, kind, options, &batches);
    EXPECT_EQ(batches, (static_cast<int64_t>(one.size()) + 19) / 20);
    options.jobs = 4;
    size_t done = 0, failed = 0;
    options.progress = [&](const TableProgress& progress) {
      EXPECT_EQ(progress.done, ++done);
      EXPECT_EQ(progress.total, 50);
      failed = progress.failed;
    };
    EXPECT_EQ(RowsOfFiles(paths, kind, options), one);
    EXPECT_EQ(done, 50);
    EXPECT_EQ(failed, 7);
  }
}

// A consumer may stop early: threads end, nothing leaks.
TEST(FileTable, ReleasedBeforeTheEnd) {
  const TempFiles files;
  const std::vector<std::string> paths(100, files.Write("a.hlo", kText));
  FileTableOptions options;
  options.jobs = 3;
  options.max_batch_rows = 1;
  ArrowArrayStream stream;
  MakeFileTable(paths, TableKind::kInstructions, options, &stream);
  ArrowArray batch;
  ASSERT_EQ(stream.get_next(&stream, &batch), 0);
  stream.release(&stream);
  EXPECT_EQ(batch.length, 1);  // outlives its stream
  batch.release(&batch);
  MakeFileTable(paths, TableKind::kModules, options, &stream);
  stream.release(&stream);
}

TEST(FileTable, NoFiles) {
  for (const TableInfo& table : AllTables()) {
    EXPECT_THAT(RowsOfFiles({}, table.kind), IsEmpty()) << table.name;
  }
}

TEST(FileTable, PassesOfADumpFolder) {
  const std::string folder = HLO_TEXT_TESTDATA "/passes/async/";
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    paths.push_back(entry.path().string());
  }
  const std::vector<TextRow> rows = RowsOfFiles(paths, TableKind::kPasses);
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0].at("compared_to"), "null");
  bool has_change = false;
  for (size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].at("module_number") != rows[i - 1].at("module_number")) continue;
    has_change = has_change || rows[i].at("is_changed") == "true";
    if (rows[i].at("is_changed") == "true") continue;
    EXPECT_EQ(rows[i].at("added"), rows[i].at("error") == "null" ? "0" : "null");
  }
  EXPECT_TRUE(has_change);
}

TEST(FileTable, APassThatCannotBeReadHasAnError) {
  const TempFiles files;
  const std::vector<TextRow> rows =
      RowsOfFiles({files.Write("module_0001.f.0000.p.after_a.before_b.txt", kText),
                   files.Write("module_0001.f.0001.p.after_b.before_c.txt", "HloModule"),
                   files.Write("module_0001.f.0002.p.after_c.before_d.txt", kText),
                   files.Write("x.hlo", kText)},
                  TableKind::kPasses);
  ASSERT_EQ(rows.size(), 3);
  EXPECT_THAT(Column(rows, "compared_to"), ElementsAre("null", "null", "0"));
  EXPECT_THAT(Column(rows, "is_changed"), ElementsAre("null", "null", "false"));
  EXPECT_EQ(rows[0].at("error"), "null");
  EXPECT_NE(rows[1].at("error"), "null");
  EXPECT_THAT(Column(rows, "pass"), ElementsAre("a", "b", "c"));
}

}  // namespace hlo_text_v1::tables_test
