// Parses the names of files in a dump folder. Only this file knows how XLA names them.
//
//   std::optional<DumpName> name = ParseDumpName(
//       "module_0014.jit_step.0006.simplification.after_algsimp.before_simplify-sorts.txt");
//   name->module_number;  // 14
//   name->pass;           // "algsimp"
//
// Source: XLA service/dump.cc, FilenameFor, DumpHloModuleBetweenPassesIfEnabled,
// DumpHloModuleDuringPassIfEnabled.
#ifndef HLO_DUMPS_DUMP_NAME_H_
#define HLO_DUMPS_DUMP_NAME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

// In place of a pass: none of its pipeline has run.
inline constexpr std::string_view kPipelineStart = "pipeline-start";

enum class DumpKind : uint8_t {
  kBefore,  // before_optimizations: before all passes
  kPass,    // between two passes, or within one
  kAfter,   // cpu_after_optimizations and the like: after all passes
  kOther,   // not a module: reports, objects, options
};

// All views are into the name.
struct DumpName {
  std::string_view timestamp;  // "" without xla_dump_include_timestamp
  int64_t module_number = 0;
  std::string_view module_name;  // "" if XLA left it out; for kOther, with the rest of the name
  DumpKind kind = DumpKind::kOther;
  bool is_proto = false;      // .hlo.pb of xla_dump_hlo_as_proto, not .txt
  std::string_view stage;     // kBefore, kAfter: "cpu_after_optimizations"
  int64_t step = -1;          // kPass: its number
  std::string_view pipeline;  // kPass: "simplification"
  std::string_view pass;      // kPass: "algsimp", which has run
  std::string_view next;      // kPass: "simplify-sorts", which runs next; "" within a pass
};

// nullopt unless the name begins like module_0001 or 1732.module_0001. Linear in the name.
std::optional<DumpName> ParseDumpName(std::string_view file_name);

// The name of the text of a module between two passes, or between kPipelineStart and a pass. Bytes
// that a file name cannot have become '_'.
std::string PassDumpName(int64_t module_number, std::string_view module_name, int64_t step,
                         std::string_view pipeline, std::string_view pass, std::string_view next);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DUMPS_DUMP_NAME_H_
