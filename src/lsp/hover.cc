// Hover: an instruction's shape, sizes, users, origin and asynchronous chain; a computation's
// signature and callers. Written as Markdown; its marks are removed for clients that do not show
// it.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hlo/collectives.h"
#include "hlo/evaluate.h"
#include "hlo/memory_layout.h"
#include "hlo/print_values.h"
#include "hlo/query.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"
#include "src/lsp/facts.h"
#include "src/lsp/requests.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

namespace {

constexpr size_t kMaxNames = 8;
constexpr std::string_view kRule = "---\n\n";
constexpr size_t kMaxShape = 2000;  // bytes of a shape or string that are shown

std::string Cut(std::string_view text) {
  if (text.size() <= kMaxShape) return std::string(text);
  return StrCat(Utf8Prefix(text, kMaxShape), " ...");
}

// `text` without characters that would end the code or the line.
std::string Code(std::string_view text) {
  std::string code = Printable(Cut(text));
  std::replace(code.begin(), code.end(), '`', '\'');
  return StrCat("`", code, "`");
}

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size() && i < kMaxNames; ++i) {
    StrAppend(&text, i == 0 ? "" : ", ", Code(names[i]));
  }
  if (names.size() > kMaxNames) StrAppend(&text, ", and ", names.size() - kMaxNames, " more");
  return text;
}

std::string WithThousands(int64_t number) {
  std::string text = std::to_string(number);
  for (size_t i = text.size(); i > 3 && text[i - 4] != '-'; i -= 3) text.insert(i - 3, ",");
  return text;
}

std::string Bytes(int64_t bytes) {
  std::string text = StrCat(WithThousands(bytes), " bytes");
  if (bytes >= 1024) StrAppend(&text, " (", HumanBytes(bytes), ")");
  return text;
}

void AddSizes(const Shape& shape, std::string* out) {
  const int64_t bytes = AllocatedBytesOf(shape);
  StrAppend(out, shape.has_unknown_type() ? "at least " : "", Bytes(bytes));
  const int64_t elements = ByteSizeOf(shape);
  if (elements != bytes) StrAppend(out, ", ", Bytes(elements), " without padding");
  if (shape.IsArray()) {
    if (const auto count = ElementCount(shape)) {
      StrAppend(out, ", ", WithThousands(*count), *count == 1 ? " element" : " elements");
    }
    Arena arena;
    ShapePool pool(&arena);
    const std::string physical = PrintShape(*PhysicalShape(shape, pool), false);
    if (physical != PrintShape(shape, false)) StrAppend(out, ", in memory ", Code(physical));
  } else if (shape.IsTuple()) {
    StrAppend(out, ", ", LeafCount(shape), LeafCount(shape) == 1 ? " leaf" : " leaves");
  }
  StrAppend(out, "\n\n");
}

class InstructionHover {
 public:
  InstructionHover(Document& document, uint32_t index)
      : document_(document), facts_(document), index_(index), parts_(facts_.Parts(index)) {}

  std::string Text() {
    const OutlineInstruction& instruction = document_.outline().instructions[index_];
    const OutlineComputation& computation =
        document_.outline().computations[instruction.computation];
    StrAppend(&text_, "**", Code(document_.NameOf(instruction)), "**");
    if (parts_.opcode.size() > 0) StrAppend(&text_, " ", Code(document_.Text(parts_.opcode)));
    if (computation.name != computation.name_end) {
      StrAppend(&text_, " in ", Code(document_.NameOf(computation)));
    }
    StrAppend(&text_, "\n\n");
    if (const Shape* shape = facts_.ShapeOf(index_, parts_)) {
      StrAppend(&text_, Code(PrintShape(*shape)), "\n\n");
      AddSizes(*shape, &text_);
    }
    const HloInstruction* parsed = document_.Instruction(index_);
    AddUsers(parsed);
    AddOrigin(parsed);
    if (parsed != nullptr) {
      AddLoop(*parsed);
      AddChain(*parsed);
      AddFusedCollective(*parsed);
    }
    return std::move(text_);
  }

 private:
  void AddUsers(const HloInstruction* parsed) {
    std::vector<std::string> users;
    if (parsed != nullptr) {
      for (const HloInstruction* user : UsersInText(document_, *parsed)) {
        users.emplace_back(user->name());
      }
    } else {
      users = UsersInRefusedText();
    }
    if (users.empty()) {
      StrAppend(&text_, parsed != nullptr && parsed->IsRoot() ? "root, no users" : "no users",
                "\n\n");
      return;
    }
    StrAppend(&text_, Plural(static_cast<int64_t>(users.size()), "user"), ": ", Listed(users),
              "\n\n");
  }

  std::vector<std::string> UsersInRefusedText() {
    const Outline& outline = document_.outline();
    Symbol symbol;
    symbol.kind = Symbol::kInstruction;
    symbol.index = index_;
    std::vector<std::string> users;
    int last = -1;
    for (const SyntaxToken& token : document_.Occurrences(symbol)) {
      const int user = outline.InstructionAt(token.begin);
      if (token.role != TokenRole::kInstructionUse || user < 0 || user == last) continue;
      last = user;
      users.emplace_back(document_.NameOf(outline.instructions[static_cast<size_t>(user)]));
    }
    return users;
  }

