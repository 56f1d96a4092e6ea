// small_files_benchmark [--runs=N] FILE...: the least seconds from the bytes of each file to its
// printed text, as a line of JSON per file.
//
//   {"bytes": 1234, "parse_s": 0.00001, "print_s": 0.000005, "total_s": 0.00002}
//
// Beside small_files.py, which runs XLA in turn with it. A run starts with nothing but the bytes:
// source, arena and tables are made within the time of parsing, and freed within the total. Each
// run goes over all files, so that one file's data are not in the nearest cache when it comes
// again. Freed memory stays with the process, as it does in a Python that runs XLA.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/printer.h"
#include "hlo/read.h"

namespace {

struct File {
  std::string text;
  double parse_s = std::numeric_limits<double>::infinity();
  double print_s = parse_s;
  double total_s = parse_s;
};

bool Measure(File& file) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [](Clock::duration time) {
    return std::chrono::duration<double>(time).count();
  };
  const auto begin = Clock::now();
  Clock::time_point read, printed;
  {
    const absl::StatusOr<hlo_text::HloModule> module = hlo_text::ReadHloModule(file.text, {});
    if (!module.ok()) return false;
    read = Clock::now();
    const std::string text = hlo_text::PrintHloModule(*module);
    if (text.empty()) return false;
    printed = Clock::now();
  }
  file.parse_s = std::min(file.parse_s, seconds(read - begin));
  file.print_s = std::min(file.print_s, seconds(printed - read));
  file.total_s = std::min(file.total_s, seconds(Clock::now() - begin));
  return true;
}

int Fail(const char* file, std::string_view message) {
  std::fprintf(stderr, "%s: %.*s\n", file, static_cast<int>(message.size()), message.data());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kNever = 1 << 30;
  mallopt(M_TRIM_THRESHOLD, kNever);
  mallopt(M_MMAP_THRESHOLD, kNever);
  int runs = 20;
  std::vector<const char*> names;
  std::vector<File> files;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.substr(0, 7) == "--runs=") {
      runs = std::atoi(argv[i] + 7);
      continue;
    }
    const absl::StatusOr<hlo_text::SourceBuffer> source = hlo_text::SourceBuffer::ReadFile(argv[i]);
    if (!source.ok()) return Fail(argv[i], "cannot be read");
    names.push_back(argv[i]);
    files.emplace_back().text = std::string(source->view());
  }
  for (int run = 0; run < runs; ++run) {
    for (size_t i = 0; i < files.size(); ++i) {
      if (!Measure(files[i])) return Fail(names[i], "not a module");
    }
  }
  for (const File& file : files) {
    std::printf("{\"bytes\": %zu, \"parse_s\": %.9f, \"print_s\": %.9f, \"total_s\": %.9f}\n",
                file.text.size(), file.parse_s, file.print_s, file.total_s);
  }
  return 0;
}
