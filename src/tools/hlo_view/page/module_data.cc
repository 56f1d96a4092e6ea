// The printer writes each instruction once and notes where names and attributes stand; the text is
// cut there. Names of operands become numbers of rows.
#include "src/tools/hlo_view/page/module_data.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "hlo/order.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/ir/module_state.h"
#include "src/print/module_header_printer.h"
#include "src/print/module_printer.h"
#include "src/print/print_marks.h"
#include "src/tools/hlo_view/page/json_list.h"
#include "src/tools/hlo_view/timeline/timeline_data.h"

namespace hlo {

using internal::IrAccess;

namespace {

class DataWriter {
 public:
  explicit DataWriter(const HloModule& module)
      : module_(module), printer_(module, options_, &text_) {
    printer_.NoteIn(&marks_);
  }

  std::string Write(std::string_view file);

 private:
  void WriteComputation(const HloComputation& computation);
  void WriteRow(const HloInstruction& instruction);
  void WritePieces(const HloComputation& computation, size_t at, JsonList* row);
  void WriteAttribute(const HloComputation& computation, size_t first, size_t attribute,
                      JsonList* row);
  void WriteName(const HloComputation& computation, size_t i, const HloInstruction* instruction,
                 JsonList* pieces);
  void AddText(size_t begin, size_t end, JsonList* pieces);
  int64_t ShapeNumber(const Shape& shape);

  // What the printer writes, from an empty text on.
  void StartText() {
    text_.clear();
    marks_.clear();
    offset_ = printer_.size();
  }
  void FinishText() { printer_.Finish(); }
  // Where mark `i` stands in text_.
  size_t Begin(size_t i) const { return marks_[i].begin - offset_; }
  size_t End(size_t i) const { return marks_[i].end - offset_; }

