// The parts that a fingerprint ignores, those it depends on, and some values that must not change.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/diff.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "tests/support/read.h"

namespace hlo_text_v1::fingerprint_test {

using namespace internal;

std::string Of(const std::string& text) { return Fingerprint(ReadModule(text)).ToString(); }

constexpr char kText[] =
    R"(HloModule m, input_output_alias={ {1}: (0, {}, may-alias) }, buffer_donor={ (1, {}) }, entry_computation_layout={(f32[4]{0}, f32[])->(f32[], f32[4]{0})}, replica_count=2, num_partitions=4, frontend_attributes={fe="1"}, backend_config={"be":1}

%sum (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %add = f32[] add(%x, %y)
}

%twin (x2: f32[], y2: f32[]) -> f32[] {
  %x2 = f32[] parameter(0)
  %y2 = f32[] parameter(1)
  ROOT %add2 = f32[] add(%x2, %y2)
}

ENTRY %e (p: f32[4], q: f32[]) -> (f32[], f32[4]) {
  %p = f32[4]{0} parameter(0), sharding={devices=[2]<=[2] metadata={op_name="sh"}}
  %q = f32[] parameter(1)
  %c = f32[12]{0} constant({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0})
  %s = f32[4]{0} slice(%c), slice={[0:4]}
  %a = f32[4]{0} subtract(%p, %s), metadata={op_name="a" source_line=3}
  %n = f32[] negate(%q), origin={{"n.7"}}
  %b = f32[] reduce(%a, %n), dimensions={0}, to_apply=%sum, control-predecessors={%s}
  %f = f32[] reduce(%a, %b), dimensions={0}, to_apply=%sum
  %dead = f32[] sine(%q), backend_config={"k":1}
  ROOT %t = (f32[], f32[4]{0}) tuple(%f, %a), frontend_attributes={fe="2"}
}
)";

TEST(Fingerprint, Names) {
  EXPECT_EQ(Of(kText), Of(Replaced(kText, "HloModule m", "HloModule other.3")));
  std::string text = kText;
  for (const char* from : {"%sum", "%p", "%q", "%dead", "%t "}) {
    const std::string to = std::string("%zz_") + (from + 1);
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 3)) {
      text.replace(at, std::string(from).size(), to);
    }
  }
  EXPECT_EQ(Of(kText), Of(text));
}

TEST(Fingerprint, NotFromWhereItComes) {
  for (const char* from : {R"( metadata={op_name="sh"})",
                           R"(, metadata={op_name="a" source_line=3})", R"(, origin={{"n.7"}})"}) {
    EXPECT_EQ(Of(kText), Of(Replaced(kText, from, ""))) << from;
  }
  EXPECT_EQ(Of(kText), Of(Replaced(kText, "source_line=3", "source_line=4")));
}

TEST(Fingerprint, NotTheOrderOfTheText) {
  std::string text = Replaced(kText, R"(  %dead = f32[] sine(%q), backend_config={"k":1})", "");
  text = Replaced(text, "  %c = ", "  %dead = f32[] sine(%q), backend_config={\"k\":1}\n  %c = ");
  EXPECT_EQ(Of(kText), Of(text));
  const std::string twin = text.substr(text.find("%twin"), text.find("ENTRY") - text.find("%twin"));
  EXPECT_EQ(Of(kText), Of(Replaced(text, twin, "") + "\n" + twin));
}

TEST(Fingerprint, EverythingElse) {
  const struct {
    const char* from;
    const char* to;
  } cases[] = {
      {"HloModule m,", "HloModule m, is_scheduled=true,"},
      {"may-alias", "must-alias"},
      {"{1}: (0, {}", "{1}: (1, {}"},
      {"buffer_donor={ (1, {}) }, ", ""},
      {"replica_count=2", "replica_count=3"},
      {"num_partitions=4", "num_partitions=5"},
      {"entry_computation_layout={(f32[4]{0}", "entry_computation_layout={(f32[4]{0:T(4)}"},
      {R"(fe="1")", R"(fe="3")"},
      {R"({"be":1})", R"({"be":2})"},
      {R"("be":1}

%sum)",
       R"("be":1}, alias_passthrough_params=true

%sum)"},
      {R"("be":1}

%sum)",
       R"("be":1}, allow_spmd_sharding_propagation_to_output={true}

%sum)"},
      {"add(%x, %y)", "multiply(%x, %y)"},
      {"add(%x, %y)", "add(%y, %x)"},
      {"add(%x, %y)", "add(%x, %x)"},
      {"f32[4]{0} slice", "f32[4]{0:S(5)} slice"},
      {"{1, 2, 3,", "{1, 2, 4,"},
      {"10, 11, 0}", "10, 11, 1}"},
      {"10, 11, 0}", "10, 11, -0.0}"},
      {"slice={[0:4]}", "slice={[1:5]}"},
      {"subtract(%p, %s)", "subtract(%s, %p)"},
      {"devices=[2]<=[2]", "devices=[2]1,0"},
      {", control-predecessors={%s}", ""},
      {"control-predecessors={%s}", "control-predecessors={%c}"},
      {"dimensions={0}, to_apply=%sum\n", "dimensions={0}, to_apply=%twin\n"},
      {R"(backend_config={"k":1})", R"(backend_config={"k":2})"},
      {"  %dead = f32[] sine", "  %dead = f32[] cosine"},
      {R"(fe="2")", R"(fe="4")"},
      {"tuple(%f, %a)", "tuple(%b, %a)"},
      {"add2 = f32[] add(%x2, %y2)\n}", "add2 = f32[] add(%x2, %y2)\n}, execution_thread=\"t\""},
      {"add2 = f32[] add(%x2, %y2)\n}", "add2 = f32[] add(%x2, %y2)\n}, backend_config=\"b\""},
  };
  std::vector<std::string> seen = {Of(kText)};
  for (const auto& c : cases) {
    const std::string changed = Of(Replaced(kText, c.from, c.to));
    for (const std::string& other : seen) EXPECT_NE(changed, other) << c.from << " -> " << c.to;
    seen.push_back(changed);
  }
}

