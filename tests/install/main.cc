// A program outside this project: reads a file, prints it.
#include <iostream>
#include <utility>

#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/version.h"

#if HLO_TEXT_VERSION_NUMBER < 10000
#error "the version is missing"
#endif

int main(int, char** argv) {
  auto source = hlo_text::SourceBuffer::ReadFile(argv[1]);
  if (!source.ok()) return 3;
  auto module = hlo_text::ReadHloModule(*std::move(source));
  if (!module.ok()) return 1;
  std::cout << hlo_text::PrintHloModule(*module);
  return 0;
}
