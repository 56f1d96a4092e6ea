// Writes a module from its header down to instructions, one line each, in the order of
// hlo.schema.json. Leaves out empty and default members.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/export.h"
#include "src/base/json_writer.h"
#include "src/base/text_writer.h"
#include "src/export/json_values.h"
#include "src/export/numbering.h"
#include "src/ir/desugared.h"
#include "src/ir/header_attributes.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr int kJsonVersion = 1;

class ModuleJson {
 public:
  ModuleJson(const HloModule& module, const JsonOptions& options, JsonWriter* json)
      : module_(module), options_(options), json_(*json), computations_(module) {}

  void Write();

 private:
  void WriteHeader();
  void WriteEntryLayout();
  void WriteOriginTables();
  void WriteStackFrames();
  void WriteComputation(const HloComputation& computation,
                        absl::Span<const AsyncOperation> operations);
  void WriteInstruction(const HloInstruction& instruction, const InstructionNumbering& numbers);
  void WriteCallees(const HloInstruction& instruction);
  void WriteAttributes(const HloInstruction& instruction, const InstructionNumbering& numbers);
  void WriteUnknown(const HloInstruction& instruction, const InstructionNumbering& numbers);
  void WriteAsync(const HloComputation& computation, absl::Span<const AsyncOperation> operations,
                  const InstructionNumbering& numbers);

  template <typename T>
  void Value(std::string_view name, const T& value) {
    json_.Key(name);
    WriteValueJson(value, &json_);
  }
  // The numbers of `instructions`, which may contain nullptr.
  template <typename Instructions>
  void Numbers(std::string_view name, const Instructions& instructions,
               const InstructionNumbering& numbers) {
    json_.Key(name).BeginArray();
    for (const HloInstruction* instruction : instructions) {
      if (instruction != nullptr) json_.Int(numbers.of(*instruction));
    }
    json_.EndArray();
  }
  // "name":[item,...], one item per line; nothing if there are none.
  template <typename Items, typename WriteItem>
  void Lines(std::string_view name, const Items& items, WriteItem write_item) {
    if (items.empty()) return;
    json_.NewLine();
    json_.Key(name).BeginArray();
    for (const auto& item : items) {
      json_.NewLine();
      write_item(item);
    }
    json_.EndArray();
  }
  template <typename Items>
  void Lines(std::string_view name, const Items& items) {
    Lines(name, items, [&](const auto& item) { WriteValueJson(item, &json_); });
  }

  const HloModule& module_;
  const JsonOptions& options_;
  JsonWriter& json_;
  const ModuleNumbering computations_;
};

void ModuleJson::Write() {
  RequireDesugared(module_, "ExportJson");
  json_.BeginObject();
  WriteHeader();
  WriteStackFrames();
  json_.NewLine();
  json_.Key("computations").BeginArray();
  const absl::Span<const HloComputation* const> computations = computations_.computations();
  std::vector<std::vector<AsyncOperation>> found = FindAsyncOperations(module_);
  std::vector<std::vector<AsyncOperation>> operations(computations.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const int64_t number = computations_.of(module_.computations()[i]);
    operations[static_cast<size_t>(number)] = std::move(found[i]);
  }
  for (size_t i = 0; i < computations.size(); ++i) {
    json_.NewLine();
    WriteComputation(*computations[i], operations[i]);
  }
  json_.EndArray();
  json_.EndObject();
}

static_assert(kHeaderAttributeCount == 13, "WriteHeader and hlo.schema.json: all of them");
void ModuleJson::WriteHeader() {
  const HloModuleConfig& config = module_.config();
  json_.Key("hlo_json_version").Int(kJsonVersion);
  json_.Key("name").String(module_.name());
  json_.Key("is_scheduled").Bool(config.is_scheduled);
  json_.Key("replica_count").Int(config.replica_count);
  json_.Key("num_partitions").Int(config.num_partitions);
  if (config.alias_passthrough_params) json_.Key("alias_passthrough_params").Bool(true);
  if (module_.entry_computation() != nullptr) {
    json_.Key("entry_computation").Int(computations_.of(module_.entry_computation()));
  }
  WriteEntryLayout();
  Lines("input_output_alias", config.input_output_alias);
  Lines("buffer_donor", config.buffer_donor);
  if (config.has_sharding_propagation) {
    Value("allow_spmd_sharding_propagation_to_parameters",
          config.allow_spmd_sharding_propagation_to_parameters);
    Value("allow_spmd_sharding_propagation_to_output",
          config.allow_spmd_sharding_propagation_to_output);
  }
  if (!config.frontend_attributes.entries.empty()) {
    Value("frontend_attributes", config.frontend_attributes);
  }
  if (!config.backend_config.empty()) json_.Key("backend_config").String(config.backend_config);
  WriteUnknownAttributesJson(config.unknown_attributes, &json_);
  WriteOriginTables();
}

