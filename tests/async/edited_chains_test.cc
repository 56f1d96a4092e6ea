// Chains that texts cannot have but edits can make: links of any shape, without operands, in any
// order. Every question about them has an answer.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "hlo/async.h"
#include "hlo/parse_values.h"
#include "src/async/chain.h"
#include "src/async/wrapped_computation.h"
#include "src/ir/module_state.h"
#include "tests/async/chain_test_util.h"

namespace hlo_text_v1::edited_chains_test {

using namespace internal;

using test::NameOf;
using test::NamesOf;
using test::OfChain;
using test::PositionToString;

constexpr char kGeneric[] = R"(HloModule m
two {
  p = f32[8] parameter(0)
  q = f32[8] parameter(1)
  ROOT r = (f32[8], f32[8]) tuple(p, q)
}
ENTRY e {
  a = f32[8] parameter(0)
  b = f32[8] parameter(1)
  s = ((f32[8]), (), s32[]) async-start(a), calls=two
  u = ((f32[8]), (), s32[]) async-update(s)
  m = f32[8] negate(a)
  v = ((f32[8], f32[8]), (f32[8], f32[8]), s32[]) async-update(u, b)
  ROOT d = (f32[8], f32[8]) async-done(v)
}
)";
// The same chain in sugar.
constexpr char kSugar[] = R"(HloModule m
ENTRY e {
  a = f32[8] parameter(0)
  b = f32[8] parameter(1)
  s = ((f32[8]), (), s32[]) custom-call-start(a), custom_call_target="t"
  u = ((f32[8]), (), s32[]) custom-call-update(s)
  v = ((f32[8], f32[8]), (f32[8], f32[8]), s32[]) custom-call-update(u, b)
  ROOT d = (f32[8], f32[8]) custom-call-done(v)
}
)";

// Applies "NAME: SHAPE", "NAME()" and "NAME first", separated by "; ".
void Edit(std::string_view edits, HloModule* module) {
  for (const absl::string_view part : absl::StrSplit(Absl(edits), "; ", absl::SkipEmpty())) {
    const std::string_view edit = Std(part);
    const size_t end = edit.find_first_of(":( ");
    HloInstruction* link = Find(*module, edit.substr(0, end));
    if (edit[end] == ':') {
      Node(link).shape = *ParseShape(edit.substr(end + 1), module->shapes());
    } else if (edit[end] == '(') {
      IrAccess::SetOperands(module->arena(), link, {});
    } else {
      std::vector<HloInstruction*> order = {link};
      for (HloInstruction* other : link->parent()->instructions()) {
        if (other != link) order.push_back(other);
      }
      IrAccess::Reorder(link->parent(), order);
    }
  }
}

std::string Show(const AsyncOperation& chain) {
  std::string text = NamesOf(chain.links());
  StrAppend(&text, "; output ", NameOf(chain.OutputBinding()), ", full ",
            NameOf(chain.FullyBound()), "; new");
  for (const HloInstruction* link : chain.links()) {
    StrAppend(&text, " | ", NamesOf(AsyncOperation::NewOperands(*link)));
    const auto buffers = AsyncOperation::OutputBuffers(*link);
    if (!buffers.empty()) StrAppend(&text, " buffers ", NamesOf(buffers));
    EXPECT_EQ(AsyncOperation::OutputBufferIndices(*link).size(), buffers.size());
  }
  text.append("; results");
  for (const auto& [a, b] : chain.Aliases()) {
    // Aliases of operands and contexts do not depend on the shape of the result.
    if (b.index.empty() || b.index[0] == 1) {
      StrAppend(&text, " ", PositionToString(a), "=", PositionToString(b));
    }
  }
  return text;
}

std::string Shown(std::string_view text, std::string_view edits, std::string_view link) {
  HloModule module = ModuleOf(text);
  Edit(edits, &module);
  return OfChain(module, link, Show);
}

struct EditedCase {
  const char* edits;
  const char* expected;
};

