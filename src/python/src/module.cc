// Module: a whole program. Its header is in config.cc, other formats in exports.cc.
#include "module.h"

#include <algorithm>
#include <string>

#include "diagnostics.h"
#include "errors.h"
#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/normalize.h"
#include "hlo/order.h"
#include "hlo/outline.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/uniquify.h"
#include "hlo/verify.h"
#include "print_options.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

Module NewModule(std::string_view name) {
  auto state = std::make_shared<ModuleState>();
  state->module = hlo::CreateHloModule(name);
  state->is_desugared = true;
  return MakeModule(std::move(state));
}

Module Clone(const Module& m) {
  auto copy = std::make_shared<ModuleState>();
  copy->module = m->Clone();
  copy->warnings = m.owner->warnings;
  copy->uniquify = m.owner->uniquify;
  copy->is_desugared = m.owner->is_desugared;
  return MakeModule(std::move(copy));
}

void Desugar(const Module& m) {
  if (m.owner->is_desugared) return;
  m.owner->NoteEdit();
  hlo::Desugar(*m, &m.owner->warnings);
  hlo::Uniquify(*m, m.owner->uniquify);
  m.owner->is_desugared = true;
}

// The module itself if desugared, else a desugared copy.
Module Desugared(const Module& m) {
  CheckEntry(m);
  if (m.owner->is_desugared) return m;
  Module copy = Clone(m);
  Desugar(copy);
  return copy;
}

nb::str PrintModule(const Module& m, std::string_view style, bool wrap_calls,
                    const nb::kwargs& keywords) {
  const hlo::PrintOptions options = MakePrintOptions(m, style, keywords);
  CheckEntry(m);
  const bool unwrap = keywords.contains("async_mode") &&
                      options.async_mode == hlo::AsyncPrintMode::kGeneric && !wrap_calls;
  if (!unwrap) return ToStr(hlo::PrintHloModule(*m, options));
  hlo::HloModule copy = m->Clone();
  hlo::UnwrapAsyncCalls(copy);
  return ToStr(hlo::PrintHloModule(copy, options));
}

nb::str Str(const Module& m) {
  CheckEntry(m);
  return ToStr(hlo::PrintHloModule(*m));
}

nb::list Verify(const Module& m, bool strict, bool layouts, bool mixed_precision) {
  hlo::VerifyOptions options;
  options.allow_mixed_precision = mixed_precision;
  options.xla_strict = strict;
  options.layout_sensitive = layouts;
  const Module desugared = Desugared(m);
  return ToList(hlo::Verify(*desugared, options), desugared->source());
}

nb::str Fingerprint(const Module& m) { return ToStr(hlo::Fingerprint(*Desugared(m)).ToString()); }

// ---- Pickle: text that reads back exactly, and what the text does not have.

nb::object Reduce(const Module& m) {
  const bool is_desugared = m.owner->is_desugared;
  bool folds_tuple_elements = true, writes_compare_type = false;
  const nb::module_ helpers = nb::module_::import_("hlo_text._pickle");
  nb::object header = nb::none();
  std::string text;
  if (m->entry_computation() != nullptr) {
    hlo::PrintOptions options = hlo::PrintOptions::DumpOf(*m);
    folds_tuple_elements = options.compact_gte;
    options.compact_gte = false;  // which would lose their names
    writes_compare_type = options.print_compare_type;
    options.print_compare_type = false;  // which says nothing where the operands are bound later
    options.print_large_constants = true;
    options.exact_literals = true;
    if (!is_desugared) {
      options.syntax_sugar_async_ops = true;
      options.async_mode = hlo::AsyncPrintMode::kKeep;
    }
    // Edits and protos have other orders, which do not read back.
    options.keep_definition_order = std::all_of(
        m->computations().begin(), m->computations().end(),
        [](const hlo::HloComputation* c) { return hlo::internal::HasOperandsFirst(*c); });
    text = hlo::PrintHloModule(*m, options);
  } else if (!m->computations().empty()) {
    throw nb::value_error("the module has no entry computation yet");
  } else {
    header = helpers.attr("header")(m);  // no text has it
  }
  return nb::make_tuple(
      helpers.attr("module"),
      nb::make_tuple(ToStr(m->name()), nb::bytes(text.data(), text.size()), is_desugared,
                     m.owner->uniquify.keep_stack_frames, m.owner->uniquify.keep_instruction_names,
                     folds_tuple_elements, writes_compare_type, header));
}

