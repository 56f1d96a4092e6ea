// Python to C++. A struct comes as its dataclass, as a tuple of its first members, as a list if a
// list is its only member, or as HLO text. Values that the library would trust, such as numbers of
// mesh axes, are checked: shardings and groups are printed and read again.
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics.h"
#include "errors.h"
#include "hlo/builder.h"
#include "hlo/parse_values.h"
#include "hlo/print_values.h"
#include "values.h"

namespace hlo_text_v1 {
namespace {

// Here, since the table names types of this namespace.
template <typename Reader>
Attribute OfType(AttributeType type, Reader& reader) {
  switch (type) {
#define HLO_ATTRIBUTE_TYPE(Id, T, ...) \
  case AttributeType::k##Id:           \
    return reader.template One<T>();
#define HLO_LIST_TYPE(Id, T, ...) \
  case AttributeType::k##Id:      \
    return reader.template List<T>();
#include "hlo/tables/attribute_types.def"
  }
  return {};
}

}  // namespace
}  // namespace hlo_text_v1

namespace hlo_python {

namespace {

std::string Join(absl::Span<const std::string_view> words) {
  std::string text;
  for (std::string_view word : words) {
    text.append(text.empty() ? "'" : ", '").append(word).append("'");
  }
  return text;
}

// The names of all enumerators, for DidYouMean.
template <typename E>
std::vector<std::string_view> NamesOf(int count, std::string_view (*name_of)(E)) {
  std::vector<std::string_view> names;
  for (int i = 0; i < count; ++i) names.push_back(name_of(static_cast<E>(i)));
  return names;
}

// ---- Text.

template <typename T>
struct TextReader {
  static constexpr bool kExists = false;
};
#define HLO_PYTHON_TEXT(T, Function)                                                          \
  template <>                                                                                 \
  struct TextReader<hlo_text::T> {                                                            \
    static constexpr bool kExists = true;                                                     \
    static absl::StatusOr<hlo_text::T> Read(std::string_view text, hlo_text::Arena& arena,    \
                                            std::vector<hlo_text::Diagnostic>* diagnostics) { \
      return hlo_text::Function(text, arena, {}, diagnostics);                                \
    }                                                                                         \
  };
HLO_PYTHON_TEXT(HloSharding, ParseSharding)
HLO_PYTHON_TEXT(ReplicaGroups, ParseReplicaGroups)
HLO_PYTHON_TEXT(Window, ParseWindow)
HLO_PYTHON_TEXT(ConvolutionDimensionNumbers, ParseConvolutionDimensionNumbers)
HLO_PYTHON_TEXT(PaddingConfig, ParsePaddingConfig)
HLO_PYTHON_TEXT(SliceRanges, ParseSliceRanges)
HLO_PYTHON_TEXT(FrontendAttributes, ParseFrontendAttributes)
HLO_PYTHON_TEXT(Statistics, ParseStatistics)
HLO_PYTHON_TEXT(OpMetadata, ParseMetadata)
HLO_PYTHON_TEXT(OriginalValue, ParseOriginalValue)
#undef HLO_PYTHON_TEXT

template <typename T>
T ReadText(std::string_view name, std::string_view text, hlo_text::Arena& arena) {
  std::vector<hlo_text::Diagnostic> diagnostics;
  absl::StatusOr<T> value = TextReader<T>::Read(text, arena, &diagnostics);
  if (!value.ok()) RaiseParseError(value.status(), diagnostics, text, name);
  return *std::move(value);
}

class ValueReader {
 public:
  // Names the value in messages, "window.dimensions". `state`: the module that parts belong to.
  ValueReader(std::string_view name, hlo_text::Arena& arena, ModuleState* state = nullptr)
      : path_(name), arena_(arena), state_(state) {}

