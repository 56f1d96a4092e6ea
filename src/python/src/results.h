// Results without parts of a module: generate_structs.py makes dataclasses of them. A new one has a
// line here, one in structs.cc, and its documentation in the script.
#ifndef HLO_PYTHON_SRC_RESULTS_H_
#define HLO_PYTHON_SRC_RESULTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/buffer_assignment.h"
#include "hlo/cost.h"
#include "hlo/pass.h"
#include "hlo/peak_memory.h"
#include "hlo/profile.h"
#include "values.h"

namespace hlo_python {

// hlo_text::CostRow without a struct in it, so that rows are rows of data frames.
struct CostRow {
  std::string key;
  int64_t instructions = 0;
  double flops = 0, transcendentals = 0, read_bytes = 0, written_bytes = 0, wire_bytes = 0;
};
// hlo_text::BufferAllocation with its Kind().
struct BufferAllocation {
  int64_t index = 0, size = 0;
  std::string kind;
  int64_t color = 0;
  bool is_output = false;
  int64_t parameter_number = 0;
  std::vector<int64_t> parameter_index;
  std::vector<hlo_text::BufferValue> values;
};

}  // namespace hlo_python

HLO_PYTHON_RESULT(hlo_text::Cost, "Cost", flops, transcendentals, read_bytes, written_bytes,
                  wire_bytes)
HLO_PYTHON_RESULT(hlo_python::CostRow, "CostRow", key, instructions, flops, transcendentals,
                  read_bytes, written_bytes, wire_bytes)
HLO_PYTHON_RESULT(hlo_text::PeakRow, "PeakRow", key, bytes, padding_bytes, parameter_bytes,
                  temporary_bytes, freed_bytes, buffers)
HLO_PYTHON_RESULT(hlo_text::PassRun, "PassRun", pipeline, name, changed, seconds)
HLO_PYTHON_RESULT(hlo_text::MeasuredOp, "MeasuredOp", name, count, total_ps, self_ps, longest_ps)
HLO_PYTHON_RESULT(hlo_text::MeasuredModule, "MeasuredModule", name, program_id, runs, ops)
HLO_PYTHON_RESULT(hlo_text::BufferValue, "BufferValue", id, instruction, shape_index, size, offset)
HLO_PYTHON_RESULT(hlo_python::BufferAllocation, "BufferAllocation", index, size, kind, color,
                  is_output, parameter_number, parameter_index, values)
HLO_PYTHON_RESULT(hlo_text::MemorySpaceReport, "MemorySpaceReport", name, color, total_bytes)

#endif  // HLO_PYTHON_SRC_RESULTS_H_
