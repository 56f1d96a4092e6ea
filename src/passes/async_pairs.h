// Asynchronous operations of a module in one form, whichever their opcodes: chains of async-start,
// and pairs with opcodes of their own (all-gather-start, copy-start, send ...).
#ifndef HLO_PASSES_ASYNC_PAIRS_H_
#define HLO_PASSES_ASYNC_PAIRS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "hlo/module.h"

namespace hlo {

struct AsyncPair {
  const HloInstruction* start = nullptr;
  const HloInstruction* done = nullptr;  // nullptr: none is found
  // What is done asynchronously: "custom-call", "all-gather"; "send" and "recv" for these.
  std::string_view opcode;
  // The instruction in the wrapped computation that does it; nullptr for a pair of opcodes.
  const HloInstruction* wrapped = nullptr;
  // Instructions that stand between start and done in a scheduled module, without links of the
  // chain; -1 if the module is not scheduled or there is no done.
  int64_t distance = -1;
  // For each operand of the operation the number of the link that binds it: 0 for the start, 1 for
  // the first update. Of a chain only.
  std::vector<uint32_t> bound_at;
};

// Whether `instruction` begins an asynchronous operation, of either form.
bool BeginsAsync(const HloInstruction& instruction);

class AsyncPairs {
 public:
  // Those of `module`, desugared, which must outlive the result. Linear.
  explicit AsyncPairs(const HloModule& module);

  // By computation, in order of creation.
  const std::vector<AsyncPair>& all() const { return pairs_; }
  // The pair that `start` begins; nullptr if it begins none.
  const AsyncPair* Find(const HloInstruction* start) const;

 private:
  void AddComputation(const HloComputation& computation, bool is_scheduled);

  std::vector<AsyncPair> pairs_;
  absl::flat_hash_map<const HloInstruction*, size_t> by_start_;
};

}  // namespace hlo

#endif  // HLO_PASSES_ASYNC_PAIRS_H_
