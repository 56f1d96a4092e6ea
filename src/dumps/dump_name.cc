// Three forms: the file of any module, a stage with a number, a stage without one. A module's
// name may contain anything, including dots and digits, so the last part of a name that is a stage
// counts. After a hyphen, as in cpu_after_optimizations-buffer-assignment, comes a report on that
// stage.
#include "src/dumps/dump_name.h"

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr size_t kLeastDigits = 4;  // of a pass: 0006

size_t CountDigits(std::string_view text) {
  const size_t end = text.find_first_not_of("0123456789");
  return end == kNone ? text.size() : end;
}

// Takes a number of at least `least` digits and a dot off the front of `text`.
std::optional<std::string_view> TakeNumber(size_t least, std::string_view* text) {
  const size_t digits = CountDigits(*text);
  if (digits < least || digits >= text->size() || (*text)[digits] != '.') return std::nullopt;
  const std::string_view number = text->substr(0, digits);
  text->remove_prefix(digits + 1);
  return number;
}

// Cuts `text` at `mark` if there is something on both sides; returns the part after it.
std::string_view CutOff(std::string_view mark, std::string_view* text) {
  const size_t at = text->find(mark, 1);
  if (at == kNone || at + mark.size() >= text->size()) return {};
  const std::string_view rest = text->substr(at + mark.size());
  *text = text->substr(0, at);
  return rest;
}

// Parses PIPELINE.after_PASS[.before_NEXT], or PASS.before_STEP within a pass of a TPU.
bool ParsePipeline(std::string_view text, DumpName* name) {
  std::string_view pass = CutOff(".after_", &text);
  const std::string_view next = CutOff(".before_", pass.empty() ? &text : &pass);
  if (pass.empty() && next.empty()) return false;
  name->pipeline = text;
  name->pass = pass.empty() ? kPipelineStart : pass;
  name->next = next;
  return true;
}

// Parses [MODULE.]NUMBER.PIPELINE..., with the last number that fits.
bool ParsePass(std::string_view text, DumpName* name, std::string_view* number) {
  for (size_t dot = text.rfind('.');; dot = dot == 0 ? kNone : text.rfind('.', dot - 1)) {
    std::string_view rest = dot == kNone ? text : text.substr(dot + 1);
    const std::optional<std::string_view> digits = TakeNumber(kLeastDigits, &rest);
    if (digits.has_value() && ParsePipeline(rest, name)) {
      name->module_name = dot == kNone ? std::string_view() : text.substr(0, dot);
      *number = *digits;
      return true;
    }
    if (dot == kNone) return false;
  }
}

// The length of a leading sm_8.0_ or sm_9.0a_; no other stage has a dot in its name.
size_t ArchitectureLength(std::string_view text) {
  if (text.substr(0, 3) != "sm_") return 0;
  std::string_view rest = text.substr(3);
  if (!TakeNumber(1, &rest).has_value() || CountDigits(rest) == 0) return 0;
  rest.remove_prefix(CountDigits(rest));
  if (!rest.empty() && rest[0] >= 'a' && rest[0] <= 'z') rest.remove_prefix(1);
  return rest.substr(0, 1) == "_" ? text.size() - rest.size() + 1 : 0;
}

// Whether `text` is [WORDS_]before_WORD or after_WORD; sets the side.
// thunk_sequence_after_thunk_passes is not a module but the GPU's thunks.
bool ParseSide(std::string_view text, DumpKind* kind) {
  if (text.find_first_of(".-") != kNone || text.find("thunk") != kNone) return false;
  for (size_t at = 0;; ++at) {
    const std::string_view rest = text.substr(at);
    for (const auto& [word, side] :
         {std::pair<std::string_view, DumpKind>("before_", DumpKind::kBefore),
          std::pair<std::string_view, DumpKind>("after_", DumpKind::kAfter)}) {
      if (rest.size() <= word.size() || rest.substr(0, word.size()) != word) continue;
      *kind = side;
      return true;
    }
    at = text.find('_', at);
    if (at == kNone) return false;
  }
}

// Parses [MODULE.]STAGE, with the shortest module.
bool ParseUnnumbered(std::string_view text, DumpName* name) {
  for (size_t dot = text.find('.');; dot = text.find('.', dot + 1)) {
    const std::string_view stage = dot == kNone ? text : text.substr(dot + 1);
    const size_t prefix = ArchitectureLength(stage);
    if (ParseSide(stage.substr(prefix), &name->kind)) {
      name->module_name = dot == kNone ? std::string_view() : text.substr(0, dot);
      name->stage = stage;
      return true;
    }
    if (dot == kNone) return false;
  }
}

// Parses `text`, after the module's number and without extension, as a stage.
bool ParseStageName(std::string_view text, DumpName* name) {
  std::string_view number;
  if (!ParsePass(text, name, &number)) return ParseUnnumbered(text, name);
  // No compiler counts that far: somebody made the name up.
  if (!absl::SimpleAtoi(Absl(number), &name->step)) {
    name->pipeline = name->pass = name->next = {};
    name->step = -1;
    return false;
  }
  name->kind = DumpKind::kPass;
  return true;
}

}  // namespace

std::optional<DumpName> ParseDumpName(std::string_view file_name) {
  constexpr std::string_view kModule = "module_";
  DumpName name;
  std::string_view rest = file_name;
  name.timestamp = TakeNumber(1, &rest).value_or(std::string_view());
  if (rest.substr(0, kModule.size()) != kModule) return std::nullopt;
  rest.remove_prefix(kModule.size());
  const std::optional<std::string_view> number = TakeNumber(1, &rest);
  if (!number.has_value() || rest.empty() ||
      !absl::SimpleAtoi(Absl(*number), &name.module_number)) {
    return std::nullopt;
  }
  absl::string_view stage = Absl(rest);
  absl::ConsumeSuffix(&stage, ".gz");
  name.is_proto = absl::ConsumeSuffix(&stage, ".hlo.pb");
  const bool has_module = name.is_proto || absl::ConsumeSuffix(&stage, ".txt");
  if (!has_module || !ParseStageName(Std(stage), &name)) {
    name.module_name = rest;
    name.kind = DumpKind::kOther;
  }
  return name;
}

std::string PassDumpName(int64_t module_number, std::string_view module_name, int64_t step,
                         std::string_view pipeline, std::string_view pass, std::string_view next) {
  const auto padded = [](int64_t number) {
    return absl::StrCat(absl::Dec(number, static_cast<absl::PadSpec>(kLeastDigits)));
  };
  std::string name =
      StrCat("module_", padded(module_number), module_name.empty() ? "" : ".", module_name, ".",
             padded(step), ".", pipeline, ".after_", pass, ".before_", next, ".txt");
  for (char& c : name) {
    if (std::string_view("/\\[] ").find(c) != kNone) c = '_';
  }
  return name;
}

}  // namespace hlo_text_v1::internal
