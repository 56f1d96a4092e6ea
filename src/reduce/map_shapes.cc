// See map_shapes.h. Shapes are interned, so each is mapped once.
#include "src/reduce/map_shapes.h"

#include <algorithm>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/shape_inference.h"
#include "src/base/hash_table.h"
#include "src/reduce/pass.h"

namespace hlo_text_v1::internal {
namespace {

class ShapeMap {
 public:
  ShapeMap(ShapePool* pool, ShapeMapper map) : pool_(*pool), map_(map) {}

  const Shape* Of(const Shape* shape) {
    const auto [at, is_new] = known_.try_emplace(shape, shape);
    if (!is_new) return at->second;
    const Shape* mapped = shape;
    if (shape->IsBuffer()) {
      mapped = pool_.Buffer(Of(shape->tuple_shapes(0)));
    } else if (shape->IsTuple()) {
      mapped = pool_.Tuple(Of(shape->tuple_shapes()));
    }
    return known_[shape] = map_(shape, mapped);
  }
  std::vector<const Shape*> Of(absl::Span<const Shape* const> shapes) {
    std::vector<const Shape*> mapped;
    for (const Shape* shape : shapes) mapped.push_back(Of(shape));
    return mapped;
  }

 private:
  ShapePool& pool_;
  ShapeMapper map_;
  HashMap<const Shape*, const Shape*> known_;
};

void MapAttributes(HloInstruction* instruction, ShapeMap& map) {
  const std::vector<Attribute> attributes(instruction->attributes().begin(),
                                          instruction->attributes().end());
  for (const Attribute& attribute : attributes) {
    if (attribute.info().type == AttributeType::kShapeList) {
      const std::vector<const Shape*> shapes = map.Of(attribute.AsList<const Shape*>());
      SetAttribute(instruction, Attribute::List<const Shape*>(attribute.kind(), shapes))
          .IgnoreError();
    } else if (attribute.info().type == AttributeType::kShape) {
      SetAttribute(instruction, Attribute::Pointer(attribute.kind(), map.Of(&attribute.AsShape())))
          .IgnoreError();
    }
  }
}

void MapConstant(HloInstruction* constant, const Shape* shape) {
  const Literal& literal = constant->literal();
  if (!shape->IsArray()) return;
  if (SameDimensions(constant->shape(), *shape)) {
    SetShape(constant, shape).IgnoreError();
    return;
  }
  HloBuilder builder(constant->parent());
  builder.SetInsertionPoint(constant);
  const Shape* own = builder.shapes().Array(shape->element_type(), shape->dimensions());
  const bool is_scalar = literal.shape().IsScalar();
  HloInstruction* zeros =
      builder.AddConstant(is_scalar ? literal : Literal::Array(own, {}), constant->name());
  if (zeros == nullptr) return;
  SetShape(zeros, shape).IgnoreError();
  SubstituteInstruction(constant, zeros);
}

}  // namespace

void MapShapes(HloModule& module, ShapeMapper mapper) {
  ShapeMap map(&module.shapes(), mapper);
  for (HloComputation* computation : module.computations()) {
    std::vector<HloInstruction*> instructions;
    for (HloInstruction* instruction : computation->instructions()) {
      instructions.push_back(instruction);
    }
    for (HloInstruction* instruction : instructions) {
      const Shape* shape = map.Of(&instruction->shape());
      MapAttributes(instruction, map);
      if (shape == &instruction->shape()) continue;
      if (instruction->opcode() == HloOpcode::kConstant) {
        MapConstant(instruction, shape);
      } else {
        SetShape(instruction, shape).IgnoreError();
      }
    }
  }
  HloModuleConfig config = module.config();
  const std::vector<const Shape*> parameters = map.Of(config.entry_computation_layout.parameters);
  config.entry_computation_layout.parameters = parameters;
  if (config.entry_computation_layout.result != nullptr) {
    config.entry_computation_layout.result = map.Of(config.entry_computation_layout.result);
  }
  SetConfig(&module, config).IgnoreError();
}

void InferShapesAgain(HloModule& module) {
  for (HloComputation* computation : ComputationPostOrder(module)) {
    for (HloInstruction* instruction : PrintOrder(*computation)) {
      if (instruction->operands().empty()) continue;
      const absl::StatusOr<const Shape*> shape = InferShape(*instruction, module.shapes());
      if (!shape.ok() || ShapesCompatible(**shape, instruction->shape())) continue;
      // () stands for a result that an asynchronous operation binds late.
      if ((*shape)->IsTuple() && (*shape)->tuple_shapes().empty()) continue;
      SetShape(instruction, *shape).IgnoreError();
    }
  }
}

bool HasDefaultLayout(const Shape& array) {
  if (array.layout() == nullptr) return true;
  const std::vector<int64_t> order(array.layout()->minor_to_major.rbegin(),
                                   array.layout()->minor_to_major.rend());
  Layout plain;
  plain.minor_to_major = array.layout()->minor_to_major;
  return plain == *array.layout() && std::is_sorted(order.begin(), order.end());
}

std::vector<const Shape*> ArrayShapes(const HloModule& module) {
  HashSet<const Shape*> seen;
  std::vector<const Shape*> arrays;
  const std::function<void(const Shape*)> add = [&](const Shape* shape) {
    if (!seen.insert(shape).second) return;
    if (shape->IsArray()) arrays.push_back(shape);
    for (const Shape* element : shape->tuple_shapes()) add(element);
  };
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      add(&instruction->shape());
    }
  }
  for (const Shape* shape : module.config().entry_computation_layout.parameters) add(shape);
  if (module.config().entry_computation_layout.result != nullptr) {
    add(module.config().entry_computation_layout.result);
  }
  return arrays;
}

}  // namespace hlo_text_v1::internal