  void Read(nb::handle value, bool* to) {
    if (!PyBool_Check(value.ptr())) Refuse("bool", value);
    *to = value.ptr() == Py_True;
  }
  void Read(nb::handle value, int64_t* to) { *to = ToInt(path_, value); }
  void Read(nb::handle value, int32_t* to) {
    const int64_t wide = ToInt(path_, value);
    *to = static_cast<int32_t>(wide);
    if (*to != wide) Raise(PyExc_OverflowError, path_ + ": does not fit 32 bits");
  }
  void Read(nb::handle value, double* to) {
    *to = PyFloat_AsDouble(value.ptr());
    if (*to == -1 && PyErr_Occurred() != nullptr) {
      if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
      PyErr_Clear();
      Refuse("float", value);
    }
  }
  void Read(nb::handle value, std::string_view* to) {
    if (!PyUnicode_Check(value.ptr()) && !PyBytes_Check(value.ptr())) Refuse("str", value);
    *to = arena_.CopyString(TextArgument(value).view());
  }
  void Read(nb::handle value, const hlo_text::Shape** to) {
    *to = ToShape(*state_, value);
    if (*to == nullptr) Refuse("Shape", value);
  }
  void Read(nb::handle value, hlo_text::HloComputation** to) {
    Computation computation;
    if (!nb::try_cast<Computation>(value, computation)) Refuse("Computation", value);
    *to = PartOf(*state_, computation);
    CheckBuilt(**to);
  }
  void Read(nb::handle value, hlo_text::HloInstruction** to) {
    Instruction instruction;
    if (!nb::try_cast<Instruction>(value, instruction)) Refuse("Instruction", value);
    *to = PartOf(*state_, instruction);
  }
  void Read(nb::handle value, hlo_text::Literal* to) {
    const Literal literal = MakeLiteral(value, nb::none());
    // In the arena of its own module, which dies with `literal`: read it again.
    const std::string text = hlo_text::PrintLiteral(*literal, /*with_shape=*/true, /*exact=*/true);
    *to = Value(hlo_text::ParseLiteral(text, state_->module.shapes()));
  }
  template <typename T>
  void Read(nb::handle value, absl::Span<const T>* to) {
    const nb::list list = List(value);
    if (list.size() == 0) {
      *to = {};
      return;
    }
    const size_t count = list.size();
    T* elements = arena_.NewArray<T>(count);
    for (size_t i = 0; i < count; ++i) {
      new (&elements[i]) T{};
      const nb::object element = i < list.size() ? nb::object(list[i]) : nb::none();
      Read(element, &elements[i]);
    }
    *to = absl::Span<const T>(elements, count);
  }
  template <typename T>
  void Read(nb::handle value, const T** to) {
    *to = nullptr;
    if (value.is_none()) return;
    T* pointee = arena_.New<T>();
    Read(value, pointee);
    *to = pointee;
  }
  template <typename T>
  void Read(nb::handle value, T* to) {
    if constexpr (std::is_enum_v<T>) {
      ReadWord(value, to);
    } else {
      if (Py_EnterRecursiveCall(" in a value for HLO") != 0) throw nb::python_error();
      struct Leave {
        ~Leave() { Py_LeaveRecursiveCall(); }
      } leave;
      ReadStruct(value, to);
      Settle(to);
    }
  }

 private:
  [[noreturn]] void Refuse(std::string_view expected, nb::handle value) {
    Raise(PyExc_TypeError,
          path_ + ": expects " + std::string(expected) + ", not " + TypeName(value));
  }
  [[noreturn]] void RefuseValue(std::string_view problem) {
    RaiseInvalid(path_ + ": " + std::string(problem));
  }

  nb::list List(nb::handle value) {
    const bool is_text = PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr());
    PyObject* list = is_text ? nullptr : PySequence_List(value.ptr());
    if (list != nullptr) return nb::steal<nb::list>(list);
    if (PyErr_Occurred() != nullptr) {
      if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
      PyErr_Clear();
    }
    Refuse("a sequence", value);
  }

  template <typename E>
  void ReadWord(nb::handle value, E* to) {
    if (!PyUnicode_Check(value.ptr())) Refuse("str", value);
    *to = ToEnum<E>(path_, TextArgument(value).view());
  }

