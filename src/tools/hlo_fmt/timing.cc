// Linux keeps ru_maxrss over exec, so that there a large parent's size would be reported; VmHWM
// begins anew.
#include "src/tools/hlo_fmt/timing.h"

#include <sys/resource.h>

#include <cstdio>

namespace hlo {
namespace {

long long PeakRssBytes() {
  long long kilobytes = -1;
  if (FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (kilobytes < 0 && std::fgets(line, sizeof(line), status) != nullptr) {
      std::sscanf(line, "VmHWM: %lld", &kilobytes);
    }
    std::fclose(status);
  }
  if (kilobytes < 0) {
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    kilobytes = usage.ru_maxrss;
  }
  return kilobytes * 1024;
}

}  // namespace

void Timing::Add(const Timing& other) {
  bytes_in += other.bytes_in;
  bytes_out += other.bytes_out;
  read_s += other.read_s;
  parse_s += other.parse_s;
  desugar_s += other.desugar_s;
  clean_s += other.clean_s;
  print_s += other.print_s;
  write_s += other.write_s;
}

std::string TimingJson(const Timing& timing) {
  char line[512];
  std::snprintf(line, sizeof(line),
                "{\"bytes_in\": %zu, \"read_s\": %.6f, \"parse_s\": %.6f, \"desugar_s\": %.6f, "
                "\"clean_s\": %.6f, \"print_s\": %.6f, \"write_s\": %.6f, \"bytes_out\": %zu, "
                "\"peak_rss_bytes\": %lld}\n",
                timing.bytes_in, timing.read_s, timing.parse_s, timing.desugar_s, timing.clean_s,
                timing.print_s, timing.write_s, timing.bytes_out, PeakRssBytes());
  return line;
}

}  // namespace hlo