void ModuleJson::WriteEntryLayout() {
  const EntryComputationLayout& layout = module_.config().entry_computation_layout;
  if (layout.result == nullptr) return;
  json_.NewLine();
  json_.Key("entry_computation_layout").BeginObject();
  json_.Key("parameters").BeginArray();
  for (const Shape* shape : layout.parameters) WriteShapeJson(*shape, &json_);
  json_.EndArray();
  json_.Key("result");
  WriteShapeJson(*layout.result, &json_);
  json_.EndObject();
}

void ModuleJson::WriteOriginTables() {
  const HloModuleConfig& config = module_.config();
  Lines("origin_recovery_table", config.origin_recovery_table, [&](const OriginRecovery& entry) {
    json_.BeginObject();
    Value("replaced", entry.replaced);
    Value("replacing", entry.replacing);
    if (entry.module != nullptr) {
      json_.Key("module");
      ModuleJson(*entry.module, options_, &json_).Write();
    }
    json_.EndObject();
  });
  Lines("debug_attributes", config.debug_attributes);
}

void ModuleJson::WriteStackFrames() {
  const StackFrameTables& tables = module_.stack_frames();
  if (tables.empty()) return;
  json_.NewLine();
  json_.Key("stack_frames").BeginObject();
  Lines("file_names", tables.file_names);
  Lines("function_names", tables.function_names);
  Lines("locations", tables.locations);
  Lines("frames", tables.frames);
  json_.EndObject();
}

void ModuleJson::WriteComputation(const HloComputation& computation,
                                  absl::Span<const AsyncOperation> operations) {
  const InstructionNumbering numbers(computation);
  json_.BeginObject();
  json_.Key("id").Int(computations_.of(&computation));
  json_.Key("name").String(computation.name());
  json_.Key("execution_thread").String(computation.execution_thread());
  if (computation.is_fusion_computation()) json_.Key("is_fusion_computation").Bool(true);
  if (!computation.backend_config().empty())
    json_.Key("backend_config").String(computation.backend_config());
  WriteUnknownAttributesJson(computation.unknown_attributes(), &json_);
  Numbers("parameters", computation.parameters(), numbers);
  if (computation.root_instruction() != nullptr) {
    json_.Key("root").Int(numbers.of(*computation.root_instruction()));
  }
  WriteAsync(computation, operations, numbers);
  json_.Key("instructions").BeginArray();
  for (const HloInstruction* instruction : numbers.instructions()) {
    json_.NewLine();
    WriteInstruction(*instruction, numbers);
  }
  json_.EndArray();
  json_.EndObject();
}

void ModuleJson::WriteAsync(const HloComputation& computation,
                            absl::Span<const AsyncOperation> operations,
                            const InstructionNumbering& numbers) {
  if (operations.empty()) return;
  json_.Key("async_chains").BeginArray();
  for (const AsyncOperation& operation : operations) {
    json_.BeginObject();
    json_.Key("opcode").String(operation.wrapped_opcode_name());
    json_.Key("start").Int(numbers.of(operation.start()));
    Numbers("updates", operation.updates(), numbers);
    if (operation.done() != nullptr) json_.Key("done").Int(numbers.of(*operation.done()));
    if (operation.chain().size() > operation.links().size()) {
      json_.Key("links_in_loops").BeginArray();
      for (const HloInstruction* link : operation.chain()) {
        if (link->parent() != &computation) json_.String(link->name());
      }
      json_.EndArray();
    }
    const std::string_view thread = operation.execution_thread();
    if (!thread.empty()) json_.Key("execution_thread").String(thread);
    if (const HloComputation* wrapped = operation.wrapped_computation()) {
      json_.Key("wrapped_computation").Int(computations_.of(wrapped));
    }
    json_.EndObject();
  }
  json_.EndArray();
}

