// See blame_report.h.
#include "src/tools/hlo_view/dump_report/blame_report.h"

#include <re2/re2.h>

#include "hlo/query.h"
#include "src/base/human_text.h"
#include "src/base/json_writer.h"
#include "src/base/strings.h"
#include "src/tools/common/flag_regex.h"
#include "src/tools/hlo_view/dump_report/json_report.h"
#include "src/tools/hlo_view/page/module_page.h"

namespace hlo_text_v1::internal {
namespace {

template <typename Visit>
void ForEachAsked(const std::vector<BlamedModule>& modules, Visit visit) {
  for (const BlamedModule& module : modules) {
    for (const HloInstruction* instruction : module.asked) visit(module, *instruction);
  }
}

}  // namespace

std::vector<const HloInstruction*> FindByName(const HloModule& module, const re2::RE2& name) {
  std::vector<const HloInstruction*> found;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      const std::string_view text = instruction->name();
      if (!re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), name)) continue;
      found.push_back(instruction);
    }
  }
  return found;
}

std::string WriteBlameText(const std::vector<BlamedModule>& modules) {
  std::string out;
  ForEachAsked(modules, [&](const BlamedModule& module, const HloInstruction& instruction) {
    const std::vector<std::string> source =
        SourceStack(module.blame.module, instruction.metadata());
    StrAppend(&out, Printable(module.module->Label()), ": ", Printable(instruction.name()), " in ",
              Printable(instruction.parent()->name()),
              source.empty() ? "" : StrCat(", from ", Printable(source[0])), "\n");
    for (const BlameEvent* event : module.blame.HistoryOf(instruction)) {
      const DumpStage& stage = module.module->stages[event->stage];
      StrAppend(&out, "  ", stage.Number(), " ", Printable(stage.Title()), ": ",
                Printable(event->text), "\n");
    }
  });
  return out;
}

std::string WriteBlameJson(const std::vector<BlamedModule>& modules) {
  return JsonDocument(kReportJson, [&](JsonWriter* json) {
    json->BeginArray();
    ForEachAsked(modules, [&](const BlamedModule& module, const HloInstruction& instruction) {
      const OpMetadata metadata = instruction.metadata();
      json->BeginObject();
      json->Key("module").String(module.module->Label());
      json->Key("computation").String(instruction.parent()->name());
      json->Key("instruction").String(instruction.name());
      json->Key("op_name").String(metadata.op_name);
      json->Key("source").List(SourceStack(module.blame.module, metadata),
                               [json](const std::string& place) { json->String(place); });
      json->Key("history").List(module.blame.HistoryOf(instruction), [&](const BlameEvent* event) {
        const DumpStage& stage = module.module->stages[event->stage];
        json->BeginObject();
        json->Key("number").String(stage.Number());
        json->Key("pass").String(stage.Label());
        json->Key("file").String(stage.file);
        json->Key("what").String(BlameKindName(event->kind));
        json->Key("text").String(event->text);
        json->EndObject();
      });
      json->EndObject();
    });
    json->EndArray();
  });
}

std::string WriteBlamePage(const BlamedModule& module) {
  ModuleDataOptions options;
  options.blame = &module.blame;
  options.stages = module.module->stages;
  return ModulePage(module.blame.module, module.module->stages[module.blame.stage].file, options);
}

}  // namespace hlo_text_v1::internal
