// Reads XLA's text reports on buffers, line by line. Names of instructions have no blanks; shapes
// may contain anything, but are between bars or at the end of a line.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/buffer_assignment.h"
#include "src/base/strings.h"
#include "src/dumps/line_reader.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// allocation 8: size 65, page 0, parameter 0, shape |s32[]| at ShapeIndex {1}, maybe-live-out:
bool ReadAllocation(LineReader& line, BufferAllocation* allocation) {
  if (!line.Number(&allocation->index) || !line.Skip(": ")) return false;
  std::string_view address;
  if (line.Skip("0x") && !line.Until(", ", &address)) return false;
  if (!line.Skip("size ") || !line.Number(&allocation->size)) return false;
  while (line.Skip(", ")) {
    std::string_view shape;
    if (line.Skip("parameter ")) {
      allocation->is_parameter = true;
      if (!line.Number(&allocation->parameter_number)) return false;
    } else if (line.Skip("shape |")) {
      if (!line.Until("| at ShapeIndex ", &shape) || !line.Index(&allocation->parameter_index)) {
        return false;
      }
    } else if (line.Skip("output shape is |")) {
      allocation->is_output = true;
      if (!line.Until("|", &shape)) return false;
    } else if (line.Skip("color ")) {
      if (!line.Number(&allocation->color)) return false;
    } else if (line.Skip("constant")) {
      allocation->is_constant = true;
    } else if (line.Skip("thread-local")) {
      allocation->is_thread_local = true;
    } else if (line.Skip("maybe-live-out")) {
      allocation->is_output = true;
    } else {  // preallocated-temp, page 0 ...
      const std::string_view word = line.rest().substr(0, line.rest().find_first_of(",:"));
      if (word.empty() || !line.Skip(word)) return false;
    }
  }
  return line.rest() == ":";
}

//  value: <24 arg_tuple.3{0} (phi) @0> (size=4,offset=0): s32[]
bool ReadValue(LineReader& line, BufferAllocation* allocation) {
  BufferValue value;
  std::string_view between;
  if (!line.Skip("<") || !line.Number(&value.id) || !line.Skip(" ") ||
      !line.Position(&value.instruction, &value.shape_index) || !line.Until("@", &between) ||
      !line.Number(&allocation->color) || !line.Until("(size=", &between) ||
      !line.Number(&value.size) || !line.Skip(",offset=") || !line.Number(&value.offset) ||
      !line.Skip(")")) {
    return false;
  }
  if (value.size > allocation->size || value.offset > allocation->size - value.size) return false;
  allocation->values.push_back(std::move(value));
  return true;
}

}  // namespace

absl::StatusOr<BufferAssignment> ParseBufferAssignmentText(std::string_view text) {
  BufferAssignment assignment;
  LineReader line(text);
  if (!line.NextLine() || line.rest() != "BufferAssignment:") {
    return line.Error("'BufferAssignment:'");
  }
  while (line.NextLine()) {
    if (line.Skip("allocation ")) {
      if (!ReadAllocation(line, &assignment.allocations.emplace_back())) {
        return line.Error("'allocation NUMBER: size BYTES, ...:'");
      }
    } else if (line.Skip(" value: ")) {
      if (assignment.allocations.empty() || !ReadValue(line, &assignment.allocations.back())) {
        return line.Error(
            "' value: <NUMBER NAME @COLOR> (size=BYTES,offset=BYTES)' in its "
            "allocation");
      }
    } else {
      break;
    }
  }
  return assignment;
}

absl::StatusOr<std::vector<MemorySpaceReport>> ParseMemoryUsageReport(std::string_view text) {
  std::vector<MemorySpaceReport> spaces;
  LineReader line(text);
  while (line.NextLine()) {
    std::string_view name;
    if (line.Skip("Memory Space: ")) {
      MemorySpaceReport& space = spaces.emplace_back();
      if (!line.Until(" (color=", &name) || !line.Number(&space.color)) {
        return line.Error("'Memory Space: NAME (color=NUMBER)'");
      }
      space.name = name;
    } else if (line.Skip("Total bytes: ")) {
      if (spaces.empty() || !line.Number(&spaces.back().total_bytes)) {
        return line.Error("'Total bytes: NUMBER' of a memory space");
      }
    }
  }
  if (spaces.empty()) return line.Error("'Memory Space: NAME (color=NUMBER)'");
  return spaces;
}