  void AddOrigin(const HloInstruction* parsed) {
    const OpMetadata metadata = facts_.MetadataOf(index_, parts_);
    if (!metadata.op_name.empty()) StrAppend(&text_, "op_name ", Code(metadata.op_name), "\n\n");
    std::vector<std::string> stack;
    if (parsed != nullptr) {
      stack = SourceStack(*document_.ModuleOf(document_.outline().instructions[index_].computation),
                          metadata);
    } else if (!metadata.source_file.empty()) {
      stack.push_back(StrCat(metadata.source_file, ":", metadata.source_line));
    }
    for (const std::string& place : stack) StrAppend(&text_, "- ", Code(place), "\n");
    if (!stack.empty()) StrAppend(&text_, "\n");
  }

  void AddLoop(const HloInstruction& instruction) {
    const std::optional<int64_t> trips = FindTripCount(instruction);
    if (!trips.has_value()) return;
    StrAppend(&text_, kRule, "runs ", Code(instruction.while_body()->name()), " ",
              WithThousands(*trips), *trips == 1 ? " time" : " times", "\n\n");
  }

  // The collectives in what an operation runs, such as a fusion on a GPU.
  void AddInnerCollectives(const AsyncOperation& operation) {
    const HloInstruction& start = operation.start();
    std::vector<std::string> inner;
    for (const Collective& collective : FindCollectives(*start.parent())) {
      const bool is_inner = collective.start == &start && collective.operation != &start &&
                            collective.operation != operation.wrapped_instruction();
      if (is_inner) inner.emplace_back(HloOpcodeName(collective.opcode));
    }
    if (!inner.empty()) StrAppend(&text_, ", with ", Listed(inner));
  }

  // A collective whose state goes through fusions.
  void AddFusedCollective(const HloInstruction& link) {
    if (link.opcode() != HloOpcode::kFusion) return;
    for (const Collective& collective : FindCollectives(*link.parent()->parent())) {
      if (collective.start->opcode() != HloOpcode::kFusion || !collective.is_async()) continue;
      std::vector<const HloInstruction*> links = {collective.start};
      links.insert(links.end(), collective.updates.begin(), collective.updates.end());
      if (collective.done != nullptr) links.push_back(collective.done);
      if (std::count(links.begin(), links.end(), &link) == 0) continue;
      StrAppend(&text_, kRule, "asynchronous ", Code(HloOpcodeName(collective.opcode)), ", ",
                HumanBytes(collective.operand_bytes), " in flight, in fusions\n\n");
      for (const HloInstruction* each : links) {
        StrAppend(&text_, "- ",
                  each == collective.start  ? "start"
                  : each == collective.done ? "done"
                                            : "meanwhile",
                  " ", Code(each->name()));
        AddPlace(*each, *collective.start->parent());
        StrAppend(&text_, "\n");
      }
      StrAppend(&text_, collective.done == nullptr ? "- never done\n\n" : "\n");
    }
  }

  // The line of a link, and its computation if it is not `home`.
  void AddPlace(const HloInstruction& link, const HloComputation& home) {
    if (const int at = document_.OutlineIndex(link); at >= 0) {
      const uint32_t begin = document_.outline().instructions[static_cast<size_t>(at)].begin;
      StrAppend(&text_, ", line ", document_.text().LineOf(begin) + 1);
    }
    if (link.parent() != &home) StrAppend(&text_, ", in ", Code(link.parent()->name()));
  }

  void AddChain(const HloInstruction& link) {
    const AsyncIndex index(*link.parent());
    const AsyncOperation* operation = index.Of(link);
    if (operation == nullptr) return;
    StrAppend(&text_, kRule, "asynchronous ", Code(operation->wrapped_opcode_name()), ", ",
              HumanBytes(BytesInFlight(*operation)), " in flight");
    const std::string_view thread = operation->execution_thread();
    if (!thread.empty() && thread != "main") StrAppend(&text_, ", on thread ", Code(thread));
    AddInnerCollectives(*operation);
    StrAppend(&text_, "\n\n");
    const HloInstruction* result = operation->OutputBinding();
    for (const HloInstruction* each : operation->chain()) AddLink(*operation, *each, result);
    const HloInstruction& last = *operation->chain().back();
    if (!operation->IsDone(last)) StrAppend(&text_, "- never done\n");
    StrAppend(&text_, "\n");
    AddObstacle(*operation);
    AddBetween(*operation);
  }

  void AddObstacle(const AsyncOperation& operation) {
    const auto obstacle = SugarForms(*operation.start().parent()->parent()).ObstacleTo(operation);
    if (!obstacle.has_value()) return;
    StrAppend(&text_, "generic, since ", SugarObstacleReason(*obstacle), "\n\n");
  }