TEST(Fingerprint, PropagationThatIsFalseIsNone) {
  EXPECT_EQ(Of(kText),
            Of(Replaced(kText, "replica_count=2",
                        "allow_spmd_sharding_propagation_to_output={false}, replica_count=2")));
}

TEST(Fingerprint, ScheduleCountsWhereThereIsOne) {
  constexpr char kScheduled[] = R"(HloModule m, is_scheduled=true
ENTRY e {
  p = f32[] parameter(0)
  a = f32[] sine(p)
  b = f32[] cosine(p)
  ROOT r = f32[] add(a, b)
}
)";
  const std::string swapped = Replaced(Replaced(kScheduled, "  a = f32[] sine(p)\n", ""), "  ROOT",
                                       "  a = f32[] sine(p)\n  ROOT");
  EXPECT_NE(Of(kScheduled), Of(swapped));
  const auto unscheduled = [](const std::string& text) {
    return Replaced(text, ", is_scheduled=true", "");
  };
  EXPECT_EQ(Of(unscheduled(kScheduled)), Of(unscheduled(swapped)));
}

TEST(Fingerprint, SharingIsNotCopying) {
  const auto text = [](const std::string& lines) {
    return "HloModule m\nENTRY e {\n p = f32[] parameter(0)\n" + lines + "}\n";
  };
  EXPECT_NE(Of(text("a = f32[] sine(p)\n b = f32[] sine(p)\n ROOT r = f32[] add(a, b)\n")),
            Of(text("a = f32[] sine(p)\n ROOT r = f32[] add(a, a)\n")));
}

constexpr char kSugar[] = R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0)
  s = ((f32[4]), f32[4], s32[]) custom-call-start(p), custom_call_target="x", frontend_attributes={a="1"}
  u = ((f32[4]), f32[4], s32[]) custom-call-update(s)
  ROOT d = f32[4] custom-call-done(u), backend_config="c"
}
)";

TEST(Fingerprint, SugarAndGenericFormAreOne) {
  const HloModule module = ReadModule(kSugar);
  PrintOptions generic;
  generic.async_mode = AsyncPrintMode::kGeneric;
  const std::string text = PrintHloModule(module, generic);
  EXPECT_NE(text.find("async-start("), std::string::npos);
  EXPECT_EQ(Of(kSugar), Of(text));
  EXPECT_EQ(Of(kSugar), Of(PrintHloModule(module)));
  EXPECT_NE(Of(kSugar), Of(Replaced(kSugar, "target=\"x\"", "target=\"y\"")));
}

TEST(Fingerprint, LessCountsAfterStrip) {
  const auto stripped = [](const std::string& text) {
    HloModule module = ReadModule(text);
    StripOptions options;
    options.backend_config = true;
    Strip(&module, options);
    return Fingerprint(module);
  };
  const std::string changed = Replaced(kText, R"({"k":1})", R"({"k":2})");
  EXPECT_EQ(stripped(kText), stripped(changed));
  EXPECT_NE(Of(kText), Of(changed));
}

