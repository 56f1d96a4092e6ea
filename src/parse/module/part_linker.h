// Puts a part of a text, read by a parser of its own, behind the parts before it.
//
//   for (HloParser* part : others) if (!PartLinker(&whole, part).Run()) return false;
//
// The module of `whole` takes over what the part's module owns; names, shapes and computations that
// both have become one. False: one parser would have done something else with the text, or might
// have; both modules are then good for nothing.
#ifndef HLO_PARSE_MODULE_PART_LINKER_H_
#define HLO_PARSE_MODULE_PART_LINKER_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "src/ir/value_fields.h"
#include "src/parse/module/hlo_parser.h"

namespace hlo {

class PartLinker {
 public:
  // `whole` has read the header and all before the part, `part` that and no more.
  PartLinker(HloParser* whole, HloParser* part)
      : whole_(*whole), part_(*part), ours_(whole->state_), theirs_(part->state_) {}

  // Linear in the part; some ten nanoseconds an instruction.
  bool Run();

 private:
  bool IsUnusual() const;
  bool DefinesInstruction(uint32_t known_names) const;
  bool LinkCallees();
  bool LinkComputations();
  void LinkFlags();

  bool Relocate(HloInstruction* instruction);
  void Relocate(const Shape** shape) const;
  void Relocate(Literal* literal) const;
  void Relocate(HloComputation** callee) const;

  // The value of `attribute`, which is passed as VisitAttributeValue does.
  void Relocate(Attribute* attribute) const;
  void Relocate(const Shape& value, Attribute* attribute) const;
  void Relocate(HloComputation* callee, Attribute* attribute) const;
  void Relocate(const Literal& literal, Attribute*) const {
    Relocate(const_cast<Literal*>(&literal));
  }
  template <typename T>  // shapes, computations
  void Relocate(absl::Span<T* const> list, Attribute*) const {
    for (T* const& element : list) Relocate(const_cast<T**>(&element));
  }
  // What points to nothing outside: instructions are those of the part; texts that name anything
  // are a reason to give up, see IsUnusual.
  void Relocate(absl::Span<HloInstruction* const>, Attribute*) const {}
  void Relocate(const UnknownAttribute&, Attribute*) const {}
  void Relocate(const UnknownOpcode&, Attribute*) const {}
  template <typename T>
  void Relocate(const T&, Attribute*) const {
    static_assert(IsPlainValue<T>::value, "say what becomes of it in another module");
  }

  HloParser& whole_;
  HloParser& part_;
  internal::IrAccess::ModuleState& ours_;
  internal::IrAccess::ModuleState& theirs_;
  // What things of the part are in the whole. Shapes and computations that are not there stay.
  std::vector<uint32_t> names_;
  absl::flat_hash_map<const Shape*, const Shape*> shapes_;
  absl::flat_hash_map<const HloComputation*, HloComputation*> callees_;
};

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_PART_LINKER_H_
