// Finds the module in any message that contains one.
#ifndef HLO_PROTO_FIND_MODULE_H_
#define HLO_PROTO_FIND_MODULE_H_

#include <string_view>

#include "hlo/proto.h"

namespace hlo_text_v1::internal {

struct FoundModule {
  std::string_view module;  // without data if there is none
  std::string_view config;  // an HloModuleConfigProto, without data if there is none
  // Also kNone for a message that this library does not write.
  ProtoWrap wrap = ProtoWrap::kNone;
};

// The HloModuleProto in `bytes`: one itself, or an HloProto, HloSnapshot, HloUnoptimizedSnapshot or
// HloModuleProtoWithConfig. Messages are not marked: a module is a message with computations and a
// program shape. Linear in the number of top-level fields.
FoundModule FindModuleProto(std::string_view bytes);

// Whether bytes that are not a module may be a damaged one: texts have no zero bytes.
bool LooksBinary(std::string_view bytes);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_FIND_MODULE_H_
