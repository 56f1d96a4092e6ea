// Whether two instructions, computations, literals or attributes are the same.
//
//   assert(*a->FindAttribute<hlo_text::Window>(kind) == *b->FindAttribute<hlo_text::Window>(kind));
//   if (hlo_text::Identical(*a, *b) && !hlo_text::HasSideEffect(*a)) {  // a pass for common subexpressions
//     absl::Status status = hlo_text::ReplaceInstruction(b, a);    // hlo/edit.h
//   }
//
// Numbers are compared bit by bit: a NaN equals itself, 0 and -0 differ. Values may be of different
// modules, which are only read; hlo/canonical.h compares whole modules by a fingerprint, hlo/diff.h
// tells what differs.
#ifndef HLO_IDENTICAL_H_
#define HLO_IDENTICAL_H_

#include "absl/functional/function_ref.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// Whether both have the same type, sizes and elements, whatever their layouts. An elided literal
// equals only itself: its values are unknown. Linear. XLA Literal::operator==.
bool operator==(const Literal& a, const Literal& b);
inline bool operator!=(const Literal& a, const Literal& b) { return !(a == b); }

// Whether both have one kind and equal values. Computations and instructions are equal if they are
// the same. kMetadata read from text equals only itself; compare HloInstruction::metadata().
// Linear.
bool operator==(const Attribute& a, const Attribute& b);
inline bool operator!=(const Attribute& a, const Attribute& b) { return !(a == b); }

// Member by member: Window, PaddingConfig, HloSharding, ReplicaGroups, OpMetadata and all other
// structs of attribute_types.def. Linear.
#define HLO_VALUE_STRUCT(T, ...)           \
  bool operator==(const T& a, const T& b); \
  inline bool operator!=(const T& a, const T& b) { return !(a == b); }
#include "hlo/tables/attribute_types.def"

struct IdenticalOptions {
  bool layouts = true;      // shapes must agree in layouts, too
  bool shardings = true;    // they must have the same sharding
  bool channel_ids = true;  // they must have the same channel_id
};

// Whether `a` and `b` compute the same: equal opcode, shape, value of a constant, number of a
// parameter, attributes, and the same operands; called computations are the same or Identical.
// Ignores names, metadata, origin, statistics and control dependencies. Two with side effects may
// be Identical and still must both run. Linear in the attributes, and in what they call.
// XLA HloInstruction::Identical, which also ignores frontend attributes.
bool Identical(const HloInstruction& a, const HloInstruction& b,
               const IdenticalOptions& options = {});
// The same where same_operands(a's operand, b's operand) decides about operands.
bool Identical(const HloInstruction& a, const HloInstruction& b,
               absl::FunctionRef<bool(const HloInstruction*, const HloInstruction*)> same_operands,
               const IdenticalOptions& options = {});

// Whether two computations are the same but for names and the order of instructions: each
// instruction is Identical to that at its place in post order (InstructionPostOrder), and control
// dependencies, threads and backend_config agree; likewise called computations. Ones with dead code
// may differ if that was created in another order. Linear in them and what they call. XLA
// HloComputation::Equal.
bool Identical(const HloComputation& a, const HloComputation& b,
               const IdenticalOptions& options = {});

}  // namespace hlo_text_v1

#endif  // HLO_IDENTICAL_H_
