// Makes names unique as XLA does: add, add.1, add.2 ... XLA NameUniquer.
#ifndef HLO_IR_NAME_UNIQUER_H_
#define HLO_IR_NAME_UNIQUER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

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

 private:
  struct Numbers {
    absl::flat_hash_set<int64_t> used;
    int64_t next = 0;
  };
  absl::flat_hash_map<std::string, Numbers> roots_;
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
