// Meshes and references to their axes: mesh['a'=2,'b'=4], device_ids=([4,2]T(1,0)), and 'b':(2)2.
//
// XLA enforces the rules for these with CHECKs, so it crashes. Here they are ordinary errors, with
// the wording of those checks. Source: XLA HloParserImpl::ParseMesh, ParseAxisRef;
// mesh_and_axis.cc.
#include "src/ir/sharding/mesh.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/numbers.h"
#include "src/base/sort_unique.h"
#include "src/parse/values/sharding.h"
#include "src/text/sharding_printer.h"

namespace hlo_text_v1::internal {
namespace {

std::string MeshToString(const Mesh& mesh) { return TextFrom(AppendMesh, mesh); }

std::string AxisRefToString(const Mesh& mesh, const AxisRef& ref) {
  return TextFrom(AppendAxisRef, mesh, ref);
}

// After the word `name`: '[' 'device_id=' INT ']'.
bool ReadSingleDevice(ParseContext& ctx, std::string_view name, Mesh* mesh) {
  if (!ctx.Expect(TokKind::kLsquare, Code::kExpectsMeshStart, name)) return false;
  std::string_view attribute;
  if (!ctx.ReadAttributeName(&attribute) || attribute != "device_id") {
    return ctx.Error(Code::kExpectsDeviceId, name);
  }
  int64_t device = 0;
  if (!ctx.ReadInt64(&device)) return false;
  mesh->single_device = true;
  ctx.wrote_maximal_mesh |= name == "maximal_mesh";
  mesh->devices.devices = ctx.arena.CopySpan(absl::Span<const int64_t>(&device, 1));
  return ctx.Expect(TokKind::kRsquare, Code::kExpectsSingleDeviceEnd, name);
}

// [ STR '=' INT { ',' STR '=' INT } ] ']'
bool ReadMeshAxes(ParseContext& ctx, Mesh* mesh) {
  absl::InlinedVector<MeshAxis, 8> axes;
  const bool ok = ctx.ReadItemsUpTo(TokKind::kRsquare, Code::kExpectsMeshAxesEnd, [&] {
    MeshAxis& axis = axes.emplace_back();
    return ctx.ReadString(&axis.name) &&
           ctx.Expect(TokKind::kEqual, Code::kExpectsEqualAfterAxis) && ctx.ReadInt64(&axis.size);
  });
  if (!ok) return false;
  mesh->axes = ctx.arena.CopySpan(absl::MakeConstSpan(axes));
  return true;
}

bool CheckUniqueNames(ParseContext& ctx, const Mesh& mesh) {
  absl::InlinedVector<std::string_view, 8> names;
  for (const MeshAxis& axis : mesh.axes) names.push_back(axis.name);
  std::sort(names.begin(), names.end());
  const auto repeated = std::adjacent_find(names.begin(), names.end());
  if (repeated == names.end()) return true;
  return ctx.Error(Code::kDuplicateMeshAxis, *repeated);
}

// Whether ", device_ids" is next. XLA looks at the bytes after the comma: a comment between them or
// after the word hides it.
bool AtDeviceIds(ParseContext& ctx) {
  if (ctx.kind() != TokKind::kComma) return false;
  const auto is_blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  constexpr std::string_view kWord = "device_ids";
  const char* p = ctx.token().end;
  while (is_blank(*p)) ++p;
  if (std::strncmp(p, kWord.data(), kWord.size()) != 0) return false;
  p += kWord.size();
  return *p == '=' || is_blank(*p);
}

bool CheckDeviceIdList(ParseContext& ctx, absl::Span<const int64_t> ids, int64_t count) {
  if (static_cast<int64_t>(ids.size()) != count) {
    return ctx.Error(Code::kMeshDeviceCountMismatch, count, ids.size());
  }
  if (!IsPermutation(ids)) return ctx.Error(Code::kMeshDeviceIdsNotPermutation);
  return ctx.Require(!std::is_sorted(ids.begin(), ids.end()), Code::kMeshDeviceIdsAreIota);
}

// After 'device_ids=': '(' ( [ INT { ',' INT } ] | iota ) ')'. `sizes` are those of the axes.
bool ReadDeviceIds(ParseContext& ctx, const Int64s& sizes, Mesh* mesh) {
  if (!ctx.Expect(TokKind::kLparen, Code::kExpectsDeviceIdsStart)) return false;
  TileBuilder tile;
  tile.dimensions = sizes;
  tile.is_iota = ctx.kind() == TokKind::kLsquare;
  if (tile.is_iota) {
    if (!ReadIota(ctx, &tile.reshape_dims, &tile.transpose_perm)) return false;
  } else if (ctx.kind() != TokKind::kRparen) {
    if (!ReadDevices(ctx, &tile.devices)) return false;
  }
  if (!ctx.Expect(TokKind::kRparen, Code::kExpectsDeviceIdsEnd)) return false;
  if (tile.is_iota) {
    if (!FinishIota(ctx, ctx.lexer.Position(), Code::kMeshIotaSizeMismatch, sizes,
                    &tile.reshape_dims, &tile.transpose_perm)) {
      return false;
    }
  } else {
    int64_t count = 0;
    const bool negative = std::any_of(sizes.begin(), sizes.end(), [](int64_t s) { return s < 0; });
    if (negative || !CheckedProduct(sizes, &count)) return ctx.Error(Code::kMeshSizeOverflows);
    if (!CheckDeviceIdList(ctx, tile.devices, count)) return false;
  }
  mesh->devices = tile.Build(&ctx.arena);
  return true;
}

}  // namespace

bool AtMesh(ParseContext& ctx) {
  if (ctx.kind() != TokKind::kIdent) return false;
  const std::string_view word = ctx.token().value;
  return word == "mesh" || word == "single_device" || word == "maximal_mesh";
}

bool ReadMesh(ParseContext& ctx, Mesh* mesh) {
  const std::string_view word = ctx.token().value;
  ctx.lexer.Next();
  if (word != "mesh") return ReadSingleDevice(ctx, word, mesh);
  if (!ctx.Expect(TokKind::kLsquare, Code::kExpectsMeshStart, word)) return false;
  if (!ReadMeshAxes(ctx, mesh)) return false;
  Int64s sizes;
  for (const MeshAxis& axis : mesh->axes) sizes.push_back(axis.size);
  mesh->devices.is_iota = true;
  mesh->devices.dimensions = ctx.arena.CopySpan(absl::MakeConstSpan(sizes));
  if (!mesh->axes.empty() && AtDeviceIds(ctx)) {
    ctx.lexer.Next();
    // XLA logs and skips a missing '='; the rest then fails.
    std::string_view attribute;
    if (ctx.ReadAttributeName(&attribute) && !ReadDeviceIds(ctx, sizes, mesh)) return false;
  }
  return CheckUniqueNames(ctx, *mesh);
}

bool ReadAxisRef(ParseContext& ctx, const AxisNames& axes, AxisRef* ref) {
  const Mesh& mesh = axes.mesh();
  const uint32_t position = ctx.lexer.Position();
  std::string_view name;
  if (!ctx.ReadString(&name)) return false;
  ref->axis = axes.Find(name);
  if (ref->axis < 0) {
    int64_t index = 0;
    if (!absl::SimpleAtoi(Absl(name), &index)) {
      return ctx.Error(Code::kUnknownMeshAxis, name, MeshToString(mesh));
    }
    const auto count = static_cast<int64_t>(mesh.axes.size());
    if (index < 0 || index >= count) {
      return ctx.Error(Code::kMeshAxisOutOfBounds, index, MeshToString(mesh), count);
    }
    ref->axis = static_cast<int32_t>(index);
  }
  if (!ctx.EatIf(TokKind::kColon)) return true;

  ref->is_sub_axis = true;
  if (!ctx.Expect(TokKind::kLparen, Code::kExpectsSubAxisStart)) return false;
  if (!ctx.ReadInt64(&ref->pre_size)) return false;
  if (!ctx.Expect(TokKind::kRparen, Code::kExpectsSubAxisEnd)) return false;
  if (!ctx.ReadInt64(&ref->size)) return false;
  if (ref->pre_size < 1) return ctx.ErrorAt(position, Code::kSubAxisPreSize);
  if (ref->size < 2) return ctx.ErrorAt(position, Code::kSubAxisSize);
  const int64_t axis_size = mesh.axes[ref->axis].size;
  if (ref->size >= axis_size) {
    return ctx.ErrorAt(position, Code::kSubAxisNotSmaller, ref->size, axis_size);
  }
  int64_t next = 0;
  if (__builtin_mul_overflow(ref->pre_size, ref->size, &next) || axis_size % next != 0) {
    return ctx.ErrorAt(position, Code::kSubAxisDoesNotDivide, ref->pre_size, ref->size, axis_size);
  }
  return true;
}

bool ReadAxisRefs(ParseContext& ctx, const AxisNames& axes, std::vector<AxisRef>* refs) {
  return ctx.ReadList(TokKind::kLbrace, TokKind::kRbrace,
                      [&] { return ReadAxisRef(ctx, axes, &refs->emplace_back()); });
}

bool CheckNotMergeable(ParseContext& ctx, uint32_t position, const Mesh& mesh,
                       absl::Span<const AxisRef> refs, std::string_view where) {
  const int at = FindMergeableAxes(refs);
  if (at < 0) return true;
  return ctx.ErrorAt(position, Code::kAxesCanBeMerged, where, AxisRefToString(mesh, refs[at]),
                     AxisRefToString(mesh, refs[at + 1]));
}

}  // namespace hlo_text_v1::internal
