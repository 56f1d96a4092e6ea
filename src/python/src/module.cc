// Module: a whole program. Its header is in config.cc, other formats in exports.cc.
#include "module.h"

#include <algorithm>
#include <string>

#include "bind.h"
#include "diagnostics.h"
#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/summary.h"
#include "hlo/transform.h"
#include "hlo/verify.h"
#include "print_options.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"

HLO_PYTHON_CLASS(hlo_text::Diagnostic, "Diagnostic")

namespace hlo_python {
namespace {

using M = const Module&;

Module NewModule(std::string_view name) {
  auto state = std::make_shared<ModuleState>();
  state->module = hlo_text::CreateHloModule(name);
  return MakeModule(std::move(state));
}

Module Clone(M m) {
  auto copy = std::make_shared<ModuleState>();
  copy->module = m->Clone();
  copy->warnings = m.owner->warnings;
  copy->uniquify = m.owner->uniquify;
  return MakeModule(std::move(copy));
}

void Desugar(M m) {
  if (!hlo_text::HasSugar(*m)) return;
  m.owner->NoteEdit();
  hlo_text::Desugar(&*m, &m.owner->warnings);
  hlo_text::Uniquify(&*m, m.owner->uniquify);
}

// The module itself if desugared, else a desugared copy.
Module Desugared(M m) {
  CheckEntry(m);
  if (!hlo_text::HasSugar(*m)) return m;
  Module copy = Clone(m);
  Desugar(copy);
  return copy;
}

std::string PrintModule(M m, std::string_view style, bool wrap_calls, const nb::kwargs& keywords) {
  const hlo_text::PrintOptions options = MakePrintOptions(m, style, keywords);
  CheckEntry(m);
  const bool unwrap = keywords.contains("async_mode") &&
                      options.async_mode == hlo_text::AsyncPrintMode::kGeneric && !wrap_calls;
  if (!unwrap) return hlo_text::PrintHloModule(*m, options);
  hlo_text::HloModule copy = m->Clone();
  hlo_text::UnwrapAsyncCalls(&copy);
  return hlo_text::PrintHloModule(copy, options);
}

List<hlo_text::Diagnostic> Verify(M m, bool strict, bool layouts, bool mixed_precision) {
  hlo_text::VerifyOptions options;
  options.allow_mixed_precision = mixed_precision;
  options.xla_strict = strict;
  options.layout_sensitive = layouts;
  const Module desugared = Desugared(m);
  return ToList(hlo_text::Verify(*desugared, options), desugared->source());
}

// ---- Pickle: text that reads back exactly, and facts that are not in the text.

// Text, keep_stack_frames, keep_instruction_names, folds_tuple_elements, compare_type.
using State = std::tuple<nb::bytes, bool, bool, bool, bool>;

State GetState(M m) {
  CheckEntry(m);
  hlo_text::PrintOptions options = hlo_text::PrintOptions::DumpOf(*m);
  const bool folds_tuple_elements = options.compact_gte;
  options.compact_gte = false;  // which would lose their names
  const bool compare_type = options.spellings.compare_type;
  options.spellings.compare_type = false;  // type= says nothing where the operands are bound later
  options.print_large_constants = true;
  options.exact_literals = true;
  if (hlo_text::HasSugar(*m)) {
    options.syntax_sugar_async_ops = true;
    options.async_mode = hlo_text::AsyncPrintMode::kKeep;
  }
  // Edits and protos have other orders, which do not read back.
  options.keep_definition_order = std::all_of(
      m->computations().begin(), m->computations().end(),
      [](const hlo_text::HloComputation* c) { return hlo_text::internal::HasOperandsFirst(*c); });
  const std::string text = hlo_text::PrintHloModule(*m, options);
  return {nb::bytes(text.data(), text.size()), m.owner->uniquify.keep_stack_frames,
          m.owner->uniquify.keep_instruction_names, folds_tuple_elements, compare_type};
}

void SetState(Module& m, const State& state) {
  const auto& [text, keep_frames, keep_names, folds, writes_type] = state;
  Module read = NewModule("");
  read.owner->uniquify.keep_stack_frames = keep_frames;
  read.owner->uniquify.keep_instruction_names = keep_names;
  hlo_text::ParseOptions options;
  options.uniquify = false;
  options.allow_unknown = true;
  std::vector<hlo_text::Diagnostic> diagnostics;
  const std::string_view source(text.c_str(), text.size());
  auto module = WithoutGil([&] { return hlo_text::ParseHloModule(source, options, &diagnostics); });
  if (!module.ok()) RaiseParseError(module.status(), diagnostics, source, "<pickle>");
  *read = *std::move(module);
  auto& hints = hlo_text::internal::IrAccess::StateOf(*read);
  hints.folds_tuple_elements = folds;
  hints.spellings.compare_type = writes_type;
  // Does not change names, but settles the tables.
  hlo_text::Uniquify(&*read, {/*keep_stack_frames=*/true, /*keep_instruction_names=*/true});
  new (&m) Module(std::move(read));
}

// ---- Edits.

// hlo_text::Strip with one keyword per line of strip.def.
void Strip(M m, const nb::kwargs& keywords) {
  hlo_text::StripOptions options;
  for (const auto [key, value] : keywords) {
    const std::string name(TextArgument(key).view());
    const hlo_text::StripInfo* found = nullptr;
    for (const hlo_text::StripInfo& info : hlo_text::StripTable()) {
      if (info.name == name) found = &info;
    }
    if (found == nullptr) {
      Raise(PyExc_TypeError, "strip() has no option '" + name + "'" +
                                 DidYouMean(name, hlo_text::StripTable(),
                                            [](const hlo_text::StripInfo& s) { return s.name; }));
    }
    if (!PyBool_Check(value.ptr())) Raise(PyExc_TypeError, name + " must be a bool");
    options.*(found->field) = value.ptr() == Py_True;
  }
  hlo_text::Strip(m.Edit(), options);
}

const char* StripSignature() {
  std::string text = "def strip(self, *, ";
  for (const hlo_text::StripInfo& info : hlo_text::StripTable()) {
    text.append(info.name).append(": bool = False, ");
  }
  text.resize(text.size() - 2);
  return KeepForever(text + ") -> None");
}

const char* StripDoc() {
  std::string text = "Removes parts that do not affect what the module computes:\n";
  for (const hlo_text::StripInfo& info : hlo_text::StripTable()) {
    text.append("\n- ").append(info.name).append(": ").append(info.help);
  }
  return KeepForever(text);
}

Computation ParseComputation(M m, StrOrBytes text, bool allow_unknown, std::string_view filename) {
  const TextArgument source(text);
  hlo_text::ParseOptions options;
  options.allow_unknown = allow_unknown;
  std::vector<hlo_text::Diagnostic> diagnostics;
  const absl::StatusOr<hlo_text::HloComputation*> computation =
      hlo_text::ParseHloComputation(source.view(), m.Edit(), options, &diagnostics);
  if (!computation.ok()) {
    RaiseParseError(computation.status(), diagnostics, source.view(), filename);
  }
  hlo_text::Desugar(&*m);
  hlo_text::Uniquify(&*m, m.owner->uniquify);
  return m.To(*computation);
}

int64_t FlattenCallGraph(M m, int64_t max_instructions) {
  CheckEntry(m);
  return Value(hlo_text::FlattenCallGraph(m.Edit(), max_instructions));
}

// A function of the library that edits a whole module.
template <typename Function>
void DefineEdit(nb::class_<Module>& type, const char* name, Function function, const char* doc) {
  type.def(name, [function](M m) { return CheckEntry(m), function(m.Edit()); }, doc);
}

hlo_text::HloComputation* Find(M m, std::string_view name) { return m->FindComputation(name); }

Computation Item(M m, std::string_view name) {
  hlo_text::HloComputation* found = Find(m, name);
  if (found == nullptr) {
    RaiseKeyError(name, DidYouMean(name, m->computations(),
                                   [](hlo_text::HloComputation* c) { return c->name(); }));
  }
  return m.To(found);
}

hlo_text::HloInstruction* FindInstruction(M m, std::string_view name) {
  for (hlo_text::HloComputation* computation : m->computations()) {
    if (hlo_text::HloInstruction* found = computation->FindInstruction(name)) return found;
  }
  return nullptr;
}

bool Contains(M m, nb::handle key) {
  Computation computation;
  if (nb::try_cast<Computation>(key, computation)) {
    return computation.owner == m.owner && IsLive(computation.object) &&
           computation->root_instruction() != nullptr;
  }
  return PyUnicode_Check(key.ptr()) && Find(m, TextArgument(key).view()) != nullptr;
}

void DefineContents(nb::class_<Module>& type) {
  Get(type, "computations", "In definition order, which may differ from the printed order. A copy.",
      [](M m) { return m->computations(); });
  Def(type, "__len__", [](M m) { return m->computations().size(); });
  Def(type, "__bool__", [](M) { return true; });
  Def(type, "__getitem__", "The computation called `name`; KeyError if there is none.", &Item);
  type.def("__contains__", Contains, nb::arg().none(),
           nb::sig("def __contains__(self, key: object, /) -> bool"),
           "Whether a Computation, or a name, is in it.");
  type.def(
      "__iter__", [](M m) { return nb::iter(ToList(m.owner, m->computations())); },
      nb::sig("def __iter__(self) -> collections.abc.Iterator[Computation]"),
      "Iterates over a copy of `computations`.");
  Def(type, "get", "name"_a, "The computation called `name`, or None.", &Find);
  Def(type, "instruction", "name"_a, "The first instruction called `name`, or None. Linear.",
      &FindInstruction);
  Def(type, "computation_post_order",
      "The computations in printed order: each after those that it calls.",
      [](M m) { return CheckEntry(m), hlo_text::ComputationPostOrder(*m); });
  Get(type, "instruction_count", "Number of instructions in all computations.",
      [](M m) { return m->instruction_count(); });
  Get(type, "edit_count", "Grows with each edit of the module.",
      [](M m) { return m.owner->version; });
  Get(type, "has_sugar",
      "True after parse(desugar=False) of a text with asynchronous sugar, until desugar(): then "
      "the module can be printed, cloned and pickled, but not edited or analysed.",
      [](M m) { return hlo_text::HasSugar(*m); });
  Get(type, "warnings", "Warnings of parse() and desugar().",
      [](M m) { return List<hlo_text::Diagnostic>(ToList(m.owner->warnings, m->source())); });
}

void DefineEdits(nb::class_<Module>& type) {
  Def(type, "desugar",
      "Replaces asynchronous sugar (custom-call-start) by generic operations (async-start and a "
      "wrapped computation), in place. parse() does this by default. Adds computations and "
      "instructions and may rename; existing Instruction objects stay valid.",
      &Desugar);
  type.def("strip", Strip, "options"_a, nb::sig(StripSignature()), StripDoc());
  Def(type, "parse_computation", "text"_a, nb::kw_only(), "allow_unknown"_a = false,
      "filename"_a = "<string>",
      "Adds the computations in a text, 'name { instructions }', which may call those of the "
      "module, and returns the last one. ParseError if the text has an error.",
      &ParseComputation);
  Def(type, "flatten_call_graph", "max_instructions"_a = int64_t{1} << 26,
      "Clones computations until each call, while, conditional and async-start has its own; "
      "returns the number of clones. HloError beyond max_instructions.",
      &FlattenCallGraph);
  DefineEdit(type, "sort_maps", hlo_text::SortMaps,
             "Sorts the JSON in backend_config and frontend_attributes.");
  DefineEdit(type, "inline_stack_frames", hlo_text::InlineStackFrames,
             "Replaces stack_frame_id in metadata by file, lines and columns.");
  DefineEdit(type, "canonicalize_names", hlo_text::CanonicalizeNames,
             "Names everything by structure and puts what is not scheduled into a canonical "
             "order: equal programs print equal texts. Keeps metadata: strip() it first.");
  DefineEdit(type, "unwrap_async_calls", hlo_text::UnwrapAsyncCalls,
             "Lets async-starts of computations that only call another one call that.");
  DefineEdit(
      type, "remove_dead_instructions",
      [](hlo_text::HloModule* m) { return Value(hlo_text::RemoveDeadInstructions(m)); },
      "Removes what neither a root nor a side effect needs, then unused computations; returns the "
      "number of instructions.");
  DefineEdit(
      type, "remove_unused_computations",
      [](hlo_text::HloModule* m) { return Value(hlo_text::RemoveUnusedComputations(m)); },
      "Removes computations that the entry computation does not reach; returns their number.");
}

}  // namespace

void DefineModule(nb::module_& m) {
  nb::class_<Module> type(
      m, "Module",
      "A program. parse() reads one, Module(name) makes an empty one. Iterating "
      "yields its computations; module['name'] finds one.");
  DefineIdentity(type);
  Make(type, "name"_a, "An empty module; a Builder makes its entry computation.",
       [](std::string_view name) { return NewModule(name); });
  Def(type, "__str__", [](M m) { return CheckEntry(m), hlo_text::PrintHloModule(*m); });
  Def(type, "__repr__", [](M m) { return "<hlo_text.Module " + std::string(m->name()) + ">"; });
  DefineHtml(type, "of_module");
  DefineContents(type);
  DefineConfig(type);
  DefineEdits(type);
  DefineExports(type);
  DefineReductions(type);
  DefinePasses(type);
  Def(type, "print", "style"_a = "default", nb::kw_only(), "wrap_calls"_a = false, "options"_a,
      nb::sig(PrintSignature("wrap_calls: bool = False, ")),
      PrintDoc("The text of the module, as hlo-fmt prints it.\n\n"
               "wrap_calls: with async_mode='generic', keep calls in wrapped computations; "
               "otherwise prints a copy of the module without these."),
      &PrintModule);
  Def(type, "verify", nb::kw_only(), "strict"_a = false, "layouts"_a = false,
      "mixed_precision"_a = false,
      "All violations of the rules of XLA's verifier for structure, shapes, asynchronous chains, "
      "calls, aliases and layouts; empty if there are none.\n\n"
      "strict: also what only the Async HLO document allows.\n"
      "layouts: also shapes that differ in layout only.\n"
      "mixed_precision: not operands of several floating-point types, as between passes for a "
      "TPU.",
      &Verify);
  Def(type, "summary", nb::kw_only(), "json"_a = false,
      "The module in less than 2 KB, as hlo-fmt --summary prints it: counts, bytes, collectives, "
      "the "
      "largest values, loops.",
      [](M m, bool json) {
        return hlo_text::SummarizeModule(
            *Desugared(m), json ? hlo_text::SummaryForm::kJson : hlo_text::SummaryForm::kText);
      });
  Def(type, "fingerprint",
      "32 hexadecimal digits. Equal for programs that differ only in names, metadata and sugar; "
      "any other difference changes them.",
      [](M m) { return hlo_text::Fingerprint(*Desugared(m)).ToString(); });
  Def(type, "canonical_text",
      "The text that is the same for all modules with the same fingerprint(), as "
      "hlo-fmt --canonicalize prints it.",
      [](M m) {
        hlo_text::HloModule copy = Desugared(m)->Clone();
        hlo_text::Canonicalize(&copy);
        return hlo_text::PrintHloModule(copy, hlo_text::CanonicalTextOptions());
      });
  Def(type, "clone",
      "A copy that shares nothing with this module; it drops what edits have left in memory.",
      &Clone);
  Def(type, "__copy__", &Clone);
  Def(type, "__deepcopy__", [](M m, AnyValue) { return Clone(m); });
  type.def("__getstate__", GetState, "For pickle.");
  type.def("__setstate__", SetState);
}

}  // namespace hlo_python
