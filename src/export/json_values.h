// A module's values as JSON: shapes, literals, metadata, attributes.
#ifndef HLO_EXPORT_JSON_VALUES_H_
#define HLO_EXPORT_JSON_VALUES_H_

#include <cstdint>
#include <string>

#include "hlo/attribute_values.h"
#include "hlo/literal.h"
#include "hlo/module.h"
#include "hlo/shape.h"
#include "src/base/json_writer.h"
#include "src/export/numbering.h"

namespace hlo_text_v1::internal {

// Iterative: shapes nest to any depth.
void WriteShapeJson(const Shape& shape, JsonWriter* json);
// Leaves out the values of arrays with more than `max_elements`.
void WriteLiteralJson(const Literal& literal, int64_t max_elements, JsonWriter* json);

// "metadata": the fields that are set; nothing if there are none.
void WriteMetadataJson(const OpMetadata& metadata, JsonWriter* json);
// A string, a struct of attribute_types.def, or a list.
template <typename T>
void WriteValueJson(const T& value, JsonWriter* json);
// "unknown_attributes": nothing if there are none.
void WriteUnknownAttributesJson(absl::Span<const UnknownAttribute> attributes, JsonWriter* json);

// Gives computations and instructions their numbers.
struct JsonContext {
  const HloModule& module;
  const ModuleNumbering& computations;
  const InstructionNumbering& instructions;
  int64_t max_literal_elements;
};
// The value of an attribute other than metadata and unknown ones.
void WriteAttributeValueJson(const Attribute& attribute, const JsonContext& context,
                             JsonWriter* json);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EXPORT_JSON_VALUES_H_
