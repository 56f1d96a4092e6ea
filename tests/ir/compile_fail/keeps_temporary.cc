// Each line must be an error of clang's -Wdangling: it keeps a part or an analysis of a module, or
// an attribute of values, that are gone at the end of the line.
#include "hlo/async.h"
#include "hlo/buffer_analysis.h"
#include "hlo/builder.h"
#include "hlo/call_graph.h"
#include "hlo/cost.h"
#include "hlo/dataflow.h"
#include "hlo/dependencies.h"
#include "hlo/diff.h"
#include "hlo/graph.h"
#include "hlo/live_ranges.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/schedule.h"
#include "hlo/transform.h"

using namespace hlo_text;

HloModule Read();

void KeepParts() {
  std::string_view name = Read().name();                          // expected-error {{temporary}}
  std::string_view source = Read().source();                      // expected-error {{temporary}}
  absl::Span<HloComputation* const> all = Read().computations();  // expected-error {{temporary}}
  HloComputation* entry = Read().entry_computation();             // expected-error {{temporary}}
  HloComputation* found = Read().FindComputation("e");            // expected-error {{temporary}}
  ShapePool& shapes = Read().shapes();                            // expected-error {{temporary}}
  // Also within a StatusOr.
  auto computation = ReadHloModule("")->entry_computation();  // expected-error {{temporary}}
  auto text = SourceBuffer::Copy("").view();                  // expected-error {{temporary}}
}

void KeepAnalyses() {
  AsyncIndex index(Read());                         // expected-error {{temporary}}
  SugarForms forms(Read());                         // expected-error {{temporary}}
  BufferAnalysis buffers(Read());                   // expected-error {{temporary}}
  CallGraph calls(Read());                          // expected-error {{temporary}}
  CostAnalysis costs(Read());                       // expected-error {{temporary}}
  HloDataflow values(Read());                       // expected-error {{temporary}}
  DominatorTree tree(*Read().entry_computation());  // expected-error {{temporary}}
  UserSnapshot users(*Read().entry_computation());  // expected-error {{temporary}}
  LiveRanges ranges(Read());                        // expected-error {{temporary}}
  HloInstructionPrinter printer(Read());            // expected-error {{temporary}}
  HloOrdering ordering(Read());                     // expected-error {{temporary}}
  HloModule module = Read();
  ModuleDiff before = Diff(Read(), module);  // expected-error {{temporary}}
  ModuleDiff after = Diff(module, Read());   // expected-error {{temporary}}
}

void KeepValues() {
  auto a = MakeAttribute<AttributeKind::kDimensions>({1, 0});  // expected-error {{array}}
  auto b = MakeAttribute(AttributeKind::kDimensions, {1, 0});  // expected-error {{array}}
  auto w = MakeAttribute<AttributeKind::kWindow>(Window());    // expected-error {{temporary}}
}

// Not errors: what is kept needs nothing that is gone.
void Keep() {
  auto flag = MakeAttribute<AttributeKind::kIsStable>(true);
  std::string name(Read().name());
  MakeAsyncOptions options;
  options.contexts = {nullptr, nullptr};
  options.execution_thread = name + "2";
  RenderOptions render;
  render.path = name + "3";
}
