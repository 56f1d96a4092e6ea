// Module: a whole program.
#include "module.h"

#include <string>

#include "diagnostics.h"
#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "hlo/uniquify.h"
#include "hlo/verify.h"
#include "print_options.h"
#include "text.h"

namespace hlo_python {
namespace {

Module Clone(const Module& m) {
  auto copy = std::make_shared<ModuleState>();
  copy->module = Read(m, [&] { return m->Clone(); });
  copy->warnings = m.owner->warnings;
  copy->uniquify = m.owner->uniquify;
  copy->is_desugared = m.owner->is_desugared;
  return MakeModule(std::move(copy));
}

void Desugar(const Module& m) {
  if (m.owner->is_desugared) return;
  Change(m, [&] {
    hlo::Desugar(*m, &m.owner->warnings);
    hlo::Uniquify(*m, m.owner->uniquify);
    m.owner->is_desugared = true;
    m.owner->users.clear();
  });
}

// The module itself if desugared, else a desugared copy.
Module Desugared(const Module& m) {
  if (m.owner->is_desugared) return m;
  Module copy = Clone(m);
  Desugar(copy);
  return copy;
}

nb::str PrintModule(const Module& m, std::string_view style, bool wrap_calls,
                    const nb::kwargs& keywords) {
  const hlo::PrintOptions options = MakePrintOptions(style, keywords);
  const bool unwrap = keywords.contains("async_mode") &&
                      options.async_mode == hlo::AsyncPrintMode::kGeneric && !wrap_calls;
  if (!unwrap) return ToStr(Read(m, [&] { return hlo::PrintHloModule(*m, options); }));
  return ToStr(Read(m, [&] {
    hlo::HloModule copy = m->Clone();
    hlo::UnwrapAsyncCalls(copy);
    return hlo::PrintHloModule(copy, options);
  }));
}

nb::bytes ToProto(const Module& m) {
  const absl::StatusOr<std::string> bytes = Read(m, [&] { return hlo::SerializeHloModule(*m); });
  if (!bytes.ok()) throw nb::value_error(std::string(bytes.status().message()).c_str());
  return nb::bytes(bytes->data(), bytes->size());
}

nb::list Verify(const Module& m, bool strict, bool layouts) {
  hlo::VerifyOptions options;
  options.xla_strict = strict;
  options.layout_sensitive = layouts;
  const Module desugared = Desugared(m);
  return ToList(Read(desugared, [&] { return hlo::Verify(*desugared, options); }),
                desugared->source());
}

nb::str Fingerprint(const Module& m) {
  const Module desugared = Desugared(m);
  return ToStr(Read(desugared, [&] { return hlo::Fingerprint(*desugared).ToString(); }));
}

void DefineConfig(nb::class_<Module>& type) {
  type.def_prop_ro(
      "is_scheduled", [](const Module& m) { return m->config().is_scheduled; },
      "True if instructions run in the order of the text.");
  type.def_prop_ro(
      "replica_count", [](const Module& m) { return m->config().replica_count; },
      "replica_count in the header; default 1.");
  type.def_prop_ro(
      "num_partitions", [](const Module& m) { return m->config().num_partitions; },
      "num_partitions in the header; default 1.");
}

void DefineContents(nb::class_<Module>& type) {
  type.def_prop_ro(
      "name", [](const Module& m) { return ToStr(m->name()); }, "The name in the header.");
  type.def_prop_ro(
      "computations", [](const Module& m) { return ToList(m, m->computations()); },
      nb::sig("def computations(self) -> list[Computation]"),
      "In definition order, which may differ from the printed order.");
  type.def_prop_ro(
      "entry_computation", [](const Module& m) { return m.To(m->entry_computation()); },
      nb::sig("def entry_computation(self) -> Computation"),
      "The computation where the program begins.");
  type.def_prop_ro(
      "instruction_count", [](const Module& m) { return m->instruction_count(); },
      "Number of instructions in all computations.");
  type.def_prop_ro(
      "warnings", [](const Module& m) { return ToList(m.owner->warnings, m->source()); },
      nb::sig("def warnings(self) -> list[hlo_text.Diagnostic]"),
      "Warnings of parse() and desugar().");
}

}  // namespace

void DefineModule(nb::module_& m) {
  nb::class_<Module> type(m, "Module", "A program. parse() and clone() make modules.");
  DefineIdentity(type);
  type.def("__str__",
           [](const Module& m) { return ToStr(Read(m, [&] { return hlo::PrintHloModule(*m); })); });
  type.def("__repr__", [](const Module& m) {
    return ToStr("<hlo_text.Module " + std::string(m->name()) + ">");
  });
  DefineContents(type);
  DefineConfig(type);
  type.def("print", PrintModule, nb::arg("style") = "default", nb::kw_only(),
           nb::arg("wrap_calls") = false, nb::arg("options"),
           nb::sig(PrintSignature("wrap_calls: bool = False, ")),
           PrintDoc("The text of the module, as hlo-fmt prints it.\n\n"
                    "wrap_calls: with async_mode='generic', keep calls in wrapped computations; "
                    "otherwise prints a copy of the module without these."));
  type.def("to_proto", ToProto,
           "The module as bytes of an HloModuleProto, which parse() reads: XLA's binary form.\n\n"
           "ValueError if it cannot be one, for example because of unknown opcodes.");
  type.def(
      "desugar", Desugar,
      "Replaces asynchronous sugar (custom-call-start) by generic operations (async-start and a "
      "wrapped computation), in place. parse() does this by default. Adds computations and "
      "instructions and may rename; existing Instruction objects stay valid.");
  type.def(
      "verify", Verify, nb::kw_only(), nb::arg("strict") = false, nb::arg("layouts") = false,
      nb::sig("def verify(self, *, strict: bool = False, layouts: bool = False) -> "
              "list[hlo_text.Diagnostic]"),
      "All violations of the rules of XLA's verifier for structure, shapes, asynchronous chains, "
      "calls, aliases and layouts; empty if there are none.\n\n"
      "strict: also what only the Async HLO document allows.\n"
      "layouts: also shapes that differ in layout only.");
  type.def(
      "fingerprint", Fingerprint,
      "32 hexadecimal digits. Equal for programs that differ only in names, metadata and sugar; "
      "any other difference changes them.");
  type.def("clone", Clone, nb::sig("def clone(self) -> Module"),
           "A copy that shares nothing with this module.");
}

}  // namespace hlo_python