  template <typename T>
  void ReadStruct(nb::handle value, T* to) {
    if constexpr (TextReader<T>::kExists) {
      if (PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr())) {
        *to = ReadText<T>(path_, TextArgument(value).view(), arena_);
        return;
      }
    }
    // The only struct without a dataclass.
    if constexpr (std::is_same_v<T, hlo_text::FrontendAttributes>) {
      if (!nb::hasattr(value, "keys")) Refuse("a mapping", value);
      nb::dict entries;
      if (PyDict_Update(entries.ptr(), value.ptr()) != 0) throw nb::python_error();
      return ReadEntries(entries, to);
    }
    const nb::object type = Dataclass<T>();
    const std::string path = path_;
    if (nb::isinstance(value, type)) {
      hlo_text::internal::ForEachField(*to, [&](std::string_view name, auto& member) {
        path_ = path + "." + std::string(name);
        Read(nb::getattr(value, ToStr(name)), &member);
      });
    } else if (IsOneList(*to)) {
      hlo_text::internal::ForEachMember(*to, [&](auto& member) { Read(value, &member); });
    } else if (PyTuple_Check(value.ptr())) {
      const nb::tuple members = nb::borrow<nb::tuple>(value);
      size_t next = 0;
      hlo_text::internal::ForEachField(*to, [&](std::string_view name, auto& member) {
        path_ = path + "." + std::string(name);
        if (next < members.size()) Read(members[next], &member);
        ++next;
      });
      path_ = path;
      if (members.size() > next) RefuseValue("too many members");
    } else {
      Refuse(TextArgument(type.attr("__name__")).view(), value);
    }
    path_ = path;
  }
  template <typename T>
  static bool IsOneList(const T& value) {
    size_t members = 0, lists = 0;
    hlo_text::internal::ForEachMember(value, [&](const auto& member) {
      ++members;
      lists += IsList(member);
    });
    return members == 1 && lists == 1;
  }
  template <typename T>
  static size_t IsList(const absl::Span<T>&) {
    return 1;
  }
  template <typename T>
  static size_t IsList(const T&) {
    return 0;
  }

  void ReadEntries(nb::handle value, hlo_text::FrontendAttributes* to) {
    const nb::list items(nb::borrow<nb::dict>(value).items());
    auto* entries = arena_.NewArray<hlo_text::FrontendAttribute>(items.size());
    for (size_t i = 0; i < items.size(); ++i) {
      new (&entries[i]) hlo_text::FrontendAttribute{};
      Read(nb::object(items[i][0]), &entries[i].key);
      CheckKey(entries[i].key);
      Read(nb::object(items[i][1]), &entries[i].value);
    }
    // The library sorts them. Values are not read from text, which would drop blanks after JSON.
    *to = {absl::Span<const hlo_text::FrontendAttribute>(entries, items.size())};
  }
  // Of a frontend attribute: it must read back.
  void CheckKey(std::string_view key) {
    const hlo_text::FrontendAttribute entry = {key, ""};
    const std::string text = hlo_text::PrintFrontendAttributes({absl::MakeConstSpan(&entry, 1)});
    const auto read = ReadText<hlo_text::FrontendAttributes>(path_, text, arena_);
    if (read.entries.size() != 1 || read.entries[0].key != key) {
      RefuseValue("'" + std::string(key) + "' is not a name");
    }
  }

  // ---- Checks of converted values.