  const HloModule& module_;
  const PrintOptions options_;
  std::string text_;
  size_t offset_ = 0;  // bytes written before text_
  PrintMarks marks_;
  ModulePrinter printer_;
  std::string out_;
  std::string shapes_;
  int64_t shape_count_ = 0;
  absl::flat_hash_map<const Shape*, int64_t> shape_number_;
  absl::flat_hash_map<uint32_t, int64_t> computation_number_;  // by symbol
  std::vector<int64_t> row_of_;                                // by index(), of the current one
};

std::string DataWriter::Write(std::string_view file) {
  std::vector<const HloComputation*> computations;
  for (const HloComputation* computation : ComputationPostOrder(module_)) {
    if (printer_.IsHidden(*computation)) continue;
    computation_number_[IrAccess::Name(computation)] = static_cast<int64_t>(computations.size());
    computations.push_back(computation);
  }
  std::string header;
  AppendModuleHeader(module_, options_, &header);
  {
    JsonObject object(&out_);
    object.Add("name", module_.name());
    object.Add("file", file);
    object.Add("header", header);
    object.AddBool("scheduled", module_.config().is_scheduled);
    object.Key("computations");
    {
      JsonList list(&out_);
      for (const HloComputation* computation : computations) {
        list.NextLine();
        WriteComputation(*computation);
      }
    }
    object.Key("shapes");
    out_ += "[" + shapes_ + "]";
  }
  return std::move(out_);
}

void DataWriter::WriteComputation(const HloComputation& computation) {
  const std::vector<HloInstruction*> order = PrintOrder(computation);
  row_of_.assign(computation.index_limit(), -1);
  for (size_t i = 0; i < order.size(); ++i) row_of_[order[i]->index()] = static_cast<int64_t>(i);

  JsonObject object(&out_);
  object.Add("name", "%" + std::string(computation.name()));
  object.AddBool("entry", computation.IsEntry());
  object.AddBool("fusion", computation.is_fusion_computation());
  StartText();
  printer_.PrintHeading(computation, /*with_keyword=*/true);
  FinishText();
  if (!text_.empty()) text_.pop_back();  // the newline
  object.Add("head", text_);
  StartText();
  printer_.PrintTail(computation);
  FinishText();
  object.Add("tail", text_);
  object.Key("rows");
  {
    JsonList rows(&out_);
    for (const HloInstruction* instruction : order) {
      rows.NextLine();
      WriteRow(*instruction);
    }
  }
  if (module_.config().is_scheduled && !computation.is_fusion_computation()) {
    object.Key("timeline");
    AppendTimelineData(MakeTimeline(computation), &out_);
  }
}

// A shape's number; its texts are written when it is met first.
int64_t DataWriter::ShapeNumber(const Shape& shape) {
  const auto [found, is_new] = shape_number_.try_emplace(&shape, shape_count_);
  if (!is_new) return found->second;
  const std::string with_layout = PrintShape(shape);
  const std::string without_layout = PrintShape(shape, /*with_layout=*/false);
  shapes_ += shape_count_++ > 0 ? ",\n" : "\n";
  JsonList texts(&shapes_);
  texts.Add(without_layout);
  if (with_layout != without_layout) texts.Add(with_layout);
  return found->second;
}

// "%name = SHAPE opcode(operands), attributes".
void DataWriter::WriteRow(const HloInstruction& instruction) {
  StartText();
  printer_.PrintInstruction(instruction);
  FinishText();
  const size_t name_end = End(0);
  const size_t opcode = name_end + 3 + PrintShape(instruction.shape()).size() + 1;
  const size_t opcode_end = text_.find('(', opcode);
  JsonList row(&out_);
  row.Add(std::string_view(text_).substr(0, name_end));
  row.Add(ShapeNumber(instruction.shape()));
  row.Add(instruction.IsRoot() ? 1 : 0);
  row.Add(std::string_view(text_).substr(opcode, opcode_end - opcode));
  WritePieces(*instruction.parent(), opcode_end, &row);
}

void DataWriter::AddText(size_t begin, size_t end, JsonList* pieces) {
  if (begin < end) pieces->Add(std::string_view(text_).substr(begin, end - begin));
}

// The rest of the text from `at` on. The marks in an attribute come before the attribute's own.
void DataWriter::WritePieces(const HloComputation& computation, size_t at, JsonList* row) {
  size_t i = 1;
  while (i < marks_.size()) {
    size_t next_attribute = i;
    while (next_attribute < marks_.size() &&
           marks_[next_attribute].kind != PrintMark::Kind::kAttribute) {
      ++next_attribute;
    }
    const bool has_attribute = next_attribute < marks_.size();
    for (; i < next_attribute; ++i) {  // operands
      if (has_attribute && marks_[i].begin >= marks_[next_attribute].begin) break;
      AddText(at, Begin(i), row);
      WriteName(computation, i, nullptr, row);
      at = End(i);
    }
    if (!has_attribute) break;
    AddText(at, Begin(next_attribute), row);
    WriteAttribute(computation, i, next_attribute, row);
    at = End(next_attribute);
    i = next_attribute + 1;
  }
  AddText(at, text_.size(), row);
}

// The attribute whose mark is `attribute`; those of the names in it begin at `first`.
void DataWriter::WriteAttribute(const HloComputation& computation, size_t first, size_t attribute,
                                JsonList* row) {
  const Attribute& value = *marks_[attribute].attribute;
  absl::Span<HloInstruction* const> instructions;
  if (value.info().type == AttributeType::kInstructionList) {
    instructions = value.AsList<HloInstruction*>();
  }
  size_t at = std::min(text_.find('=', Begin(attribute)), End(attribute));
  row->Next();
  JsonList pieces(&out_);
  AddText(Begin(attribute), at, &pieces);
  for (size_t i = first; i < attribute; ++i) {
    AddText(at, Begin(i), &pieces);
    const size_t nth = i - first;
    WriteName(computation, i, nth < instructions.size() ? instructions[nth] : nullptr, &pieces);
    at = End(i);
  }
  AddText(at, End(attribute), &pieces);
}

// The name at mark `i`, as what it names if that is known: an instruction of this computation,
// which the caller may know, or a computation.
void DataWriter::WriteName(const HloComputation& computation, size_t i,
                           const HloInstruction* instruction, JsonList* pieces) {
  const PrintMark& mark = marks_[i];
  const bool is_symbol = mark.kind == PrintMark::Kind::kSymbol;
  if (!is_symbol) instruction = mark.instruction;
  if (instruction != nullptr && instruction->parent() == &computation) {
    pieces->Add(row_of_[instruction->index()]);
    return;
  }
  const auto found = computation_number_.find(mark.symbol);
  if (is_symbol && found != computation_number_.end()) {
    pieces->Next();
    JsonObject(&out_).Add("c", found->second);
    return;
  }
  AddText(Begin(i), End(i), pieces);
}

}  // namespace

std::string ModuleData(const HloModule& module, std::string_view file) {
  return DataWriter(module).Write(file);
}

}  // namespace hlo
