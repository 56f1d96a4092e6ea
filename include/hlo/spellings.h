// The spellings in which older versions of XLA differ.
//
//   hlo_text::PrintOptions options;
//   options.spellings = hlo_text::SpellingsOf(module);  // as the text was written
//   std::cout << hlo_text::PrintHloModule(module, options);
//   options.spellings = *hlo_text::SpellingsOfVersion("0.10");  // type=TOTALORDER, not order=TOTAL
//   std::cout << hlo_text::PrintHloModule(module, options);
//
// Each is a line of tables/spellings.def.
#ifndef HLO_SPELLINGS_H_
#define HLO_SPELLINGS_H_

#include <optional>
#include <string_view>

#include "hlo/version.h"

namespace hlo_text_v1 {

class HloModule;

// A field per line of the table; false: today's form.
struct Spellings {
#define HLO_SPELLING(name, since, text) bool name = false;
#include "hlo/tables/spellings.def"
#undef HLO_SPELLING

  // Adds the old forms of `other`.
  void Add(const Spellings& other) {
#define HLO_SPELLING(name, since, text) name |= other.name;
#include "hlo/tables/spellings.def"
#undef HLO_SPELLING
  }
};

// The forms in the text that the module was read from, as far as they occur in it; today's for a
// module that was not. operand_shapes is never set. Constant time.
Spellings SpellingsOf(const HloModule& module);

// The forms that the XLA of a version of jaxlib writes: "0.4.30", "0.10". nullopt if it is not
// numbers with dots between them. Versions after the last one of the table have its forms.
std::optional<Spellings> SpellingsOfVersion(std::string_view version);

}  // namespace hlo_text_v1

#endif  // HLO_SPELLINGS_H_