TEST(EditedChains, HaveAnswers) {
  const EditedCase kCases[] = {
      {"",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"s: f32[8]",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"s: ()",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"s: (f32[8])",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"s: ((f32[8]))",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"u: f32[8]",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"u: ((f32[8]))",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"v: f32[8]",
       "s u v d; output d, full none; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=d{}"},
      {"v: ((f32[8]))",
       "s u v d; output d, full none; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=d{}"},
      {"v: ((f32[8]), (f32[8], f32[8]))",
       "s u v d; output v, full none; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"v: ((f32[8]), f32[8])",
       "s u v d; output d, full none; new | a |  |  buffers b | ; results a{}=p{} r{}=d{} "
       "b{}=v{1}"},
      {"v: ((f32[8]), ((f32[8]), f32[8]))",
       "s u v d; output d, full none; new | a |  | b | ; results a{}=p{} b{}=q{} r{1}=v{1,1} "
       "r{}=d{}"},
      {"u: ((f32[8]), f32[8]); v: ((f32[8]), (f32[8], f32[8]))",
       "s u v d; output v, full none; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"u: ((f32[8], f32[8]), ()); v: ((f32[8]), ())",
       "s u v d; output d, full none; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=d{}"},
      {"u: ((f32[8]), (f32[8], f32[8], f32[8]), s32[])",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"u: ((f32[8]), ((f32[8])), s32[])",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"d: f32[8]",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1}"},
      {"d: ()", "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1}"},
      {"d: ((f32[8]), f32[8])",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{1}=d{1}"},
      {"u()", "no chain"},
      {"v()", "no chain"},
      {"d()", "s u v; output v, full v; new | a |  | b; results a{}=p{} b{}=q{} r{}=v{1}"},
      {"d first",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"u: ((f32[8], f32[8]))",
       "s u v d; output v, full v; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=v{1} r{}=d{}"},
      {"u: ((f32[8]), (f32[8])); v: ((f32[8]), (f32[8], f32[8]))",
       "s u v d; output v, full none; new | a |  |  buffers b | ; results a{}=p{} r{0}=u{1,0} "
       "r{}=v{1} r{}=d{} b{}=v{1,1}"},
      {"v: ((f32[8]), (f32[8], f32[8], f32[8]))",
       "s u v d; output d, full none; new | a |  | b | ; results a{}=p{} b{}=q{} r{}=d{}"},
      {"d(); u: ((f32[8]))",
       "s u v; output v, full v; new | a |  | b; results a{}=p{} b{}=q{} r{}=v{1}"},
      {"d(); s: f32[8]; u: f32[8]; v: f32[8]",
       "s u v; output none, full none; new | a |  | b; results a{}=p{} b{}=q{}"},
      {"s: f32[8]; u: f32[8]; v: f32[8]; d: f32[8]",
       "s u v d; output d, full none; new | a |  | b | ; results a{}=p{} b{}=q{}"},
  };
  for (const EditedCase& c : kCases) {
    EXPECT_EQ(Shown(kGeneric, c.edits, "v"), c.expected) << c.edits;
  }
}

// A module with sugar has no wrapped computations, so what they would say is not known.
TEST(EditedChains, AsWritten) {
  EXPECT_EQ(Shown(kSugar, "", "v"), "s u v d; output d, full none; new | a |  | b | ; results");
}

TEST(EditedChains, AnUpdateWithoutOperandsBindsNothing) {
  HloModule module = ModuleOf(kGeneric);
  const HloInstruction& update = *Find(module, "v");
  EXPECT_EQ(NamesOf(AsyncOperation::NewOperands(update)), "b");
  Edit("v()", &module);
  EXPECT_TRUE(AsyncOperation::NewOperands(update).empty());
  EXPECT_TRUE(AsyncOperation::OutputBuffers(update).empty());
  EXPECT_TRUE(AsyncOperation::OutputBufferIndices(update).empty());
}

// If sugar would give other shapes, the text is generic.
TEST(EditedChains, PrintGeneric) {
  for (const char* edit : {"s: f32[8]", "u: f32[8]", "v: ((f32[8]))"}) {
    HloModule module = ReadModule(kSugar);
    EXPECT_NE(PrintHloModule(module).find("custom-call-start"), std::string::npos);
    Edit(edit, &module);
    const std::string text = PrintHloModule(module);
    EXPECT_NE(text.find("async-start"), std::string::npos) << edit << "\n" << text;
  }
}

// The instructions between start and done in the list, even if the done is not after the start.
TEST(EditedChains, Between) {
  HloModule module = ModuleOf(kGeneric);
  const auto between = [](const AsyncOperation& chain) { return NamesOf(chain.Between()); };
  EXPECT_EQ(OfChain(module, "s", between), "m");
  Edit("d first", &module);
  EXPECT_EQ(OfChain(module, "s", between), "m");
  Edit("m first", &module);
  EXPECT_EQ(OfChain(module, "s", between), "");
}

TEST(EditedChains, Operations) {
  const auto operations = [](std::string_view edits) {
    HloModule module = ModuleOf(kGeneric);
    Edit(edits, &module);
    std::string text;
    for (const AsyncOperation& each : FindAsyncOperations(*module.entry_computation())) {
      StrAppend(&text, NamesOf(each.links()), "; ", NamesOf(each.updates()), "; ",
                NameOf(each.done()), "\n");
    }
    return text;
  };
  EXPECT_EQ(operations(""), "s u v d; u v; d\n");
  EXPECT_EQ(operations("v()"), "s u; u; none\n");
  EXPECT_EQ(operations("d()"), "s u v; u v; none\n");
  EXPECT_EQ(operations("s()"), "s u v d; u v; d\n");
}

// ---- Wrapped computations.

TEST(InferWrappedShapes, LeavesOutLinksOfAnotherForm) {
  HloModule module = ModuleOf(kSugar);
  Edit("s: f32[8]; u: (f32[8], f32[8])", &module);
  const UserSnapshot users(*module.entry_computation());
  const auto chain = AsyncOperation::Of(*Find(module, "s"), users);
  ASSERT_TRUE(chain.has_value());
  const WrappedShapes shapes =
      InferWrappedShapes(HloOpcode::kCustomCall, *chain, nullptr, module.shapes());
  EXPECT_EQ(shapes.parameters.size(), 2u);
  EXPECT_EQ(PrintShape(*shapes.result, /*with_layout=*/false), "(f32[8], f32[8])");
}

}  // namespace hlo_text_v1::edited_chains_test
