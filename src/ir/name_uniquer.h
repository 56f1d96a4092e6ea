// Makes names unique as XLA does: add, add.1, add.2 ... XLA NameUniquer.
#ifndef HLO_IR_NAME_UNIQUER_H_
#define HLO_IR_NAME_UNIQUER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "hlo/arena.h"
#include "src/base/huge_pages.h"

namespace hlo {

// `name` with every byte that a name may not have replaced, a type's name and a leading "__" (but
// not "__xla_") changed. XLA NameUniquer::GetSanitizedName.
std::string SanitizeName(std::string_view name);
// Whether SanitizeName would change `name`. Linear, no allocation.
bool IsSaneName(std::string_view name);

class NameUniquer {
 public:
  // A name made of `name` that was not returned before. Amortised constant time for names of
  // bounded length.
  std::string GetUniqueName(std::string_view name);
  // The same for a name that will nearly always stay as it is: true if it does, else `unique` is
  // the name instead.
  bool Keep(std::string_view name, std::string* unique);

 private:
  // The numbers of one root that are given out.
  class Numbers {
   public:
    // Takes `number`; false if it is taken.
    bool Take(int64_t number);
    // Takes the smallest free number >= 0.
    int64_t TakeFree();

   private:
    // Bits as long as they take no more memory than a set would, which has the rest.
    struct Others {
      bool Take(int64_t number);
      bool Has(int64_t number) const;
      void Grow(uint64_t size);

      std::vector<bool> bits;
      absl::flat_hash_set<int64_t> sparse;
      uint64_t count = 0;
    };
    int64_t dense_ = 0;  // 0..dense_-1 are taken
    std::unique_ptr<Others> others_;
  };
  LargeHashMap<std::string_view, Numbers> roots_;  // keys in the arena
  Arena arena_;
};

// Whether a name's number is not spelled as it would be printed, x.01, or is 0, which is the number
// of the name without one: such a name may change, or change another, even if it occurs once.
bool IsOddlyNumbered(std::string_view name);

// "add.12" -> root "add", number 12. A name without number has number 0 and is not numbered.
struct NumberedName {
  std::string_view root;
  int64_t number = 0;
  bool is_numbered = false;
};
NumberedName SplitNumber(std::string_view name);

}  // namespace hlo

#endif  // HLO_IR_NAME_UNIQUER_H_