  void AddLink(const AsyncOperation& operation, const HloInstruction& link,
               const HloInstruction* result) {
    const bool is_start = &link == &operation.start();
    const bool is_done = operation.IsDone(link);
    StrAppend(&text_, "- ",
              is_start  ? "start"
              : is_done ? "done"
                        : "update",
              " ", Code(link.name()));
    AddPlace(link, *operation.start().parent());
    std::vector<std::string> names;
    for (const HloInstruction* each : AsyncOperation::NewOperands(link))
      names.push_back(NameInText(document_, *each));
    if (!names.empty()) StrAppend(&text_, ", binds ", Listed(names));
    if (&link == result) StrAppend(&text_, ", binds the result");
    StrAppend(&text_, "\n");
  }

  // A link may be sugar in the text.
  std::string OpcodeInText(const HloInstruction& instruction) {
    const bool is_link = IsAsyncLink(instruction.opcode());
    const int at = is_link ? document_.OutlineIndex(instruction) : -1;
    if (at < 0) return std::string(instruction.opcode_name());
    return std::string(document_.Text(facts_.Parts(static_cast<uint32_t>(at)).opcode));
  }

  void AddBetween(const AsyncOperation& operation) {
    if (operation.done() == nullptr) return;
    const std::vector<const HloInstruction*> between = operation.Between();
    if (between.empty()) {
      StrAppend(&text_, "nothing runs between\n\n");
      return;
    }
    std::map<std::string, int64_t> counts;
    for (const HloInstruction* each : between) {
      ++counts[OpcodeInText(*each)];
    }
    std::vector<std::pair<int64_t, std::string>> sorted;
    sorted.reserve(counts.size());
    for (const auto& [opcode, count] : counts) sorted.push_back({-count, opcode});
    std::sort(sorted.begin(), sorted.end());
    StrAppend(&text_, between.size(), " between: ");
    for (size_t i = 0; i < sorted.size() && i < kMaxNames; ++i) {
      StrAppend(&text_, i == 0 ? "" : ", ", -sorted[i].first, " ", Code(sorted[i].second));
    }
    StrAppend(&text_, sorted.size() > kMaxNames ? ", ..." : "", "\n\n");
  }

  Document& document_;
  FactReader facts_;
  const uint32_t index_;
  const InstructionSyntax parts_;
  std::string text_;
};

std::string ComputationHover(Document& document, const Symbol& symbol) {
  const OutlineComputation& computation = document.outline().computations[symbol.index];
  std::string text = StrCat("**", Code(document.NameOf(computation)), "** ",
                            computation.is_entry ? "entry computation" : "computation", ", ",
                            Plural(computation.last - computation.first, "instruction"), "\n\n");
  if (const HloComputation* parsed = document.Computation(symbol.index)) {
    for (const HloInstruction* parameter : parsed->parameters()) {
      StrAppend(&text, "- ", Code(parameter->name()), " ", Code(PrintShape(parameter->shape())),
                "\n");
    }
    StrAppend(&text, "\n-> ", Code(PrintShape(parsed->root_instruction()->shape())), "\n\n");
  }
  std::vector<std::string> callers;
  const Outline& outline = document.outline();
  for (const SyntaxToken& token : document.Occurrences(symbol)) {
    if (token.role != TokenRole::kComputationUse) continue;
    const int caller = outline.InstructionAt(token.begin);
    if (caller < 0) continue;
    callers.emplace_back(document.NameOf(outline.instructions[static_cast<size_t>(caller)]));
  }
  if (callers.empty()) return text;
  StrAppend(&text, "called by ", Listed(callers));
  return text + "\n";
}

// `markdown`, as this file writes it, without its marks: **, a rule, the ` around code.
std::string WithoutMarks(std::string_view markdown) {
  std::string text;
  bool is_code = false;
  while (!markdown.empty()) {
    size_t length = 1;
    if (markdown[0] == '`') {
      is_code = !is_code;
    } else if (!is_code && markdown.substr(0, 2) == "**") {
      length = 2;
    } else if (!is_code && markdown.substr(0, kRule.size()) == kRule) {
      length = kRule.size();
    } else {
      text.push_back(markdown[0]);
    }
    markdown.remove_prefix(length);
  }
  return text;
}

}  // namespace

RpcStatus Hover(RequestContext& context) {
  const std::optional<uint32_t> offset = context.Offset();
  if (!offset.has_value()) return InvalidParams("no position");
  Symbol symbol = context.document.SymbolAt(*offset);
  if (symbol.kind == Symbol::kNone) symbol = OpcodeAt(context.document, *offset);
  if (symbol.kind == Symbol::kNone) {
    context.json.Null();
    return {};
  }
  const std::string text = symbol.kind == Symbol::kInstruction
                               ? InstructionHover(context.document, symbol.index).Text()
                               : ComputationHover(context.document, symbol);
  context.json.BeginObject();
  context.json.Key("contents");
  context.json.BeginObject();
  const bool is_markdown = context.client.takes_markdown_hover;
  context.json.Key("kind").String(is_markdown ? "markdown" : "plaintext");
  context.json.Key("value").String(is_markdown ? text : WithoutMarks(text));
  context.json.EndObject();
  context.json.Key("range");
  WriteRange(context.json, context.document.text(), symbol.at);
  context.json.EndObject();
  return {};
}

}  // namespace hlo_text_v1::internal
