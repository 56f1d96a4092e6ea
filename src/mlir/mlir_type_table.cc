// A type's key is its kind and its text, or the ids of its elements. Walks recurse no deeper than
// the parser's depth limit.
#include "src/mlir/mlir_type_table.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max() / 4;

uint64_t Add(uint64_t a, uint64_t b) { return std::min(kMost, a + b); }

std::string KeyOf(char kind, absl::Span<const MlirTypeId> elements) {
  std::string key(1, kind);
  key.append(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(MlirTypeId));
  return key;
}

}  // namespace

MlirTypeId MlirTypeTable::Enter(const std::string& key, MlirType type) {
  const auto [found, is_new] = ids_.try_emplace(key, static_cast<MlirTypeId>(types_.size()));
  if (is_new) types_.push_back(std::move(type));
  return found->second;
}

MlirTypeId MlirTypeTable::Leaf(std::string_view text) {
  MlirType type;
  type.text = std::string(text);
  type.text_size = text.size();
  return Enter(StrCat("l", text), std::move(type));
}

MlirTypeId MlirTypeTable::Tuple(std::vector<MlirTypeId> elements) {
  MlirType type;
  type.kind = MlirType::Kind::kTuple;
  type.text_size = 2;
  type.leaf_count = 0;
  for (const MlirTypeId element : elements) {
    type.text_size = Add(type.text_size, types_[element].text_size + 2);
    type.leaf_count = Add(type.leaf_count, types_[element].leaf_count);
    type.depth = std::max(type.depth, types_[element].depth + 1);
  }
  if (!elements.empty()) type.text_size -= 2;  // no comma after the last one
  type.elements = std::move(elements);
  const std::string key = KeyOf('t', type.elements);
  return Enter(key, std::move(type));
}

MlirTypeId MlirTypeTable::AsyncValue(MlirTypeId element) {
  MlirType type;
  type.kind = MlirType::Kind::kAsyncValue;
  type.elements = {element};
  type.depth = types_[element].depth + 1;
  return Enter(KeyOf('v', {element}), std::move(type));
}

MlirTypeId MlirTypeTable::Word(const std::string& key, MlirType::Kind kind) {
  MlirType type;
  type.kind = kind;
  return Enter(key, std::move(type));
}

void MlirTypeTable::AppendText(MlirTypeId id, std::string* out) const {
  const MlirType& type = types_[id];
  if (type.kind != MlirType::Kind::kTuple) {
    out->append(type.text);
    return;
  }
  out->push_back('(');
  for (size_t i = 0; i < type.elements.size(); ++i) {
    if (i > 0) out->append(", ");
    AppendText(type.elements[i], out);
  }
  out->push_back(')');
}

bool MlirTypeTable::HasLeaves(MlirTypeId id, absl::Span<const MlirTypeId> leaves) const {
  return types_[id].leaf_count == leaves.size() && TakeLeaves(id, &leaves);
}

bool MlirTypeTable::TakeLeaves(MlirTypeId id, absl::Span<const MlirTypeId>* leaves) const {
  const MlirType& type = types_[id];
  if (type.leaf_count == 0) return true;  // however many empty tuples there are
  if (type.kind != MlirType::Kind::kTuple) {
    const bool same = leaves->front() == id;
    leaves->remove_prefix(1);
    return same;
  }
  return std::all_of(type.elements.begin(), type.elements.end(),
                     [&](MlirTypeId element) { return TakeLeaves(element, leaves); });
}

}  // namespace hlo_text_v1::internal