absl::StatusOr<LiveRangeReport> ParseLiveRangeReport(std::string_view text) {
  LiveRangeReport report;
  LineReader line(text);
  if (!line.NextLine() || !line.Skip("HloLiveRange (max ")) {
    return line.Error("'HloLiveRange (max NUMBER):'");
  }
  enum class Section { kNone, kSequence, kRanges, kPeak } section = Section::kNone;
  while (line.NextLine()) {
    if (!line.Skip("    ")) {
      section = line.rest() == "  InstructionSequence:" ? Section::kSequence
                : line.rest() == "  BufferLiveRange:"   ? Section::kRanges
                                                        : Section::kNone;
      if (line.Skip("  Live ranges at ")) {
        section = Section::kPeak;
        if (!line.Number(&report.peak_time)) return line.Error("'Live ranges at NUMBER'");
      }
      continue;
    }
    int64_t number = 0;
    std::string_view between;
    LiveRangeReport::Range range;
    switch (section) {
      case Section::kSequence:
        if (!line.Number(&number) || !line.Skip(":") ||
            number != static_cast<int64_t>(report.sequence.size())) {
          return line.Error("'NUMBER:NAME', in order");
        }
        report.sequence.emplace_back(line.rest());
        break;
      case Section::kRanges:
        if (!line.Position(&range.instruction, &range.shape_index) || !line.Skip(":") ||
            !line.Number(&range.begin) || !line.Skip("-") || !line.Number(&range.end)) {
          return line.Error("'NAME{INDEX}:BEGIN-END'");
        }
        report.ranges.push_back(std::move(range));
        break;
      case Section::kPeak:
        if (!line.Until("(cumulative: ", &between) || !line.Number(&report.peak_bytes)) {
          return line.Error("'NAME{INDEX}: BYTES bytes (cumulative: BYTES bytes)'");
        }
        break;
      case Section::kNone:
        break;
    }
  }
  return report;
}

namespace {

// "reduce-scatter-start {1}".
bool BufferPosition(LineReader& line, std::string* instruction, std::vector<int64_t>* shape_index) {
  return line.Position(instruction, shape_index) && (!line.Skip(" ") || line.Index(shape_index)) &&
         line.rest().empty();
}

// "add.1, operand 0 {1}".
bool BufferUse(LineReader& line, BufferValueReport::Use* use) {
  std::string_view name;
  if (!line.Until(", operand ", &name) || !line.Number(&use->operand_number)) return false;
  use->instruction = name;
  return (!line.Skip(" ") || line.Index(&use->operand_index)) && line.rest().empty();
}

}  // namespace

absl::StatusOr<BufferValueReport> ParseBufferValueReport(std::string_view text) {
  BufferValueReport report;
  LineReader line(text);
  bool has_total = false;
  enum class Section { kNone, kPositions, kUses } section = Section::kNone;
  while (line.NextLine()) {
    std::string_view between;
    if (line.Skip("Total bytes used: ")) {
      has_total = line.Number(&report.total_bytes);
      if (!has_total) return line.Error("'Total bytes used: NUMBER'");
    } else if (line.Skip("<")) {
      BufferValueReport::Value& value = report.values.emplace_back();
      if (!line.Number(&value.id) || !line.Skip(" ") ||
          !line.Position(&value.instruction, &value.shape_index) || !line.Until("@", &between) ||
          !line.Number(&value.color) || line.rest() != ">") {
        return line.Error("'<NUMBER NAME{INDEX} @COLOR>'");
      }
      section = Section::kNone;
    } else if (report.values.empty() || !line.Skip(" ")) {
      continue;
    } else if (!line.Skip(" ")) {
      section = line.rest() == "positions:" ? Section::kPositions
                : line.rest() == "uses:"    ? Section::kUses
                                            : Section::kNone;
    } else if (section == Section::kPositions) {
      BufferValueReport::Position& position = report.values.back().positions.emplace_back();
      if (!BufferPosition(line, &position.instruction, &position.shape_index)) {
        return line.Error("'NAME {INDEX}'");
      }
    } else if (section == Section::kUses && line.rest() != "(none)") {
      if (!BufferUse(line, &report.values.back().uses.emplace_back())) {
        return line.Error("'NAME, operand NUMBER {INDEX}'");
      }
    }
  }
  if (!has_total) return line.Error("'Total bytes used: NUMBER'");
  return report;
}

}  // namespace hlo_text_v1