// The dump of a module and the text that a program prints of it: the dump has %t#0, says nothing of
// the configuration of a wrapped instruction, and sorts the members of JSON.
TEST(Fingerprint, BlindToShapes) {
  const auto of = [](const std::string& text) {
    return ShapeBlindFingerprint(ReadModule(text)).ToString();
  };
  const std::string text = R"(HloModule m
ENTRY e {
  p = f32[8,4] parameter(0)
  c = f32[8,4] constant({...})
  a = f32[8,4] add(p, c)
  s = f32[2,4] slice(a), slice={[0:2], [0:4]}
  ROOT r = (f32[2,4], f32[2,4]) tuple(s, s)
}
)";
  EXPECT_EQ(of(text), of(R"(HloModule n
ENTRY f {
  p = f32[16,64]{0,1} parameter(0)
  c = f32[16,64]{0,1} constant({...})
  a = f32[16,64]{0,1} add(p, c), backend_config={"k":1}, metadata={op_name="a"}
  s = f32[3,64]{0,1} slice(a), slice={[13:16], [0:64]}
  ROOT r = (f32[3,64]{0,1}, f32[3,64]{0,1}) tuple(s, s)
}
)"));
  EXPECT_NE(of(text), Of(text));
  const struct {
    std::string_view from, to;
  } rows[] = {{"add(", "subtract("}, {"tuple(s, s)", "tuple(s)"}, {"add(p, c)", "add(c, p)"}};
  for (const auto& row : rows) {
    std::string other = Replaced(text, std::string(row.from), std::string(row.to));
    if (row.to == "tuple(s)") other = Replaced(other, "(f32[2,4], f32[2,4])", "(f32[2,4])");
    EXPECT_NE(of(text), of(other)) << row.to;
  }
  std::string types = text;
  for (size_t at = 0; (at = types.find("f32")) != std::string::npos;) types.replace(at, 3, "f16");
  EXPECT_NE(of(text), of(types));
}

TEST(Fingerprint, OfADumpIsThatOfThePrintedText) {
  constexpr char kDump[] = R"(HloModule m, is_scheduled=true
w {
  y = f32[4] parameter(1)
  x = f32[4] parameter(0)
  ROOT k = (f32[4], f32[4]) custom-call(x, y), custom_call_target="f"
}
ENTRY e {
  a = f32[4] parameter(0)
  s = ((f32[4], f32[4]), (f32[4], f32[4])) async-start(a, a), calls=w, backend_config={"a":1,"b":{"c":2,"d":3}}
  d = (f32[4], f32[4]) async-done(s)
  n = f32[4] negate(a)
  l = f32[4] add(%d#1, n)
  ROOT r = f32[4] add(l, %d#0)
})";
  constexpr char kPrinted[] = R"(HloModule m, is_scheduled=true
ENTRY e {
  a = f32[4] parameter(0)
  s = ((f32[4], f32[4]), (f32[4], f32[4])) custom-call-start(a, a), custom_call_target="f", backend_config={"b":{"d":3,"c":2},"a":1}
  d = (f32[4], f32[4]) custom-call-done(s)
  d0 = f32[4] get-tuple-element(d), index=0
  n = f32[4] negate(a)
  d1 = f32[4] get-tuple-element(d), index=1
  l = f32[4] add(d1, n)
  ROOT r = f32[4] add(l, d0)
})";
  EXPECT_EQ(Of(kDump), Of(kPrinted));
  EXPECT_TRUE(Diff(ReadModule(kDump), ReadModule(kPrinted)).empty());
  EXPECT_NE(Of(kDump), Of(Replaced(kPrinted, R"("d":3)", R"("d":4)")));
}

TEST(Fingerprint, UnknownAttributesMayStandAnywhere) {
  const auto of = [](const std::string& attributes) {
    ReadOptions options;
    options.parse.allow_unknown = true;
    return Fingerprint(
        *ReadHloModule("HloModule m\nENTRY e { p = f32[4] parameter(0) ROOT n = f32[4] "
                       "negate(p), " +
                           attributes + " }",
                       options));
  };
  EXPECT_EQ(of("backend_config=\"c\", zork=1, zirk=2"), of("zirk=2, zork=1, backend_config=\"c\""));
  EXPECT_NE(of("zork=1, zirk=2"), of("zork=2, zirk=1"));
}

// A value that changes by accident invalidates every stored fingerprint. For an intended change,
// update kFingerprintVersion in fingerprint.cc and these values.
TEST(Fingerprint, ValuesAreFixed) {
  EXPECT_EQ(Of(kText), "19fd53f9b0b01515afbbbe899262862a");
  EXPECT_EQ(Of(kSugar), "fba85e3520f728a136321f238752b067");
  EXPECT_EQ(Of("HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }"),
            "8f2d3e2e28c91c9ed3c36e74f0c64927");
  EXPECT_EQ(Fingerprint(HloModule()).ToString(), "d4ad53e69b6380fb2e855ebe8de4b579");
}