  template <typename T>
  void Settle(T*) {}
  void Settle(hlo_text::ReplicaGroups* groups) {
    CheckAxes(groups->mesh, groups->axes);
    *groups =
        ReadText<hlo_text::ReplicaGroups>(path_, hlo_text::PrintReplicaGroups(*groups), arena_);
  }
  void Settle(hlo_text::Statistic* statistic) {
    // Without its number, which is rounded in text.
    const hlo_text::Statistic named = {statistic->name, 0};
    const std::string text = hlo_text::PrintStatistics({0, absl::MakeConstSpan(&named, 1)});
    const auto read = ReadText<hlo_text::Statistics>(path_, text, arena_).values;
    if (read.size() != 1 || read[0].name != named.name) {
      RefuseValue("'" + std::string(named.name) + "' is not a name");
    }
  }
  void Settle(hlo_text::NamedSharding* named) {
    for (const hlo_text::NamedSharding::Dimension& dimension : named->dimensions) {
      CheckAxes(named->mesh, dimension.axes);
    }
    CheckAxes(named->mesh, named->replicated);
    CheckAxes(named->mesh, named->unreduced);
    CheckAxes(named->mesh, named->manual);
  }
  void Settle(hlo_text::HloSharding* sharding) {
    if (sharding->kind == hlo_text::HloSharding::Kind::kNamed && sharding->named == nullptr) {
      RefuseValue("a named sharding needs named=");
    }
    if (sharding->kind == hlo_text::HloSharding::Kind::kTuple) {
      for (const hlo_text::HloSharding& element : sharding->elements) {
        if (element.kind == hlo_text::HloSharding::Kind::kTuple) RefuseValue("a tuple in a tuple");
      }
      return;
    }
    const std::string text = hlo_text::PrintSharding(*sharding, /*print_metadata=*/false);
    hlo_text::HloSharding read = ReadText<hlo_text::HloSharding>(path_, text, arena_);
    read.metadata = sharding->metadata;
    *sharding = read;
  }
  void Settle(hlo_text::ConvolutionDimensionNumbers* numbers) {
    // A text may leave out numbers, bf?01, and letters, f01, which are then 0.
    constexpr int64_t kMost = int64_t{1} << 16;  // larger ones have no text
    const auto check = [&](int64_t a, int64_t b, absl::Span<const int64_t> spatial) {
      std::set<int64_t> seen(spatial.begin(), spatial.end());
      bool is_unique = seen.size() == spatial.size();
      for (const int64_t letter : {a, b}) is_unique &= seen.insert(letter).second || letter == 0;
      if (!is_unique || *seen.begin() < 0 || *seen.rbegin() >= kMost) {
        RefuseValue("dimensions must be from 0 to 65535, each but 0 once");
      }
    };
    check(numbers->input_batch_dimension, numbers->input_feature_dimension,
          numbers->input_spatial_dimensions);
    check(numbers->kernel_input_feature_dimension, numbers->kernel_output_feature_dimension,
          numbers->kernel_spatial_dimensions);
    check(numbers->output_batch_dimension, numbers->output_feature_dimension,
          numbers->output_spatial_dimensions);
  }
  void CheckAxes(const hlo_text::Mesh& mesh, absl::Span<const hlo_text::AxisRef> axes) {
    for (const hlo_text::AxisRef& axis : axes) {
      if (axis.axis < 0 || static_cast<size_t>(axis.axis) >= mesh.axes.size()) {
        RefuseValue("the mesh has no axis " + std::to_string(axis.axis));
      }
    }
  }

  std::string path_;
  hlo_text::Arena& arena_;
  ModuleState* state_;
};

}  // namespace

int64_t ToInt(std::string_view name, nb::handle value) {
  const std::string path(name);
  if (PyBool_Check(value.ptr()) || PyIndex_Check(value.ptr()) == 0) {
    Raise(PyExc_TypeError, path + ": expects int, not " + TypeName(value));
  }
  const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
  if (!index.is_valid()) throw nb::python_error();
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0) Raise(PyExc_OverflowError, path + ": does not fit 64 bits");
  return number;
}

absl::Span<const int64_t> ToInts(std::string_view name, nb::handle value, hlo_text::Arena& arena) {
  absl::Span<const int64_t> ints;
  ValueReader(name, arena).Read(value, &ints);
  return ints;
}

hlo_text::HloOpcode ToOpcode(std::string_view word) {
  const std::optional<hlo_text::HloOpcode> opcode = hlo_text::ParseHloOpcode(word);
  if (!opcode.has_value()) {
    RaiseInvalid("unknown opcode '" + std::string(word) + "'" +
                 DidYouMean(word, NamesOf<hlo_text::HloOpcode>(hlo_text::kHloOpcodeCount,
                                                               &hlo_text::HloOpcodeName)));
  }
  return *opcode;
}

hlo_text::PrimitiveType ToElementType(std::string_view word) {
  const std::optional<hlo_text::PrimitiveType> type = hlo_text::ParsePrimitiveType(word);
  if (!type.has_value() || !hlo_text::IsArrayType(*type)) {
    RaiseInvalid("unknown element type '" + std::string(word) + "'" +
                 DidYouMean(word, NamesOf<hlo_text::PrimitiveType>(
                                      static_cast<int>(hlo_text::PrimitiveType::kTuple),
                                      &hlo_text::PrimitiveTypeName)));
  }
  return *type;
}

template <typename E>
E ToEnum(std::string_view name, std::string_view word) {
  const std::optional<E> value = hlo_text::internal::EnumOf<E>(word);
  if (value.has_value()) return *value;
  RaiseInvalid(std::string(name) + ": must be one of " + Join(hlo_text::internal::WordsOf<E>()) +
               ", not '" + std::string(word) + "'");
}

template <typename T>
T FromPython(std::string_view name, nb::handle value, hlo_text::Arena& arena) {
  T result{};
  ValueReader(name, arena).Read(value, &result);
  return result;
}

// ---- Attributes.

