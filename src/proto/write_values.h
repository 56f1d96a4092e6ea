// Writes shapes, literals, shardings and other values that need more than their fields named.
#ifndef HLO_PROTO_WRITE_VALUES_H_
#define HLO_PROTO_WRITE_VALUES_H_

#include <memory>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "hlo/literal.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"
#include "src/proto/value_fields.h"

namespace hlo::internal {

// Writes shapes, each of which is encoded once.
class ShapeWriter {
 public:
  template <ProtoLabel label>
  void Write(ProtoField<ProtoType::kMessage, label> field, const Shape& shape, WireWriter* out) {
    const std::string& bytes = Encoded(shape);
    out->Message(field, [&] { out->Raw(bytes); });
  }

 private:
  const std::string& Encoded(const Shape& shape);

  absl::flat_hash_map<const Shape*, std::unique_ptr<std::string>> encoded_;
};

// The content of a LiteralProto. False if it has more than `max_bytes`.
bool WriteLiteral(const Literal& literal, size_t max_bytes, ShapeWriter& shapes, WireWriter* out);

void WriteSharding(const HloSharding& sharding, WireWriter* out);
// One of the three fields of replica groups.
void WriteReplicaGroups(const ReplicaGroups& groups, WireWriter* out);
void WriteOriginalValue(const OriginalValue& value, WireWriter* out);

}  // namespace hlo::internal

#endif  // HLO_PROTO_WRITE_VALUES_H_
