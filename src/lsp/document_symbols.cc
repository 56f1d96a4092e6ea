// Document symbols: computations in the order of calls from the entry, each with its instructions.
//
// Called computations are siblings of their callers, not children: an editor looks for the cursor
// in the ranges of children, and a computation is not within its caller's range. `detail` has the
// path of calls.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "src/base/strings.h"
#include "src/lsp/facts.h"
#include "src/lsp/requests.h"

namespace hlo_text_v1::internal {

namespace {

// Editors get slow with more; computations are always listed.
constexpr int64_t kMaxListed = 50000;
constexpr size_t kMaxDetail = 80;  // bytes

enum class SymbolKind : int {
  kModule = 2,
  kFunction = 12,
  kVariable = 13,
  kConstant = 14,
  kOperator = 25,
};

class SymbolWriter {
 public:
  explicit SymbolWriter(RequestContext& context)
      : document_(context.document),
        outline_(document_.outline()),
        reader_(document_.view()),
        json_(context.json) {}

  void WriteAll() {
    json_.BeginArray();
    for (const OutlineModule& module : outline_.modules) {
      for (const auto& [computation, caller] : CallOrder(module)) {
        WriteComputation(outline_.computations[computation], caller);
      }
    }
    json_.EndArray();
  }

 private:
  // A computation and the first call that leads to it; -1 if there is none.
  using Called = std::pair<uint32_t, int>;

  // Depth first from the entry, then from computations that nothing has reached.
  std::vector<Called> CallOrder(const OutlineModule& module) {
    std::vector<Called> order;
    std::vector<bool> is_seen(module.last - module.first, false);
    std::vector<uint32_t> roots;
    for (const bool is_entry : {true, false}) {
      for (uint32_t i = module.last; i > module.first; --i) {  // callers follow what they call
        if (outline_.computations[i - 1].is_entry == is_entry) roots.push_back(i - 1);
      }
    }
    std::vector<Called> to_visit;
    for (const uint32_t root : roots) {
      to_visit.push_back({root, -1});
      while (!to_visit.empty()) {
        const Called next = to_visit.back();
        to_visit.pop_back();
        if (is_seen[next.first - module.first]) continue;
        is_seen[next.first - module.first] = true;
        order.push_back(next);
        const auto [first, last] = outline_.CallsOf(outline_.computations[next.first]);
        for (size_t call = last; call > first; --call) {
          const int callee = Callee(module, outline_.calls[call - 1]);
          if (callee >= 0)
            to_visit.push_back({static_cast<uint32_t>(callee), static_cast<int>(call - 1)});
        }
      }
    }
    return order;
  }

  int Callee(const OutlineModule& module, const OutlineCall& call) {
    if (by_name_.empty() || named_ != &module) {
      named_ = &module;
      by_name_.clear();
      for (uint32_t i = module.first; i < module.last; ++i) {
        by_name_.try_emplace(std::string(document_.NameOf(outline_.computations[i])), i);
      }
    }
    const auto found = by_name_.find(std::string(document_.Text(call.name_range())));
    return found == by_name_.end() ? -1 : static_cast<int>(found->second);
  }

  void Begin(std::string_view name, const std::string& detail, SymbolKind kind, ByteRange range,
             ByteRange selection) {
    json_.BeginObject();
    json_.Key("name").String(name.empty() ? std::string_view("(no name)") : name);
    if (!detail.empty()) json_.Key("detail").String(detail);
    json_.Key("kind").Int(static_cast<int>(kind));
    json_.Key("range");
    WriteRange(json_, document_.text(), range);
    json_.Key("selectionRange");
    WriteRange(json_, document_.text(), selection);
  }

  void WriteComputation(const OutlineComputation& computation, int caller) {
    std::string detail = computation.is_entry ? "ENTRY" : "";
    if (caller >= 0) {
      const OutlineInstruction& from =
          outline_.instructions[outline_.calls[static_cast<size_t>(caller)].instruction];
      detail = StrCat("called by ", document_.NameOf(from), " in ",
                      document_.NameOf(outline_.computations[from.computation]));
    }
    Begin(document_.NameOf(computation), detail, SymbolKind::kFunction, computation.range(),
          computation.name_range());
    json_.Key("children");
    json_.BeginArray();
    for (uint32_t i = computation.first; i < computation.last && left_ > 0; ++i, --left_) {
      WriteInstruction(outline_.instructions[i]);
    }
    json_.EndArray();
    json_.EndObject();
  }

  void WriteInstruction(const OutlineInstruction& instruction) {
    const InstructionSyntax parts = PartsOf(reader_.ReadToOpcode(instruction));
    const std::string_view opcode = document_.Text(parts.opcode);
    SymbolKind kind = SymbolKind::kOperator;
    if (opcode == "parameter") kind = SymbolKind::kVariable;
    if (opcode == "constant") kind = SymbolKind::kConstant;
    const std::string_view shape = document_.Text(parts.shape);
    Begin(document_.NameOf(instruction),
          StrCat(opcode, opcode.empty() || shape.empty() ? "" : " ", shape.substr(0, kMaxDetail),
                 shape.size() > kMaxDetail ? "..." : ""),
          kind, instruction.range(), instruction.name_range());
    json_.EndObject();
  }

  Document& document_;
  const Outline& outline_;
  SyntaxReader reader_;
  JsonWriter& json_;
  int64_t left_ = kMaxListed;
  const OutlineModule* named_ = nullptr;
  std::map<std::string, uint32_t> by_name_;  // computations of *named_
};

}  // namespace

RpcStatus DocumentSymbols(RequestContext& context) {
  SymbolWriter(context).WriteAll();
  return {};
}

}  // namespace hlo_text_v1::internal
