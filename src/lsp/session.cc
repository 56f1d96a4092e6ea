// A thread reads messages into a queue, and the main thread answers them. The queue tells whether
// messages are waiting: diagnostics are made when there are none.
#include "src/lsp/session.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "src/base/strings.h"
#include "src/lsp/framing.h"
#include "src/lsp/server.h"
#include "src/tools/common/program_main.h"

namespace hlo_text_v1::internal {

namespace {

// The verifier waits for a pause.
constexpr std::chrono::milliseconds kVerifyDelay{400};

// The messages that are read but not yet handled.
class Inbox {
 public:
  struct Message {
    bool is_bad = false;  // not a frame
    std::string body;
  };

  void Add(Message message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    messages_.push_back(std::move(message));
    changed_.notify_one();
  }
  // No more messages will come: the input has ended, or cannot be read (then with an errno).
  void Close(int error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closed_ = true;
    error_ = error;
    changed_.notify_one();
  }
  int error() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return error_;
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
  int error_ = 0;
};

// Returns 0, or the errno of a failure. Runs in a thread of its own, so it must not throw.
int ReadMessages(Inbox* inbox) try {
  FrameReader frames;
  std::vector<char> block(size_t{1} << 20);
  for (;;) {
    const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : 0;
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
} catch (const std::bad_alloc&) {
  return ENOMEM;
}

// False if it fails; errno says why.
bool WriteAll(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = EIO;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

// Says why the session cannot go on.
int Refuse(const char* what, int error) {
  Complain("hlo-lsp", StrCat(what, ": ", std::strerror(error)));
  return kIoError;
}

// A server with its threads. Never destroyed: the reader may be waiting for input, and the verifier
// may take seconds.
class Session {
 public:
  Session() {
    Server::Options options;
    options.wake = [this] { inbox_.Wake(); };
    options.verify_delay = kVerifyDelay;
    server_.emplace([this](std::string_view body) { Send(body); }, std::move(options));
  }

  // Returns the exit status.
  int Run() {
    std::thread([this] { inbox_.Close(ReadMessages(&inbox_)); }).detach();
    Serve();
    if (send_error_ != 0 && send_error_ != EPIPE) return Refuse("standard output", send_error_);
    if (const int error = inbox_.error(); error != 0 && !server_->has_exited()) {
      return Refuse("standard input", error);
    }
    return server_->exit_code();
  }

 private:
  void Serve() {
    Inbox::Message message;
    while (!server_->has_exited() && send_error_ == 0) {
      if (inbox_.Take(&message)) {
        message.is_bad ? server_->HandleBadFrame() : server_->Handle(message.body);
        message = {};
        continue;
      }
      if (server_->DoIdleWork()) continue;
      const bool returns = server_->HasLaterWork();
      if (!inbox_.Wait(returns ? std::optional(kVerifyDelay) : std::nullopt)) break;
    }
  }

  void Send(std::string_view body) {
    if (send_error_ != 0) return;
    if (!WriteAll(FrameHeader(body)) || !WriteAll(body)) send_error_ = errno;
  }

  int send_error_ = 0;
  Inbox inbox_;
  std::optional<Server> server_;
};

}  // namespace

ExitCode ServeLsp(const LspFlags&) {
  auto* const session = new Session;
  std::_Exit(session->Run());
}

}  // namespace hlo_text_v1::internal
