// Fields that a module has no place for: kept next to it, and written back into their message.
//
// They are found in the bytes of a message that was read, by the schema alone, and put into the
// bytes that were written for the same message. Neither reader nor writer knows of them.
#ifndef HLO_PROTO_UNKNOWN_FIELDS_H_
#define HLO_PROTO_UNKNOWN_FIELDS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/ir/kept_fields.h"
#include "src/proto/wire_reader.h"

namespace hlo::internal {

// Appends the fields in `bytes`, a `message`, and in the messages within it, that the schema does
// not have or that `state` saw dropped. Computations, instructions and modules within it are left
// out: they have fields of their own. So are entries of maps and of lists that are sorted.
void FindUnknownFields(ProtoReadState& state, ProtoMessage message, std::string_view bytes,
                       std::vector<KeptField>* found);

// `bytes`, a message as it was written, with `fields`: those of the schema where their number puts
// them, the others at the end. `*lost` counts those whose message was not written.
std::string WithUnknownFields(std::string_view bytes, absl::Span<const KeptField> fields,
                              size_t* lost);

}  // namespace hlo::internal

#endif  // HLO_PROTO_UNKNOWN_FIELDS_H_
