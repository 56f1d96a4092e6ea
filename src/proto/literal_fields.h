// The field of a LiteralProto that has the elements of a type, and their order.
#ifndef HLO_PROTO_LITERAL_FIELDS_H_
#define HLO_PROTO_LITERAL_FIELDS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "hlo/primitive_type.h"
#include "hlo/shape.h"
#include "src/proto/schema.h"

namespace hlo_text_v1::internal {

struct LiteralField {
  uint32_t number = 0;  // 0: the type has no values
  ProtoType type = ProtoType::kBytes;
  ProtoLabel label = ProtoLabel::kImplicit;
};

// "f8e5m2s" has the elements of f8e5m2, c64s the parts of complex numbers as packed numbers, s4s
// one byte each.
inline LiteralField LiteralFieldOf(PrimitiveType type) {
  const std::string_view name = PrimitiveTypeName(type);
  for (const ProtoFieldInfo& field : GetProtoMessageInfo(ProtoMessage::kLiteralProto).fields) {
    if (field.name.size() == name.size() + 1 && field.name.back() == 's' &&
        field.name.substr(0, name.size()) == name) {
      return {field.number, field.type, field.label};
    }
  }
  return {};
}

// Visits the elements of an array in the order in which its layout has them in memory.
class MemoryOrder {
 public:
  explicit MemoryOrder(const Shape& shape) : count_(ElementCount(shape).value_or(0)) {
    std::vector<int64_t> strides(static_cast<size_t>(shape.rank()), 1);
    for (size_t i = strides.size(); i-- > 1;) {
      strides[i - 1] = strides[i] * shape.dimensions()[i];
    }
    const Layout* layout = shape.layout();
    for (size_t i = 0; i < strides.size(); ++i) {
      const size_t dimension = layout == nullptr ? strides.size() - 1 - i
                                                 : static_cast<size_t>(layout->minor_to_major[i]);
      in_order_ &= dimension == strides.size() - 1 - i;
      sizes_.push_back(shape.dimensions()[dimension]);
      strides_.push_back(strides[dimension]);
    }
    index_.resize(sizes_.size());
  }

  int64_t count() const { return count_; }
  bool in_order() const { return in_order_; }
  // The row-major number of the next element.
  int64_t Next() {
    const int64_t current = offset_;
    for (size_t i = 0; i < sizes_.size(); ++i) {
      offset_ += strides_[i];
      if (++index_[i] < sizes_[i]) break;
      offset_ -= strides_[i] * sizes_[i];
      index_[i] = 0;
    }
    return current;
  }

 private:
  int64_t count_;
  bool in_order_ = true;
  int64_t offset_ = 0;
  std::vector<int64_t> sizes_, strides_, index_;  // minor to major
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_LITERAL_FIELDS_H_
