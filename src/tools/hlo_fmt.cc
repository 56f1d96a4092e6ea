// hlo-fmt: reads HLO text and prints it as XLA does.
//
// For each file: read, parse, print, write; diagnostics go to standard error. What a file's text
// means is the library's business (hlo/parser.h, hlo/printer.h); here are only flags, files, exit
// codes and the clock.
#include <fcntl.h>
#include <re2/re2.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/async.h"
#include "hlo/canonical_names.h"
#include "hlo/diagnostic.h"
#include "hlo/fingerprint.h"
#include "hlo/format.h"
#include "hlo/inline_stack_frames.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/sort_maps.h"
#include "hlo/strip.h"
#include "hlo/verify.h"
#include "src/tools/flags.h"
#include "src/tools/output_file.h"
#include "src/tools/select.h"

namespace hlo {
namespace {

// kIoError stands for internal errors, too.
enum ExitCode { kFine = 0, kInputRefused = 1, kUsageError = 2, kIoError = 3 };

// Totals over all files; seconds by a monotonic clock.
struct Timing {
  size_t bytes_in = 0;
  size_t bytes_out = 0;
  double read_s = 0;
  double parse_s = 0;
  double desugar_s = 0;
  double clean_s = 0;
  double print_s = 0;
  double write_s = 0;
};

// Most memory that this program had at once. Linux keeps ru_maxrss over exec, so that there a large
// parent's size would be reported; VmHWM begins anew.
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

// Adds the time until its end to `*seconds`.
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

void PrintTiming(const Timing& timing) {
  std::fprintf(stderr,
               "{\"bytes_in\": %zu, \"read_s\": %.6f, \"parse_s\": %.6f, \"desugar_s\": %.6f, "
               "\"clean_s\": %.6f, \"print_s\": %.6f, \"write_s\": %.6f, \"bytes_out\": %zu, "
               "\"peak_rss_bytes\": %lld}\n",
               timing.bytes_in, timing.read_s, timing.parse_s, timing.desugar_s, timing.clean_s,
               timing.print_s, timing.write_s, timing.bytes_out, PeakRssBytes());
}

void Complain(const std::string& message) {
  if (!message.empty()) std::fprintf(stderr, "hlo-fmt: %s\n", message.c_str());
}

class Formatter {
 public:
  // `only` may be null.
  Formatter(const Flags& flags, const re2::RE2* only)
      : flags_(flags), only_(only), print_options_(MakePrintOptions(flags)) {
    const char* no_color = std::getenv("NO_COLOR");
    color_ = isatty(STDERR_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
  }

  // Reads `path` and writes its text to `out`.
  ExitCode Format(const std::string& path, OutputFile* out) {
    absl::StatusOr<SourceBuffer> source =
        Timed(&timing_.read_s, [&] { return SourceBuffer::ReadFile(path); });
    if (!source.ok()) return Unreadable(source.status());
    timing_.bytes_in += source->size();
    if (flags_.keep) return Keep(path, source->view(), out);

    ParseOptions options;
    options.uniquify = false;  // once it is desugared
    options.upgrade_legacy = flags_.upgrade_legacy;
    options.allow_unknown = flags_.allow_unknown;
    std::vector<Diagnostic> diagnostics;
    absl::StatusOr<HloModule> module = Timed(&timing_.parse_s, [&] {
      return ParseHloModule(*std::move(source), options, &diagnostics);
    });
    Report(path, module.ok() ? module->source() : source->view(), diagnostics);
    if (!module.ok()) return kInputRefused;
    diagnostics.clear();
    Timed(&timing_.desugar_s, [&] {
      Desugar(*module, &diagnostics);
      const bool is_dump = flags_.style == "dump";
      UniquifyOptions uniquify;
      uniquify.keep_stack_frames = is_dump;
      uniquify.keep_instruction_names = is_dump && print_options_.compact_gte;
      Uniquify(*module, uniquify);
    });
    Report(path, module->source(), diagnostics);
    if (flags_.verify) {
      diagnostics = Verify(*module);
      ReportViolations(path, module->source(), diagnostics);
      if (!diagnostics.empty()) return kInputRefused;
    }
    Timed(&timing_.clean_s, [&] { Clean(*module); });
    if (flags_.fingerprint) {
      const std::string fingerprint =
          Timed(&timing_.clean_s, [&] { return Fingerprint(*module).ToString(); });
      return Write(fingerprint + "  " + path + "\n", out);
    }
    if (flags_.async == "generic" && !flags_.wrap_calls) {
      Timed(&timing_.desugar_s, [&] { UnwrapAsyncCalls(*module); });
    }

    if (flags_.canonical_names) Timed(&timing_.clean_s, [&] { CanonicalizeNames(*module); });
    return Write(Timed(&timing_.print_s, [&] { return Print(path, *module); }), out);
  }

  const Timing& timing() const { return timing_; }

 private:
  // What a program says besides its structure.
  void Clean(HloModule& module) const {
    if (flags_.inline_stack_frames) InlineStackFrames(module);
    if (!flags_.strip.empty()) Strip(module, flags_.strip_options);
    if (flags_.sort_maps) SortMaps(module);
  }

  ExitCode Write(const std::string& text, OutputFile* out) {
    timing_.bytes_out += text.size();
    return Timed(&timing_.write_s, [&] { return out->Write(text); }) ? kFine : kIoError;
  }

  // Formats `source` as text.
  ExitCode Keep(const std::string& path, std::string_view source, OutputFile* out) {
    FormatOptions options;
    options.lines = {flags_.first_line, flags_.last_line};
    options.strip_log_prefix = flags_.strip_log_prefix;
    options.check = !flags_.fast;
    std::vector<Diagnostic> diagnostics;
    const absl::StatusOr<std::string> text =
        Timed(&timing_.print_s, [&] { return FormatHloText(source, options, &diagnostics); });
    Report(path, source, diagnostics);
    if (absl::IsInvalidArgument(text.status())) return kInputRefused;
    if (!text.ok()) {
      Complain(path + ": internal error: " + std::string(text.status().message()));
      return kIoError;
    }
    timing_.bytes_out += text->size();
    return Timed(&timing_.write_s, [&] { return out->Write(*text); }) ? kFine : kIoError;
  }

  static ExitCode Unreadable(const absl::Status& status) {
    Complain(std::string(status.message()));
    return kIoError;
  }

  void Report(const std::string& path, std::string_view source,
              const std::vector<Diagnostic>& diagnostics) const {
    RenderOptions options;
    if (path != "-") options.path = path;
    options.color = color_;
    for (const Diagnostic& diagnostic : diagnostics) {
      const std::string text = RenderDiagnostic(diagnostic, source, options);
      std::fwrite(text.data(), 1, text.size(), stderr);
    }
  }

  // The first hundred; nobody reads more, and each is rendered from the beginning of the text.
  void ReportViolations(const std::string& path, std::string_view source,
                        std::vector<Diagnostic> violations) const {
    constexpr size_t kMostShown = 100;
    const size_t count = violations.size();
    violations.resize(std::min(count, kMostShown));
    Report(path, source, violations);
    if (count > kMostShown) {
      Complain(path + ": " + std::to_string(count - kMostShown) + " more violations");
    }
  }

  std::string Print(const std::string& path, const HloModule& module) const {
    PrintOptions options = print_options_;
    ComputationSet selected;
    if (only_ != nullptr) {
      selected = SelectComputations(module, *only_);
      if (selected.empty()) Complain(path + ": no computation matches --only=" + flags_.only);
      options.computation_filter = [&](const HloComputation& computation) {
        return selected.contains(&computation);
      };
    }
    return PrintHloModule(module, options);
  }

  const Flags& flags_;
  const re2::RE2* const only_;
  const PrintOptions print_options_;
  bool color_ = false;
  Timing timing_;
};

ExitCode FormatAll(const Flags& flags, const re2::RE2* only) {
  Formatter formatter(flags, only);
  OutputFile out(flags.output);
  ExitCode code = kFine;
  for (const std::string& path : flags.files) {
    code = std::max(code, formatter.Format(path, &out));
    if (out.failed()) break;
  }
  // A file named by -o gets everything or stays as it was.
  const bool commit = flags.output.empty() || code == kFine;
  if (commit && !out.Commit()) code = kIoError;
  Complain(out.error());
  if (flags.timing) PrintTiming(formatter.timing());
  return code;
}

ExitCode PrintAndExit(std::string_view text) {
  OutputFile out("");
  if (out.Write(text) && out.Commit()) return kFine;
  Complain(out.error());
  return kIoError;
}

// Files must not take the place of a standard stream that the caller has closed: with the wrong
// mode, so that its use is still an error.
void OpenClosedStandardStreams() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    if (open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd) std::_Exit(kIoError);
  }
}

ExitCode Main(int argc, char** argv) {
  OpenClosedStandardStreams();
  std::signal(SIGPIPE, SIG_IGN);  // the failing write tells

  Flags flags;
  std::string error;
  if (!ParseFlags(argc, argv, &flags, &error)) {
    Complain(error + "\nTry hlo-fmt --help.");
    return kUsageError;
  }
  if (flags.help) return PrintAndExit(HelpText());
  if (flags.version) return PrintAndExit("hlo-fmt " HLO_TEXT_VERSION "\n");
  if (flags.files.empty()) flags.files.emplace_back("-");

  std::unique_ptr<re2::RE2> only;
  if (!flags.only.empty()) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    only = std::make_unique<re2::RE2>(flags.only, options);
    if (!only->ok()) {
      Complain("--only=" + flags.only + ": " + only->error());
      return kUsageError;
    }
  }
  return FormatAll(flags, only.get());
}

}  // namespace
}  // namespace hlo

int main(int argc, char** argv) { return hlo::Main(argc, argv); }
