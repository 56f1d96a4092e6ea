// Reads shapes, literals, shardings and other values for which value_fields.h is not enough. All
// return false or nullptr after an error, whose path begins at the value.
#ifndef HLO_PROTO_READ_VALUES_H_
#define HLO_PROTO_READ_VALUES_H_

#include <cstdint>
#include <string_view>

#include "absl/strings/string_view.h"
#include "hlo/literal.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"
#include "src/base/hash_table.h"
#include "src/proto/value_fields.h"

namespace hlo_text_v1::internal {

// Reads shapes, equal bytes only once.
class ShapeReader {
 public:
  // `any_order`: a layout may list any numbers, one per dimension.
  ShapeReader(ProtoReadState* state, ShapePool* pool, bool any_order)
      : state_(*state), pool_(*pool), any_order_(any_order) {}
  // Of a ShapeProto.
  const Shape* Read(std::string_view bytes);

 private:
  const Shape* FindOrRead(std::string_view bytes);
  const Shape* ReadNew(std::string_view bytes);
  const Shape* MakeShape(std::string_view bytes, PrimitiveType type,
                         absl::Span<const int64_t> dimensions, absl::Span<const bool> dynamic,
                         absl::Span<const Shape* const> elements, const std::string_view* layout);
  const Shape* MakeArray(std::string_view bytes, PrimitiveType type,
                         absl::Span<const int64_t> dimensions, absl::Span<const bool> dynamic,
                         const std::string_view* layout);
  bool ReadLayout(std::string_view bytes, PrimitiveType type, absl::Span<const int64_t> dimensions,
                  Layout* layout);

  ProtoReadState& state_;
  ShapePool& pool_;
  const bool any_order_;
  struct Known {
    std::string_view bytes;
    const Shape* shape = nullptr;
  };
  RecentBytes<Known, 256> recent_;
  HashMap<absl::string_view, const Shape*> known_;
};

// A LiteralProto of at most `max_elements`.
bool ReadLiteral(std::string_view bytes, int64_t max_elements, ShapeReader& shapes,
                 ProtoReadState& state, Literal* literal);

// An OpSharding; canonical, as in text.
bool ReadSharding(std::string_view bytes, ProtoReadState& state, HloSharding* sharding);

// An IotaReplicaGroupListProto and a MeshAxesReplicaGroupListProto.
bool ReadIotaGroups(std::string_view bytes, ProtoReadState& state, ReplicaGroups* groups);
bool ReadMeshGroups(std::string_view bytes, ProtoReadState& state, ReplicaGroups* groups);

bool ReadOriginalValue(std::string_view bytes, ProtoReadState& state, OriginalValue* value);

// Sorts by key; the last of equal keys counts.
void SortFrontendAttributes(FrontendAttributes* attributes);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_READ_VALUES_H_
