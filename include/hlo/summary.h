// A module in less than 2 KB: what a person, or a program that reads for one, looks at first.
//
//   std::cout << hlo::SummarizeModule(*module);
//
//   jit_step: 132 instructions in 9 computations, scheduled, 1 replica x 8 partitions
//   fingerprint 5901d57e03c9682fca05e238351555f0
//   12 parameters, 3.2 MiB; result 1.1 MiB; at most about 5.4 MiB alive
//   opcodes: 41 get-tuple-element, 20 fusion, 9 parameter, ... and 12 more
//   collectives:
//     all-reduce: 3 (2 asynchronous), operands 4.0 MiB, moves 14.0 MiB
//   custom calls: 3 __onednn$matmul
//   largest values:
//     4.0 MiB fusion.3 = f32[1024,1024]{1,0} fusion
//   loops:
//     while.5 in main: 10 times
//
// Lists begin with the most and end in "... and N more". Nothing that the module lacks is in it. It
// is in the library hlo_text::tables.
#ifndef HLO_SUMMARY_H_
#define HLO_SUMMARY_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/module.h"

namespace hlo {

enum class SummaryForm : uint8_t {
  kText,  // for people; control characters are "?"
  kJson,  // one line, with the same facts: docs/hlo-fmt.md has the members
};

// No summary is as long, whatever the module is: lists and names get shorter. Not counting the
// name of the file.
inline constexpr size_t kMaxSummaryBytes = 2048;

// Summarizes `module`, ending in a newline. Custom calls and collectives count also where they run
// asynchronously. Bytes are those of ByteSizeOf (hlo/memory_layout.h); the bytes that collectives
// move are each device's, in one run of the entry, as far as group sizes and trip counts are known
// (the columns moved_bytes and executions of hlo/tables.h). Bytes alive are those of LiveRanges in
// the entry. `file` begins the first line, or is a member; empty: neither. Large values are arrays
// in computations that run as sequences, without parameters and parts of tuples. Never fails. n log
// n in the module.
std::string SummarizeModule(const HloModule& module, SummaryForm form = SummaryForm::kText,
                            std::string_view file = {});

}  // namespace hlo

#endif  // HLO_SUMMARY_H_
