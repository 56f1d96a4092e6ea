// Shardings of all three generations, meshes, and replica groups.
#ifndef HLO_PARSE_VALUES_SHARDING_PARSER_H_
#define HLO_PARSE_VALUES_SHARDING_PARSER_H_

#include "hlo/sharding.h"
#include "src/parse/parse_context.h"

namespace hlo {

// A whole value, braces included; the result is in canonical form. Spans are in ctx.arena.
bool ReadSharding(ParseContext& ctx, HloSharding* sharding);
bool ReadReplicaGroups(ParseContext& ctx, ReplicaGroups* groups);

}  // namespace hlo

#endif  // HLO_PARSE_VALUES_SHARDING_PARSER_H_
