// A thread reads messages into a queue, so that the server sees whether any waits: diagnostics are
// made when none does. The main thread answers.
#include "src/lsp/session.h"

#include <fcntl.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "src/lsp/framing.h"
#include "src/lsp/server.h"

namespace hlo::internal {

namespace {

// The verifier waits for a pause.
constexpr std::chrono::milliseconds kVerifyDelay{400};

constexpr int kPipeBytes = 1 << 20;  // the most that Linux allows everyone

// The messages that were read and not yet handled.
class Inbox {
 public:
  struct Message {
    bool is_bad = false;  // no frame
    std::string body;
  };

  void Add(Message message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    messages_.push_back(std::move(message));
    changed_.notify_one();
  }
  void Close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closed_ = true;
    changed_.notify_one();
  }
  void Wake() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_woken_ = true;
    changed_.notify_one();
  }

  // The next message, if there is one.
  bool Take(Message* message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (messages_.empty()) return false;
    *message = std::move(messages_.front());
    messages_.pop_front();
    return true;
  }
  // Waits for a message or Wake, or at most `most`; false once it is closed and empty.
  bool Wait(std::optional<std::chrono::milliseconds> most) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto is_ready = [&] { return is_closed_ || is_woken_ || !messages_.empty(); };
    if (!most.has_value()) {
      changed_.wait(lock, is_ready);
    } else if (!changed_.wait_for(lock, *most, is_ready)) {
      return true;
    }
    const bool goes_on = is_woken_ || !messages_.empty();
    is_woken_ = false;
    return goes_on;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Message> messages_;
  bool is_closed_ = false;
  bool is_woken_ = false;
};

void ReadMessages(int input, Inbox* inbox) {
  FrameReader frames;
  std::vector<char> block(size_t{1} << 20);
  for (;;) {
    const ssize_t count = read(input, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    frames.Append(std::string_view(block.data(), static_cast<size_t>(count)));
    Inbox::Message message;
    for (;;) {
      const FrameReader::Result result = frames.Next(&message.body);
      if (result == FrameReader::kMore) break;
      message.is_bad = result == FrameReader::kBad;
      inbox->Add(std::move(message));
      message = {};
    }
  }
  inbox->Close();
}

// False if the reader is gone.
bool WriteAll(int output, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(output, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

}  // namespace

int RunSession(int input, int output) {
  std::signal(SIGPIPE, SIG_IGN);
#ifdef __GLIBC__
  // What a thread has freed, such as the verifier's copy of a module, serves the others.
  mallopt(M_ARENA_MAX, 1);
  // Long answers and copies go back to the system.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
#ifdef F_SETPIPE_SZ
  // A text goes through in few pieces. May fail; then it is what it was.
  for (const int pipe : {input, output}) fcntl(pipe, F_SETPIPE_SZ, kPipeBytes);
#endif
  Inbox inbox;
  bool is_connected = true;
  Server::Options options;
  options.wake = [&inbox] { inbox.Wake(); };
  options.verify_delay = kVerifyDelay;
  const auto send = [&](std::string_view body) {
    is_connected = is_connected && WriteAll(output, FrameHeader(body)) && WriteAll(output, body);
  };
  Server server(send, std::move(options));
  std::thread reader([&] { ReadMessages(input, &inbox); });
  Inbox::Message message;
  while (!server.has_exited() && is_connected) {
    if (inbox.Take(&message)) {
      message.is_bad ? server.HandleBadFrame() : server.Handle(std::move(message.body));
      message = {};
      continue;
    }
    if (server.DoIdleWork()) continue;
    const bool returns = server.HasLaterWork();
    if (!inbox.Wait(returns ? std::optional(kVerifyDelay) : std::nullopt)) break;
  }
  // The reader may wait for input, the verifier may take seconds: nobody needs them any more.
  std::_Exit(server.exit_code());
}

}  // namespace hlo::internal
