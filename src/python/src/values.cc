// C++ to Python: the table gives the members of each struct; see values.h.
#include "values.h"

#include <string>

#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/query.h"

namespace hlo_python {

nb::object MakeValue(const char* cpp_name, const nb::tuple& members) {
  const nb::object classes = nb::module_::import_("hlo_text._values").attr("CLASSES");
  return nb::object(classes[cpp_name])(*members);
}

nb::object ToPython(const hlo::FrontendAttributes& value) {
  nb::dict entries;
  for (const hlo::FrontendAttribute& entry : value.entries) {
    entries[ToStr(entry.key)] = ToStr(entry.value);
  }
  return entries;
}

namespace {

// An overload for each type of the table.
struct AttributeToPython {
  const Instruction& i;

  nb::object operator()(bool value) const { return ToPython(value); }
  nb::object operator()(int64_t value) const { return ToPython(value); }
  nb::object operator()(double value) const { return ToPython(value); }
  nb::object operator()(hlo::internal::StringValue value) const { return ToStr(value.text); }
  nb::object operator()(hlo::internal::EnumValue value) const { return ToStr(value.word()); }
  nb::object operator()(absl::Span<const hlo::Shape* const> shapes) const {
    return ToList(i, shapes);
  }
  nb::object operator()(absl::Span<hlo::HloComputation* const> callees) const {
    return ToList(i, callees);
  }
  nb::object operator()(absl::Span<hlo::HloInstruction* const> others) const {
    return ToList(i, others);
  }
  template <typename T>
  nb::object operator()(absl::Span<T> values) const {
    return ToPythonList(absl::Span<const std::remove_const_t<T>>(values));
  }
  nb::object operator()(const hlo::Shape& shape) const { return nb::cast(i.To(&shape)); }
  nb::object operator()(hlo::HloComputation* callee) const { return nb::cast(i.To(callee)); }
  nb::object operator()(const hlo::HloComputation& callee) const { return ToOptional(i, &callee); }
  nb::object operator()(const hlo::Literal& literal) const { return nb::cast(i.To(&literal)); }
  nb::object operator()(hlo::internal::MetadataValue) const { return ToPython(i->metadata()); }
  nb::object operator()(const hlo::UnknownAttribute& unknown) const {
    // The names in it may have changed.
    for (const hlo::Attribute& attribute : i->attributes()) {
      if (attribute.kind() != hlo::AttributeKind::kUnknown ||
          &attribute.As<hlo::UnknownAttribute>() != &unknown) {
        continue;
      }
      const std::string text = hlo::PrintHloAttribute(i.owner->module, attribute);
      const size_t equal = text.find('=');
      if (equal != text.npos) return ToStr(std::string_view(text).substr(equal + 1));
    }
    return ToStr(unknown.value.text);
  }
  nb::object operator()(const hlo::UnknownOpcode& opcode) const { return ToStr(opcode.name); }
  template <typename T>
  nb::object operator()(const T& value) const {
    return ToPython(value);
  }
};

}  // namespace

nb::object ToPython(const Instruction& i, const hlo::Attribute& attribute) {
  return hlo::internal::VisitAttributeValue(attribute, AttributeToPython{i});
}

}  // namespace hlo_python
