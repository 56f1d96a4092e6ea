// MLIR text -> MlirModule -> bodies outlined -> HLO text -> HloModule. The HLO parser checks the
// content; its reports are moved to the MLIR operations.
#include <algorithm>
#include <optional>
#include <utility>

#include "hlo/graph.h"
#include "hlo/mlir.h"
#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/diagnostics/move_ranges.h"
#include "src/ir/walk.h"
#include "src/mlir/import_function.h"
#include "src/mlir/import_state.h"
#include "src/mlir/mlir_parser.h"
#include "src/mlir/outline_bodies.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

class ModuleImporter {
 public:
  ModuleImporter(const MlirModule& module, const ParseOptions& options, uint64_t max_bytes,
                 std::vector<Diagnostic>* diagnostics)
      : module_(module), import_(module, options, max_bytes, diagnostics) {}

  // Writes the module as HLO. Returns false after reporting an error.
  bool Write() { return import_.FindCallees() && FindEntry() && WriteHeader() && WriteFunctions(); }
  const HloTextMap& text() const { return text_; }
  MlirImport& import() { return import_; }
  // Whether `hlo` has only the functions that were written, with nothing smuggled in by an
  // attribute.
  bool IsAll(const HloModule& hlo) const {
    return hlo.instruction_count() == lines_ &&
           static_cast<int64_t>(hlo.computations().size()) == functions_;
  }

 private:
  bool FindEntry();
  bool WriteHeader();
  bool WriteFunctions();
  std::vector<const MlirFunction*> CallOrder() const;

  const MlirModule& module_;
  MlirImport import_;
  HloTextMap text_;
  const MlirFunction* entry_ = nullptr;
  int64_t lines_ = 0;
  int64_t functions_ = 0;
};

// hlo.entry, or the only function that is not private.
bool ModuleImporter::FindEntry() {
  const MlirFunction* marked = nullptr;
  const MlirFunction* visible = nullptr;
  int64_t marked_count = 0;
  int64_t visible_count = 0;
  for (const MlirFunction& function : module_.functions) {
    if (function.attributes.Find("hlo.entry") != nullptr) {
      marked = &function;
      ++marked_count;
    }
    if (!function.is_private) {
      visible = &function;
      ++visible_count;
    }
  }
  entry_ = marked_count == 0 && visible_count == 1 ? visible : marked;
  if (marked_count > 1 || entry_ == nullptr || entry_->is_async || !entry_->has_body) {
    return import_.Fail(DiagnosticCode::kMlirNoEntry,
                        entry_ == nullptr ? module_.range : entry_->range);
  }
  return true;
}

bool ModuleImporter::WriteHeader() {
  const MlirAttribute* header = nullptr;
  const MlirAttribute* frames = nullptr;
  if (!import_.FindString(module_.attributes, "hlo.header", &header) ||
      !import_.FindString(module_.attributes, "hlo.stack_frames", &frames)) {
    return false;
  }
  // HLO without a name needs an attribute after it.
  const bool is_nameless = module_.name.empty() && header != nullptr;
  const std::string name = module_.name.empty() ? "module" : module_.name;
  if (!import_.CheckName(name, module_.range)) return false;
  text_.Mark(module_.range);
  text_.Append(is_nameless ? "HloModule " : StrCat("HloModule %", name));
  if (header != nullptr) {
    text_.Mark(header->range);
    text_.Append(", ", header->text);
  }
  text_.Append("\n\n");
  if (frames != nullptr) {
    text_.Mark(frames->range);
    text_.Append(frames->text, "\n\n");
  }
  return true;
}

// Functions after those that they mention; otherwise, and in cycles, in the order of the text.
std::vector<const MlirFunction*> ModuleImporter::CallOrder() const {
  HashMap<std::string_view, const MlirFunction*> by_name;
  for (const MlirFunction& function : module_.functions) by_name.emplace(function.name, &function);
  HashSet<const MlirFunction*> seen;
  const auto mark = [&](const MlirFunction* function) { return seen.insert(function).second; };
  const auto mentioned = [&](const MlirFunction* function) {
    std::vector<const MlirFunction*> functions;
    for (const auto& name : function->references) {
      const auto found = by_name.find(name);
      if (found != by_name.end()) functions.push_back(found->second);
    }
    return functions;
  };
  std::vector<const MlirFunction*> order;
  const auto finish = [&](const MlirFunction* function) { order.push_back(function); };
  for (const MlirFunction& function : module_.functions) {
    // Functions without a body come when mentioned.
    if (function.has_body) WalkPostOrder(&function, mark, mentioned, finish);
  }
  return order;
}

