// Values of a module as JSON: shapes, literals, metadata, attributes.
#ifndef HLO_EXPORT_JSON_VALUES_H_
#define HLO_EXPORT_JSON_VALUES_H_

#include <cstdint>
#include <string>

#include "hlo/attribute_values.h"
#include "hlo/literal.h"
#include "hlo/metadata.h"
#include "hlo/module.h"
#include "hlo/shape.h"
#include "src/base/json_writer.h"
#include "src/export/numbering.h"

namespace hlo {

// Of any nesting: loops, no recursion.
void WriteShapeJson(const Shape& shape, JsonWriter* json);
// Arrays of more than `max_elements` without their values.
void WriteLiteralJson(const Literal& literal, int64_t max_elements, JsonWriter* json);

// "metadata": with the fields that are set; nothing if there are none.
void WriteMetadataJson(const OpMetadata& metadata, JsonWriter* json);
void WriteFrontendAttributesJson(const FrontendAttributes& attributes, JsonWriter* json);
void WriteOriginalArrayJson(const OriginalArray& array, JsonWriter* json);
// "unknown_attributes": if there are any.
void WriteUnknownAttributesJson(absl::Span<const UnknownAttribute> attributes,
                                const HloModule& module, JsonWriter* json);
// With the names that it refers to.
std::string UnknownTextNow(const UnknownText& text, const HloModule& module);

// Where the number of a computation or an instruction comes from.
struct JsonContext {
  const HloModule& module;
  const ModuleNumbering& computations;
  const InstructionNumbering& instructions;
  int64_t max_literal_elements;
};
// The value of an attribute that is neither metadata nor unknown.
void WriteAttributeValueJson(const Attribute& attribute, const JsonContext& context,
                             JsonWriter* json);

}  // namespace hlo

#endif  // HLO_EXPORT_JSON_VALUES_H_
