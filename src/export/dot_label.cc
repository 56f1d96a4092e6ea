// Labels are built line by line, and long lines are cut. Source: graphviz, "The DOT Language" and
// "escString"; labels may hold HTML entities too.
#include "src/export/dot_label.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/query.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"

namespace hlo_text_v1::internal {
namespace {

constexpr size_t kLongestLine = 60;
constexpr size_t kLongestTooltip = 500;
constexpr size_t kMostOpcodes = 4;
// Larger constants show no value.
constexpr int64_t kMostElements = 8;

// Attributes that tell what an instruction does where its opcode does not.
constexpr AttributeKind kShown[] = {
    AttributeKind::kCustomCallTarget,
    AttributeKind::kDimensions,
    AttributeKind::kDirection,
    AttributeKind::kDynamicSliceSizes,
    AttributeKind::kIndex,
    AttributeKind::kIotaDimension,
    AttributeKind::kLhsBatchDims,
    AttributeKind::kLhsContractingDims,
    AttributeKind::kPadding,
    AttributeKind::kReplicaGroups,
    AttributeKind::kRhsBatchDims,
    AttributeKind::kRhsContractingDims,
    AttributeKind::kSlice,
    AttributeKind::kSourceTargetPairs,
    AttributeKind::kWindow,
    AttributeKind::kDimLabels,
};

constexpr std::pair<OpcodeGroup, std::string_view> kColors[] = {
    {OpcodeGroup::kParameter, "#ffe0b2"},   {OpcodeGroup::kConstant, "#eeeeee"},
    {OpcodeGroup::kElementwise, "#fff9c4"}, {OpcodeGroup::kMovement, "#c8e6c9"},
    {OpcodeGroup::kCompute, "#bbdefb"},     {OpcodeGroup::kReduction, "#d1c4e9"},
    {OpcodeGroup::kCollective, "#f8bbd0"},  {OpcodeGroup::kControl, "#b2dfdb"},
    {OpcodeGroup::kFusion, "#cfd8dc"},      {OpcodeGroup::kCustomCall, "#d7ccc8"},
    {OpcodeGroup::kAsync, "#ffccbc"},
};

void AppendLine(std::string_view line, std::string* label) {
  if (line.empty()) return;
  if (!label->empty()) *label += '\n';
  *label += Shortened(line, kLongestLine);
}

std::string Title(const HloInstruction& instruction, const AsyncOperation* async, bool is_root) {
  std::string title = is_root ? "ROOT " : "";
  if (async != nullptr && !async->is_pair()) {
    const std::string_view step = IsAsyncStart(instruction)    ? "-start"
                                  : IsAsyncUpdate(instruction) ? "-update"
                                                               : "-done";
    return StrCat(title, async->wrapped_opcode_name(), step);
  }
  StrAppend(&title, instruction.opcode_name());
  if (instruction.opcode() == HloOpcode::kParameter) {
    StrAppend(&title, " ", instruction.parameter_number());
  }
  return title;
}

// "3 add, 2 multiply, tanh, ..."
std::string Contents(const HloComputation& fused) {
  HashMap<std::string_view, int64_t> counts;  // by name, since the names of unknown opcodes differ
  for (const HloInstruction* instruction : fused.instructions()) {
    if (instruction->opcode() != HloOpcode::kParameter) ++counts[instruction->opcode_name()];
  }
  std::vector<std::pair<int64_t, std::string_view>> opcodes;  // negative counts, for sorting
  for (const auto& [opcode, count] : counts) opcodes.emplace_back(-count, opcode);
  std::sort(opcodes.begin(), opcodes.end());
  std::string line;
  for (size_t i = 0; i < std::min(opcodes.size(), kMostOpcodes); ++i) {
    StrAppend(&line, i == 0 ? "" : ", ");
    if (opcodes[i].first < -1) StrAppend(&line, -opcodes[i].first, " ");
    StrAppend(&line, opcodes[i].second);
  }
  if (opcodes.size() > kMostOpcodes) line += ", ...";
  return line;
}

// "kLoop: 3 add, 2 multiply, tanh, ..."
std::string FusionLine(const HloInstruction& fusion, FusedContents* contents) {
  const Attribute* calls = fusion.FindAttribute(AttributeKind::kCalls);
  if (calls == nullptr) return "";
  std::string line;
  if (const Attribute* kind = fusion.FindAttribute(AttributeKind::kFusionKind); kind != nullptr) {
    const EnumTypeInfo& words = GetEnumTypeInfo(AttributeType::kFusionKind);
    StrAppend(&line, words.words[static_cast<size_t>(kind->AsInt64())], ": ");
  }
  const auto [known, is_new] = contents->try_emplace(calls->AsComputation());
  if (is_new) known->second = Contents(*known->first);
  return line + known->second;
}

std::string ConstantLine(const Literal& literal) {
  const std::optional<int64_t> count =
      literal.shape().IsArray() ? ElementCount(literal.shape()) : std::nullopt;
  if (!count.has_value() || *count > kMostElements) return "{...}";
  return PrintLiteral(literal);
}

// A line for each single operation that an instruction applies: "to_apply=add.3 (add)",
// "branch_computations 0=one (negate)".
void AppendApplied(const Attribute& attribute, std::string* label) {
  const auto append = [label](std::string_view name, const HloComputation& callee) {
    if (!IsOneOperation(callee)) return;
    const std::string_view opcode = callee.root_instruction()->opcode_name();
    AppendLine(StrCat(name, "=", callee.name(), " (", opcode, ")"), label);
  };
  if (attribute.info().type == AttributeType::kComputation) {
    append(attribute.name(), *attribute.AsComputation());
  } else if (attribute.info().type == AttributeType::kComputationList) {
    int64_t i = 0;
    for (const HloComputation* callee : attribute.AsList<const HloComputation*>()) {
      append(StrCat(attribute.name(), " ", i++), *callee);
    }
  }
}

// The attributes that add something to the opcode, and the operations that an instruction applies,
// except the one that `async` wraps, which is in the title.
void AppendDetails(const HloInstruction& instruction, const AsyncOperation* async,
                   std::string* label) {
  const HloModule& module = *instruction.parent()->parent();
  for (const Attribute& attribute : instruction.attributes()) {
    if (std::find(std::begin(kShown), std::end(kShown), attribute.kind()) != std::end(kShown)) {
      AppendLine(PrintHloAttribute(module, attribute), label);
    } else if (async == nullptr || attribute.kind() != AttributeKind::kCalls) {
      AppendApplied(attribute, label);
    }
  }
}

}  // namespace

bool IsOneOperation(const HloComputation& computation) {
  const HloInstruction* root = computation.root_instruction();
  if (root == nullptr) return false;
  bool calls = false;
  root->ForEachCalledComputation([&](const HloComputation*) { calls = true; });
  const auto parameters = static_cast<int64_t>(computation.parameters().size());
  return !calls && computation.instruction_count() == parameters + 1;
}

std::string DotQuoted(std::string_view text) {
  std::string quoted = "\"";
  ForEachCharacter(text, [&quoted](std::string_view character) {
    const char c = character[0];
    if (c == '"' || c == '\\') {
      quoted.append({'\\', c});
    } else if (c == '&') {
      quoted.append("&amp;");
    } else if (c == '\n') {
      quoted.append("\\n");
    } else {
      quoted.append(IsControl(c) ? " " : character);
    }
  });
  quoted.push_back('"');
  return quoted;
}

std::string Shortened(std::string_view text, size_t max_bytes) {
  constexpr std::string_view kDots = "...";
  if (text.size() <= max_bytes) return std::string(text);
  const size_t room = max_bytes > kDots.size() ? max_bytes - kDots.size() : 0;
  return std::string(Utf8Prefix(text, room)).append(kDots);
}

std::string_view FillColor(OpcodeGroup group) {
  for (const auto& [colored, color] : kColors) {
    if (colored == group) return color;
  }
  return "#ffffff";
}

std::string DotLabel(const HloInstruction& instruction, const AsyncOperation* async, bool is_root,
                     FusedContents* contents) {
  std::string label;
  AppendLine(Title(instruction, async, is_root), &label);
  AppendLine(instruction.name(), &label);
  AppendLine(PrintShape(instruction.shape(), /*with_layout=*/false), &label);
  if (instruction.opcode() == HloOpcode::kConstant) {
    AppendLine(ConstantLine(instruction.literal()), &label);
  } else if (instruction.opcode() == HloOpcode::kFusion) {
    AppendLine(FusionLine(instruction, contents), &label);
    return label;
  }
  AppendDetails(instruction, async, &label);
  if (async == nullptr || &async->start() != &instruction) return label;
  // A wrapped single operation has no node of its own.
  const HloComputation* wrapped = async->wrapped_computation();
  if (wrapped != nullptr && IsOneOperation(*wrapped)) {
    AppendDetails(*wrapped->root_instruction(), nullptr, &label);
  }
  return label;
}

namespace {

PrintOptions TooltipOptions() {
  PrintOptions options;
  options.print_metadata = false;
  options.print_backend_config = false;
  options.async_mode = AsyncPrintMode::kKeep;
  return options;
}

}  // namespace

DotTooltips::DotTooltips(const HloModule& module)
    : options_(TooltipOptions()), printer_(module, options_, &text_) {}

std::string DotTooltips::Of(const HloInstruction& instruction) {
  text_.clear();
  printer_.PrintInstruction(instruction);
  printer_.Finish();
  const OpMetadata metadata = instruction.metadata();
  std::string tooltip = Shortened(text_, kLongestTooltip);
  if (!metadata.op_name.empty())
    StrAppend(&tooltip, "\n", Shortened(metadata.op_name, kLongestTooltip));
  for (const std::string& place : SourceStack(*instruction.parent()->parent(), metadata)) {
    StrAppend(&tooltip, "\n", Shortened(place, kLongestTooltip));
  }
  return tooltip;
}

}  // namespace hlo_text_v1::internal
