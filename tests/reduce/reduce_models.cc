// reduce_models [--jobs N] MODEL...: reduces each module with ten predicates, and prints the size
// of each result and the time it took. Exits 1 if one has more than 20 lines.
//
// Not a test: large models are not part of the repository. tests/bench/generate_model makes some.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/reduce.h"
#include "hlo/verify.h"

namespace hlo_text_v1 {
namespace {

using Predicate = std::function<bool(const HloModule&)>;

template <typename Matches>
bool AnyInstruction(const HloModule& module, Matches matches) {
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (matches(*instruction)) return true;
    }
  }
  return false;
}

Predicate Has(HloOpcode opcode) {
  return [=](const HloModule& module) {
    return AnyInstruction(module, [&](const HloInstruction& i) { return i.opcode() == opcode; });
  };
}

bool HasLayout(const HloModule& module) {
  return AnyInstruction(module, [](const HloInstruction& i) {
    if (!i.shape().IsArray() || i.shape().layout() == nullptr || i.shape().rank() < 2) return false;
    const auto order = i.shape().layout()->minor_to_major;
    return order[0] == 0 && i.opcode() != HloOpcode::kParameter;
  });
}

// Two starts before the first done.
bool HasOverlap(const HloModule& module) {
  for (const HloComputation* computation : module.computations()) {
    for (const AsyncOperation& operation : FindAsyncOperations(*computation)) {
      if (operation.done() == nullptr) continue;
      for (const AsyncOperation& other : FindAsyncOperations(*computation)) {
        const auto between = operation.Between();
        const auto has = [&](const HloInstruction* link) {
          return std::find(between.begin(), between.end(), link) != between.end();
        };
        if (other.done() != nullptr && has(&other.start()) && !has(other.done())) return true;
      }
    }
  }
  return false;
}

bool HasDotOfDot(const HloModule& module) {
  return AnyInstruction(module, [](const HloInstruction& i) {
    if (i.opcode() != HloOpcode::kDot) return false;
    std::set<const HloInstruction*> seen;
    std::vector<const HloInstruction*> pending(i.operands().begin(), i.operands().end());
    while (!pending.empty()) {
      const HloInstruction* next = pending.back();
      pending.pop_back();
      if (!seen.insert(next).second) continue;
      if (next->opcode() == HloOpcode::kDot) return true;
      pending.insert(pending.end(), next->operands().begin(), next->operands().end());
    }
    return false;
  });
}

bool HasWhileWithDot(const HloModule& module) {
  return AnyInstruction(module, [](const HloInstruction& i) {
    bool found = false;
    if (i.opcode() != HloOpcode::kWhile) return false;
    i.ForEachCalledComputation([&](const HloComputation* callee) {
      for (const HloInstruction* inside : callee->instructions()) {
        found = found || inside->opcode() == HloOpcode::kDot ||
                inside->opcode() == HloOpcode::kMultiply;
      }
    });
    return found;
  });
}

bool HasManyUsers(const HloModule& module) {
  return AnyInstruction(module, [](const HloInstruction& i) {
    return i.opcode() == HloOpcode::kMultiply && CurrentUsers(i).size() >= 3;
  });
}

bool HasReduceOfExp(const HloModule& module) {
  return AnyInstruction(module, [](const HloInstruction& i) {
    return i.opcode() == HloOpcode::kReduce && i.operand(0)->opcode() != HloOpcode::kParameter &&
           i.operand(0)->opcode() != HloOpcode::kConstant;
  });
}

bool HasError(const HloModule& module) {
  VerifyOptions options;
  options.layout_sensitive = true;
  for (const Diagnostic& d : Verify(module, options)) {
    if (d.message.find("xpected instruction to have shape") != std::string::npos) return true;
  }
  return false;
}

const std::pair<const char*, Predicate> kPredicates[] = {
    {"dot", Has(HloOpcode::kDot)},
    {"reduce", Has(HloOpcode::kReduce)},
    {"fusion", Has(HloOpcode::kFusion)},
    {"dynamic-update-slice", Has(HloOpcode::kDynamicUpdateSlice)},
    {"layout", HasLayout},
    {"overlap", HasOverlap},
    {"dot of dot", HasDotOfDot},
    {"while with work", HasWhileWithDot},
    {"multiply with three users", HasManyUsers},
    {"reduce of a value", HasReduceOfExp},
    {"error", HasError},
    {"gather", Has(HloOpcode::kGather)},
    {"all-reduce", Has(HloOpcode::kAllReduce)},
};

}  // namespace
}  // namespace hlo_text_v1

int main(int argc, char** argv) {
  using namespace hlo_text;
  int worst = 0;
  int jobs = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--jobs" && i + 1 < argc) {
      jobs = std::atoi(argv[++i]);
      continue;
    }
    std::ifstream file(argv[i], std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const absl::StatusOr<HloModule> module = ReadHloModule(text);
    if (!module.ok()) continue;
    for (const auto& [name, predicate] : kPredicates) {
      if (!predicate(*module)) continue;
      const auto start = std::chrono::steady_clock::now();
      ReduceOptions options;
      options.jobs = jobs;
      const absl::StatusOr<ReduceResult> result = ReduceHloModule(*module, predicate, options);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      if (!result.ok()) {
        std::printf("%s: %s: %s\n", argv[i], name, std::string(result.status().message()).c_str());
        worst = 1;
        continue;
      }
      const std::string small = PrintHloModule(result->module, ReduceOptions::DefaultPrint());
      const auto lines = std::count(small.begin(), small.end(), '\n');
      std::printf("%s: %s: %zu bytes to %zu, %td lines, %.1f s, %lld tests, %lld invalid\n%s",
                  argv[i], name, text.size(), small.size(), lines, seconds.count(),
                  static_cast<long long>(result->counts.tests),
                  static_cast<long long>(result->counts.invalid),
                  std::getenv("SHOW") != nullptr || lines > 20 ? small.c_str() : "");
      std::fflush(stdout);
      if (lines > 20 || !predicate(result->module)) worst = 1;
    }
  }
  return worst;
}
