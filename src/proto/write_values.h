// Writes shapes, literals, shardings and other values for which value_fields.h is not enough.
#ifndef HLO_PROTO_WRITE_VALUES_H_
#define HLO_PROTO_WRITE_VALUES_H_

#include <array>
#include <cstdint>
#include <string_view>

#include "hlo/arena.h"
#include "hlo/literal.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"
#include "src/base/hash_table.h"
#include "src/proto/value_fields.h"

namespace hlo_text_v1::internal {

// Writes shapes, encoding each one only once.
class ShapeWriter {
 public:
  template <ProtoLabel label>
  void Write(ProtoField<ProtoType::kMessage, label> field, const Shape& shape, WireWriter* out) {
    out->MessageOf(field, Encoded(shape));
  }

 private:
  struct Recent {
    const Shape* shape = nullptr;
    std::string_view bytes;
  };

  std::string_view Encoded(const Shape& shape) {
    Recent& recent = recent_[reinterpret_cast<uintptr_t>(&shape) / sizeof(Shape) % kRecent];
    if (recent.shape == &shape) return recent.bytes;
    const auto found = encoded_.find(&shape);
    recent = {&shape, found != encoded_.end() ? found->second : Encode(shape)};
    return recent.bytes;
  }
  std::string_view Encode(const Shape& shape);

  HashMap<const Shape*, std::string_view> encoded_;
  static constexpr size_t kRecent = 64;
  std::array<Recent, kRecent> recent_;  // the last ones, by address
  WireWriter writer_;                   // of the current shape
  Arena arena_;
};

// Writes the content of a LiteralProto. False if it would exceed `max_bytes`.
bool WriteLiteral(const Literal& literal, size_t max_bytes, ShapeWriter& shapes, WireWriter* out);

void WriteSharding(const HloSharding& sharding, WireWriter* out);
// One of the three fields of replica groups.
void WriteReplicaGroups(const ReplicaGroups& groups, WireWriter* out);
void WriteOriginalValue(const OriginalValue& value, WireWriter* out);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_WRITE_VALUES_H_
