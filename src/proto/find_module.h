// Tells the messages that contain a module apart.
#ifndef HLO_PROTO_FIND_MODULE_H_
#define HLO_PROTO_FIND_MODULE_H_

#include <string_view>

#include "hlo/proto.h"

namespace hlo::internal {

// The HloModuleProto in `bytes`, which are one, or an HloProto, HloSnapshot, HloUnoptimizedSnapshot
// or HloModuleProtoWithConfig; without data if there is none. No message has a mark: a module is
// what has a name, computations and a program shape. Linear in the number of top fields.
std::string_view FindModuleProto(std::string_view bytes);

// In which message it is; kNone for one that this library does not write.
ProtoWrap FindWrap(std::string_view bytes);

// Whether bytes that are no module may be a damaged one: no text has a zero byte.
bool LooksBinary(std::string_view bytes);

}  // namespace hlo::internal

#endif  // HLO_PROTO_FIND_MODULE_H_
