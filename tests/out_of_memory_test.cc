// Every function of the library survives running out of memory: for each k, the k-th allocation of
// a call fails. Then the call throws std::bad_alloc, reports an error, or does without; nothing
// stays allocated.
//
//   HLO_TEXT_OUT_OF_MEMORY_EVERY=1      takes every n-th text of testdata; default 100
//   HLO_TEXT_OUT_OF_MEMORY_ALL=300      the first n allocations of a call fail, then a sample
//   HLO_TEXT_OUT_OF_MEMORY_SAMPLE=40    of n, so that the time is linear in the text, not quadratic
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <string_view>

#include "hlo/canonical.h"
#include "hlo/diff.h"
#include "hlo/export.h"
#include "hlo/format.h"
#include "hlo/mlir.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "hlo/verify.h"
#include "tests/support/read.h"

namespace {

int64_t live = 0;      // allocations
int64_t made = 0;      // since the last Arm
int64_t fails_at = 0;  // 0: never

bool Fails() { return ++made == fails_at; }
void* Allocate(size_t size) noexcept {
  if (Fails()) return nullptr;
  ++live;
  return std::malloc(size == 0 ? 1 : size);
}
void* AllocateOrThrow(size_t size) {
  void* p = Allocate(size);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
void Free(void* p) noexcept {
  if (p != nullptr) --live;
  std::free(p);
}

}  // namespace

void* operator new(size_t size) { return AllocateOrThrow(size); }
void* operator new[](size_t size) { return AllocateOrThrow(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return Allocate(size); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return Allocate(size); }
void operator delete(void* p) noexcept { Free(p); }
void operator delete[](void* p) noexcept { Free(p); }
void operator delete(void* p, size_t) noexcept { Free(p); }
void operator delete[](void* p, size_t) noexcept { Free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { Free(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { Free(p); }

// The linker sends the library's calls of calloc here. It allocates texts so; they are freed with
// std::free, which is not counted.
// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
extern "C" void* __real_calloc(size_t count, size_t size);
extern "C" void* __wrap_calloc(size_t count, size_t size) {
  return Fails() ? nullptr : __real_calloc(count, size);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace hlo_text_v1::out_of_memory_test {

int64_t NumberFromEnvironment(const char* name, int64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : std::strtoll(value, nullptr, 10);
}

struct Sweep {
  int64_t failed = 0;       // allocations
  int64_t allocations = 0;  // of all calls without a failure
};

// Calls `call` as often as it takes for each of its allocations, or each of a sample, to fail once.
void FailEach(const std::function<void()>& call, Sweep* sweep) {
  static const int64_t all = NumberFromEnvironment("HLO_TEXT_OUT_OF_MEMORY_ALL", 300);
  static const int64_t sample = NumberFromEnvironment("HLO_TEXT_OUT_OF_MEMORY_SAMPLE", 40);
  call();  // initializes things that stay forever
  made = fails_at = 0;
  call();
  const int64_t count = made;
  const int64_t stride = std::max<int64_t>(1, (count - all + sample - 1) / sample);
  sweep->allocations += count;
  for (int64_t k = 1; k <= count; k += k < all ? 1 : stride, ++sweep->failed) {
    const int64_t before = live;
    made = 0;
    fails_at = k;
    try {
      call();
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): what may happen
    }
    fails_at = 0;
    if (live != before) {
      ADD_FAILURE() << live - before << " allocations leak when number " << k << " fails";
      break;
    }
  }
}

using Step = void (*)(const HloModule& module);
struct Function {
  const char* name;
  Step step;
};

constexpr Function kFunctions[] = {
    {"print", [](const HloModule& module) { PrintHloModule(module); }},
    {"print generic",
     [](const HloModule& module) {
       PrintOptions options;
       options.async_mode = AsyncPrintMode::kGeneric;
       options.print_large_constants = true;
       PrintHloModule(module, options);
     }},
    {"verify", [](const HloModule& module) { Verify(module); }},
    {"clone", [](const HloModule& module) { module.Clone(); }},
    {"fingerprint", [](const HloModule& module) { Fingerprint(module); }},
    {"canonical names",
     [](const HloModule& module) {
       HloModule copy = module.Clone();
       CanonicalizeNames(&copy);
     }},
    {"diff", [](const HloModule& module) { DiffToString(Diff(module, module)); }},
    {"json", [](const HloModule& module) { ExportJson(module); }},
    {"dot", [](const HloModule& module) { ExportDot(module).status().IgnoreError(); }},
    {"mlir",
     [](const HloModule& module) {
       const absl::StatusOr<std::string> text = ExportMlirAsync(module);
       if (text.ok()) ImportMlirAsync(*text).status().IgnoreError();
     }},
    {"proto",
     [](const HloModule& module) {
       const absl::StatusOr<std::string> bytes = SerializeHloModule(module);
       if (!bytes.ok()) return;
       ParseHloProto(*bytes).status().IgnoreError();
       PrintHloProto(*bytes).status().IgnoreError();
     }},
};

TEST(OutOfMemory, ThrowsAndLeaksNothing) {
  const int64_t every = NumberFromEnvironment("HLO_TEXT_OUT_OF_MEMORY_EVERY", 100);
  int64_t number = 0, texts = 0;
  Sweep sweep;
  for (const auto& path : TestdataFiles()) {
    if (!IsTestdataInput(path) || number++ % every != 0) continue;
    SCOPED_TRACE(path.string());
    const std::string text = ReadFile(path);
    ++texts;
    FailEach([&] { ReadHloModule(text).status().IgnoreError(); }, &sweep);
    const auto read_and_render = [&] {
      std::vector<Diagnostic> diagnostics;
      ReadHloModule(text, {}, &diagnostics).status().IgnoreError();
      for (const Diagnostic& d : diagnostics) RenderDiagnostic(d, text, {});
    };
    FailEach(read_and_render, &sweep);
    FailEach([&] { FormatHloText(text).status().IgnoreError(); }, &sweep);
    const absl::StatusOr<HloModule> module = ReadHloModule(text);
    if (!module.ok()) continue;
    for (const Function& function : kFunctions) {
      SCOPED_TRACE(function.name);
      FailEach([&] { function.step(*module); }, &sweep);
    }
    if (testing::Test::HasFailure()) break;
  }
  std::printf("%lld texts: of %lld allocations each of %lld failed, one at a time\n",
              static_cast<long long>(texts), static_cast<long long>(sweep.allocations),
              static_cast<long long>(sweep.failed));
}

}  // namespace hlo_text_v1::out_of_memory_test
