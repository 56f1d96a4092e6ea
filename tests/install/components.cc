// A program outside this project that uses all libraries: reads a file, reduces the module to its
// addition, prints that as MLIR and the number of its instructions as a table has it.
#include <algorithm>
#include <iostream>
#include <utility>

#include "hlo/mlir.h"
#include "hlo/read.h"
#include "hlo/reduce.h"
#include "hlo/tables.h"

int main(int, char** argv) {
  auto source = hlo_text::SourceBuffer::ReadFile(argv[1]);
  if (!source.ok()) return 3;
  auto module = hlo_text::ReadHloModule(*std::move(source));
  if (!module.ok()) return 1;
  auto adds = [](const hlo_text::HloModule& candidate) {
    const auto& instructions = candidate.entry_computation()->instructions();
    return std::any_of(
        instructions.begin(), instructions.end(),
        [](const hlo_text::HloInstruction* i) { return i->opcode() == hlo_text::HloOpcode::kAdd; });
  };
  auto reduced = hlo_text::ReduceHloModule(*module, adds);
  if (!reduced.ok()) return 1;
  auto mlir = hlo_text::ExportMlirAsync(reduced->module);
  if (!mlir.ok()) return 1;
  std::cout << *mlir;

  ArrowArrayStream stream;
  hlo_text::MakeFileTable({argv[1]}, hlo_text::TableKind::kInstructions, {}, &stream);
  ArrowArray batch;
  if (stream.get_next(&stream, &batch) != 0 || batch.release == nullptr) return 1;
  std::cout << batch.length << " instructions\n";
  batch.release(&batch);
  stream.release(&stream);
  return 0;
}