void ModuleJson::WriteInstruction(const HloInstruction& instruction,
                                  const InstructionNumbering& numbers) {
  json_.BeginObject();
  json_.Key("id").Int(numbers.of(instruction));
  json_.Key("name").String(instruction.name());
  json_.Key("opcode").String(instruction.opcode_name());
  json_.Key("shape");
  WriteShapeJson(instruction.shape(), &json_);
  Numbers("operands", instruction.operands(), numbers);
  if (!instruction.control_predecessors().empty()) {
    Numbers("control_predecessors", instruction.control_predecessors(), numbers);
  }
  if (instruction.opcode() == HloOpcode::kParameter) {
    json_.Key("parameter_number").Int(instruction.parameter_number());
  } else if (instruction.opcode() == HloOpcode::kConstant) {
    json_.Key("literal");
    WriteLiteralJson(instruction.literal(), options_.max_literal_elements, &json_);
  }
  if (!instruction.attributes().empty()) {
    WriteCallees(instruction);
    WriteAttributes(instruction, numbers);
    WriteUnknown(instruction, numbers);
    if (instruction.FindAttribute(AttributeKind::kMetadata) != nullptr) {
      WriteMetadataJson(instruction.metadata(), &json_);
    }
  }
  json_.EndObject();
}

void ModuleJson::WriteCallees(const HloInstruction& instruction) {
  bool has_callees = false;
  instruction.ForEachCalledComputation([&](const HloComputation* callee) {
    if (!has_callees) {
      json_.Key("called_computations").BeginArray();
    }
    has_callees = true;
    json_.Int(computations_.of(callee));
  });
  if (has_callees) json_.EndArray();
}

// All attributes except those with a member of their own.
void ModuleJson::WriteAttributes(const HloInstruction& instruction,
                                 const InstructionNumbering& numbers) {
  const JsonContext context{module_, computations_, numbers, options_.max_literal_elements};
  bool has_any = false;
  for (const Attribute& attribute : instruction.attributes()) {
    if (attribute.kind() >= AttributeKind::kUnknown ||
        attribute.kind() == AttributeKind::kMetadata ||
        attribute.kind() == AttributeKind::kControlPredecessors) {
      continue;
    }
    if (!has_any) {
      json_.Key("attributes").BeginObject();
    }
    has_any = true;
    json_.Key(attribute.name());
    WriteAttributeValueJson(attribute, context, &json_);
  }
  if (has_any) json_.EndObject();
}

void ModuleJson::WriteUnknown(const HloInstruction& instruction,
                              const InstructionNumbering& numbers) {
  std::vector<UnknownAttribute> unknown;
  for (const Attribute& attribute : instruction.attributes()) {
    if (attribute.kind() == AttributeKind::kUnknown) {
      unknown.push_back(attribute.As<UnknownAttribute>());
    }
  }
  WriteUnknownAttributesJson(unknown, &json_);
  const auto* opcode = instruction.FindAttribute<UnknownOpcode>(AttributeKind::kUnknownOpcode);
  if (opcode == nullptr || opcode->operands.empty()) return;
  json_.Key("unknown_operands").BeginArray();
  size_t next = 0;
  for (const UnknownOperand& operand : opcode->operands) {
    if (operand.is_instruction && next < instruction.operands().size()) {
      json_.Int(numbers.of(*instruction.operands()[next++]));
    } else {
      json_.String(operand.text);
    }
  }
  json_.EndArray();
}

}  // namespace

void ExportJson(const HloModule& module, const JsonOptions& options,
                absl::FunctionRef<void(std::string_view)> sink) {
  TextWriter out(sink);
  JsonWriter json(&out);
  ModuleJson(module, options, &json).Write();
  out.Append('\n');
  out.Flush();
}

std::string ExportJson(const HloModule& module, const JsonOptions& options) {
  return JsonDocument({}, [&](JsonWriter* json) { ModuleJson(module, options, json).Write(); });
}

}  // namespace hlo_text_v1
