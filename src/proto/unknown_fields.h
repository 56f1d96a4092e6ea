// Fields that have no place in a module: they are kept next to it, and written back into their
// message.
//
// They are found in the bytes of a message by the schema alone, and inserted into the bytes written
// for the same message. Neither reader nor writer knows about them.
#ifndef HLO_PROTO_UNKNOWN_FIELDS_H_
#define HLO_PROTO_UNKNOWN_FIELDS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/ir/module_state.h"
#include "src/proto/wire_reader.h"

namespace hlo_text_v1::internal {

// Appends the fields of `bytes`, a `message`, and of messages within it that are not in the schema
// or that `state` saw dropped. Leaves out computations, instructions and modules within it, which
// have their own calls, and entries of maps and of lists that are sorted.
void FindUnknownFields(ProtoReadState& state, ProtoMessage message, std::string_view bytes,
                       std::vector<KeptField>* found);

// `bytes`, a written message, with `fields` inserted: those of the schema in order of number, the
// others at the end. `*lost` counts those whose message was not written.
std::string WithUnknownFields(std::string_view bytes, absl::Span<const KeptField> fields,
                              size_t* lost);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_UNKNOWN_FIELDS_H_
