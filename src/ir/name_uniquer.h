// Makes names unique as XLA does: add, add.1, add.2 ... XLA NameUniquer.
#ifndef HLO_IR_NAME_UNIQUER_H_
#define HLO_IR_NAME_UNIQUER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/arena.h"
#include "src/base/hash_table.h"
#include "src/base/huge_pages.h"
#include "src/base/name_ending.h"
#include "src/base/number_set.h"

namespace hlo_text_v1::internal {

// `name` with invalid bytes replaced, and changed if it is a type's name or starts with "__" (but
// not "__xla_"). XLA NameUniquer::GetSanitizedName.
std::string SanitizeName(std::string_view name);
// Whether SanitizeName would change `name`. Linear, no allocation.
bool IsSaneName(std::string_view name);

class NameUniquer {
 public:
  // A name based on `name` that was not returned before. Amortised constant time for names of
  // bounded length.
  std::string GetUniqueName(std::string_view name);
  // The same for a name that nearly always stays as it is: true if it does, else `unique` is the
  // new name.
  bool Keep(std::string_view name, std::string* unique);

 private:
  // The numbers in use for each root; keys in the arena.
  LargeHashMap<std::string_view, NumberSet> roots_;
  Arena arena_;
};

// "add.12" -> root "add", number 12. A name without a number has number 0 and is not numbered.
struct NumberedName {
  std::string_view root;
  int64_t number = 0;
  bool is_numbered = false;
};
NumberedName SplitNumber(std::string_view name);

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_NAME_UNIQUER_H_
