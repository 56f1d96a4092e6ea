// Converts diagnostics to Python objects, offsets to lines and columns.
#include "diagnostics.h"

#include <string>
#include <utility>

#include "text.h"

namespace hlo_python {
namespace {

namespace nb = nanobind;

// The message. XLA's messages name tokens as in its sources, "to end with kRbrace"; here they
// appear as in texts.
std::string MessageOf(const hlo_text::Diagnostic& d) {
  static constexpr std::pair<std::string_view, std::string_view> kTokens[] = {
      {"kEof", "the end of the text"},
      {"kError", "an invalid token"},
      {"kEqual", "'='"},
      {"kComma", "','"},
      {"kColon", "':'"},
      {"kAsterisk", "'*'"},
      {"kOctothorp", "'#'"},
      {"kPlus", "'+'"},
      {"kTilde", "'~'"},
      {"kQuestionMark", "'?'"},
      {"kLsquare", "'['"},
      {"kRsquare", "']'"},
      {"kLbrace", "'{'"},
      {"kRbrace", "'}'"},
      {"kLparen", "'('"},
      {"kRparen", "')'"},
      {"kDots", "'...'"},
      {"kArrow", "'->'"},
      {"kLeq", "'<='"},
      {"kNegInf", "'-inf'"},
      {"kPrimitiveType", "an element type"},
      {"kName", "a name"},
      {"kAttributeName", "an attribute"},
      {"kDimLabels", "dimension labels"},
      {"kDxD", "sizes"},
      {"kPad", "padding"},
      {"kIdent", "a word"},
      {"kString", "a string"},
      {"kInt", "an integer"},
      {"kDecimal", "a number"}};
  std::string message = d.message;
  // Other codes quote words of the text.
  if (message.rfind("expect", 0) != 0 || message.find("sees") != message.npos) return message;
  for (const auto& [token, plain] : kTokens) {
    const size_t at = message.find(token);
    if (at != message.npos) message.replace(at, token.size(), plain);
  }
  return message;
}

}  // namespace

nb::list ToList(const std::vector<hlo_text::Diagnostic>& diagnostics, std::string_view source) {
  nb::list list;
  if (diagnostics.empty()) return list;
  const nb::module_ classes = nb::module_::import_("hlo_text._diagnostics");
  const nb::object make_diagnostic = classes.attr("Diagnostic"), make_note = classes.attr("Note"),
                   make_suggestion = classes.attr("Suggestion");
  hlo_text::LineIndex lines(source);
  for (const hlo_text::Diagnostic& d : diagnostics) {
    nb::list notes;
    for (const hlo_text::DiagnosticNote& note : d.notes) {
      const hlo_text::LineColumn at = lines.Get(note.begin);
      notes.append(make_note(at.line, at.column, ToStr(note.message)));
    }
    nb::list suggestions;
    for (const hlo_text::DiagnosticSuggestion& each : d.suggestions) {
      const hlo_text::LineColumn begin = lines.Get(each.begin), end = lines.Get(each.end);
      suggestions.append(
          make_suggestion(begin.line, begin.column, end.line, end.column, ToStr(each.text)));
    }
    const hlo_text::LineColumn at = lines.Get(d.begin);
    list.append(make_diagnostic(ToStr(hlo_text::internal::TextOf(d.severity)),
                                ToStr(hlo_text::DiagnosticCodeName(d.code)), at.line, at.column,
                                ToStr(MessageOf(d)), nb::tuple(notes), nb::tuple(suggestions)));
  }
  return list;
}

void RaiseParseError(const absl::Status& status,
                     const std::vector<hlo_text::Diagnostic>& diagnostics, std::string_view source,
                     std::string_view filename) {
  std::string rendered;
  hlo_text::RenderOptions options;
  options.path = filename;
  hlo_text::LineIndex lines(source);
  for (hlo_text::Diagnostic d : diagnostics) {
    d.message = MessageOf(d);
    rendered += hlo_text::RenderDiagnostic(d, &lines, options);
  }
  if (rendered.empty()) rendered = std::string(status.message());
  if (!rendered.empty() && rendered.back() == '\n') rendered.pop_back();
  const nb::object type = nb::module_::import_("hlo_text._diagnostics").attr("ParseError");
  const nb::object error = type(ToStr(rendered), ToList(diagnostics, source));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

}  // namespace hlo_python
