// Each interned shape gets its type once. Signed integers are signless in MLIR, as in StableHLO; s1
// is signed, since i1 is pred.
#include "src/mlir/mlir_types.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

// Longer tuples get a name.
constexpr size_t kLongestInPlace = 80;

std::string_view WordOf(const Shape& shape) {
  if (shape.IsToken()) return "token";
  return shape.IsOpaque() ? "opaque" : "buffer";
}

std::string DimensionText(const Shape& shape, int64_t i) {
  return shape.is_dynamic_dimension(i) ? "?" : StrCat(shape.dimensions(i));
}

bool HasDefaultLayout(const Shape& shape) {
  const Layout* layout = shape.layout();
  if (layout == nullptr) return false;
  Layout plain;
  std::vector<int64_t> order(static_cast<size_t>(shape.rank()));
  std::iota(order.rbegin(), order.rend(), 0);
  plain.minor_to_major = order;
  return *layout == plain;
}

}  // namespace

std::string_view MlirElementType(PrimitiveType type) {
  static constexpr std::string_view kNames[] = {
#define HLO_PRIMITIVE_TYPE(Id, text, bits, bytes, Class, digits, mlir, ...) mlir,
#include "hlo/tables/primitive_types.def"
  };
  const auto i = static_cast<size_t>(type);
  return i < std::size(kNames) ? kNames[i] : std::string_view();
}

void AppendLooseShape(const Shape& shape, std::string* out) {
  if (shape.IsTuple() || shape.IsBuffer()) {
    out->append(shape.IsTuple() ? "(" : "b(");
    for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
      if (i > 0) out->append(", ");
      AppendLooseShape(*shape.tuple_shapes()[i], out);
    }
    out->push_back(')');
    return;
  }
  StrAppend(out, PrimitiveTypeName(shape.element_type()), "[");
  for (int64_t i = 0; i < shape.rank(); ++i) {
    StrAppend(out, i > 0 ? "," : "", DimensionText(shape, i));
  }
  out->push_back(']');
}

bool IsPlainShape(const Shape& shape) {
  if (shape.IsArray()) {
    if (!HasDefaultLayout(shape)) return false;
    for (int64_t i = 0; i < shape.rank(); ++i) {
      if (shape.is_dynamic_dimension(i) && !shape.is_unbounded_dimension(i)) return false;
    }
    return true;
  }
  return std::all_of(shape.tuple_shapes().begin(), shape.tuple_shapes().end(),
                     [](const Shape* element) { return IsPlainShape(*element); });
}

const MlirTypes::Entry& MlirTypes::EntryOf(const Shape& shape) {
  const auto found = entries_.find(&shape);
  if (found != entries_.end()) return *found->second;
  auto entry = std::make_unique<Entry>();
  entry->text = TextOf(shape);
  // TextOf has asked for the elements: they are known.
  entry->is_plain = shape.IsTuple()
                        ? std::all_of(shape.tuple_shapes().begin(), shape.tuple_shapes().end(),
                                      [this](const Shape* e) { return EntryOf(*e).is_plain; })
                        : IsPlainShape(shape);
  return *entries_.emplace(&shape, std::move(entry)).first->second;
}

std::string MlirTypes::TextOf(const Shape& shape) {
  std::string text;
  if (shape.IsTuple()) {
    return Named(StrCat("tuple<", List(shape.tuple_shapes()), ">"));
  }
  if (shape.IsArray()) {
    AppendArray(shape, "", &text);
  } else if (!registered_only_) {
    StrAppend(&text, "!hlo.", WordOf(shape));
    if (shape.IsBuffer()) StrAppend(&text, "<", Of(*shape.tuple_shapes(0)), ">");
  } else if (shape.IsBuffer()) {
    AppendArray(*shape.tuple_shapes(0), "buffer", &text);
  } else {
    StrAppend(&text, "tensor<i1, \"", WordOf(shape), "\">");
  }
  return text;
}

// tensor<8x4xf32>; with an encoding, tensor<8x4xi4, "f4e2m1fn">.
void MlirTypes::AppendArray(const Shape& shape, std::string_view encoding, std::string* out) const {
  out->append("tensor<");
  for (int64_t i = 0; i < shape.rank(); ++i) StrAppend(out, DimensionText(shape, i), "x");
  const std::string_view element = MlirElementType(shape.element_type());
  const std::string_view name = PrimitiveTypeName(shape.element_type());
  if (!element.empty()) {
    out->append(element);
  } else if (registered_only_) {
    StrAppend(out, "i", BitWidth(shape.element_type()));
  } else {
    StrAppend(out, "!hlo.", name);
  }
  const bool says_element = element.empty() && registered_only_;
  if (!encoding.empty() || says_element) {
    const std::string_view between = !encoding.empty() && says_element ? " " : "";
    StrAppend(out, ", \"", encoding, between, says_element ? name : "", "\"");
  }
  out->push_back('>');
}

std::string MlirTypes::Named(std::string text) {
  if (text.size() <= kLongestInPlace) return text;
  const auto [name, is_new] = names_.try_emplace(text, StrCat("!tuple", names_.size()));
  if (is_new) StrAppend(&aliases_, name->second, " = ", text, "\n");
  return name->second;
}

std::string MlirTypes::List(absl::Span<const Shape* const> shapes) {
  return Joined(shapes, ", ", [this](const Shape* shape) { return Of(*shape); });
}

}  // namespace hlo_text_v1::internal