bool ModuleImporter::WriteFunctions() {
  for (const MlirFunction* function : CallOrder()) {
    if (!function->has_body) continue;
    const MlirImport::Callee* callee = import_.FindCallee(function->name, function->range);
    FunctionImporter importer(*callee, function == entry_, &import_);
    if (!importer.Write(&text_)) return false;
    lines_ += importer.line_count();
    ++functions_;
  }
  return true;
}

uint64_t MaxBytes(std::string_view text, const ParseOptions& options) {
  return std::min<uint64_t>(ExpansionLimit(options, text.size()), SourceBuffer::kMaxSize / 2);
}

void MoveToMlir(const HloTextMap& map, Diagnostic* diagnostic) {
  // Drops suggestions, since a place in the MLIR text may be a whole operation, and hints about
  // older forms of HLO, which are not read there.
  diagnostic->suggestions.clear();
  const auto is_legacy = [](const DiagnosticNote& note) {
    return note.message == DiagnosticCodeText(DiagnosticCode::kLegacyNote);
  };
  std::vector<DiagnosticNote>& notes = diagnostic->notes;
  notes.erase(std::remove_if(notes.begin(), notes.end(), is_legacy), notes.end());
  // Duplicate names are reported at the name, most other errors after the last byte read.
  const bool is_name = diagnostic->code == DiagnosticCode::kInstructionExists ||
                       diagnostic->code == DiagnosticCode::kComputationExists;
  MoveRanges(diagnostic, [&](uint32_t* begin, uint32_t* end) {
    const bool is_after = !is_name && begin == &diagnostic->begin;
    const MlirRange range = is_after ? map.PlaceBefore(*begin) : map.PlaceAt(*begin);
    *begin = range.begin;
    *end = range.end;
  });
}

absl::StatusOr<HloModule> ReadHlo(const ParseOptions& options, ModuleImporter* importer,
                                  std::vector<Diagnostic>* diagnostics) {
  ParseOptions hlo_options = options;
  hlo_options.limits.max_input_bytes = SourceBuffer::kMaxSize;
  hlo_options.upgrade_legacy = false;
  hlo_options.jobs = 1;
  std::vector<Diagnostic> found;
  absl::StatusOr<HloModule> hlo = ParseHloModule(importer->text().text(), hlo_options, &found);
  for (Diagnostic& diagnostic : found) {
    MoveToMlir(importer->text(), &diagnostic);
    diagnostics->push_back(std::move(diagnostic));
  }
  if (hlo.ok() && !importer->IsAll(*hlo)) {
    importer->import().Fail(DiagnosticCode::kMlirMoreThanValue, importer->import().module.range);
    return absl::InvalidArgumentError("");
  }
  return hlo;
}

// The first error.
absl::Status FirstError(std::string_view text, const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) return ErrorStatus(text, diagnostic);
  }
  return absl::InvalidArgumentError("");
}

}  // namespace

absl::StatusOr<HloModule> ImportMlirAsync(std::string_view text, const ParseOptions& options,
                                          std::vector<Diagnostic>* diagnostics) {
  std::vector<Diagnostic> own;
  if (diagnostics == nullptr) diagnostics = &own;
  diagnostics->clear();
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;
  std::optional<MlirModule> mlir = MlirParser(text, options, diagnostics).Parse();
  if (!mlir.has_value() || !OutlineBodies(&*mlir, diagnostics)) {
    return FirstError(text, *diagnostics);
  }
  ModuleImporter importer(*mlir, options, MaxBytes(text, options), diagnostics);
  if (!importer.Write()) return FirstError(text, *diagnostics);
  absl::StatusOr<HloModule> hlo = ReadHlo(options, &importer, diagnostics);
  if (!hlo.ok()) return FirstError(text, *diagnostics);
  return hlo;
}

}  // namespace hlo_text_v1
