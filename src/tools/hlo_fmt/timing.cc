// On Linux ru_maxrss survives exec and would report a large parent's size; VmHWM starts again from
// zero.
#include "src/tools/hlo_fmt/timing.h"

#include <sys/resource.h>

#include <cinttypes>
#include <cstdio>
#include <string_view>

#include "src/base/json_writer.h"

namespace hlo_text_v1::internal {
namespace {

int64_t PeakRssBytes() {
  int64_t kilobytes = -1;
  if (FILE* status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (kilobytes < 0 && std::fgets(line, sizeof(line), status) != nullptr) {
      std::sscanf(line, "VmHWM: %" SCNd64, &kilobytes);
    }
    std::fclose(status);
  }
  if (kilobytes < 0) {
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    kilobytes = usage.ru_maxrss / 1024;  // in bytes there
#else
    kilobytes = usage.ru_maxrss;
#endif
  }
  return kilobytes * 1024;
}

struct Phase {
  std::string_view name;
  double Timing::* seconds;
};
constexpr Phase kPhases[] = {
    {"read_s", &Timing::read_s},   {"parse_s", &Timing::parse_s}, {"desugar_s", &Timing::desugar_s},
    {"clean_s", &Timing::clean_s}, {"print_s", &Timing::print_s}, {"write_s", &Timing::write_s},
};

}  // namespace

void Timing::Add(const Timing& other) {
  bytes_in += other.bytes_in;
  bytes_out += other.bytes_out;
  for (const Phase& phase : kPhases) this->*phase.seconds += other.*phase.seconds;
}

std::string TimingJson(const Timing& timing) {
  return JsonDocument({JsonStyle::kOneLine}, [&](JsonWriter* json) {
    json->BeginObject();
    json->Key("bytes_in").Uint(timing.bytes_in);
    for (const Phase& phase : kPhases) json->Key(phase.name).Fixed(timing.*phase.seconds, 6);
    json->Key("bytes_out").Uint(timing.bytes_out);
    json->Key("peak_rss_bytes").Int(PeakRssBytes());
    json->EndObject();
  });
}

}  // namespace hlo_text_v1::internal
