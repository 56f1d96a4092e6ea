// Leaves out empty and zero fields, except those that readers sum.
#include "src/tools/hlo_view/dump_report/json_report.h"

#include <array>

#include "src/tools/hlo_view/page/page_writer.h"
#include "view_assets.h"

namespace hlo_text_v1::internal {
namespace {

void WriteStrings(const std::vector<std::string>& strings, JsonWriter* json) {
  json->List(strings, [json](const std::string& text) { json->String(text); });
}

void WriteCounts(const DiffCounts& counts, JsonWriter* json) {
  json->Key("added").Int(counts.added);
  json->Key("removed").Int(counts.removed);
  json->Key("changed").Int(counts.changed);
}

void WriteOpcodes(const std::vector<OpcodeChange>& opcodes, JsonWriter* json) {
  json->Key("opcodes").List(opcodes, [json](const OpcodeChange& opcode) {
    json->BeginObject();
    json->Key("opcode").String(opcode.opcode);
    json->Key("before").Int(opcode.before);
    json->Key("after").Int(opcode.after);
    json->EndObject();
  });
}

void WriteAsync(const StageChange& change, JsonWriter* json) {
  json->Key("async").BeginObject();
  for (size_t kind = 0; kind < std::size(change.async_counts); ++kind) {
    json->Key(AsyncChangeName(static_cast<AsyncChangeKind>(kind))).Int(change.async_counts[kind]);
  }
  json->Key("list").List(change.async, [json](const AsyncChange& one) {
    json->BeginObject();
    json->Key("what").String(AsyncChangeName(one.kind));
    json->Key("opcode").String(one.opcode);
    json->Key("start").String(one.start);
    if (!one.sync.empty()) json->Key("sync").String(one.sync);
    if (one.kind == AsyncChangeKind::kMoved) {
      json->Key("distance_before").Int(one.distance_before);
      json->Key("distance_after").Int(one.distance_after);
    }
    if (one.kind == AsyncChangeKind::kRebound) {
      json->Key("operand").Int(one.operand);
      json->Key("link_before").Int(one.link_before);
      json->Key("link_after").Int(one.link_after);
    }
    json->EndObject();
  });
  json->EndObject();
}

void WriteWork(std::string_view key, const Work& work, JsonWriter* json) {
  if (work.instructions == 0) return;
  json->Key(key).BeginObject();
  json->Key("instructions").Int(work.instructions);
  json->Key("flops").Double(work.flops);
  json->Key("accessed_bytes").Int(work.accessed_bytes);
  json->Key("result_bytes").Int(work.result_bytes);
  json->EndObject();
}

void WriteAddedWork(const AddedWork& work, JsonWriter* json) {
  WriteWork("layout_copies", work.layout_copies, json);
  WriteWork("rematerialized", work.rematerialized, json);
}

void WriteComputations(const StageChange& change, JsonWriter* json) {
  json->Key("computations").BeginObject();
  WriteCounts(change.computation_counts, json);
  json->Key("list").List(change.computations, [json](const ComputationChange& one) {
    json->BeginObject();
    if (!one.before.empty()) json->Key("before").String(one.before);
    if (!one.after.empty()) json->Key("after").String(one.after);
    WriteCounts(one, json);
    json->EndObject();
  });
  json->EndObject();
}

void WriteChange(const StageChange& change, JsonWriter* json) {
  json->Key("change").BeginObject();
  json->Key("same_text").Bool(change.same_text);
  json->Key("is_empty").Bool(change.is_empty);
  if (!change.is_empty) {
    WriteCounts(change, json);
    json->Key("changes").BeginObject();
    for (const ChangeCount& one : change.changes) {
      json->Key(DiffChangeName(one.what)).Int(one.count);
    }
    json->EndObject();
    WriteComputations(change, json);
    json->Key("header");
    WriteStrings(change.header_changes, json);
    WriteOpcodes(change.opcodes, json);
    if (!change.async.empty()) WriteAsync(change, json);
    WriteAddedWork(change.added_work, json);
    json->Key("diff").String(change.diff.text);
    if (change.diff.left_out > 0) json->Key("diff_left_out").Int(change.diff.left_out);
  }
  json->EndObject();
}

void WriteName(const DumpStage& stage, JsonWriter* json) {
  json->Key("number").String(stage.Number());
  json->Key("pass").String(stage.pass);
  if (!stage.pipeline.empty()) json->Key("pipeline").String(stage.pipeline);
  if (stage.Title() != stage.Label()) json->Key("title").String(stage.Title());
  if (!stage.next.empty()) json->Key("next").String(stage.next);
  json->Key("file").String(stage.file);
}

void WriteStage(const StageReport& stage, JsonWriter* json) {
  json->BeginObject();
  WriteName(stage.stage, json);
  if (!stage.only.empty()) json->Key("only").String(stage.only);
  if (!stage.error.empty()) {
    json->Key("error").String(stage.error);
  } else {
    json->Key("instructions").Int(stage.totals.instructions);
    json->Key("computation_count").Int(stage.totals.computations);
    json->Key("result_bytes").Int(stage.totals.result_bytes);
    json->Key("text_bytes").Int(stage.totals.text_bytes);
    json->Key("async_pairs").Int(stage.totals.async_pairs);
    json->Key("is_scheduled").Bool(stage.totals.is_scheduled);
    WriteAddedWork(stage.totals.added_work, json);
    if (stage.before.has_value()) {
      json->Key("before").BeginObject();
      json->Key("number").String(stage.before->stage.Number());
      json->Key("file").String(stage.before->stage.file);
      json->Key("instructions").Int(stage.before->totals.instructions);
      json->Key("result_bytes").Int(stage.before->totals.result_bytes);
      json->EndObject();
    }
    if (stage.change.has_value()) {
      if (!stage.before.has_value()) {
        json->Key("compared_to").Int(static_cast<int64_t>(stage.compared_to));
      }
      WriteChange(*stage.change, json);
    }
  }
  json->EndObject();
}

void WriteBuffers(const std::vector<BufferSummary>& summaries, JsonWriter* json) {
  json->Key("buffers").List(summaries, [json](const BufferSummary& summary) {
    json->BeginObject();
    json->Key("file").String(summary.file);
    json->Key("text").String(DescribeBuffers(summary));
    json->Key("bytes").Int(summary.total_bytes);
    json->Key("allocations").Int(summary.allocations);
    json->Key("kinds").List(summary.kinds, [json](const BufferSummary::Kind& kind) {
      json->BeginObject();
      json->Key("kind").String(kind.name);
      json->Key("memory_space").Int(kind.memory_space);
      json->Key("bytes").Int(kind.bytes);
      json->Key("allocations").Int(kind.allocations);
      json->EndObject();
    });
    if (summary.values >= 0) json->Key("values").Int(summary.values);
    if (summary.reported_bytes >= 0) json->Key("reported_bytes").Int(summary.reported_bytes);
    if (!summary.peaks.empty()) {
      json->Key("peak_bytes").Int(summary.peaks[0].bytes);
      json->Key("peak_instruction").String(summary.peaks[0].instruction);
    }
    if (summary.estimated_peak_bytes >= 0) {
      json->Key("estimated_peak_bytes").Int(summary.estimated_peak_bytes);
    }
    json->EndObject();
  });
}

void WriteThunks(const std::vector<ThunkSummary>& summaries, JsonWriter* json) {
  json->Key("thunks").List(summaries, [json](const ThunkSummary& summary) {
    json->BeginObject();
    json->Key("file").String(summary.file);
    json->Key("text").String(DescribeThunks(summary));
    json->Key("thunks").Int(summary.thunks);
    if (summary.instructions >= 0) json->Key("instructions").Int(summary.instructions);
    json->Key("kinds").List(summary.kinds, [json](const ThunkSummary::Kind& kind) {
      json->BeginObject();
      json->Key("kind").String(kind.name);
      json->Key("thunks").Int(kind.thunks);
      json->EndObject();
    });
    json->EndObject();
  });
}

void WriteModule(const ModuleReport& report, JsonWriter* json) {
  json->BeginObject();
  json->Key("number").Int(report.module.number);
  json->Key("name").String(report.module.name);
  if (!report.module.timestamp.empty()) json->Key("timestamp").String(report.module.timestamp);
  if (!report.only.empty()) json->Key("only").String(report.only);
  if (report.first() != nullptr && !report.compares_folders) {
    WriteOpcodes(OpcodeChanges(report.first()->totals, report.last()->totals), json);
  }
  json->Key("stages").List(report.stages, [&](const auto& stage) { WriteStage(stage, json); });
  if (!report.buffers.empty()) WriteBuffers(report.buffers, json);
  if (!report.thunks.empty()) WriteThunks(report.thunks, json);
  json->Key("others");
  WriteStrings(report.module.others, json);
  json->EndObject();
}

}  // namespace

std::string WriteJsonReport(const DumpFolder& folder, const std::vector<ModuleReport>& reports,
                            const std::string& against) {
  return JsonDocument(kReportJson, [&](JsonWriter* json) {
    json->BeginObject();
    json->Key("folder").String(folder.path);
    if (!against.empty()) json->Key("against").String(against);
    json->Key("modules").List(reports, [&](const auto& report) { WriteModule(report, json); });
    json->Key("others");
    WriteStrings(folder.others, json);
    json->EndObject();
  });
}

std::string WriteHtmlReport(const DumpFolder& folder, const std::vector<ModuleReport>& reports,
                            const std::string& against) {
  const std::string data = WriteJsonReport(folder, reports, against);
  const std::string title =
      against.empty() ? "Passes of " + folder.path : "Passes of " + against + " and " + folder.path;
  return WritePage({title, kPassesHtml, kPassesCss, kPassesMainJs, data});
}

std::string WriteJsonComparison(const DumpModule& module, const DumpStage& before,
                                const DumpStage& after, const StageChange& change) {
  return JsonDocument(kReportJson, [&](JsonWriter* json) {
    json->BeginObject();
    json->Key("module").String(module.Label());
    json->Key("before").BeginObject();
    WriteName(before, json);
    json->EndObject();
    json->Key("after").BeginObject();
    WriteName(after, json);
    json->EndObject();
    WriteChange(change, json);
    json->EndObject();
  });
}

}  // namespace hlo_text_v1::internal
