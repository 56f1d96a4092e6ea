// proto_benchmark [--only=read|write] [--runs=N] FILE...: the least seconds to read and to write
// the proto of each module, as a line of JSON per file. FILE is text or a proto.
//
//   {"bytes": 1234, "read_s": 0.001, "write_s": 0.0005}
//
// Beside proto_speed.py, which runs XLA in turn with it. Freed memory stays with the process, as it
// does in a Python that runs XLA: first touches of pages would be half of the time. --only is for
// profiles.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>

#include "hlo/proto.h"
#include "hlo/read.h"

namespace {

// CPU time: other processes matter less.
double Now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The least seconds of a call.
template <typename Call>
double BestOf(int runs, Call call) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < runs; ++i) {
    const double begin = Now();
    call();
    best = std::min(best, Now() - begin);
  }
  return best;
}

int Fail(const char* file, absl::string_view message) {
  std::fprintf(stderr, "%s: %.*s\n", file, static_cast<int>(message.size()), message.data());
  return 1;
}

int Measure(const char* file, int runs, std::string_view only) {
  absl::StatusOr<hlo_text::SourceBuffer> source = hlo_text::SourceBuffer::ReadFile(file);
  if (!source.ok()) return Fail(file, source.status().message());
  const absl::StatusOr<hlo_text::HloModule> module = hlo_text::ReadHloModule(*std::move(source));
  if (!module.ok()) return Fail(file, module.status().message());
  absl::StatusOr<std::string> bytes = hlo_text::SerializeHloModule(*module);
  if (!bytes.ok()) return Fail(file, bytes.status().message());
  // Both sides start with what they get from a proto, and free what they made within the time.
  const absl::StatusOr<hlo_text::HloModule> start = hlo_text::ParseHloProto(*bytes);
  if (!start.ok()) return Fail(file, start.status().message());
  bool ok = true;
  const double read =
      BestOf(only == "write" ? 0 : runs, [&] { ok &= hlo_text::ParseHloProto(*bytes).ok(); });
  const double write =
      BestOf(only == "read" ? 0 : runs, [&] { ok &= hlo_text::SerializeHloModule(*start).ok(); });
  if (!ok) return Fail(file, "a run failed");
  std::printf("{\"bytes\": %zu, \"read_s\": %.9f, \"write_s\": %.9f}\n", bytes->size(), read,
              write);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kNever = 1 << 30;
  mallopt(M_TRIM_THRESHOLD, kNever);
  mallopt(M_MMAP_THRESHOLD, kNever);
  int runs = 5;
  std::string_view only;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.substr(0, 7) == "--only=") {
      only = argument.substr(7);
    } else if (argument.substr(0, 7) == "--runs=") {
      runs = std::atoi(argv[i] + 7);
    } else if (Measure(argv[i], runs, only) != 0) {
      return 1;
    }
  }
  return 0;
}
