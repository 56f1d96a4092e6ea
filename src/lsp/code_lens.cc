// Code lenses on asynchronous starts: where they are done, how many bytes are in flight.
#include <string>

#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/lsp/capabilities.h"
#include "src/lsp/facts.h"
#include "src/lsp/requests.h"

namespace hlo::internal {

namespace {

constexpr int64_t kMaxLenses = 10000;

void WriteLens(RequestContext& context, const AsyncOperation& operation) {
  Document& document = context.document;
  const int start = document.OutlineIndex(operation.start());
  if (start < 0) return;
  const auto name_of = [&](int i) {
    return document.outline().instructions[static_cast<size_t>(i)].name_range();
  };
  const int done = operation.done() == nullptr ? -1 : document.OutlineIndex(*operation.done());
  std::string title = "never done";
  if (done >= 0) title = StrCat("done ", Plural(StepsToDone(operation), "step"), " later");
  StrAppend(&title, ", ", HumanBytes(BytesInFlight(operation)), " in flight");
  JsonWriter& json = context.json;
  json.BeginObject();
  json.Key("range");
  WriteRange(json, document.text(), name_of(start));
  json.Key("command");
  json.BeginObject();
  json.Key("title").String(title);
  json.Key("command").String(kShowInstruction);
  json.Key("arguments");
  json.BeginArray();
  json.String(document.uri());
  WriteRange(json, document.text(), name_of(done < 0 ? start : done));
  json.EndArray();
  json.EndObject();
  json.EndObject();
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
        WriteLens(context, operation);
      }
    }
  }
  context.json.EndArray();
  return {};
}

}  // namespace hlo::internal