Module Unpickle(std::string_view name, nb::bytes text, bool is_desugared, bool keep_stack_frames,
                bool keep_instruction_names, bool folds_tuple_elements,
                std::optional<bool> writes_compare_type) {
  const std::string_view source(text.c_str(), text.size());
  Module m = NewModule(name);
  m.owner->is_desugared = is_desugared;
  m.owner->uniquify.keep_stack_frames = keep_stack_frames;
  m.owner->uniquify.keep_instruction_names = keep_instruction_names;
  if (source.empty()) return m;
  hlo::ParseOptions options;
  options.uniquify = false;
  options.allow_unknown = true;
  std::vector<hlo::Diagnostic> diagnostics;
  absl::StatusOr<hlo::HloModule> module;
  {
    nb::gil_scoped_release release;
    module = hlo::ParseHloModule(source, options, &diagnostics);
  }
  if (!module.ok()) RaiseParseError(module.status(), diagnostics, source, "<pickle>");
  m.owner->module = *std::move(module);
  auto& hints = hlo::internal::IrAccess::StateOf(m.owner->module);
  hints.folds_tuple_elements = folds_tuple_elements;
  if (writes_compare_type.has_value()) hints.writes_compare_type = *writes_compare_type;
  // Not to change names, but to settle the tables.
  hlo::Uniquify(m.owner->module, {/*keep_stack_frames=*/true, /*keep_instruction_names=*/true});
  return m;
}

// ---- Edits.

// hlo::Strip with a keyword for each line of strip.def.
void Strip(const Module& m, const nb::kwargs& keywords) {
  hlo::StripOptions options;
  for (const auto [key, value] : keywords) {
    const std::string name(TextArgument(key).view());
    const hlo::StripInfo* found = nullptr;
    for (const hlo::StripInfo& info : hlo::StripTable()) {
      if (info.name == name) found = &info;
    }
    if (found == nullptr) Raise(PyExc_TypeError, "strip() has no option '" + name + "'");
    if (!PyBool_Check(value.ptr())) Raise(PyExc_TypeError, name + " must be a bool");
    options.*(found->field) = value.ptr() == Py_True;
  }
  hlo::Strip(*m.Edit(), options);
}

const char* StripSignature() {
  std::string text = "def strip(self, *, ";
  for (const hlo::StripInfo& info : hlo::StripTable()) {
    text.append(info.name).append(": bool = False, ");
  }
  text.resize(text.size() - 2);
  return KeepForever(text + ") -> None");
}

const char* StripDoc() {
  std::string text = "Removes parts that do not affect what the module computes:\n";
  for (const hlo::StripInfo& info : hlo::StripTable()) {
    text.append("\n- ").append(info.name).append(": ").append(info.help);
  }
  return KeepForever(text);
}

Computation ParseComputation(const Module& m, nb::handle text, bool allow_unknown,
                             std::string_view filename) {
  const TextArgument source(text);
  hlo::ParseOptions options;
  options.allow_unknown = allow_unknown;
  std::vector<hlo::Diagnostic> diagnostics;
  const absl::StatusOr<hlo::HloComputation*> computation =
      hlo::ParseHloComputation(source.view(), *m.Edit(), options, &diagnostics);
  if (!computation.ok()) {
    RaiseParseError(computation.status(), diagnostics, source.view(), filename);
  }
  if (m.owner->is_desugared) {
    hlo::Desugar(*m);
    hlo::Uniquify(*m, m.owner->uniquify);
  }
  return m.To(*computation);
}

int64_t FlattenCallGraph(const Module& m, int64_t max_instructions) {
  CheckEntry(m);
  return Value(hlo::FlattenCallGraph(*m.Edit(), max_instructions));
}

// A function of the library that edits a whole module.
template <typename Function>
void DefineEdit(nb::class_<Module>& type, const char* name, Function function, const char* doc) {
  type.def(
      name,
      [function](const Module& m) {
        CheckEntry(m);
        return function(*m.Edit());
      },
      doc);
}

nb::object Find(const Module& m, std::string_view name) {
  return ToOptional(m, m->GetComputationWithName(name));
}

