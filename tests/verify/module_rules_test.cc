// The module's header, layouts and sizes, shardings, original values.
// Tests: layout_rules, module_aliasing_rules, original_value_rules, sharding_rules
#include "src/ir/module_state.h"
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::module_rules_test {

using internal::IrAccess;
using internal::Node;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kNegate[] = "a = f32[8] parameter(0)\n ROOT n = f32[8] negate(a)";

std::string WithHeader(const std::string& header, const std::string& entry = kNegate) {
  return Module("", entry, ", " + header);
}
std::string One(const std::string& shape, const std::string& attributes = "") {
  return Module("", "ROOT a = " + shape + " parameter(0)" + attributes);
}

TEST(VerifyModule, EntryLayout) {
  const VerifyCase cases[] = {
      {"sound", WithHeader("entry_computation_layout={(f32[8]{0:T(128)})->f32[8]{0:S(1)}}"), {}},
      {"result",
       WithHeader("entry_computation_layout={(f32[8]{0})->f32[4]{0}}"),
       {"Shape of the root instruction of entry computation (f32[8]) should be compatible to one "
        "specified in module's entry computation layout (f32[4])"}},
      {"count",
       WithHeader("entry_computation_layout={(f32[8]{0}, f32[8]{0})->f32[8]{0}}"),
       {"Number of parameters in entry computation layout (2) must be same as number of parameters "
        "of entry computation (1)"}},
      {"parameter",
       WithHeader("entry_computation_layout={(s32[8]{0})->f32[8]{0}}"),
       {"Shape of the entry computation parameter 0 is f32[8] should be compatible to the one "
        "specified in module's entry computation layout s32[8]"}},
      {"layout",
       WithHeader("entry_computation_layout={(f32[8,4]{0,0})->f32[8,4]{1,0}}",
                  "a = f32[8,4] parameter(0)\n ROOT n = f32[8,4] negate(a)"),
       {"layout minor_to_major field has duplicate values: {0, 0}; shape: f32[8,4]{0,0}"}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyModule, Aliasing) {
  const std::string tuple =
      "a = (f32[8], f32[8]) parameter(0)\n b = f32[8] parameter(1)\n"
      "g = f32[8] get-tuple-element(a), index=0\n"
      "ROOT t = (f32[8], f32[8]) tuple(g, b)";
  const VerifyCase cases[] = {
      {"sound",
       WithHeader("input_output_alias={ {0}: (0, {0}, may-alias), {1}: (1, {}, must-alias) }, "
                  "buffer_donor={ (0, {1}) }",
                  tuple),
       {}},
      {"no parameter",
       WithHeader("input_output_alias={ {}: (3, {}, may-alias) }"),
       {"input_output_alias: parameter 3 does not exist"}},
      {"index",
       WithHeader("input_output_alias={ {}: (0, {1}, may-alias) }"),
       {"input_output_alias: index {1} is not valid for parameter 0"}},
      {"a tuple",
       WithHeader("input_output_alias={ {0}: (0, {}, may-alias) }", tuple),
       {"input_output_alias: parameter 0 at {} is not an array"}},
      {"twice",
       WithHeader("input_output_alias={ {0}: (1, {}, may-alias), {1}: (1, {}, may-alias) }", tuple),
       {"input_output_alias: parameter 1 at {} is aliased twice"}},
      {"memory space",
       WithHeader("input_output_alias={ {}: (0, {}, must-alias) }",
                  "a = f32[8]{0:S(5)} parameter(0)\n ROOT n = f32[8]{0} negate(a)"),
       {"Shape and memory space of the result at index {} (f32[8]{0}) must be the same as the "
        "shape "
        "and memory spaceof aliased parameter 0 at index {} (f32[8]{0:S(5)})"}},
      {"donor",
       WithHeader("buffer_donor={ (4, {}) }"),
       {"buffer_donor: parameter 4 does not exist"}},
      {"donor's index",
       WithHeader("buffer_donor={ (0, {0}) }"),
       {"buffer_donor: index {0} is not valid for parameter 0"}},
      {"donor and alias",
       WithHeader("input_output_alias={ {}: (0, {}, may-alias) }, buffer_donor={ (0, {}) }"),
       {"Input 0 at index {} is registered as a buffer donor. However, it is also in the input "
        "output alias config."}},
      {"sizes",
       WithHeader("input_output_alias={ {}: (0, {}, may-alias) }",
                  "a = f32[8] parameter(0)\n ROOT n = f16[8] convert(a)"),
       {"Expected aliased input 0 at index {} and output at index {} to have the same size. Input "
        "sub-shape is f32[8]{0} with size 32, output sub-shape is f16[8]{0} with size 16"},
       {false, /*layout_sensitive=*/true}},
  };
  for (const VerifyCase& c : cases) Check(c);

  HloModule module = ReadModule(WithHeader("input_output_alias={ {}: (0, {}, may-alias) }"));
  const int64_t index[] = {1};
  InputOutputAlias alias;
  alias.output_index = index;
  IrAccess::StateOf(module).config.input_output_alias = absl::MakeConstSpan(&alias, 1);
  EXPECT_THAT(Messages(module), ElementsAre("input_output_alias: result index {1} is not valid"));
}

TEST(VerifyModule, Shapes) {
  VerifyOptions unbounded;
  unbounded.allow_unbounded_dynamism = true;
  VerifyOptions mixed;
  mixed.allow_mixed_precision = true;
  const std::string add = Module("",
                                 "a = f32[8] parameter(0)\n b = bf16[8] parameter(1)\n"
                                 "ROOT n = f32[8] add(a, b)");
  const VerifyCase cases[] = {
      {"duplicate",
       One("f32[8,4]{0,0}"),
       {"layout minor_to_major field has duplicate values: {0, 0}; shape: f32[8,4]{0,0}"}},
      {"out of bounds",
       One("f32[8,4]{0,2}"),
       {"layout minor_to_major field has out-of-bounds value: {0, 2}; shape: f32[8,4]{0,2}"}},
      {"sparse",
       One("f32[8]{0:#(u32)}"),
       {"layout has a index_primitive_type, but is not a sparse array: f32[8]{0:#(u32)}"}},
      {"tiles", One("f32[8]{0:T(0)}"), {"layout has invalid tiles: f32[8]{0:T(0)}"}},
      {"unbounded",
       One("f32[?,8]"),
       {"Unbounded dynamism is disabled for instruction: %a = f32[?,8]{1,0} parameter(0)"}},
      {"unbounded, allowed", One("f32[?,8]"), {}, unbounded},
      {"unbounded, in a tuple", One("(f32[?,8])"), {"Unbounded dynamism is disabled"}},
      {"bounded", One("f32[<=8,8]"), {}},
      {"dimensions",
       One("f32[9223372036854775807,9]"),
       {"Shape Error: Dimensions overflow. Shape(F32): f32[9223372036854775807,9]"}},
      {"bytes",
       One("f32[9223372036854775807]"),
       {"f32[9223372036854775807]{0} size may overflow int64_t."}},
      {"mixed precision",
       add,
       {"Seen floating point types of different precisions in %n = f32[8]{0} add(%a, %b), but "
        "mixed "
        "precision is disallowed."}},
      {"mixed precision, allowed", add, {}, mixed},
      {"layout changed",
       Module("", "a = f32[8,4]{0,1} parameter(0)\n ROOT n = f32[8,4]{1,0} negate(a)"),
       {"Instruction shouldn't change layouts %n = f32[8,4]{1,0} negate(%a) From f32[8,4]{0,1} To "
        "f32[8,4]{1,0}"},
       {false, /*layout_sensitive=*/true}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyModule, EditedLayouts) {
  HloModule module = ReadModule(One("f32[8,4]"));
  Layout layout;
  const int64_t order[] = {1, 0};
  layout.minor_to_major = order;
  const auto with = [&](const Shape* shape) {
    Node(module.entry_computation()->root_instruction()).shape = shape;
    return Messages(module);
  };
  layout.tail_padding_alignment = 0;
  EXPECT_THAT(with(module.shapes().Array(PrimitiveType::kF32, {8, 4}, {}, &layout)),
              ElementsAre("layout tail_padding_alignment_in_elements field is <= 0: {0}"));
  layout.tail_padding_alignment = 1;
  const Shape* wrong = module.shapes().Array(PrimitiveType::kF32, {8, 4, 2}, {}, &layout);
  EXPECT_THAT(with(wrong), ElementsAre(HasSubstr("Instruction has mismatched minor-to-major size "
                                                 "and dimension size: %a = ")));
  EXPECT_THAT(with(module.shapes().Tuple({wrong})),
              ElementsAre("layout minor_to_major field contains 2 elements, but shape has 3 "
                          "dimensions: {1, 0}; shape: f32[8,4,2]"));
}

// Only a sharding that is not replicated, manual or unreduced as a whole has a rank.
TEST(VerifyModule, NamedShardings) {
  const auto with = [](const std::string& sharding, const std::string& partitions) {
    return Module("", "ROOT a = f32[4,2] parameter(0), sharding={" + sharding + "}",
                  ", num_partitions=" + partitions);
  };
  for (const char* sound :
       {"mesh['a'=2], [{'a'},{}]", "mesh['a'=2], [{}]", "mesh['a'=2], replicated",
        "mesh['a'=1,'b'=2], [{'a'}]", "mesh['a'=2,'b'=2], [{}], manual={'a','b'}",
        "mesh['a'=2,'b'=2], [{}], replicated={'b'}", "single_device[device_id=1]"}) {
    Check({sound, with(sound, "2")});
  }
  const std::string rank = "is different than the input rank";
  Check({"no dimension", with("mesh['a'=2,'b'=2], [], manual={'a'}", "4"), {rank}});
  Check({"one dimension", with("mesh['a'=2], [{'a'}]", "2"), {rank}});
  Check({"part of an axis", with("mesh['a'=4], [{'a':(1)2}]", "4"), {rank}});
  Check({"devices", with("mesh['a'=2], [{'a'},{}]", "4"), {"should have 4 devices but has 2"}});
  Check({"a device", with("single_device[device_id=9]", "2"), {"device 9 >= num_devices (2)"}});
}

TEST(VerifyModule, DynamicDimensionsOfOperandsThatMustAgree) {
  Check({"stochastic-convert",
         Module("",
                "a = f32[<=4] parameter(0)\n b = u32[4] parameter(1)\n"
                "ROOT f = s8[4] stochastic-convert(a, b)"),
         {"Stochastic convert operand shape does not match random tensor shape"}});
  Check({"ragged-all-to-all",
         Module("",
                "a = f32[8,4] parameter(0)\n b = f32[16,4] parameter(1)\n"
                "c = s32[4] parameter(2)\n d = s32[4] parameter(3)\n"
                "e = s32[4] parameter(4)\n f = s32[<=4] parameter(5)\n"
                "ROOT g = f32[16,4] ragged-all-to-all(a, b, c, d, e, f), "
                "replica_groups={{0,1,2,3}}"),
         {"RaggedAllToAll operands have different shapes (4, 5)"}});
}

// Whatever the options are. Their memory spaces may differ, and M(n) is never compared.
TEST(VerifyModule, LayoutsOfRaggedAllToAll) {
  const auto with = [](const std::string& layout) {
    return Module("",
                  "a = f32[8,4] parameter(0)\n c = s32[4,2]{1,0} parameter(1)\n"
                  "f = s32[4,2]{" +
                      layout +
                      "} parameter(2)\n"
                      "ROOT g = f32[8,4] ragged-all-to-all(a, a, c, c, c, f), "
                      "replica_groups={{0,1,2,3}}");
  };
  for (const char* layout : {"0,1", "1,0:T(8,128)", "1,0:E(4)"}) {
    Check({layout, with(layout), {"RaggedAllToAll operands have different shapes (4, 5)"}});
  }
  for (const char* layout : {"1,0", "1,0:S(1)", "1,0:M(8)"}) Check({layout, with(layout), {}});
}

TEST(VerifyModule, Shardings) {
  const auto with = [](const std::string& shape, const std::string& sharding) {
    return Module("", "ROOT a = " + shape + " parameter(0), sharding=" + sharding,
                  ", num_partitions=2");
  };
  VerifyOptions any_devices;
  any_devices.verify_sharding_device_numbers = false;
  const VerifyCase cases[] = {
      {"sound", with("f32[8]", "{devices=[2]0,1}"), {}},
      {"device",
       with("f32[8]", "{devices=[2]0,5}"),
       {"Invalid sharding for instruction: %a = f32[8]{0} parameter(0), "
        "sharding={devices=[2]0,5}: device 5 >= num_devices (2) in tile assignment\n\tNote: While "
        "validating sharding {devices=[2]0,5}"}},
      {"device, not checked", with("f32[8]", "{devices=[2]0,5}"), {}, any_devices},
      {"devices are not known", One("f32[8]", ", sharding={devices=[2]0,5}"), {}},
      {"negative",
       with("f32[8]", "{devices=[2]0,-5}"),
       {"device -5 is negative in tile assignment"}},
      {"twice", with("f32[8]", "{devices=[2]1,1}"), {"device 1 is not unique in tile assignment"}},
      {"rank",
       with("f32[8,4]", "{devices=[2]0,1}"),
       {"Number of tile assignment dimensions (excluding subgroups) is different than the input "
        "rank. sharding={devices=[2]0,1}, input_shape=f32[8,4]"}},
      {"subgroups do not count", with("f32[8]", "{devices=[1,2]0,1 last_tile_dim_replicate}"), {}},
      {"number of devices",
       with("f32[8]", "{devices=[4]<=[4]}"),
       {"tile_assignment should have 2 devices but has 4"}},
      {"tuple",
       with("f32[8]", "{{replicated}}"),
       {"Sharding is tuple-shaped but validation shape is not."}},
      {"leaves",
       with("(f32[8], f32[8])", "{{replicated}}"),
       {"Validation tuple shape has 2 leaf elements while this sharding contains 1"}},
      {"one for all", with("(f32[8], f32[8])", "{replicated}"), {}},
      {"a token", with("token[]", "{maximal device=-1}"), {}},
      {"a token in a tuple",
       with("(f32[8], token[])", "{{devices=[2]0,1}, {maximal device=-1}}"),
       {"device -1 is negative in tile assignment"}},
      {"a tiled token",
       with("(f32[8], token[])", "{{devices=[2]0,1}, {devices=[2]0,1}}"),
       {"Number of tile assignment dimensions (excluding subgroups) is different than the input "
        "rank. sharding={devices=[2]0,1}, input_shape=token[]"}},
  };
  for (const VerifyCase& c : cases) Check(c);

  HloModule module = ReadModule(with("f32[8]", "{devices=[2]0,1}"));
  HloInstruction* root = module.entry_computation()->root_instruction();
  Node(root).shape = module.shapes().Tuple({&root->shape()});
  EXPECT_THAT(Messages(module),
              ::testing::Contains(HasSubstr("Validation shape is a tuple but sharding is not.")));
}

TEST(VerifyModule, OriginalValues) {
  const VerifyCase cases[] = {
      {"sound", One("(f32[8], f32[8])", ", origin={({\"x\"}, {\"y\"})}"), {}},
      {"synthetic", One("(f32[8], f32[8])", ", origin={[synthetic_call]}"), {}},
      {"a leaf",
       One("(f32[8], f32[8])", ", origin={{\"x\"}}"),
       {"Mismatched tuple structure in shape and original value.\nModule: m\nInstruction: %a = "}},
      {"too many",
       One("(f32[8])", ", origin={({\"x\"}, {\"y\"})}"),
       {"Shape indices in shape only: {}\nShape indices in original value only: {{1}}"}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

// Many instructions with large shapes, each with a message, must not take forever.
TEST(VerifyModule, TooManyViolations) {
  std::string shape = "(f32[8]";
  for (int i = 0; i < 5000; ++i) shape += ",f32[8]";
  shape += ")";
  std::string text = "HloModule m\nc { ROOT x = f32[] parameter(0) }\nENTRY e {\n a = " + shape +
                     " parameter(0)\n";
  for (int i = 0; i < 1500; ++i) {
    text += "r" + std::to_string(i) + "x = f32[] call(a), to_apply=c\n";
  }
  text += "}\n";
  const HloModule module = ReadModule(text);
  const std::vector<std::string> messages = Messages(module);
  EXPECT_LT(messages.size(), 1500u);
  EXPECT_EQ(messages.back(), "too many violations; no more are reported");
}

TEST(VerifyModule, BeforeOptimizations) {
  VerifyOptions before;
  before.before_optimizations = true;
  VerifyOptions both = before;
  both.layout_sensitive = true;
  const std::string layouts =
      Module("", "a = f32[8,4]{0,0:T(0)} parameter(0)\n ROOT n = f32[8,4]{0,1} negate(a)");
  const std::string bitcast = Module("", "a = f32[8] parameter(0)\n ROOT b = s32[8] bitcast(a)");
  const std::string fusion =
      Module("f { p = f32[8] parameter(0)\n ROOT n = f32[8] negate(p) }",
             "a = f32[8] parameter(0)\n ROOT b = f32[8] fusion(a), kind=kLoop, calls=f");
  const VerifyCase cases[] = {
      {"layouts", layouts, {}, both},
      {"bitcast", bitcast},
      {"bitcast, before",
       bitcast,
       {"Before optimizations a module has no bitcast, which only compilers make: %b = s32[8]"},
       before},
      {"fusion", fusion},
      {"fusion, before",
       fusion,
       {"Before optimizations a module has no fusion, which only compilers make: %b = f32[8]"},
       before},
  };
  for (const VerifyCase& c : cases) Check(c);
}

}  // namespace hlo_text_v1::test::module_rules_test
