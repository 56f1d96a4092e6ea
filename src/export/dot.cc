// Writes a DotPlan: clusters first (with a stack of open ones, since they nest), then edges,
// cluster by cluster. An edge to or from an unfolded fusion goes to its parameter or from its root.
#include <optional>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/export.h"
#include "src/base/strings.h"
#include "src/base/text_writer.h"
#include "src/export/dot_label.h"
#include "src/export/dot_plan.h"
#include "src/ir/desugared.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr std::string_view kHeader =
    R"(  graph [fontname="Helvetica", fontsize=14, labelloc=t, compound=true];
  node [fontname="Helvetica", fontsize=10, shape=box, style="rounded,filled", color="#757575"];
  edge [fontname="Helvetica", fontsize=8, color="#616161", fontcolor="#757575", arrowsize=0.6, labeldistance=1.4, labelangle=-30];
)";
constexpr std::string_view kAsyncColor = "#e64a19";
constexpr size_t kLongestTitle = 100;

class DotWriter {
 public:
  DotWriter(const HloModule& module, const DotPlan& plan, TextWriter* out)
      : plan_(plan), out_(*out), async_(module), tooltips_(module) {}

  void Write();

 private:
  template <typename... Parts>
  void Put(const Parts&... parts) {
    (out_.Append(std::string_view(parts)), ...);
  }
  static std::string Indent(size_t depth) { return std::string(2 * depth, ' '); }
  static std::string QuotedTitle(std::string_view text) {
    return DotQuoted(Shortened(text, kLongestTitle));
  }
  std::string NodeId(size_t cluster, const HloInstruction& instruction) const {
    const DotCluster& c = plan_.clusters[cluster];
    return StrCat(c.id, "_", c.numbers->of(instruction));
  }

  void WriteClusters();
  void OpenCluster(const DotCluster& cluster, size_t depth);
  void WriteNode(size_t cluster, const HloInstruction& instruction, size_t depth);

  void WriteEdges(size_t cluster);
  void WriteOperandEdges(size_t cluster, const HloInstruction& user);
  void WriteCallEdges(size_t cluster, const HloInstruction& caller);
  void WriteCallEdge(size_t cluster, const HloInstruction& caller, std::string_view name,
                     const HloComputation& callee);
  // The node at which an edge from an instruction begins.
  std::string SourceId(size_t cluster, const HloInstruction& source) const;
  // The node at which an instruction's edge from operand `i` ends.
  std::string TargetId(size_t cluster, const HloInstruction& user, int64_t i) const;

  const DotPlan& plan_;
  TextWriter& out_;
  const AsyncIndex async_;
  DotTooltips tooltips_;
  FusedContents fused_contents_;
};

void DotWriter::Write() {
  const std::string title = QuotedTitle(plan_.title);
  Put("digraph ", title, " {\n", kHeader, "  label=", title, ";\n");
  WriteClusters();
  for (size_t i = 0; i < plan_.clusters.size(); ++i) WriteEdges(i);
  Put("}\n");
}

void DotWriter::WriteClusters() {
  struct Open {
    size_t cluster;
    size_t next;  // of `shown`
  };
  std::vector<Open> stack;
  for (size_t i = 0; i < plan_.clusters.size(); ++i) {
    if (plan_.clusters[i].fusion != nullptr) continue;
    OpenCluster(plan_.clusters[i], 1);
    stack.push_back({i, 0});
    while (!stack.empty()) {
      const size_t at = stack.back().cluster;
      const DotCluster& cluster = plan_.clusters[at];
      if (stack.back().next == cluster.shown.size()) {
        Put(Indent(stack.size()), "}\n");
        stack.pop_back();
        continue;
      }
      const HloInstruction& instruction = *cluster.shown[stack.back().next++];
      const auto unfolded = cluster.unfolded.find(&instruction);
      if (unfolded == cluster.unfolded.end()) {
        WriteNode(at, instruction, stack.size() + 1);
      } else {
        OpenCluster(plan_.clusters[unfolded->second], stack.size() + 1);
        stack.push_back({unfolded->second, 0});
      }
    }
  }
}

void DotWriter::OpenCluster(const DotCluster& cluster, size_t depth) {
  Put(Indent(depth), "subgraph cluster_", cluster.id, " {\n", Indent(depth + 1), "label=");
  if (cluster.fusion != nullptr) {
    const std::string_view root = cluster.fusion->IsRoot() ? "ROOT " : "";
    Put(QuotedTitle(StrCat(root, "fusion ", cluster.fusion->name())),
        "; style=\"rounded,filled\"; color=\"#90a4ae\"; fillcolor=\"#eceff1\";\n");
  } else {
    const bool is_entry = cluster.computation->IsEntry();
    Put(QuotedTitle(StrCat(is_entry ? "ENTRY " : "", cluster.computation->name())));
    Put(is_entry ? "; style=rounded; color=\"#212121\"; penwidth=2;\n"
                 : "; style=rounded; color=\"#9e9e9e\";\n");
  }
}

void DotWriter::WriteNode(size_t cluster, const HloInstruction& instruction, size_t depth) {
  const DotCluster& c = plan_.clusters[cluster];
  const bool is_root = instruction.IsRoot();
  const OpcodeGroup group = GetOpcodeInfo(instruction.opcode()).group;
  Put(Indent(depth), NodeId(cluster, instruction), " [label=",
      DotQuoted(DotLabel(instruction, async_.Of(instruction), is_root, &fused_contents_)),
      ", fillcolor=\"", FillColor(group), "\"");
  if (group == OpcodeGroup::kParameter) Put(", shape=ellipse, style=filled");
  if (!c.has_far.empty() && c.has_far[instruction.index()]) {
    Put(group == OpcodeGroup::kParameter ? ", style=\"filled,dashed\""
                                         : ", style=\"rounded,filled,dashed\"");
  }
  if (is_root) Put(", peripheries=2, penwidth=1.5");
  Put(", tooltip=", DotQuoted(tooltips_.Of(instruction)), "];\n");
}