Computation Item(const Module& m, nb::handle name) {
  if (!PyUnicode_Check(name.ptr())) {
    Raise(PyExc_TypeError, "expects the name of a computation, not " + TypeName(name));
  }
  hlo::HloComputation* found = m->GetComputationWithName(TextArgument(name).view());
  if (found == nullptr) {
    PyErr_SetObject(PyExc_KeyError, name.ptr());
    throw nb::python_error();
  }
  return m.To(found);
}

nb::object FindInstruction(const Module& m, std::string_view name) {
  for (hlo::HloComputation* computation : m->computations()) {
    if (hlo::HloInstruction* found = computation->GetInstructionWithName(name)) {
      return nb::cast(m.To(found));
    }
  }
  return nb::none();
}

bool Contains(const Module& m, nb::handle key) {
  Computation computation;
  if (nb::try_cast<Computation>(key, computation)) {
    return computation.owner == m.owner && IsLive(computation.object) &&
           computation->root_instruction() != nullptr;
  }
  return PyUnicode_Check(key.ptr()) &&
         m->GetComputationWithName(TextArgument(key).view()) != nullptr;
}

void DefineContents(nb::class_<Module>& type) {
  type.def_prop_ro(
      "computations", [](const Module& m) { return ToList(m, m->computations()); },
      nb::sig("def computations(self) -> list[Computation]"),
      "In definition order, which may differ from the printed order. A copy.");
  type.def("__getitem__", Item, nb::arg("name"),
           nb::sig("def __getitem__(self, name: str, /) -> Computation"),
           "The computation called `name`; KeyError if there is none.");
  type.def("__contains__", Contains, nb::arg("key").none(),
           nb::sig("def __contains__(self, key: object, /) -> bool"),
           "Whether a Computation, or a name, is in it.");
  type.def(
      "__iter__", [](const Module& m) { return nb::iter(ToList(m, m->computations())); },
      nb::sig("def __iter__(self) -> collections.abc.Iterator[Computation]"),
      "Iterates over a copy of `computations`.");
  type.def("get", Find, nb::arg("name"), nb::sig("def get(self, name: str) -> Computation | None"),
           "The computation called `name`, or None.");
  type.def("instruction", FindInstruction, nb::arg("name"),
           nb::sig("def instruction(self, name: str) -> Instruction | None"),
           "The first instruction called `name`, or None. Linear.");
  type.def(
      "computation_post_order",
      [](const Module& m) { return CheckEntry(m), ToList(m, hlo::ComputationPostOrder(*m)); },
      nb::sig("def computation_post_order(self) -> list[Computation]"),
      "The computations in printed order: each after those that it calls.");
  type.def_prop_ro(
      "instruction_count", [](const Module& m) { return m->instruction_count(); },
      "Number of instructions in all computations.");
  type.def_prop_ro(
      "has_sugar", [](const Module& m) { return hlo::HasSugar(*m); },
      "True after parse(desugar=False) of a text with asynchronous sugar, until desugar(): then "
      "the "
      "module can be printed, cloned and pickled, but not edited or analysed.");
  type.def_prop_ro(
      "warnings", [](const Module& m) { return ToList(m.owner->warnings, m->source()); },
      nb::sig("def warnings(self) -> list[hlo_text.Diagnostic]"),
      "Warnings of parse() and desugar().");
}

void DefineEdits(nb::class_<Module>& type) {
  type.def(
      "desugar", Desugar,
      "Replaces asynchronous sugar (custom-call-start) by generic operations (async-start and a "
      "wrapped computation), in place. parse() does this by default. Adds computations and "
      "instructions and may rename; existing Instruction objects stay valid.");
  type.def("strip", Strip, nb::arg("options"), nb::sig(StripSignature()), StripDoc());
  type.def("parse_computation", ParseComputation, nb::arg("text"), nb::kw_only(),
           nb::arg("allow_unknown") = false, nb::arg("filename") = "<string>",
           nb::sig("def parse_computation(self, text: str | bytes, *, allow_unknown: bool = False, "
                   "filename: str = '<string>') -> Computation"),
           "Adds the computations in a text, 'name { instructions }', which may call those of the "
           "module, and returns the last one. ParseError if the text has an error.");
  type.def("flatten_call_graph", FlattenCallGraph, nb::arg("max_instructions") = int64_t{1} << 26,
           "Clones computations until each call, while, conditional and async-start has its own; "
           "returns the number of clones. HloError beyond max_instructions.");
  DefineEdit(type, "sort_maps", hlo::SortMaps,
             "Sorts the JSON in backend_config and frontend_attributes.");
  DefineEdit(type, "inline_stack_frames", hlo::InlineStackFrames,
             "Replaces stack_frame_id in metadata by file, lines and columns.");
  DefineEdit(type, "canonicalize_names", hlo::CanonicalizeNames,
             "Names everything by structure and puts what is not scheduled into a canonical "
             "order: equal programs print equal texts. Keeps metadata: strip() it first.");
  DefineEdit(type, "unwrap_async_calls", hlo::UnwrapAsyncCalls,
             "Lets async-starts of computations that only call another one call that.");
  DefineEdit(
      type, "remove_dead_instructions",
      [](hlo::HloModule& m) { return hlo::RemoveDeadInstructions(m); },
      "Removes what neither a root nor a side effect needs, then unused computations; returns the "
      "number of instructions.");
  DefineEdit(
      type, "remove_unused_computations",
      [](hlo::HloModule& m) { return hlo::RemoveUnusedComputations(m); },
      "Removes computations that the entry computation does not reach; returns their number.");
}

}  // namespace

