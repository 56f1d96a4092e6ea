// Looks keywords up in PrintOptionTable(), which also gives the signature and the docstring.
#include "print_options.h"

#include <deque>

#include "errors.h"
#include "text.h"

namespace hlo_python {
namespace {

namespace nb = nanobind;

// As in hlo-fmt.
constexpr long kMaxNumber = 1000;

std::string_view NameOf(std::string_view word) { return word; }
template <typename Row>
std::string_view NameOf(const Row& row) {
  return row.name;
}

// "'a', 'b'"
template <typename Rows>
std::string Names(const Rows& rows) {
  std::string names;
  for (const auto& row : rows) {
    if (!names.empty()) names += ", ";
    names.append("'").append(NameOf(row)).append("'");
  }
  return names;
}

template <typename Rows>
const auto& Find(const Rows& rows, std::string_view what, std::string_view name) {
  for (const auto& row : rows) {
    if (row.name == name) return row;
  }
  Raise(PyExc_ValueError,
        std::string(what) + " must be one of " + Names(rows) + ", not '" + std::string(name) + "'");
}

[[noreturn]] void RaiseType(std::string_view name, std::string_view type) {
  Raise(PyExc_TypeError, std::string(name) + " must be " + std::string(type));
}

TextArgument ToWord(std::string_view name, nb::handle value) {
  if (!PyUnicode_Check(value.ptr())) RaiseType(name, "a str");
  return TextArgument(value);
}

int ToNumber(std::string_view name, nb::handle value) {
  if (!PyLong_Check(value.ptr()) || PyBool_Check(value.ptr())) RaiseType(name, "an int");
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(value.ptr(), &overflow);
  if (overflow != 0 || number < 0 || number > kMaxNumber) {
    Raise(PyExc_ValueError, std::string(name) + " must be from 0 to " + std::to_string(kMaxNumber));
  }
  return static_cast<int>(number);
}

void Set(const hlo_text::PrintOptionInfo& option, nb::handle value,
         hlo_text::PrintOptions* options) {
  if (option.bool_field != nullptr) {
    if (!PyBool_Check(value.ptr())) RaiseType(option.name, "a bool");
    options->*option.bool_field = value.ptr() == Py_True;
  } else if (option.int_field != nullptr) {
    options->*option.int_field = ToNumber(option.name, value);
  } else if (const auto mode =
                 hlo_text::ParseSubcomputationMode(ToWord(option.name, value).view())) {
    options->*option.mode_field = *mode;
  } else {
    Raise(PyExc_ValueError, std::string(option.name) + " must be one of " +
                                Names(hlo_text::SubcomputationModeWords()));
  }
}

std::string TypeOf(const hlo_text::PrintOptionInfo& option) {
  if (option.bool_field != nullptr) return "bool";
  if (option.int_field != nullptr) return "int";
  return "typing.Literal[" + Names(hlo_text::SubcomputationModeWords()) + "]";
}

}  // namespace

const char* KeepForever(std::string text) {
  static auto* texts = new std::deque<std::string>;
  return texts->emplace_back(std::move(text)).c_str();
}

hlo_text::PrintOptions MakePrintOptions(const Module& module, std::string_view style,
                                        const nb::kwargs& keywords) {
  hlo_text::PrintOptions options = Find(hlo_text::PrintStyleTable(), "style", style).preset();
  if (style == "dump") options = hlo_text::PrintOptions::DumpOf(*module);
  for (const auto [key, value] : keywords) {
    const TextArgument keyword(key);
    const std::string_view name = keyword.view();
    if (name == "async_mode") {
      options.async_mode =
          Find(hlo_text::AsyncPrintModeTable(), name, ToWord(name, value).view()).mode;
      continue;
    }
    if (name == "async_reader") {
      options.async_reader =
          Find(hlo_text::AsyncReaderTable(), name, ToWord(name, value).view()).reader;
      continue;
    }
    const hlo_text::PrintOptionInfo* option = nullptr;
    for (const hlo_text::PrintOptionInfo& row : hlo_text::PrintOptionTable()) {
      if (row.name == name) option = &row;
    }
    if (option == nullptr) {
      Raise(PyExc_TypeError,
            "print() has no option '" + std::string(name) + "'" +
                DidYouMean(name, hlo_text::PrintOptionTable(),
                           [](const hlo_text::PrintOptionInfo& row) { return row.name; }));
    }
    Set(*option, value, &options);
  }
  if (keywords.contains("async_mode")) options.syntax_sugar_async_ops = true;
  return options;
}

const char* PrintSignature(std::string_view extra) {
  std::string text = "def print(self, style: typing.Literal[" + Names(hlo_text::PrintStyleTable()) +
                     "] = 'default', *, async_mode: typing.Literal[" +
                     Names(hlo_text::AsyncPrintModeTable()) +
                     "] = ..., async_reader: typing.Literal[" +
                     Names(hlo_text::AsyncReaderTable()) + "] = ..., " + std::string(extra);
  for (const hlo_text::PrintOptionInfo& option : hlo_text::PrintOptionTable()) {
    text.append(option.name).append(": ").append(TypeOf(option)).append(" = ..., ");
  }
  text.resize(text.size() - 2);
  return KeepForever(text + ") -> str");
}

const char* PrintDoc(std::string_view first_line) {
  std::string text(first_line);
  text += "\n\nstyle: one of " + Names(hlo_text::PrintStyleTable()) +
          ".\nasync_mode: how to print asynchronous operations, one of " +
          Names(hlo_text::AsyncPrintModeTable()) +
          ".\nasync_reader: who must be able to read sugar, one of " +
          Names(hlo_text::AsyncReaderTable()) + ".\nOptions that override the style:\n\n";
  for (const hlo_text::PrintOptionInfo& option : hlo_text::PrintOptionTable()) {
    text.append("- ").append(option.name).append(": ").append(option.help).append("\n");
  }
  return KeepForever(text + "\nTypeError for an unknown option.");
}

}  // namespace hlo_python
