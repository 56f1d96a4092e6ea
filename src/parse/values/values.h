// Attribute values that need only the text: everything except computations, instructions, literals,
// shapes, shardings and replica groups.
#ifndef HLO_PARSE_VALUES_VALUES_H_
#define HLO_PARSE_VALUES_VALUES_H_

#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/attribute.h"
#include "hlo/attribute_values.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1::internal {

// One word of an enumeration of enums.def; `value` is its index there.
bool ReadEnum(ParseContext& ctx, AttributeType type, int64_t* value);

bool ReadFloat(ParseContext& ctx, double* value);  // within float's range, rounded to float
bool ReadInt64ListList(ParseContext& ctx, absl::Span<const absl::Span<const int64_t>>* lists);
// true, false, or {true,false}.
bool ReadBoolList(ParseContext& ctx, absl::Span<const bool>* values);
// {true,false} only.
bool ReadParameterReplication(ParseContext& ctx, absl::Span<const bool>* values);
bool ReadPrecisionList(ParseContext& ctx, absl::Span<const Precision>* values);

// Read##Id for each line HLO_STRUCT_TYPE(Id, T) of the table: ReadWindow(ctx, Window*) ...
#define HLO_STRUCT_TYPE(Id, T, ...) bool Read##Id(ParseContext& ctx, T* value);
#include "hlo/tables/attribute_types.def"
// A window without the braces, up to the end of the text.
bool ReadWindowFields(ParseContext& ctx, Window* window);
bool ReadOriginalArray(ParseContext& ctx, OriginalArray* array);

// metadata={...}, all of it unpacked.
bool ReadMetadata(ParseContext& ctx, OpMetadata* metadata);
// Fast path: if the value that begins at `begin` (a '{') is byte for byte what it would print as,
// with only numbers and strings without escapes, returns its end and its stack frame; nullptr for
// any other text, valid or not. An accepted value prints even if its stack frame is lost;
// metadata that has nothing else to show is left to ReadMetadata.
struct CanonicalMetadata {
  const char* end = nullptr;
  int32_t stack_frame_id = 0;  // 0: none
};
CanonicalMetadata ScanCanonicalMetadata(const char* begin, const char* source_end);

// A backend_config: a string or dictionary, with XLA's removal of empty
// "wait_on_operation_queues":[], in it.
bool ReadBackendConfig(ParseContext& ctx, std::string_view* value);

// `{` {[,] name= value} `}`, the list of metadata, domain and the stack-frame tables. Calls
// parse_value(index in `attributes`) to read the value of each name; reports unknown and repeated
// names, and the first required one that is missing. `attributes`: sorted by name, at most 64.
struct SubAttribute {
  std::string_view name;
  bool required = false;
};
bool ReadSubAttributes(ParseContext& ctx, absl::Span<const SubAttribute> attributes,
                       absl::FunctionRef<bool(size_t)> parse_value);

// ---- Numbers joined by 'x', in windows, sparsity and scaling (window.cc).

// Appends the numbers of "1x2x3", joined by `separator`. False if one is out of range.
bool SplitToInt64s(std::string_view text, char separator, std::vector<int64_t>* values);

// An integer or 1x2x3, as the value of the sub-attribute `name`; appends to `values`.
bool ReadDxD(ParseContext& ctx, std::string_view name, std::vector<int64_t>* values);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_VALUES_VALUES_H_
