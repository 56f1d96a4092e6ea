// Code lenses on asynchronous starts: where they are done, how many bytes are in flight; on links
// in loops, and on the last fusion of a collective in fusions: where they are started.
#include <string>

#include "hlo/collectives.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/lsp/capabilities.h"
#include "src/lsp/facts.h"
#include "src/lsp/requests.h"

namespace hlo_text_v1::internal {

namespace {

constexpr int64_t kMaxLenses = 10000;

// A lens at the name of `at` that goes to `target`.
void WriteLens(RequestContext& context, const HloInstruction& at, const std::string& title,
               const HloInstruction& target) {
  Document& document = context.document;
  const int from = document.OutlineIndex(at);
  const int to = document.OutlineIndex(target);
  if (from < 0) return;
  const auto name_of = [&](int i) {
    return document.outline().instructions[static_cast<size_t>(i)].name_range();
  };
  JsonWriter& json = context.json;
  json.BeginObject();
  json.Key("range");
  WriteRange(json, document.text(), name_of(from));
  json.Key("command");
  json.BeginObject();
  json.Key("title").String(title);
  json.Key("command").String(kShowInstruction);
  json.Key("arguments");
  json.BeginArray();
  json.String(document.uri());
  WriteRange(json, document.text(), name_of(to < 0 ? from : to));
  json.EndArray();
  json.EndObject();
  json.EndObject();
}

// On the start, to the done; on links in loops, to the start.
void WriteLenses(RequestContext& context, const AsyncOperation& operation) {
  const HloInstruction& start = operation.start();
  const HloInstruction& last = *operation.chain().back();
  const bool is_done = &last == operation.done() || IsAsyncDone(last);
  std::string title = "never done";
  if (&last == operation.done()) {
    title = StrCat("done ", Plural(StepsToDone(operation), "step"), " later");
  } else if (is_done) {
    title = StrCat("done in ", last.parent()->name());
  }
  StrAppend(&title, ", ", HumanBytes(BytesInFlight(operation)), " in flight");
  WriteLens(context, start, title, is_done ? last : start);
  for (const HloInstruction* link : operation.chain()) {
    if (link->parent() == start.parent()) continue;
    WriteLens(context, *link, StrCat("started by ", start.name(), " in ", start.parent()->name()),
              start);
  }
}

// On the first fusion of a collective in fusions, to the last, and back.
void WriteLenses(RequestContext& context, const Collective& collective) {
  const HloInstruction& start = *collective.start;
  const HloInstruction* done = collective.done;
  const std::string_view opcode = HloOpcodeName(collective.opcode);
  WriteLens(
      context, start,
      StrCat(opcode, done == nullptr ? " never done, " : StrCat(" done in ", done->name(), ", "),
             HumanBytes(collective.operand_bytes), " in flight"),
      done == nullptr ? start : *done);
  if (done != nullptr)
    WriteLens(context, *done, StrCat(opcode, " started by ", start.name()), start);
}

}  // namespace

RpcStatus CodeLens(RequestContext& context) {
  context.json.BeginArray();
  int64_t left = context.settings.lens_async ? kMaxLenses : 0;
  for (const ParsedModule& parsed : context.document.modules()) {
    if (parsed.module == nullptr) continue;
    for (const std::vector<AsyncOperation>& operations : FindAsyncOperations(*parsed.module)) {
      if (left <= 0) break;
      for (const AsyncOperation& operation : operations) {
        if (left-- <= 0) break;
        WriteLenses(context, operation);
      }
    }
    for (const Collective& collective : FindCollectives(*parsed.module)) {
      const bool is_fused = collective.start->opcode() == HloOpcode::kFusion;
      if (is_fused && collective.is_async() && left-- > 0) WriteLenses(context, collective);
    }
  }
  context.json.EndArray();
  return {};
}

}  // namespace hlo_text_v1::internal
