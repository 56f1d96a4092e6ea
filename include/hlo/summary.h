// A module in less than 2 KB: what a person, or a program that reads for one, looks at first.
//
//   std::cout << hlo_text::SummarizeModule(*module);
//
// prints, abridged:
//
//   jit_step: 29 instructions in 6 computations, scheduled, 1 replica x 8 partitions
//   fingerprint bda240601c1e73f651b9630de361534a
//   2 parameters, 4.0 KiB; result 8.0 KiB; at most about 16.0 KiB alive
//   opcodes: 8 parameter, 4 add, 4 get-tuple-element, ... and 3 more
//   collectives:
//     all-gather: 1, operands 4.0 KiB, moves 4.0 KiB
//     all-reduce: 1 (1 asynchronous), operands 4.0 KiB, moves 40.0 KiB
//     ...
//   custom calls: 1 norm
//   largest values:
//     8.0 KiB gathered = f32[16,128]{1,0} all-gather
//     ...
//   loops:
//     while in main: 10 times
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
#include "hlo/roofline.h"

namespace hlo_text_v1 {

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
// (the columns moved_bytes and executions of hlo/tables.h). Bytes alive are those of LiveRanges of
// the module, if it is scheduled. `file` begins the first line, or is a member; empty: neither.
// Large values are arrays in computations that run as sequences, without parameters and parts of
// tuples. Never fails. n log n in the module, but for what TripCounter (hlo/evaluate.h) evaluates.
std::string SummarizeModule(const HloModule& module, SummaryForm form = SummaryForm::kText,
                            std::string_view file = {});

// The cost of a run of `module` (hlo/cost.h), and the opcodes, scopes and source lines that cost
// most; if it is scheduled, also the buffers at its peak (hlo/peak_memory.h); on a `machine`, if it
// is not null, the least times (hlo/roofline.h). A screen of text, or all rows as a line of JSON.
// `file` as for SummarizeModule. Never fails. As long as SummarizeModule.
std::string SummarizeCost(const HloModule& module, SummaryForm form = SummaryForm::kText,
                          std::string_view file = {}, const Machine* machine = nullptr);

}  // namespace hlo_text_v1

#endif  // HLO_SUMMARY_H_
