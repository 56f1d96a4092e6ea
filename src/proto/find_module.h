// Tells the messages that contain a module apart.
#ifndef HLO_PROTO_FIND_MODULE_H_
#define HLO_PROTO_FIND_MODULE_H_

#include <string_view>

#include "hlo/proto.h"

namespace hlo::internal {

struct FoundModule {
  std::string_view module;  // without data if there is none
  std::string_view config;  // an HloModuleConfigProto, without data if there is none
  // kNone also for a message that this library does not write.
  ProtoWrap wrap = ProtoWrap::kNone;
};

// The HloModuleProto in `bytes`, which are one, or an HloProto, HloSnapshot, HloUnoptimizedSnapshot
// or HloModuleProtoWithConfig. No message has a mark: a module is what has computations and a
// program shape. Linear in the number of top fields.
FoundModule FindModuleProto(std::string_view bytes);

// Whether bytes that are no module may be a damaged one: no text has a zero byte.
bool LooksBinary(std::string_view bytes);

}  // namespace hlo::internal

#endif  // HLO_PROTO_FIND_MODULE_H_
