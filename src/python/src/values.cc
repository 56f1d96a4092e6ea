// C++ to Python: the table gives the members of each struct; see values.h.
#include "values.h"

#include <string>

namespace hlo_python {

nb::object DataclassNamed(const char* name) {
  return nb::module_::import_("hlo_text._values").attr(name);
}

nb::object ToPython(const hlo_text::FrontendAttributes& value) {
  nb::dict entries;
  for (const hlo_text::FrontendAttribute& entry : value.entries) {
    entries[ToStr(entry.key)] = ToStr(entry.value);
  }
  return entries;
}

}  // namespace hlo_python
