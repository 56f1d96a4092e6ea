// AnonymizeHlo. Names are replaced last, when nothing reads them any more.
#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "hlo/reduce.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/reduce/map_shapes.h"
#include "src/reduce/pass.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr int64_t kNotableSize = 64;  // smaller dimensions are not listed

// Targets of custom-calls about which the verifier has rules; they are XLA's.
constexpr std::string_view kKnownTargets[] = {"control_dep", "CreateBuffer", "GetRngSeed", "Pin",
                                              "Unpin"};

bool IsKnownTarget(std::string_view target) {
  return std::find(std::begin(kKnownTargets), std::end(kKnownTargets), target) !=
         std::end(kKnownTargets);
}

// Replaces words by target1, target2 ..., equal words by equal ones.
class Words {
 public:
  explicit Words(std::string_view stem) : stem_(stem) {}
  const std::string& Of(std::string_view word) {
    std::string& replacement = words_[std::string(word)];
    if (replacement.empty()) replacement = StrCat(stem_, words_.size());
    return replacement;
  }

 private:
  const std::string_view stem_;
  HashMap<std::string, std::string> words_;
};

// Whether a constant of that shape counts loops or addresses memory.
bool IsKept(const Shape& shape) {
  return shape.IsScalar() &&
         (IsIntegralType(shape.element_type()) || shape.element_type() == PrimitiveType::kPRED);
}

