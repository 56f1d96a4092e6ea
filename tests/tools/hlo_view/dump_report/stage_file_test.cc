#include "src/tools/hlo_view/dump_report/stage_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "hlo/printer.h"
#include "hlo/source.h"
#include "src/read/source.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::stage_file_test {

using namespace internal;

using test::TempFolder;
using ::testing::HasSubstr;
using ::testing::Not;

std::string ErrorOf(const TempFolder& folder, const std::string& name,
                    const StageFileOptions& options = {}) {
  const absl::StatusOr<SourceBuffer> text = ReadStageText(folder.path(), name, options);
  return std::string(text.status().message());
}

TEST(StageFile, PlainAndPacked) {
  TempFolder folder;
  const std::string text = "HloModule m\n" + std::string(10000, ' ');
  folder.Write("plain", text);
  EXPECT_EQ(ReadStageText(folder.path(), "plain", {})->view(), text);
#ifdef HLO_TEXT_HAVE_ZLIB
  folder.Write("packed", *Gzip(text));
  EXPECT_EQ(ReadStageText(folder.path(), "packed", {})->view(), text);
  folder.Write("damaged", Gzip(text)->substr(0, 30));
  EXPECT_THAT(ErrorOf(folder, "damaged"), HasSubstr("gzip"));
#endif
  folder.Write("empty", "");
  EXPECT_EQ(ReadStageText(folder.path(), "empty", {})->view(), "");
}

TEST(StageFile, LimitOfBytes) {
  TempFolder folder;
  const std::string text(1000, 'a');
  folder.Write("plain", text);
  StageFileOptions options;
  options.max_bytes = 1000;
  EXPECT_EQ(ErrorOf(folder, "plain", options), "");
  options.max_bytes = 999;
  EXPECT_EQ(ErrorOf(folder, "plain", options), "larger than 999 B");
#ifdef HLO_TEXT_HAVE_ZLIB
  folder.Write("packed", *Gzip(text));
  EXPECT_EQ(ErrorOf(folder, "packed", options), "larger than 999 B when unpacked");
  options.max_bytes = 1000;
  EXPECT_EQ(ErrorOf(folder, "packed", options), "");
#endif
}

TEST(StageFile, NoWayOutOfTheFolder) {
  TempFolder folder;
  folder.Write("secret", "secret");
  std::filesystem::create_symlink(folder / "secret", folder / "link");
  EXPECT_EQ(ErrorOf(folder, "link"), "is a symbolic link, which is not followed");
  EXPECT_EQ(ErrorOf(folder, "../secret"), "not a file's name");
  EXPECT_EQ(ErrorOf(folder, "/etc/passwd"), "not a file's name");
}

TEST(StageFile, WhatIsNoFile) {
  TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_directory(folder / "folder");
  EXPECT_EQ(ErrorOf(folder, "pipe"), "is not a regular file");
  EXPECT_EQ(ErrorOf(folder, "folder"), "is not a regular file");
  EXPECT_EQ(ErrorOf(folder, "gone"), "No such file or directory");
}

TEST(StageFile, ParsesAndDesugars) {
  const absl::StatusOr<HloModule> module = ParseStage(SourceBuffer::Copy(R"(HloModule m
ENTRY e {
  p = f32[8] parameter(0)
  s = ((f32[8]), f32[8], s32[]) custom-call-start(p), custom_call_target="t"
  ROOT d = f32[8] custom-call-done(s)
})"),
                                                      {});
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(module->computations().size(), 2);
  EXPECT_EQ(module->entry_computation()->root_instruction()->opcode(), HloOpcode::kAsyncDone);
}

TEST(StageFile, NamesStayAsInTheFile) {
  const absl::StatusOr<HloModule> module = ParseStage(SourceBuffer::Copy(R"(HloModule m
f { ROOT p = f32[] parameter(0) }
ENTRY e {
  p = f32[] parameter(0)
  ROOT c = f32[] call(p), to_apply=f
})"),
                                                      {});
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_THAT(PrintHloModule(*module), Not(HasSubstr("p.1")));
}

TEST(StageFile, OtherVersions) {
  // An unknown word, and the flat shape of legacy chains.
  const absl::StatusOr<HloModule> unknown = ParseStage(
      SourceBuffer::Copy("HloModule m\nENTRY e { ROOT p = f32[] parameter(0), x_y=3 }"), {});
  EXPECT_TRUE(unknown.ok()) << unknown.status();
  const absl::StatusOr<HloModule> flat = ParseStage(SourceBuffer::Copy(R"(HloModule m
ENTRY e {
  p = f32[8] parameter(0)
  s = (f32[8], f32[8], s32[]) custom-call-start(p), custom_call_target="t"
  ROOT d = f32[8] custom-call-done(s)
})"),
                                                    {});
  EXPECT_TRUE(flat.ok()) << flat.status();
}

TEST(StageFile, TheFirstErrorOfAText) {
  const absl::StatusOr<HloModule> module =
      ParseStage(SourceBuffer::Copy("HloModule m\nENTRY e {\n  ROOT r = f32[] add(p)\n}"), {});
  EXPECT_THAT(std::string(module.status().message()), HasSubstr("3:"));
}

}  // namespace hlo_text_v1::stage_file_test
