// The examples in the headers that read, print, compare and translate programs. Outside of hlo, as
// in users' code.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <string>

#include "hlo/buffer_assignment.h"
#include "hlo/canonical.h"
#include "hlo/diff.h"
#include "hlo/export.h"
#include "hlo/format.h"
#include "hlo/mlir.h"
#include "hlo/parse_values.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/profile.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "hlo/reduce.h"
#include "hlo/summary.h"
#include "hlo/tables.h"
#include "hlo/thunks.h"
#include "hlo/verify.h"
#include "tests/examples/examples_test_util.h"

namespace text_examples_test {

using hlo_text::ExpectAbridged;
using hlo_text::ExpectText;
using hlo_text::Printed;
using hlo_text::ReadModule;

constexpr char kSmall[] =
    "HloModule m\nENTRY e { x = f32[2] parameter(0) ROOT y = f32[2] negate(x) }";

std::string Testdata(const std::string& name) {
  return hlo_text::ReadFile(HLO_TEXT_TESTDATA "/" + name);
}

// ---- Texts.

TEST(HeaderExamples, Parser) {
#include "examples/parser.inc"
}

TEST(HeaderExamples, ParseValues) {
#include "examples/parse_values.inc"
}

int Read(std::string_view text) {
#include "examples/read.inc"
  return 0;
}

TEST(HeaderExamples, Read) { EXPECT_EQ(Read(kSmall), 0); }

TEST(HeaderExamples, Printer) {
  const hlo_text::HloModule module = ReadModule(kSmall);
  std::string whole;
  const std::string pieces = Printed([&] {
#include "examples/printer.inc"
    whole = text;
  });
  EXPECT_EQ(pieces.find("%"), std::string::npos) << pieces;
  EXPECT_NE(whole.find("%"), std::string::npos) << whole;
}

TEST(HeaderExamples, Spellings) {
  const hlo_text::HloModule module = ReadModule(
      "ENTRY e { p = f32[2] parameter(0)\n"
      "  ROOT c = pred[2] compare(p, p), direction=LT, order=TOTAL }");
  const std::string printed = Printed([&] {
#include "examples/spellings.inc"
  });
  EXPECT_NE(printed.find("order=TOTAL\n"), std::string::npos) << printed;
  EXPECT_NE(printed.find("type=TOTALORDER\n"), std::string::npos) << printed;
}

TEST(HeaderExamples, PrintValues) {
  hlo_text::HloModule module;
#include "examples/print_values.inc"
  EXPECT_EQ(text, "f32[2,3]{1,0}f32[2,3]");
}

TEST(HeaderExamples, Format) {
  const std::string_view source =
#include "examples/format.2.inc"
      ;
#include "examples/format.1.inc"
  ExpectText(text.value_or(text.status().ToString()),
#include "examples/format.3.inc"
  );
}

TEST(HeaderExamples, Verify) {
  const absl::StatusOr<hlo_text::HloModule> module =
      ReadModule("ENTRY e { x = f32[2] parameter(0) ROOT y = f32[3] negate(x) }");
  testing::internal::CaptureStderr();
#include "examples/verify.inc"
  EXPECT_NE(testing::internal::GetCapturedStderr().find("<stdin>:1:"), std::string::npos);
}

// ---- Programs compared, and made smaller.

void Compare(const absl::StatusOr<hlo_text::HloModule>& before,
             const absl::StatusOr<hlo_text::HloModule>& after) {
  const auto Show = [](const hlo_text::HloInstruction& i) { std::cout << i.name() << "\n"; };
#include "examples/diff.inc"
}

TEST(HeaderExamples, Diff) {
  const std::string text = Printed([] {
    Compare(ReadModule(kSmall),
            ReadModule("ENTRY e { x = f32[2] parameter(0) n = f32[2] negate(x)\n"
                       "  ROOT a = f32[2] abs(n) }"));
  });
  EXPECT_EQ(text.substr(0, 5), "a\n@@ ");
}

TEST(HeaderExamples, Canonical) {
  absl::StatusOr<hlo_text::HloModule> module = ReadModule(
      "ENTRY e { ROOT x = f32[] parameter(0), metadata={op_name=\"x\"}, backend_config={\"b\":1} "
      "}");
  const std::string printed = Printed([&] {
#include "examples/canonical.1.inc"
    EXPECT_NE(text.find(" = f32[] parameter(0)\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("%x"), std::string::npos) << text;
  });
  EXPECT_EQ(printed.size(), 32);
#include "examples/canonical.3.inc"
  {
#include "examples/canonical.4.inc"
  }
}

TEST(HeaderExamples, InlineStackFrames) {
  absl::StatusOr<hlo_text::HloModule> module = ReadModule(
      "HloModule m\n\nFileNames\n1 \"model.py\"\n\nFunctionNames\n1 \"f\"\n\nFileLocations\n"
      "1 {file_name_id=1 function_name_id=1 line=12 end_line=12 column=4 end_column=17}\n\n"
      "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n\n"
      "ENTRY e { ROOT x = f32[] parameter(0), metadata={op_name=\"add\" stack_frame_id=1} }");
#include "examples/canonical.2.inc"
  EXPECT_NE(hlo_text::PrintHloModule(*module).find(
                "{op_name=\"add\" source_file=\"model.py\" source_line=12 source_end_line=12 "
                "source_column=4 source_end_column=17}"),
            std::string::npos);
}

absl::Status Reduce(const absl::StatusOr<hlo_text::HloModule>& module) {
#include "examples/reduce.inc"
  return absl::OkStatus();
}

TEST(HeaderExamples, Reduce) {
  EXPECT_TRUE(Reduce(ReadModule("add { a = f32[] parameter(0) b = f32[] parameter(1)\n"
                                "  ROOT s = f32[] add(a, b) }\n"
                                "ENTRY e { x = f32[] parameter(0) n = f32[] negate(x)\n"
                                "  d = f32[] dot(n, x)\n"
                                "  ROOT r = f32[] all-reduce(d), to_apply=add }"))
                  .ok());
}

// ---- Other forms.

TEST(HeaderExamples, Export) {
  const absl::StatusOr<hlo_text::HloModule> module = ReadModule(kSmall);
  const std::string text = Printed([&] {
#include "examples/export.1.inc"
  });
  ExpectAbridged(text,
#include "examples/export.2.inc"
  );
  const std::string graph = Printed([&] {
#include "examples/export.3.inc"
  });
  EXPECT_EQ(graph.substr(0, 7), "digraph");
}

TEST(HeaderExamples, Mlir) {
  const std::string text = Printed([] {
#include "examples/mlir.1.inc"
  });
  ExpectAbridged(text,  // a line is broken
#include "examples/mlir.2.inc"
  );
}

TEST(HeaderExamples, Proto) {
  const hlo_text::HloModule module = ReadModule(kSmall);
#include "examples/proto.inc"
  EXPECT_EQ(hlo_text::PrintHloModule(*same), hlo_text::PrintHloModule(module));
}

TEST(HeaderExamples, Summary) {
  const absl::StatusOr<hlo_text::HloModule> module = ReadModule(Testdata("tables/step.hlo"));
  const std::string text = Printed([&] {
#include "examples/summary.1.inc"
  });
  ExpectAbridged(text,
#include "examples/summary.2.inc"
  );
}

TEST(HeaderExamples, Tables) {
  const hlo_text::EmptyFolder folder;  // without b.hlo
  std::ofstream("a.hlo") << Testdata("tables/step.hlo");
  int64_t rows = 0;
  const auto Use = [&](const ArrowArray& batch) { rows += batch.length; };
#include "examples/tables.inc"
  EXPECT_EQ(rows, 3);
}

// ---- Dumps of XLA.

TEST(HeaderExamples, BufferAssignment) {
  const std::string stem = "profile/module_0000.jit_scanned_step.cpu_after_optimizations";
  const std::string hlo_proto = Testdata(stem + ".hlo.pb");
  const std::string text = Testdata(stem + "-buffer-assignment.txt");
  const hlo_text::HloModule module = *hlo_text::ParseHloProto(hlo_proto);
  std::string peak;
  const std::string printed = Printed([&] {
#include "examples/buffer_assignment.inc"
    peak = std::to_string(times.peak_bytes);
  });
  EXPECT_EQ(printed, "254260 bytes in 19 allocations\nat most " + peak + " alive\n");
}

TEST(HeaderExamples, Thunks) {
  const std::string stem = "passes/gpu/module_0007.jit_layer";
  const std::string text = Testdata(stem + ".thunk_sequence.txt");
  const std::string metadata = Testdata(stem + ".thunk_metadata.txt");
  const hlo_text::HloModule module =
      ReadModule(Testdata(stem + ".sm_9.0_gpu_after_optimizations.txt"));
  const auto print = [&]() -> absl::Status {
#include "examples/thunks.inc"
    return absl::OkStatus();
  };
  absl::Status status;
  const std::string printed = Printed([&] { status = print(); });
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(printed,
            "kCustomKernel scale_fusion\nkAsyncStart gather-start\nkAllGather gather\n"
            "kCopy turned\nkAsyncDone gather-done\nkGemm product\nkCustomKernel add.remat\n");
}

TEST(HeaderExamples, Profile) {
  const std::string bytes = Testdata("profile/scanned_step.xplane.pb");
  const hlo_text::HloModule module =
      ReadModule(Testdata("profile/module_0000.jit_scanned_step.cpu_after_optimizations.txt"));
  const std::string text = Printed([&] {
#include "examples/profile.inc"
  });
  EXPECT_NE(text.find("ynn_fusion: 12 times, "), std::string::npos) << text;
}

}  // namespace text_examples_test