// The bytes of `literal`, an array, with the bytes of `one` in place of each nonzero element.
std::string OnesLike(const Literal& literal, absl::Span<const char> one) {
  std::string bytes(literal.bytes().begin(), literal.bytes().end());
  const std::string zero(one.size(), '\0');
  for (size_t at = 0; at + one.size() <= bytes.size() && !one.empty(); at += one.size()) {
    if (bytes.compare(at, one.size(), zero) != 0) {
      std::copy(one.begin(), one.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
  return bytes;
}

// Literals with ones in place of all values except zeros and kept ones. Owns their elements.
class Ones {
 public:
  // Makes temporary instructions with the builder, and removes them.
  explicit Ones(HloBuilder& builder) : builder_(builder) {}

  Literal Of(const Literal& literal) {
    const Shape& shape = literal.shape();
    if (literal.is_elided() || IsKept(shape)) return literal;
    if (shape.IsTuple()) {
      std::vector<Literal> elements;
      for (const Literal& element : literal.elements()) elements.push_back(Of(element));
      return Literal::Tuple(&shape, tuples_.emplace_back(std::move(elements)), /*elided=*/false);
    }
    if (!shape.IsArray()) return literal;
    HloInstruction* one = builder_.AddScalar(shape.element_type(), 1);
    if (one == nullptr) return literal;
    const std::string& bytes = arrays_.emplace_back(OnesLike(literal, one->literal().bytes()));
    RemoveUnneeded(one);
    return Literal::Array(&shape, bytes);
  }

 private:
  HloBuilder& builder_;
  std::deque<std::string> arrays_;
  std::deque<std::vector<Literal>> tuples_;
};

// False if its values stay although they may tell something.
bool ReplaceConstant(HloInstruction* constant) {
  if (constant->literal().is_elided() || IsKept(constant->shape())) return true;
  HloBuilder builder(constant->parent());
  builder.SetInsertionPoint(constant);
  Ones ones(builder);
  HloInstruction* replacement = builder.AddConstant(ones.Of(constant->literal()));
  if (replacement == nullptr) return false;
  SetShape(replacement, &constant->shape()).IgnoreError();
  for (const Attribute& attribute : constant->attributes()) {
    SetAttribute(replacement, attribute).IgnoreError();
  }
  ReplaceInstruction(constant, replacement).IgnoreError();
  return constant->parent() == nullptr;  // it stays if a text that is kept as written names it
}

// Returns how many constants keep their values.
int64_t ReplaceConstants(HloModule& module) {
  int64_t left = 0;
  for (HloComputation* computation : module.computations()) {
    std::vector<HloInstruction*> constants;
    for (HloInstruction* instruction : computation->instructions()) {
      RemoveAttribute(instruction, AttributeKind::kLiteral).IgnoreError();
      // Frontend attributes say what the composite is.
      RemoveAttribute(instruction, AttributeKind::kIsComposite).IgnoreError();
      if (instruction->opcode() == HloOpcode::kConstant) constants.push_back(instruction);
    }
    for (HloInstruction* constant : constants) left += !ReplaceConstant(constant);
  }
  return left;
}

void DropOrigin(HloModule& module) {
  StripOptions options;
  options.metadata = options.origin = options.statistics = true;
  options.backend_config = true;
  options.infeed_config = options.outfeed_config = true;
  Strip(&module, options);
}

// The entries whose keys are XLA's: some have a meaning for the verifier.
std::vector<FrontendAttribute> KnownEntries(const FrontendAttributes& attributes) {
  std::vector<FrontendAttribute> known;
  for (const FrontendAttribute& entry : attributes.entries) {
    for (const std::string_view prefix : {"_xla", "xla_", "_collectives_group"}) {
      if (entry.key.substr(0, prefix.size()) == prefix) known.push_back(entry);
    }
  }
  return known;
}

void DropFrontendAttributes(HloModule& module) {
  for (HloComputation* computation : module.computations()) {
    for (HloInstruction* instruction : computation->instructions()) {
      const auto* attributes =
          instruction->FindAttribute<FrontendAttributes>(AttributeKind::kFrontendAttributes);
      if (attributes == nullptr) continue;
      const std::vector<FrontendAttribute> known = KnownEntries(*attributes);
      const FrontendAttributes kept = {known};
      SetAttribute(instruction, MakeAttribute<AttributeKind::kFrontendAttributes>(kept))
          .IgnoreError();
    }
  }
  HloModuleConfig config = module.config();
  const std::vector<FrontendAttribute> known = KnownEntries(config.frontend_attributes);
  config.frontend_attributes = {known};
  SetConfig(&module, config).IgnoreError();
}

void ReplaceStrings(HloModule& module) {
  Words targets("target");
  Words threads("thread");
  for (HloComputation* computation : module.computations()) {
    if (computation->execution_thread() != "main") {
      const std::string& thread = threads.Of(computation->execution_thread());
      SetExecutionThread(computation, thread).IgnoreError();
    }
    for (HloInstruction* instruction : computation->instructions()) {
      const Attribute* target = instruction->FindAttribute(AttributeKind::kCustomCallTarget);
      if (target != nullptr && !IsKnownTarget(target->AsString())) {
        const std::string& word = targets.Of(target->AsString());
        SetAttribute(instruction, MakeAttribute<AttributeKind::kCustomCallTarget>(word))
            .IgnoreError();
      }
      const Attribute* thread = instruction->FindAttribute(AttributeKind::kAsyncExecutionThread);
      if (thread != nullptr && thread->AsString() != "main") {
        const std::string& word = threads.Of(thread->AsString());
        SetAttribute(instruction, MakeAttribute<AttributeKind::kAsyncExecutionThread>(word))
            .IgnoreError();
      }
    }
  }
}

// Names that the module did not have before, so that their numbers reveal nothing.
class NewNames {
 public:
  void Add(std::string_view used) { used_.insert(std::string(used)); }
  std::string Next(std::string_view stem) {
    for (int64_t& number = numbers_[std::string(stem)];;) {
      std::string name = StrCat(stem, ".", ++number);
      if (used_.insert(name).second) return name;
    }
  }

 private:
  HashSet<std::string> used_;
  HashMap<std::string, int64_t> numbers_;
};

void ReplaceNames(HloModule& module) {
  NewNames computations;
  NewNames instructions;
  for (const HloComputation* computation : module.computations()) {
    computations.Add(computation->name());
    for (const HloInstruction* i : computation->instructions()) instructions.Add(i->name());
  }
  SetName(&module, "module");
  for (HloComputation* computation : module.computations()) {
    SetName(computation, computations.Next("computation"));
    for (HloInstruction* instruction : computation->instructions()) {
      SetName(instruction, instructions.Next(instruction->opcode_name()));
    }
  }
}

std::string NotableShapes(const HloModule& module) {
  std::set<int64_t> sizes;
  for (const Shape* shape : ArrayShapes(module)) {
    for (const int64_t size : shape->dimensions()) {
      if (size >= kNotableSize) sizes.insert(size);
    }
  }
  const std::vector<int64_t> list(sizes.rbegin(), sizes.rend());
  return list.empty() ? "" : StrCat("sizes of dimensions: ", Joined(list, ", "));
}

// Adds the scalar integers and the arrays without values in `literal`.
void CountLeft(const Literal& literal, int64_t* integers, int64_t* elided) {
  if (literal.is_elided()) {
    ++*elided;
    return;
  }
  *integers += IsKept(literal.shape());
  for (const Literal& element : literal.elements()) CountLeft(element, integers, elided);
}

// Whether it has a channel or groups of devices.
bool NamesDevices(const HloInstruction& instruction) {
  constexpr AttributeKind kKinds[] = {AttributeKind::kChannelId, AttributeKind::kReplicaGroups,
                                      AttributeKind::kSourceTargetPairs};
  return std::any_of(std::begin(kKinds), std::end(kKinds), [&](AttributeKind kind) {
    return instruction.FindAttribute(kind) != nullptr;
  });
}

// One line for each kind of thing that is left.
std::vector<std::string> Leftovers(const HloModule& module, int64_t constants) {
  int64_t integers = 0, elided = 0, channels = 0, shardings = 0, frontend = 0, unknown = 0;
  for (const HloComputation* computation : module.computations()) {
    unknown += static_cast<int64_t>(computation->unknown_attributes().size());
    for (const HloInstruction* instruction : computation->instructions()) {
      if (instruction->opcode() == HloOpcode::kConstant) {
        CountLeft(instruction->literal(), &integers, &elided);
      }
      channels += NamesDevices(*instruction);
      shardings += instruction->sharding() != nullptr ||
                   instruction->FindAttribute(AttributeKind::kDomain) != nullptr;
      frontend += instruction->FindAttribute(AttributeKind::kFrontendAttributes) != nullptr;
      for (const Attribute& attribute : instruction->attributes()) {
        unknown += attribute.kind() >= AttributeKind::kUnknown;
      }
    }
  }
  unknown += static_cast<int64_t>(module.config().unknown_attributes.size());
  std::vector<std::string> left = {"opcodes, shapes and edges: the architecture"};
  const auto add = [&](int64_t count, std::string_view what) {
    if (count > 0) left.push_back(StrCat(count, " ", what));
  };
  if (std::string shapes = NotableShapes(module); !shapes.empty()) left.push_back(shapes);
  add(integers, "scalar integer constants: bounds of loops, offsets");
  add(constants, "constants with their values");
  add(elided, "constants without values, {...}");
  add(channels, "channel numbers and groups of devices, with the axes of meshes");
  add(shardings, "shardings, with the axes of meshes");
  add(frontend, "instructions with frontend attributes of XLA");
  if (!module.config().frontend_attributes.entries.empty()) {
    left.push_back("frontend attributes of XLA in the header");
  }
  add(unknown, "unknown attributes or opcodes, as written");
  return left;
}

}  // namespace

std::vector<std::string> AnonymizeHlo(HloModule* module) {
  DropOrigin(*module);
  DropFrontendAttributes(*module);
  const int64_t constants = ReplaceConstants(*module);
  ReplaceStrings(*module);
  ReplaceNames(*module);
  return Leftovers(*module, constants);
}

}  // namespace hlo_text_v1
