// The test that the flags of hlo-reduce describe: commands run on a file with the module.
#ifndef HLO_TOOLS_HLO_REDUCE_COMMAND_TEST_H_
#define HLO_TOOLS_HLO_REDUCE_COMMAND_TEST_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "src/tools/common/flag_regex.h"
#include "src/tools/hlo_reduce/reduce_flags.h"

namespace hlo_text_v1::internal {

class CommandTest {
 public:
  // `ending` is the ending of the files with the modules, ".hlo".
  CommandTest(const ReduceFlags& flags, std::string ending);
  // Removes its temporary files.
  ~CommandTest();
  CommandTest(const CommandTest&) = delete;
  CommandTest& operator=(const CommandTest&) = delete;

  // Prepares the test and runs it on `bytes`, the input; from then on --crashes requires the same
  // signal. Errors: kFailedPrecondition, with the reason, if the input is not interesting;
  // kUnavailable if the test cannot be run.
  absl::Status Start(std::string_view bytes);

  // Whether a module is interesting; false if that is unknown because of an interrupt or a failure.
  // Safe to call from several threads.
  bool IsInteresting(std::string_view bytes);

  // The error of the system if a module could not be written, the command not run or its output not
  // read; after that no more tests run. "" if there was none.
  std::string failure();

  // How often a command has run.
  int runs() const { return next_file_; }

 private:
  struct Answer {
    bool is_interesting = false;
    int signal = 0;
    std::string reason;  // why it is not interesting
  };
  Answer Run(std::string_view bytes);
  Answer Test(std::string_view bytes, const std::string& path, const std::string& output);
  Answer Fail(std::string failure);

  const ReduceFlags& flags_;
  const std::string ending_;
  std::string folder_;
  const std::unique_ptr<const RE2> regex_;  // null: any output
  int signal_ = 0;                          // 0: any
  std::atomic<int> next_file_{0};
  std::atomic<bool> has_failed_{false};
  std::mutex mutex_;
  std::string failure_;  // guarded by mutex_
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_REDUCE_COMMAND_TEST_H_
