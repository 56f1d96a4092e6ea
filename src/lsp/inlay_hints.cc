// Inlay hints: bytes after shapes, users after names, the end of a chain after its start.
#include <memory>
#include <optional>
#include <string>

#include "hlo/memory_layout.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/lsp/facts.h"
#include "src/lsp/requests.h"

namespace hlo_text_v1::internal {

namespace {

// Editors ask for the lines they show; some ask for all, and get no more than this.
constexpr uint32_t kMaxInstructions = 20000;

class HintWriter {
 public:
  explicit HintWriter(RequestContext& context) : context_(context), facts_(context.document) {}

  void WriteAll(ByteRange range) {
    const Outline& outline = context_.document.outline();
    const int first = outline.InstructionAt(range.begin);
    auto i = static_cast<uint32_t>(std::max(first, 0));
    if (first < 0) i = FirstAfter(range.begin);
    const uint32_t end =
        std::min(static_cast<uint32_t>(outline.instructions.size()), i + kMaxInstructions);
    for (; i < end && outline.instructions[i].begin < range.end; ++i) Write(i);
  }

 private:
  uint32_t FirstAfter(uint32_t offset) const {
    const auto& all = context_.document.outline().instructions;
    const auto found = std::lower_bound(
        all.begin(), all.end(), offset,
        [](const OutlineInstruction& each, uint32_t at) { return each.begin < at; });
    return static_cast<uint32_t>(found - all.begin());
  }

  void Write(uint32_t i) {
    Document& document = context_.document;
    const OutlineInstruction& instruction = document.outline().instructions[i];
    const HloInstruction* parsed = document.Instruction(i);
    if (context_.settings.inlay_users && parsed != nullptr) {
      WriteHint(instruction.name_end,
                Plural(static_cast<int64_t>(UsersInText(document, *parsed).size()), "user"));
    }
    if (context_.settings.inlay_bytes) {
      const InstructionSyntax parts = facts_.Parts(i);
      const Shape* shape = facts_.ShapeOf(i, parts);
      const uint32_t at = parts.shape.size() > 0 ? parts.shape.end : parts.opcode.begin;
      if (shape != nullptr && at > 0) WriteHint(at, HumanBytes(AllocatedBytesOf(*shape)));
    }
    if (context_.settings.inlay_async_end && parsed != nullptr) WriteEnd(instruction, *parsed);
  }

  void WriteEnd(const OutlineInstruction& instruction, const HloInstruction& parsed) {
    if (parsed.parent() != computation_) {
      computation_ = parsed.parent();
      chains_ = std::make_unique<AsyncIndex>(*computation_);
    }
    const AsyncOperation* operation = chains_->Of(parsed);
    if (operation == nullptr || &operation->start() != &parsed) return;
    const HloInstruction& last = *operation->chain().back();
    if (last.parent() != parsed.parent() && IsAsyncDone(last)) {
      return WriteHint(instruction.end,
                       StrCat("done: ", last.name(), ", in ", last.parent()->name()));
    }
    if (operation->done() == nullptr) return WriteHint(instruction.end, "never done");
    WriteHint(instruction.end, StrCat("done: ", operation->done()->name(), ", ",
                                      Plural(StepsToDone(*operation), "step"), " later"));
  }

  void WriteHint(uint32_t offset, const std::string& label) {
    JsonWriter& json = context_.json;
    const LspPosition position = context_.document.text().Position(offset);
    json.BeginObject();
    json.Key("position");
    json.BeginObject();
    json.Key("line").Int(position.line);
    json.Key("character").Int(position.character);
    json.EndObject();
    json.Key("label").String(label);
    json.Key("paddingLeft").Bool(true);
    json.EndObject();
  }

  RequestContext& context_;
  FactReader facts_;
  const HloComputation* computation_ = nullptr;
  std::unique_ptr<AsyncIndex> chains_;  // of computation_
};

}  // namespace

RpcStatus InlayHints(RequestContext& context) {
  const std::optional<ByteRange> range = context.Range();
  if (!range.has_value()) return InvalidParams("no range");
  context.json.BeginArray();
  HintWriter(context).WriteAll(*range);
  context.json.EndArray();
  return {};
}

}  // namespace hlo_text_v1::internal
