#include "src/dumps/dump_name.h"

#include <gtest/gtest.h>

#include <string>

namespace hlo_text_v1::dump_name_test {

using namespace internal;

TEST(DumpName, Passes) {
  const struct {
    const char* file;
    const char* timestamp;
    int64_t number;
    const char* module;
    int64_t step;
    const char* pipeline;
    const char* pass;
    const char* next;
  } cases[] = {
      {"module_0014.jit_step.0006.simplification.after_algsimp.before_simplify-sorts.txt", "", 14,
       "jit_step", 6, "simplification", "algsimp", "simplify-sorts"},
      // Compressed.
      {"module_0014.jit_step.0006.simplification.after_algsimp.before_simplify-sorts.txt.gz", "",
       14, "jit_step", 6, "simplification", "algsimp", "simplify-sorts"},
      // Within a pass.
      {"module_0000.jit_f.0014.copy-insertion.after_adding_copies_to_resolve_interference.txt", "",
       0, "jit_f", 14, "copy-insertion", "adding_copies_to_resolve_interference", ""},
      {"module_0000.f.cl_1.0057.tpu-tiling-rewriter.before_tiling_rewriter.txt", "", 0, "f.cl_1",
       57, "tpu-tiling-rewriter", "pipeline-start", "tiling_rewriter"},
      {"module_0000.f.0004.After_X64_rewriter,_before_optimizations.after_cse.before_b.txt", "", 0,
       "f", 4, "After_X64_rewriter,_before_optimizations", "cse", "b"},
      // A pipeline whose name begins with after_.
      {"module_0000.jit_f.0033.after_layout_assignment.after_pipeline-start.before_pipeline-end."
       "txt",
       "", 0, "jit_f", 33, "after_layout_assignment", "pipeline-start", "pipeline-end"},
      {"module_0000.jit_f.0001.a.after_after_b.before_before_c.txt", "", 0, "jit_f", 1, "a",
       "after_b", "before_c"},
      // Names with dots, with blanks, with numbers, and empty ones.
      {"module_0002.a.b.c.0001.p q.after_x.y.before_z.txt", "", 2, "a.b.c", 1, "p q", "x.y", "z"},
      {"module_0002.f.0003.0001.p.after_x.before_y.txt", "", 2, "f.0003", 1, "p", "x", "y"},
      {"module_0002.0001.p.after_x.before_y.txt", "", 2, "", 1, "p", "x", "y"},
      {"module_123456.f.12345.p.after_x.before_y.txt", "", 123456, "f", 12345, "p", "x", "y"},
      {"1732200000123456.module_0010.jit_f.0000.p.after_x.before_y.txt", "1732200000123456", 10,
       "jit_f", 0, "p", "x", "y"},
      {"module_0000.a\nb.0000.p.after_x.before_\xff.txt", "", 0, "a\nb", 0, "p", "x", "\xff"},
  };
  for (const auto& c : cases) {
    const std::optional<DumpName> name = ParseDumpName(c.file);
    ASSERT_TRUE(name.has_value()) << c.file;
    EXPECT_EQ(name->kind, DumpKind::kPass) << c.file;
    EXPECT_EQ(name->timestamp, c.timestamp) << c.file;
    EXPECT_EQ(name->module_number, c.number) << c.file;
    EXPECT_EQ(name->module_name, c.module) << c.file;
    EXPECT_EQ(name->step, c.step) << c.file;
    EXPECT_EQ(name->pipeline, c.pipeline) << c.file;
    EXPECT_EQ(name->pass, c.pass) << c.file;
    EXPECT_EQ(name->next, c.next) << c.file;
  }
}

TEST(DumpName, NamesOfPassesReadBack) {
  const std::string file = PassDumpName(7, "jit_step.2", 12, "simplify", "algsimp", "cse");
  EXPECT_EQ(file, "module_0007.jit_step.2.0012.simplify.after_algsimp.before_cse.txt");
  const std::optional<DumpName> name = ParseDumpName(file);
  ASSERT_TRUE(name.has_value());
  EXPECT_EQ(name->kind, DumpKind::kPass);
  EXPECT_EQ(name->module_name, "jit_step.2");
  EXPECT_EQ(name->step, 12);
  EXPECT_EQ(name->pass, "algsimp");
  EXPECT_EQ(name->next, "cse");
  EXPECT_EQ(PassDumpName(1, "a/b c", 10000, "p", "x", "y"),
            "module_0001.a_b_c.10000.p.after_x.before_y.txt");
}

TEST(DumpName, StagesWithoutNumber) {
  const struct {
    const char* file;
    DumpKind kind;
    const char* module;
    const char* stage;
  } cases[] = {
      {"module_0000.jit_f.before_optimizations.txt", DumpKind::kBefore, "jit_f",
       "before_optimizations"},
      {"module_0000.f.0001.before_optimizations.txt", DumpKind::kBefore, "f.0001",
       "before_optimizations"},
      {"module_0000.f.before_config_assignment.txt", DumpKind::kBefore, "f",
       "before_config_assignment"},
      {"module_0000.f.after_spmd_partitioner.txt", DumpKind::kAfter, "f", "after_spmd_partitioner"},
      {"module_0000.before_optimizations.txt.gz", DumpKind::kBefore, "", "before_optimizations"},
      {"module_0000.jit_f.cpu_after_optimizations.txt", DumpKind::kAfter, "jit_f",
       "cpu_after_optimizations"},
      {"module_0000.jit_f.sm_8.0_gpu_after_optimizations.txt", DumpKind::kAfter, "jit_f",
       "sm_8.0_gpu_after_optimizations"},
      {"module_0000.jit_f.sm_9.0a_gpu_after_optimizations.txt", DumpKind::kAfter, "jit_f",
       "sm_9.0a_gpu_after_optimizations"},
      {"module_0000.jit_f.sm_9.0{_gpu_after_optimizations.txt", DumpKind::kAfter, "jit_f.sm_9",
       "0{_gpu_after_optimizations"},
      {"module_0000.jit_f.sm_8.x_gpu_after_optimizations.txt", DumpKind::kAfter, "jit_f.sm_8",
       "x_gpu_after_optimizations"},
      {"module_0000.jit_f.sm_x.0_gpu_after_optimizations.txt", DumpKind::kAfter, "jit_f.sm_x",
       "0_gpu_after_optimizations"},
      {"module_0000.jit_f.sm_8.0A_gpu_after_optimizations.txt", DumpKind::kAfter, "jit_f.sm_8",
       "0A_gpu_after_optimizations"},
      {"module_0000.f.after_optimizations_before_buffer_assignment.txt", DumpKind::kAfter, "f",
       "after_optimizations_before_buffer_assignment"},
      {"module_0000.f.after_codegen.txt", DumpKind::kAfter, "f", "after_codegen"},
      {"module_0000.a.b.cpu_after_optimizations.txt", DumpKind::kAfter, "a.b",
       "cpu_after_optimizations"},
      {"module_0000.run_after_x.cpu_after_optimizations.txt", DumpKind::kAfter, "run_after_x",
       "cpu_after_optimizations"},
      {"module_0000.a-b c.cpu_after_optimizations.txt", DumpKind::kAfter, "a-b c",
       "cpu_after_optimizations"},
  };
  for (const auto& c : cases) {
    const std::optional<DumpName> name = ParseDumpName(c.file);
    ASSERT_TRUE(name.has_value()) << c.file;
    EXPECT_EQ(name->kind, c.kind) << c.file;
    EXPECT_EQ(name->module_name, c.module) << c.file;
    EXPECT_EQ(name->stage, c.stage) << c.file;
    EXPECT_EQ(name->pipeline, "") << c.file;
    EXPECT_EQ(name->step, -1) << c.file;
  }
}

TEST(DumpName, Protos) {
  for (const char* file : {"module_0003.jit_f.0001.p.after_x.before_y.hlo.pb",
                           "module_0003.jit_f.0001.p.after_x.before_y.hlo.pb.gz"}) {
    const std::optional<DumpName> name = ParseDumpName(file);
    ASSERT_TRUE(name.has_value()) << file;
    EXPECT_TRUE(name->is_proto) << file;
    EXPECT_EQ(name->kind, DumpKind::kPass) << file;
    EXPECT_EQ(name->module_name, "jit_f") << file;
    EXPECT_EQ(name->next, "y") << file;
  }
  EXPECT_FALSE(ParseDumpName("module_0003.jit_f.before_optimizations.txt")->is_proto);
}

TEST(DumpName, Others) {
  for (const char* file : {
           "module_0000.jit_f.cpu_after_optimizations-buffer-assignment.txt",
           "module_0000.jit_f.cpu_after_optimizations-buffer-assignment-values.txt",
           "module_0000.jit_f.cpu_after_optimizations-live-range.txt",
           "module_0000.jit_f.cpu_after_optimizations-memory-usage-report.txt",
           "module_0000.jit_f.sm_8.0_gpu_after_optimizations-memory-usage-report.txt",
           "module_0000.jit_f.thunk_sequence.txt",
           "module_0000.jit_f.thunk_sequence_after_thunk_passes.txt",
           "module_0000.jit_f.thunk_metadata.txt",
           "module_0000.jit_f.priority_fusion_dump.txt",
           "module_0000.jit_f.cl_1.hlo_module_config.txt",
           "module_0000.jit_f.0001.p.before_.txt",
           "module_0000.jit_f.execution_options.txt",
           "module_0000.jit_f.debug_options",
           "module_0000.jit_f.ir-no-opt.ll",
           "module_0000.jit_f.ptx",
           "module_0000.jit_f.obj-file.add_after_x_kernel_module.o",
           "module_0000.jit_f.obj-file.before_x.o",
           "module_0000.jit_f.before_optimizations.pb",
           "module_0000.jit_f.cpu_after_optimizations.hlo_snapshot.pb",
           "module_0000.jit_f.cpu_after_optimizations-memory-usage-report.hlo.pb",
           "module_0000.jit_f.before_optimizations.dot",
           "module_0000.jit_f.0000.p.after_x.before_y.html",
           "module_0000.jit_f.before_optimizations.txt/",
           "module_0000.jit_f",
       }) {
    const std::optional<DumpName> name = ParseDumpName(file);
    ASSERT_TRUE(name.has_value()) << file;
    EXPECT_EQ(name->kind, DumpKind::kOther) << file;
    EXPECT_EQ(name->module_number, 0) << file;
    EXPECT_FALSE(name->module_name.empty()) << file;
  }
}

TEST(DumpName, NoModules) {
  for (const char* file :
       {"", "module_", "module_0001", "module_x.f.before_optimizations.txt", "notes.txt",
        "xmodule_0001.f.before_optimizations.txt", "a.module_0001.f.before_optimizations.txt",
        "module_99999999999999999999.f.before_optimizations.txt", ".txt", "module_0001."}) {
    EXPECT_FALSE(ParseDumpName(file).has_value()) << file;
  }
}

TEST(DumpName, NumberOfAPassThatIsTooLong) {
  const std::optional<DumpName> name =
      ParseDumpName("module_0001.f.99999999999999999999.p.after_x.before_y.txt");
  ASSERT_TRUE(name.has_value());
  EXPECT_EQ(name->kind, DumpKind::kOther);
  EXPECT_EQ(name->step, -1);
}

}  // namespace hlo_text_v1::dump_name_test
