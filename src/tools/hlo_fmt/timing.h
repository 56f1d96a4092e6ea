// --timing: seconds per phase, summed over all files and threads, and the peak memory.
#ifndef HLO_TOOLS_HLO_FMT_TIMING_H_
#define HLO_TOOLS_HLO_FMT_TIMING_H_

#include <chrono>
#include <cstddef>
#include <string>

namespace hlo_text_v1::internal {

struct Timing {
  size_t bytes_in = 0;
  size_t bytes_out = 0;
  double read_s = 0;
  double parse_s = 0;
  double desugar_s = 0;
  double clean_s = 0;
  double print_s = 0;
  double write_s = 0;

  void Add(const Timing& other);
};

// A line of JSON, including this process's peak memory.
std::string TimingJson(const Timing& timing);

// Adds the time between its construction and destruction to `*seconds`.
class Stopwatch {
 public:
  explicit Stopwatch(double* seconds) : seconds_(*seconds) {}
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  double& seconds_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

template <typename Function>
auto Timed(double* seconds, Function function) {
  Stopwatch stopwatch(seconds);
  return function();
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_TIMING_H_
