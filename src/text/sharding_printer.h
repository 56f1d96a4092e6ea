// Parts of sharding texts that other printers share: meshes, axes, tiles.
#ifndef HLO_TEXT_SHARDING_PRINTER_H_
#define HLO_TEXT_SHARDING_PRINTER_H_

#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/sharding.h"

namespace hlo_text_v1::internal {

struct ShardingStyle {
  bool metadata = false;
  bool maximal_mesh = false;  // Spellings::maximal_mesh
};
void AppendShardingAs(const HloSharding& sharding, const ShardingStyle& style, std::string* out);

// Appends "1,2,3".
void AppendNumbers(absl::Span<const int64_t> numbers, std::string* out);
// Appends "[4,2]T(1,0)", or "[8]" for an iota of one dimension.
void AppendIota(const IotaTile& iota, std::string* out);
// Appends "mesh['a'=2,'b'=4], device_ids=(...)" or "single_device[device_id=3]".
void AppendMesh(const Mesh& mesh, std::string* out);
// Appends "'a'" or "'a':(1)2".
void AppendAxisRef(const Mesh& mesh, const AxisRef& ref, std::string* out);
// Appends "{'a','b'}", the axes separated by `separator`.
void AppendAxisRefs(const Mesh& mesh, absl::Span<const AxisRef> refs, std::string_view separator,
                    std::string* out);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TEXT_SHARDING_PRINTER_H_