namespace {

std::string Hyphened(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = c == '_' ? '-' : c;
  return text;
}

// Makes an attribute of a type of the table.
class AttributeReader {
 public:
  AttributeReader(ModuleState& state, hlo_text::AttributeKind kind, nb::handle value,
                  hlo_text::Arena& arena)
      : reader_(hlo_text::AttributeName(kind), arena, &state),
        kind_(kind),
        value_(value),
        arena_(arena) {}

  // For OfType.
  template <typename T>
  hlo_text::Attribute List() {
    return hlo_text::Attribute::List<T>(kind_, Value<absl::Span<const T>>());
  }
  template <typename T>
  hlo_text::Attribute One() {
    if constexpr (std::is_same_v<T, double>) {
      return hlo_text::Attribute::Double(kind_, Value<T>());
    } else if constexpr (std::is_integral_v<T>) {
      return hlo_text::Attribute::Int64(kind_, Value<T>());
    } else if constexpr (std::is_enum_v<T>) {
      return hlo_text::Attribute::Enum(kind_, Value<T>());
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      return hlo_text::Attribute::String(kind_, Value<T>());
    } else if constexpr (std::is_same_v<T, hlo_text::UnknownAttribute> ||
                         std::is_same_v<T, hlo_text::UnknownOpcode>) {
      RaiseInvalid("unknown words come from a text only");
    } else if constexpr (std::is_same_v<T, hlo_text::Shape>) {
      return hlo_text::Attribute::Pointer(kind_, Value<const T*>());
    } else if constexpr (std::is_same_v<T, hlo_text::HloComputation>) {
      return hlo_text::Attribute::Pointer(kind_, Value<T*>());
    } else {
      return hlo_text::Attribute::Pointer(kind_, arena_.New<T>(Value<T>()));
    }
  }

 private:
  template <typename T>
  T Value() {
    T value{};
    reader_.Read(value_, &value);
    return value;
  }
  ValueReader reader_;
  const hlo_text::AttributeKind kind_;
  const nb::handle value_;
  hlo_text::Arena& arena_;
};

}  // namespace

hlo_text::AttributeKind KindOf(hlo_text::HloOpcode opcode, std::string_view name) {
  const std::string hyphened = Hyphened(name);
  const auto is_named = [&](std::string_view other) { return other == name || other == hyphened; };
  for (const hlo_text::AttributeSpec& spec : hlo_text::GetOpcodeInfo(opcode).attributes) {
    if (is_named(hlo_text::AttributeName(spec.kind))) return spec.kind;
  }
  for (int i = 0; i < hlo_text::kAttributeKindCount; ++i) {
    const auto kind = static_cast<hlo_text::AttributeKind>(i);
    if (is_named(hlo_text::AttributeName(kind))) return kind;
  }
  RaiseInvalid("there is no attribute '" + std::string(name) + "'" +
               DidYouMean(name, NamesOf<hlo_text::AttributeKind>(hlo_text::kAttributeKindCount,
                                                                 &hlo_text::AttributeName)));
}

hlo_text::Attribute ToAttribute(ModuleState& state, hlo_text::AttributeKind kind, nb::handle value,
                                hlo_text::Arena& arena) {
  AttributeReader reader(state, kind, value, arena);
  return hlo_text::OfType(hlo_text::GetAttributeInfo(kind).type, reader);
}

std::vector<hlo_text::Attribute> ToAttributes(ModuleState& state, hlo_text::HloOpcode opcode,
                                              nb::handle keywords, hlo_text::Arena& arena) {
  std::vector<hlo_text::Attribute> attributes;
  for (const auto [name, value] : nb::borrow<nb::dict>(keywords)) {
    const hlo_text::AttributeKind kind = KindOf(opcode, TextArgument(name).view());
    if (value.is_none()) continue;
    attributes.push_back(ToAttribute(state, kind, value, arena));
  }
  return attributes;
}

#define HLO_ENUM_TYPE(E, ...) template hlo_text::E ToEnum(std::string_view, std::string_view);
#include "hlo/tables/attribute_types.def"
#define HLO_PYTHON_VALUE(T) \
  template hlo_text::T FromPython<hlo_text::T>(std::string_view, nb::handle, hlo_text::Arena&);
#define HLO_VALUE_STRUCT(T, ...) HLO_PYTHON_VALUE(T)
#include "hlo/tables/attribute_types.def"
#undef HLO_PYTHON_VALUE

}  // namespace hlo_python