std::string DotWriter::SourceId(size_t cluster, const HloInstruction& source) const {
  const HloInstruction* at = &source;
  for (;;) {
    const DotCluster& c = plan_.clusters[cluster];
    const auto unfolded = c.unfolded.find(at);
    if (unfolded == c.unfolded.end()) return NodeId(cluster, *at);
    cluster = unfolded->second;
    at = plan_.clusters[cluster].computation->root_instruction();
  }
}

std::string DotWriter::TargetId(size_t cluster, const HloInstruction& user, int64_t i) const {
  const DotCluster& c = plan_.clusters[cluster];
  const auto unfolded = c.unfolded.find(&user);
  if (unfolded == c.unfolded.end()) return NodeId(cluster, user);
  const HloComputation& inside = *plan_.clusters[unfolded->second].computation;
  return NodeId(unfolded->second, *inside.parameters()[static_cast<size_t>(i)]);
}

void DotWriter::WriteEdges(size_t cluster) {
  for (const HloInstruction* instruction : plan_.clusters[cluster].shown) {
    WriteOperandEdges(cluster, *instruction);
    WriteCallEdges(cluster, *instruction);
  }
}

void DotWriter::WriteOperandEdges(size_t cluster, const HloInstruction& user) {
  const DotCluster& c = plan_.clusters[cluster];
  const auto is_shown = [&](const HloInstruction& source) {
    return source.parent() == c.computation && c.Shows(source);
  };
  const AsyncOperation* async = async_.Of(user);
  const bool is_unfolded = c.unfolded.count(&user) > 0;
  for (int64_t i = 0; i < user.operand_count(); ++i) {
    const HloInstruction& operand = *user.operand(i);
    if (!is_shown(operand)) continue;
    Put("  ", SourceId(cluster, operand), " -> ", TargetId(cluster, user, i));
    if (i == 0 && async != nullptr && &async->start() != &user && async_.Of(operand) == async) {
      const std::string_view thread = async->execution_thread();
      const bool has_thread = !thread.empty() && thread != "main";
      Put(" [color=\"", kAsyncColor, "\", penwidth=3, arrowsize=0.8, weight=4, fontcolor=\"",
          kAsyncColor, "\", label=",
          QuotedTitle(StrCat("  ", async->wrapped_opcode_name(), has_thread ? " on " : "",
                             has_thread ? thread : std::string_view())),
          "]");
    } else if (user.operand_count() > 1 && !is_unfolded) {
      Put(StrCat(" [headlabel=\"", i, "\"]"));
    }
    Put(";\n");
  }
  for (const HloInstruction* predecessor : user.control_predecessors()) {
    if (!is_shown(*predecessor)) continue;
    Put("  ", SourceId(cluster, *predecessor), " -> ", SourceId(cluster, user),
        " [style=dashed, color=\"#1565c0\", arrowhead=empty];\n");
  }
}

void DotWriter::WriteCallEdges(size_t cluster, const HloInstruction& caller) {
  for (const Attribute& attribute : caller.attributes()) {
    if (attribute.info().type == AttributeType::kComputation) {
      WriteCallEdge(cluster, caller, attribute.name(), *attribute.AsComputation());
    } else if (attribute.info().type == AttributeType::kComputationList) {
      int64_t i = 0;
      for (const HloComputation* callee : attribute.AsList<const HloComputation*>()) {
        WriteCallEdge(cluster, caller, StrCat(attribute.name(), " ", i++), *callee);
      }
    }
  }
}

void DotWriter::WriteCallEdge(size_t cluster, const HloInstruction& caller, std::string_view name,
                              const HloComputation& callee) {
  const auto at = plan_.by_computation.find(&callee);
  if (at == plan_.by_computation.end()) return;
  const DotCluster& target = plan_.clusters[at->second];
  // Graphviz draws no edge from a node to the cluster that contains it.
  if (at->second == cluster || !target.Shows(*callee.root_instruction())) return;
  Put("  ", SourceId(cluster, caller), " -> ", SourceId(at->second, *callee.root_instruction()),
      " [style=dotted, constraint=false, arrowhead=open, lhead=cluster_", target.id,
      ", label=", DotQuoted(name), "];\n");
}

}  // namespace

absl::Status ExportDot(const HloModule& module, const DotOptions& options,
                       absl::FunctionRef<void(std::string_view)> sink) {
  if (absl::Status status = CheckDesugared(module); !status.ok()) return status;
  const ModuleNumbering computations(module);
  const absl::StatusOr<DotPlan> plan = PlanDot(module, computations, options);
  if (!plan.ok()) return plan.status();
  TextWriter out(sink);
  DotWriter(module, *plan, &out).Write();
  out.Flush();
  return absl::OkStatus();
}

absl::StatusOr<std::string> ExportDot(const HloModule& module, const DotOptions& options) {
  std::string dot;
  absl::Status status =
      ExportDot(module, options, [&dot](std::string_view text) { dot.append(text); });
  if (!status.ok()) return status;
  return dot;
}

}  // namespace hlo_text_v1