// A call that a start makes through a wrapper, or directly as in the Async HLO document.
TEST(Fingerprint, OfAnAsynchronousCallIgnoresItsWrapper) {
  const std::string callee =
      "HloModule m\nf { x = f32[8] parameter(0)\n y = f32[8] abs(x)\n ROOT z = f32[8] negate(y) "
      "}\n";
  const std::string wrapper =
      "w { p = f32[8] parameter(0)\n ROOT c = f32[8] call(p), to_apply=f }\n";
  const auto with = [](const std::string& start) {
    return "ENTRY e { a = f32[8] parameter(0)\n s = ((f32[8]), f32[8]) " + start +
           "\n ROOT d = f32[8] async-done(s) }";
  };
  const std::string direct = callee + with("async-start(a), calls=f");
  const std::string wrapped = callee + wrapper + with("async-start(a), calls=w");
  const std::string sugar = callee + with("call-start(a), to_apply=f");
  EXPECT_EQ(Of(direct), Of(wrapped));
  EXPECT_EQ(Of(direct), Of(sugar));
  // Even if it keeps its wrapper when it is printed.
  const std::string metadata = ", metadata={op_name=\"x\"}";
  EXPECT_EQ(Of(direct), Of(callee + with("call-start(a), to_apply=f" + metadata)));
  // Attributes of the call itself count.
  const std::string attributes = ", frontend_attributes={k=\"v\"}";
  EXPECT_NE(Of(direct), Of(Replaced(wrapped, "to_apply=f }", "to_apply=f" + attributes + " }")));

  const auto canonical = [](const std::string& text) {
    HloModule module = ReadModule(text);
    CanonicalizeNames(&module);
    return PrintHloModule(module);
  };
  EXPECT_EQ(canonical(direct), canonical(wrapped));
  EXPECT_EQ(canonical(direct), canonical(sugar));
}

TEST(Fingerprint128, ComparesAndPrints) {
  const Fingerprint128 a{1, 2}, b{1, 3}, c{2, 0};
  EXPECT_TRUE(a < b && b < c && !(b < a) && a != b && a == a);
  EXPECT_EQ(a.ToString(), "00000000000000010000000000000002");
  EXPECT_EQ((Fingerprint128{0xfedcba9876543210, 0xf}).ToString(),
            "fedcba9876543210000000000000000f");
}

TEST(Fingerprint, OfAPart) {
  const HloModule module = ReadModule(kText);
  const auto of = [](const HloModule& m, std::string_view name) {
    return Fingerprint(m, [&](const HloComputation& c) { return c.name() == name; });
  };
  EXPECT_EQ(of(module, "sum"), of(module, "twin"));
  EXPECT_NE(of(module, "e"), of(module, "sum"));
  EXPECT_NE(of(module, "e"), Fingerprint(module));  // %twin is not called
  EXPECT_EQ(Fingerprint(module, [](const HloComputation&) { return true; }), Fingerprint(module));
  const struct {
    std::string_view from, to;
    bool changes_sum, changes_entry;
  } rows[] = {
      {"subtract(", "divide(", false, true},
      {"negate(%q)", "exponential(%q)", false, true},
      {"add(%x2", "multiply(%x2", false, false},
      {"add(%x,", "multiply(%x,", true, true},
      {"(f32[4]{0}, f32[])->", "(f32[4]{0:T(2)}, f32[])->", false, true},
      {", buffer_donor={ (1, {}) }", "", false, true},
      {R"("be":1}

%sum)",
       R"("be":1}, alias_passthrough_params=true

%sum)",
       false, true},
      {"may-alias", "must-alias", false, true},
      {"num_partitions=4", "num_partitions=8", true, true},
      {"HloModule m,", "HloModule m, is_scheduled=true,", true, true},
  };
  for (const auto& row : rows) {
    const HloModule changed = ReadModule(Replaced(kText, row.from, row.to));
    EXPECT_EQ(of(changed, "sum") != of(module, "sum"), row.changes_sum) << row.to;
    EXPECT_EQ(of(changed, "e") != of(module, "e"), row.changes_entry) << row.to;
  }
}

// Names in kept texts are text: a part does not have what they name.
TEST(Fingerprint, OfAPartWithKeptNames) {
  const std::string text =
      "HloModule m\n"
      "g { ROOT n = f32[] constant(0), frob={%h} }\n"
      "h { ROOT n = f32[] constant(0) }\n"
      "ENTRY e { ROOT n = f32[] constant(0) }\n";
  const auto part = [](const std::string& of) {
    return Fingerprint(ReadModule(of, AllowUnknown()),
                       [](const HloComputation& c) { return c.name() == "g"; });
  };
  EXPECT_EQ(part(text), part(Replaced(text, "h { ROOT n = f32[] constant(0)",
                                      "h { ROOT n = f32[] constant(1)")));
  EXPECT_NE(part(text), part(Replaced(text, "%h", "%k")));
}

}  // namespace hlo_text_v1::fingerprint_test
