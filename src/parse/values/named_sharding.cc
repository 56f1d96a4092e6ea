// Shardings by named axes: {mesh['a'=2,'b'=4], [{'a'}, {?}], replicated={'b'}}, and the short forms
// {mesh[..], replicated}, {mesh[..], manual}, {mesh[..], unreduced} and {single_device[..]}.
//
// The rules for the lists of axes are checked after everything is read; XLA checks the same and
// crashes. Source: XLA HloParserImpl::ParseNamedSharding, VerifyNamedSharding.
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "src/ir/enum_words.h"
#include "src/ir/sharding/mesh.h"
#include "src/parse/values/sharding.h"

namespace hlo_text_v1::internal {

using Dimension = NamedSharding::Dimension;
using ReductionOp = NamedSharding::ReductionOp;

namespace {

// The parts of a named sharding while they are read.
struct NamedItems {
  absl::InlinedVector<Dimension, 8> dimensions;
  std::vector<AxisRef> replicated;
  std::vector<AxisRef> unreduced;
  std::vector<AxisRef> manual;
  ReductionOp reduction_op = ReductionOp::kSum;
  std::vector<OpMetadata> metadata;
};

// XLA reads "max=" as "max" too.
bool AtReductionOp(ParseContext& ctx) {
  return ctx.kind() == TokKind::kIdent || ctx.kind() == TokKind::kAttributeName;
}

bool ReadReductionOp(ParseContext& ctx, ReductionOp* op) {
  const std::string_view word = AtReductionOp(ctx) ? ctx.token().value : std::string_view();
  const std::optional<ReductionOp> read = EnumOf<ReductionOp>(word);
  if (!read.has_value()) return ctx.Error(Code::kExpectsReductionOp);
  *op = *read;
  ctx.lexer.Next();
  return true;
}

// [ ',' 'metadata=' md ] '}'
bool ReadShortEnd(ParseContext& ctx, NamedItems* items) {
  if (ctx.EatIf(TokKind::kComma)) {
    std::string_view name;
    if (!ctx.ReadAttributeName(&name)) return false;
    if (name != "metadata") return false;  // XLA says nothing
    if (!ReadShardingMetadata(ctx, &items->metadata)) return false;
  }
  return ctx.Expect(TokKind::kRbrace, Code::kExpectsShardingEnd);
}

// '{' [ axis_ref { ',' axis_ref } [ ',' '?' ] ] '}'
bool ReadDimension(ParseContext& ctx, const AxisNames& axes, Dimension* dimension) {
  absl::InlinedVector<AxisRef, 4> refs;
  const bool ok = ctx.ReadList(TokKind::kLbrace, TokKind::kRbrace, [&] {
    if (dimension->is_open) return ctx.Error(Code::kAxisAfterOpenDimension);
    dimension->is_open = ctx.EatIf(TokKind::kQuestionMark);
    return dimension->is_open || ReadAxisRef(ctx, axes, &refs.emplace_back());
  });
  if (!ok) return false;
  dimension->axes = ctx.arena.CopySpan(absl::MakeConstSpan(refs));
  return true;
}

bool ReadDimensions(ParseContext& ctx, const AxisNames& axes, NamedItems* items) {
  return ctx.ReadList(TokKind::kLsquare, TokKind::kRsquare,
                      [&] { return ReadDimension(ctx, axes, &items->dimensions.emplace_back()); });
}

// { ',' NAME '=' value } '}', after the dimensions.
bool ReadExtras(ParseContext& ctx, const AxisNames& axes, NamedItems* items) {
  while (!ctx.EatIf(TokKind::kRbrace)) {
    std::string_view name;
    if (!ctx.Expect(TokKind::kComma, Code::kExpectsCommaBeforeAttribute)) return false;
    if (!ctx.ReadAttributeName(&name)) return false;
    bool ok = false;
    if (name == "replicated") {
      ok = ReadAxisRefs(ctx, axes, &items->replicated);
    } else if (name == "manual") {
      ok = ReadAxisRefs(ctx, axes, &items->manual);
    } else if (name == "metadata") {
      ok = ReadShardingMetadata(ctx, &items->metadata);
    } else if (name == "unreduced") {
      ok = (!AtReductionOp(ctx) || ReadReductionOp(ctx, &items->reduction_op)) &&
           ReadAxisRefs(ctx, axes, &items->unreduced);
    } else {
      ok = ctx.Error(Code::kUnknownNamedShardingAttribute);
    }
    if (!ok) return false;
  }
  return true;
}

std::vector<AxisRef> AllAxes(const Mesh& mesh) {
  std::vector<AxisRef> refs(mesh.axes.size());
  for (size_t i = 0; i < refs.size(); ++i) refs[i].axis = static_cast<int32_t>(i);
  return refs;
}

bool AtUnreduced(ParseContext& ctx) {
  return ctx.kind() == TokKind::kw_unreduced ||
         (ctx.kind() == TokKind::kAttributeName && ctx.token().value == "unreduced");
}

// 'unreduced' [ '=' redop ] [ axis_list ]
bool ReadShortUnreduced(ParseContext& ctx, const AxisNames& axes, NamedItems* items) {
  bool has_op = ctx.kind() == TokKind::kAttributeName;
  ctx.lexer.Next();
  has_op = has_op || ctx.EatIf(TokKind::kEqual);
  if (has_op && !ReadReductionOp(ctx, &items->reduction_op)) return false;
  if (ctx.kind() == TokKind::kLbrace) return ReadAxisRefs(ctx, axes, &items->unreduced);
  items->unreduced = AllAxes(axes.mesh());
  return true;
}

// The part after a mesh of named axes, with the '}'.
bool ReadBody(ParseContext& ctx, const AxisNames& axes, NamedItems* items) {
  ctx.EatIf(TokKind::kComma);
  if (ctx.EatIf(TokKind::kw_replicated)) return ReadShortEnd(ctx, items);
  const uint32_t position = ctx.lexer.Position();
  if (ctx.EatIf(TokKind::kw_manual)) {
    items->manual = AllAxes(axes.mesh());
    if (!ReadShortEnd(ctx, items)) return false;
    return ctx.RequireAt(!items->manual.empty(), position, Code::kManualNeedsMesh);
  }
  if (AtUnreduced(ctx)) {
    return ReadShortUnreduced(ctx, axes, items) && ReadShortEnd(ctx, items);
  }
  return ReadDimensions(ctx, axes, items) && ReadExtras(ctx, axes, items);
}

bool CheckList(ParseContext& ctx, uint32_t position, const Mesh& mesh,
               const std::vector<AxisRef>& refs, std::string_view name) {
  if (!AxesAreSorted(refs)) return ctx.ErrorAt(position, Code::kAxesNotSorted, name);
  return CheckNotMergeable(ctx, position, mesh, refs, StrCat(name, " axes"));
}

bool CheckAxes(ParseContext& ctx, uint32_t position, const Mesh& mesh, const NamedItems& items) {
  std::vector<AxisRef> all;
  for (const Dimension& dimension : items.dimensions) {
    if (!CheckNotMergeable(ctx, position, mesh, dimension.axes, "dimension sharding")) return false;
    all.insert(all.end(), dimension.axes.begin(), dimension.axes.end());
  }
  for (const auto* refs : {&items.replicated, &items.unreduced, &items.manual}) {
    all.insert(all.end(), refs->begin(), refs->end());
  }
  if (!AxesCoexist(&all)) return ctx.ErrorAt(position, Code::kAxesOverlap);
  return CheckList(ctx, position, mesh, items.replicated, "Replicated") &&
         CheckList(ctx, position, mesh, items.unreduced, "Unreduced") &&
         CheckList(ctx, position, mesh, items.manual, "Manual");
}

}  // namespace

bool ReadNamedSharding(ParseContext& ctx, HloSharding* sharding) {
  const uint32_t position = ctx.lexer.Position();
  auto* named = ctx.arena.New<NamedSharding>();
  if (!ReadMesh(ctx, &named->mesh)) return false;
  NamedItems items;
  if (named->mesh.single_device) {
    if (!ReadShortEnd(ctx, &items)) return false;
  } else {
    const AxisNames axes(named->mesh);
    if (!ReadBody(ctx, axes, &items)) return false;
    if (!CheckAxes(ctx, position, named->mesh, items)) return false;
  }
  named->dimensions = ctx.arena.CopySpan(absl::MakeConstSpan(items.dimensions));
  named->replicated = ctx.arena.CopySpan(absl::MakeConstSpan(items.replicated));
  named->unreduced = ctx.arena.CopySpan(absl::MakeConstSpan(items.unreduced));
  named->manual = ctx.arena.CopySpan(absl::MakeConstSpan(items.manual));
  named->reduction_op = items.reduction_op;
  sharding->kind = HloSharding::Kind::kNamed;
  sharding->named = named;
  sharding->metadata = ctx.arena.CopySpan(absl::MakeConstSpan(items.metadata));
  return true;
}

}  // namespace hlo_text_v1::internal