void DefineModule(nb::module_& m) {
  nb::class_<Module> type(
      m, "Module",
      "A program. parse() reads one, Module(name) makes an empty one. Iterating "
      "yields its computations; module['name'] finds one.");
  DefineIdentity(type);
  type.def(
      "__init__", [](Module* self, std::string_view name) { new (self) Module(NewModule(name)); },
      nb::arg("name"), "An empty module; a Builder makes its entry computation.");
  type.def("__str__", Str);
  type.def("__repr__", [](const Module& m) {
    return ToStr("<hlo_text.Module " + std::string(m->name()) + ">");
  });
  type.def(
      "_repr_html_",
      [](const Module& module) {
        return nb::module_::import_("hlo_text._html").attr("of_module")(module);
      },
      nb::sig("def _repr_html_(self) -> str"), "For notebooks.");
  DefineContents(type);
  DefineConfig(type);
  DefineEdits(type);
  DefineExports(type);
  DefineReductions(type);
  type.def("print", PrintModule, nb::arg("style") = "default", nb::kw_only(),
           nb::arg("wrap_calls") = false, nb::arg("options"),
           nb::sig(PrintSignature("wrap_calls: bool = False, ")),
           PrintDoc("The text of the module, as hlo-fmt prints it.\n\n"
                    "wrap_calls: with async_mode='generic', keep calls in wrapped computations; "
                    "otherwise prints a copy of the module without these."));
  type.def(
      "verify", Verify, nb::kw_only(), nb::arg("strict") = false, nb::arg("layouts") = false,
      nb::arg("mixed_precision") = false,
      nb::sig("def verify(self, *, strict: bool = False, layouts: bool = False, mixed_precision: "
              "bool = False) -> list[hlo_text.Diagnostic]"),
      "All violations of the rules of XLA's verifier for structure, shapes, asynchronous chains, "
      "calls, aliases and layouts; empty if there are none.\n\n"
      "strict: also what only the Async HLO document allows.\n"
      "layouts: also shapes that differ in layout only.\n"
      "mixed_precision: not operands of several floating-point types, as between passes for a "
      "TPU.");
  type.def(
      "fingerprint", Fingerprint,
      "32 hexadecimal digits. Equal for programs that differ only in names, metadata and sugar; "
      "any other difference changes them.");
  type.def("clone", Clone, nb::sig("def clone(self) -> Module"),
           "A copy that shares nothing with this module; it drops what edits have left in memory.");
  type.def("__copy__", Clone, nb::sig("def __copy__(self) -> Module"));
  type.def(
      "__deepcopy__", [](const Module& module, nb::handle) { return Clone(module); },
      nb::arg("memo"), nb::sig("def __deepcopy__(self, memo: typing.Any, /) -> Module"));
  type.def("__reduce__", Reduce, nb::sig("def __reduce__(self) -> tuple[typing.Any, ...]"),
           "For pickle.");
  m.def("_unpickle", Unpickle,
        nb::sig("def _unpickle(name: str, text: bytes, is_desugared: bool, "
                "keep_stack_frames: bool, keep_instruction_names: bool, "
                "folds_tuple_elements: bool, writes_compare_type: bool | None) -> Module"));
}

}  // namespace hlo_python
