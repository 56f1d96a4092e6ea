// Protos that XLA reads and SerializeHloModule does not write, and protos that XLA refuses.
// Tests: find_module, module_config_proto, proto_ids, read_computation, read_instruction,
// read_instruction_fields, read_literal, read_module, read_original_value, read_shape
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "tests/proto/bytes.h"
#include "tests/support/proto_tree.h"
#include "tests/support/read.h"

namespace hlo_text_v1::parse_proto_test {

using ::testing::HasSubstr;

const char kSmall[] = "HloModule m\nENTRY e { ROOT p = f32[2] parameter(0) }";

// XLA's bytes of kSmall.
const std::string& XlaBytes() {
  static const auto* bytes = new std::string(
      FromHex("0a016d1201651a560a016512280a01701209706172616d657465721a10100b1a01022a060a010080"
              "01013201003a00a2040092050022270a10100b1a01022a060a01008001013201001210100b1a0102"
              "2a060a01008001013201001a017022280a10100b1a01022a060a01008001013201001210100b1a01"
              "022a060a01008001013201001a02703042009201009a0100"));
  return *bytes;
}

std::string ErrorOf(std::string_view bytes) {
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes);
  return module.ok() ? "" : std::string(module.status().message());
}

std::string PrintOf(std::string_view bytes) {
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes);
  return module.ok() ? PrintHloModule(*module) : std::string(module.status().message());
}

TEST(ParseHloProto, ReadsAndWritesXlasBytes) {
  const HloModule module = ReadModule(kSmall);
  EXPECT_EQ(*SerializeHloModule(module), XlaBytes());
  EXPECT_EQ(PrintOf(XlaBytes()), PrintHloModule(module));
}

TEST(ParseHloProto, ReadsHandMadeModules) {
  EXPECT_EQ(PrintOf(ModuleOfInstructions(Instruction("p", "parameter", 0))),
            PrintHloModule(ReadModule(kSmall)));
}

// ---- Messages around the module.

TEST(ParseHloProto, FindsTheModuleInOtherMessages) {
  const std::string text = PrintOf(XlaBytes());
  const std::string proto = Message(1, XlaBytes());
  EXPECT_EQ(PrintOf(proto), text);
  EXPECT_EQ(PrintOf(proto + Message(3, "\x12\x01x")), text);  // a buffer assignment
  EXPECT_EQ(PrintOf(Message(1, proto)), text);
  EXPECT_EQ(PrintOf(Message(1, proto) + Message(2, "") + Message(3, "") + Text(4, "Host")), text);
  EXPECT_EQ(PrintOf(Varint(proto.size()) + proto + "raw literals"), text);
  for (const auto wrap :
       {ProtoWrap::kNone, ProtoWrap::kHloProto, ProtoWrap::kSnapshot, ProtoWrap::kWithConfig}) {
    ProtoWriteOptions options;
    options.wrap = wrap;
    const std::string bytes = *SerializeHloModule(ReadModule(kSmall), options);
    EXPECT_TRUE(IsHloProto(bytes));
    EXPECT_EQ(PrintOf(bytes), text);
  }
}

TEST(ParseHloProto, TakesModulesWithoutName) {
  const std::string nameless = Computation(Instruction("p", "parameter", 0)) + ProgramShape();
  for (const std::string& bytes :
       {nameless, Message(1, nameless), Message(1, Message(1, nameless))}) {
    EXPECT_TRUE(IsHloProto(bytes));
    const absl::StatusOr<HloModule> module = ParseHloProto(bytes);
    ASSERT_TRUE(module.ok()) << module.status();
    EXPECT_EQ(module->name(), "");
    EXPECT_EQ(*SerializeHloModule(*module), XlaBytes().substr(3));
  }
}

TEST(ParseHloProto, ReadsTheConfig) {
  const auto header_of = [](std::string_view config) {
    const absl::StatusOr<HloModule> module =
        ParseHloProto(Message(1, XlaBytes()) + Message(2, config));
    return module.ok() ? PrintHloModule(*module).substr(0, 250)
                       : std::string(module.status().message());
  };
  EXPECT_THAT(header_of(Number(4, 2) + Number(5, 3) + Number(17, 1) + Text(33, "\x01\x01")),
              AllOf(HasSubstr("replica_count=2, num_partitions=3"),
                    HasSubstr("to_parameters={true,true}")));
  // XLA's other fields.
  std::vector<ProtoWarning> warnings;
  ASSERT_TRUE(
      ParseHloProto(Message(1, XlaBytes()) + Message(2, Number(4, 1) + Number(2, 7)), {}, &warnings)
          .ok());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].path, "HloModuleConfigProto.seed");
  // An HloUnoptimizedSnapshot has messages there.
  EXPECT_EQ(PrintOf(Message(1, XlaBytes()) + Message(2, Message(2, Number(1, 1)))),
            PrintOf(XlaBytes()));
}

TEST(ParseHloProto, TextIsNoProto) {
  EXPECT_FALSE(IsHloProto(""));
  EXPECT_FALSE(IsHloProto(kSmall));
  EXPECT_FALSE(IsHloProto("\nHloModule m"));
  for (const auto& file : TestdataFiles()) EXPECT_FALSE(IsHloProto(ReadFile(file))) << file;
}

TEST(ReadHloModule, TakesProtos) {
  EXPECT_EQ(PrintHloModule(*ReadHloModule(XlaBytes())), PrintOf(XlaBytes()));
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(ReadHloModule(XlaBytes().substr(0, 100), {}, &diagnostics).ok());
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].code, DiagnosticCode::kProtoRefused);
  EXPECT_TRUE(ReadHloModule(XlaBytes() + Number(99, 1), {}, &diagnostics).ok());
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].code, DiagnosticCode::kProtoFieldDropped);
  EXPECT_EQ(diagnostics[0].message, "HloModuleProto.99: the field is dropped");
}

TEST(ReadHloModule, VerifiesProtos) {
  const std::string bad = *SerializeHloModule(
      ReadModule("ENTRY e { p = f32[2] parameter(0) s = ((f32[2]), f32[2], s32[]) negate-start(p) "
                 "ROOT r = f32[2] copy(p) }"));
  EXPECT_TRUE(ReadHloModule(bad).ok());
  ReadOptions options;
  options.verify = true;
  EXPECT_FALSE(ReadHloModule(bad, options).ok());
}

// ---- Other forms of the same module.

TEST(ParseHloProto, TakesFieldsInAnyOrderAndForm) {
  const std::string expected = PrintOf(XlaBytes());
  const std::string parameter = Instruction("p", "parameter", 0);
  EXPECT_EQ(PrintOf(ProgramShape() + Computation(parameter) + Text(1, "m")), expected);
  // Dimensions that are not packed, and a shape in two parts.
  const std::string dimensions = Number(2, 11) + Number(3, 2) + Number(6, 0);
  const std::string layout = Message(5, Number(1, 0));
  const std::string split =
      Message(2, Text(1, "p") + Message(3, layout) + Text(2, "parameter") + Message(3, dimensions));
  EXPECT_EQ(PrintOf(ModuleOfInstructions(split)), expected);
  // The last name counts; unknown fields and groups are skipped.
  const std::string group = Varint(200 << 3 | 3) + Number(1, 5) + Varint(200 << 3 | 4);
  EXPECT_EQ(PrintOf(Text(1, "old") + group + Number(300, 1) + Module(Computation(parameter))),
            expected);
}

TEST(ParseHloProto, TakesIdsOfOldFiles) {
  const std::string x = Instruction("x", "parameter", 12);
  const std::string y = Instruction("y", "negate", 1000000, Operands("\x0c"));
  EXPECT_THAT(PrintOf(Module(Computation(x + y, 1000000))),
              HasSubstr("ROOT %y = f32[2]{0} negate(%x)"));
}

TEST(ParseHloProto, IdsGiveTheOrder) {
  const std::string p = Instruction("p", "parameter", 5);
  const std::string a = Instruction("a", "negate", 3, Operands("\x05"));
  const std::string b = Instruction("b", "abs", 2, Operands("\x05"));
  const std::string t = Instruction("t", "add", 9, Operands("\x03\x02"));
  const absl::StatusOr<HloModule> module = ParseHloProto(ModuleOfInstructions(p + a + b + t, 9));
  ASSERT_TRUE(module.ok()) << module.status();
  std::string names;
  for (const HloInstruction* each : module->entry_computation()->instructions()) {
    names += each->name();
  }
  EXPECT_EQ(names, "bapt");
}

// In the order of ids, as in XLA.
TEST(ParseHloProto, RebuildsStackFrames) {
  const auto frame = [](int64_t id) { return Message(7, Text(2, "o") + Number(15, id)); };
  const auto location = [](int64_t line) {
    return Message(3, Number(1, 1) + Number(2, 1) + Number(3, line));
  };
  const std::string tables = Message(
      17, Text(1, "f.py") + Text(2, "g") + location(10) + location(20) + location(30) +
              Message(4, Number(1, 1)) + Message(4, Number(1, 2)) + Message(4, Number(1, 3)));
  const std::string late = Instruction("p", "parameter", 5, frame(1));
  const std::string early = Instruction("r", "negate", 2, Operands("\x05") + frame(3));
  const std::string text = PrintOf(ModuleOfInstructions(late + early, 2) + tables);
  EXPECT_THAT(text, HasSubstr("line=30"));
  EXPECT_LT(text.find("line=30"), text.find("line=10"));
  EXPECT_EQ(text.find("line=20"), std::string::npos);
  EXPECT_THAT(text, HasSubstr("negate(%p), metadata={op_name=\"o\" stack_frame_id=1}"));
}

TEST(ParseHloProto, ScheduleGivesTheOrder) {
  const std::string text =
      "HloModule m, is_scheduled=true\n"
      "ENTRY e { p = f32[2] parameter(0) b = f32[2] abs(p) a = f32[2] negate(p) "
      "ROOT t = f32[2] add(a, b) }";
  const HloModule module = ReadModule(text);
  EXPECT_EQ(PrintOf(*SerializeHloModule(module)), PrintHloModule(module));
}

// The names of the instructions, in order.
std::string OrderOf(std::string_view bytes) {
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes);
  if (!module.ok()) return std::string(module.status().message());
  std::string names = module->config().is_scheduled ? "scheduled " : "";
  for (const HloInstruction* instruction : module->entry_computation()->instructions()) {
    names += instruction->name();
  }
  // It prints so that it is read in this order.
  EXPECT_EQ(PrintHloModule(*ReadHloModule(PrintHloModule(*module))), PrintHloModule(*module));
  return names;
}

TEST(ParseHloProto, SchedulesNeedNoOrderOfIds) {
  const std::string module = ModuleOfInstructions(
      Instruction("p", "parameter", 9) + Instruction("a", "abs", 3, Operands("\x09")) +
          Instruction("b", "negate", 7, Operands("\x09")) +
          Instruction("t", "add", 1, Operands("\x03\x07")),
      1);
  const auto schedule = [](std::string_view ids) {
    return Message(7, Message(1, Number(1, 0) + Message(2, Text(1, ids))));
  };
  EXPECT_EQ(OrderOf(module), "tabp");
  EXPECT_EQ(OrderOf(module + schedule("\x09\x07\x03\x01")), "scheduled pbat");
  EXPECT_EQ(OrderOf(module + schedule("\x09\x03\x07\x01")), "scheduled pabt");
  // Without sequences it is the order of dependencies.
  EXPECT_EQ(OrderOf(module + Message(7, "")), "scheduled pabt");
  EXPECT_THAT(OrderOf(module + schedule("\x09\x07\x01\x03")),
              HasSubstr("Instruction t is not scheduled after its operand a"));
  EXPECT_THAT(OrderOf(module + schedule("\x09\x09\x07\x03")),
              HasSubstr("Instruction p is scheduled twice"));
}

std::string ProtoOf(std::string_view text, std::string_view edits) {
  return EditedProto(*SerializeHloModule(ReadModule(text)), edits);
}

// b is scheduled before a, which was created before it.
std::string WithOtherSchedule() {
  return ProtoOf(
      "HloModule m, is_scheduled=true\n"
      "f { q = f32[2] parameter(0) ROOT r = f32[2] abs(q) }\n"
      "g { q = f32[2] parameter(0) ROOT r = f32[2] negate(q) }\n"
      "h { q = f32[2] parameter(0) ROOT r = f32[2] cosine(q) }\n"
      "ENTRY e { p = f32[2] parameter(0) a = f32[2] call(p), to_apply=f "
      "b = f32[2] call(p), to_apply=g ROOT t = f32[2] add(a, b) }",
      "schedule.sequences[3].value.instruction_ids = [0 2 1 3]");
}

TEST(ParseHloProto, CalleesFollowTheOrderOfCreation) {
  absl::StatusOr<HloModule> module = ParseHloProto(WithOtherSchedule());
  ASSERT_TRUE(module.ok()) << module.status();
  const std::string text = PrintHloModule(*module);
  EXPECT_LT(text.find("%f ("), text.find("%g ("));
  EXPECT_LT(text.find("%b ="), text.find("%a ="));
  EXPECT_EQ(PrintHloModule(module->Clone()), text);
  EXPECT_EQ(PrintOf(*SerializeHloModule(*module)), text);
  EXPECT_EQ(PrintOf(*SerializeHloModule(module->Clone())), text);

  // The text has one order only.
  const std::string again = PrintHloModule(ReadModule(text));
  EXPECT_GT(again.find("%f ("), again.find("%g ("));
}

// The canonical form does not depend on when instructions were created.
TEST(ParseHloProto, CanonicalNamesForgetTheOrderOfCreation) {
  absl::StatusOr<HloModule> module = ParseHloProto(WithOtherSchedule());
  ASSERT_TRUE(module.ok()) << module.status();
  HloModule again = ReadModule(PrintHloModule(*module));
  CanonicalizeNames(&*module);
  CanonicalizeNames(&again);
  EXPECT_EQ(PrintHloModule(*module), PrintHloModule(again));
}

// A body in place is not printed as scheduled; its walk starts from the instruction that was
// created first.
TEST(ParseHloProto, BodiesInPlaceFollowTheOrderOfCreation) {
  const absl::StatusOr<HloModule> read = ParseHloProto(
      ProtoOf("HloModule m, is_scheduled=true\n"
              "g { p = f32[2] parameter(0) x = f32[2] custom-call(p), custom_call_target=\"x\" "
              "y = f32[2] custom-call(p), custom_call_target=\"y\" ROOT r = f32[2] negate(p) }\n"
              "ENTRY e { p = f32[2] parameter(0) ROOT c = f32[2] call(p), to_apply=g }",
              "schedule.sequences[0].value.instruction_ids = [0 2 1 3]"));
  ASSERT_TRUE(read.ok()) << read.status();
  const std::string text = PrintHloModule(*read);
  EXPECT_GT(text.find("\"x\""), text.find("\"y\""));
  EXPECT_EQ(PrintOf(*SerializeHloModule(*read)), text);
  const std::string in_place = PrintHloModule(*read, PrintOptions::Canonical());
  EXPECT_LT(in_place.rfind("\"x\""), in_place.rfind("\"y\""));  // in the entry's call
  const HloModule again = *ParseHloProto(*SerializeHloModule(*read));
  EXPECT_EQ(PrintHloModule(again, PrintOptions::Canonical()), in_place);
}

// XLA refuses the text that it prints for this.
TEST(ParseHloProto, TextOfAttributesThatOnlyProtosHave) {
  const std::string printed =
      PrintOf(ProtoOf("HloModule m\nENTRY e { p = f32[2] parameter(0) "
                      "ROOT c = f32[2] custom-call(p), custom_call_target=\"c\" }",
                      "c.precision_config.algorithm = ALG_DOT_F32_F32_F32"));
  EXPECT_THAT(printed, HasSubstr(", algorithm=dot_f32_f32_f32"));
  EXPECT_EQ(PrintHloModule(ReadModule(printed)), printed);
}

// An instruction that an edit adds is created last, wherever it is.
TEST(ParseHloProto, AddedCallersAreCreatedLast) {
  absl::StatusOr<HloModule> module = ParseHloProto(WithOtherSchedule());
  ASSERT_TRUE(module.ok()) << module.status();
  HloBuilder builder(module->entry_computation());
  builder.SetInsertionPointAfter(module->entry_computation()->parameters()[0]);
  HloComputation* h = module->FindComputation("h");
  ASSERT_NE(builder.AddInstruction(HloOpcode::kCall, nullptr,
                                   {module->entry_computation()->parameters()[0]},
                                   {MakeAttribute<AttributeKind::kToApply>(h)}),
            nullptr);
  const std::string text = PrintHloModule(*module);
  EXPECT_LT(text.find("%call ="), text.find("%b ="));
  EXPECT_LT(text.find("%f ("), text.find("%g ("));
  EXPECT_LT(text.find("%g ("), text.find("%h ("));
}

// A packed field may come in pieces.
TEST(ParseHloProto, LiteralsInPieces) {
  const std::string one("\0\0\x80?", 4);
  const std::string two("\0\0\0@", 4);
  const std::string literal = Message(8, Message(1, F32Shape()) + Text(8, one) + Text(8, two));
  EXPECT_THAT(PrintOf(ModuleOfInstructions(Instruction("c", "constant", 0, literal))),
              HasSubstr("constant({1, 2})"));
}

TEST(ParseHloProto, TakesOldOpcodes) {
  const std::string pred = Number(2, 1) + Text(3, "\x02") + Message(5, Number(1, 0)) + Number(6, 0);
  const std::string less = Message(2, Text(1, "c") + Text(2, "less-than") + Message(3, pred) +
                                          Number(35, 1) + Text(36, std::string(2, '\0')));
  EXPECT_THAT(PrintOf(ModuleOfInstructions(Instruction("p", "parameter", 0) + less, 1)),
              HasSubstr("compare(%p, %p), direction=LT"));
}

TEST(ParseHloProto, MakesNamesLegal) {
  EXPECT_THAT(PrintOf(ModuleOfInstructions(Instruction("a b%c", "parameter", 0))),
              HasSubstr("%a_b_c = f32[2]{0} parameter(0)"));
}

// ---- Errors.

TEST(ParseHloProto, ErrorsNameFieldAndByte) {
  const std::string p = Instruction("p", "parameter", 0);
  const std::string bad = Message(2, Text(1, "q") + Text(2, "copy") + Message(3, Number(2, 200)));
  EXPECT_EQ(ErrorOf(ModuleOfInstructions(p + bad)),
            "computations[0].instructions[1].shape: Malformed shape proto: element_type is not "
            "known. (at byte 55)");
}

TEST(ParseHloProto, ErrorsHaveXlasWords) {
  const std::string p = Instruction("p", "parameter", 0);
  const std::string zero(1, '\0');
  const auto negate = [&](std::string_view more) { return Instruction("n", "negate", 1, more); };
  const struct {
    std::string bytes;
    const char* message;
  } kCases[] = {
      {"", "No program shape found in the proto"},
      {Text(1, "m") + Computation(p), "No program shape found in the proto"},
      {Text(1, "m") + Computation(p) + Message(4, Message(1, F32Shape()) + Message(2, F32Shape())),
       "ProgramShapeProto has different numbers of parameters and parameter names: 1 vs 0"},
      {Text(1, "m") + Computation(p) + Message(4, Message(1, F32Shape()) + Text(3, "p")),
       "there is no result"},
      {Module(Computation(p, 0, "e", 3)), "entry != nullptr"},
      {Module(Computation(p) + Computation(p, 0, "f")),
       "!ContainsKey(computation_map, computation_id)"},
      {Module(Computation(p) + Computation(p, 0, "f", 1)), "Instruction name is not unique: p"},
      {ModuleOfInstructions(p, 7), "Root instruction not found in instruction map"},
      {ModuleOfInstructions(p + Instruction("q", "negate", 0, Operands(zero))),
       "!ContainsKey(instruction_map, local_proto_id)"},
      {ModuleOfInstructions(Instruction("p", "parameter", -5)), "Instruction with negative id: -5"},
      {ModuleOfInstructions(p + negate(Operands("\x09")), 1),
       "n instruction contains invalid operand id(s)"},
      {ModuleOfInstructions(p + negate(Operands("\x01")), 1),
       "n instruction contains invalid operand id(s)"},
      {ModuleOfInstructions(p + negate(Operands(zero + zero)), 1),
       "negate instruction should have 1 operands but sees 2"},
      {ModuleOfInstructions(p + negate(Operands(zero) + Text(37, "\x63")), 1),
       "No instruction with id 99 (local id: 99) in computation n"},
      {ModuleOfInstructions(p + Instruction("c", "call", 1, Text(38, "\x05")), 1),
       "c instruction references invalid computation id(s)"},
      {ModuleOfInstructions(p + Instruction("c", "call", 1), 1),
       "Call should have 1 called computation but has 0"},
      {ModuleOfInstructions(Instruction("f", "foo", 0)), "Unknown opcode: foo"},
      {ModuleOfInstructions(Instruction("q", "parameter", 0, Number(9, 7))),
       "Invalid parameter number. Expected [0, 1), got 7"},
      {ModuleOfInstructions(p + Instruction("q", "parameter", 1)),
       "Parameter number 0 already allocated in this computation"},
      {ModuleOfInstructions(Message(2, Text(1, "p") + Text(2, "parameter"))), "proto.has_shape()"},
      {ModuleOfInstructions(p + Instruction("d", "dot", 1, Operands(zero + zero))),
       "Dot instruction should have dot_dimension_numbers."},
      {ModuleOfInstructions(p + Instruction("x", "negate", 1, Operands(zero) + Text(1, "\xff"))),
       "Failed to deserialize HloModuleProto"},
      {ModuleOfInstructions(p + negate(Operands(zero) + Text(0, "x"))), "there is no field"},
      // An element that is a leaf at the root, next to another.
      {ModuleOfInstructions(Instruction("p", "parameter", 0,
                                        Message(88, Message(1, Text(1, zero)) + Message(1, "")))),
       "the shape indices of the elements are not a tree"},
      // Bytes after the field would end the number.
      {ModuleOfInstructions(p + negate(Operands("\x80") + Text(1, "n"))), "a number is cut"},
  };
  for (const auto& each : kCases) EXPECT_THAT(ErrorOf(each.bytes), HasSubstr(each.message));
}

// One precision for each operand, whatever the proto has.
TEST(ParseHloProto, PrecisionsOfOperands) {
  const std::string p = Instruction("p", "parameter", 0);
  const std::string zero(1, '\0');
  const auto dot = [&](std::string_view precisions) {
    return PrintOf(ModuleOfInstructions(
        p + Instruction("d", "dot", 1,
                        Operands(zero + zero) + Message(30, Text(3, zero) + Text(4, zero)) +
                            Message(51, Text(1, precisions))),
        1));
  };
  EXPECT_THAT(dot("\x02"), HasSubstr("operand_precision={highest,default}"));
  EXPECT_THAT(dot("\x01\x02"), HasSubstr("operand_precision={high,highest}"));
  EXPECT_THAT(dot("\x01\x02\x02\x02\x02"), HasSubstr("operand_precision={high,highest}"));
  EXPECT_THAT(dot("\x01\x63"), HasSubstr("a precision is not known"));
}

// A configuration may be elsewhere: in the module's table, by number, or in a message.
TEST(ParseHloProto, PayloadsOfConfigurations) {
  const auto print = [](std::string_view payload, std::string_view more) {
    const std::string p =
        Instruction("p", "parameter", 0, Message(99, payload) + std::string(more));
    return PrintOf(ModuleOfInstructions(p) + Text(22, "{\"a\":1}") + Text(22, "{\"b\":2}"));
  };
  EXPECT_THAT(print(Message(1, "{\"c\":3}"), ""), HasSubstr("backend_config={\"c\":3}"));
  EXPECT_THAT(print(Number(2, 0), ""), HasSubstr("backend_config={\"a\":1}"));
  EXPECT_THAT(print(Number(2, 1), ""), HasSubstr("backend_config={\"b\":2}"));
  EXPECT_THAT(print(Number(2, 2), ""), HasSubstr("Backend config id 2 is out of range [0, 2)"));
  EXPECT_THAT(print(Number(2, -1), ""), HasSubstr("Backend config id -1 is out of range [0, 2)"));
  EXPECT_THAT(print(Number(2, 1), Text(43, "{\"d\":4}")), HasSubstr("backend_config={\"b\":2}"));
}

TEST(ParseHloProto, LimitsDepth) {
  const auto nested = [](int depth) {
    std::string shape = Number(2, 4) + Message(5, "");  // s32[]
    for (int i = 0; i < depth; ++i) shape = Number(2, 13) + Message(4, shape);
    return Module(Computation(Message(2, Text(1, "p") + Text(2, "parameter") + Message(3, shape))));
  };
  EXPECT_EQ(ErrorOf(nested(96)), "");
  EXPECT_THAT(ErrorOf(nested(97)), HasSubstr("Failed to deserialize HloModuleProto"));
}

TEST(ParseHloProto, LimitsMemory) {
  ProtoReadOptions options;
  options.limits.max_memory_bytes = 1 << 16;
  const std::string many(1 << 16, '\0');
  const std::string bytes =
      ModuleOfInstructions(Instruction("p", "parameter", 0, Message(61, Text(1, many))));
  EXPECT_EQ(ParseHloProto(bytes, options).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(ParseHloProto(bytes).ok());
}

TEST(ParseHloProto, ConstantsNeedTheirElements) {
  // f32[1<<40] with no values.
  const std::string shape =
      Number(2, 11) + Number(3, int64_t{1} << 40) + Message(5, Number(1, 0)) + Number(6, 0);
  const std::string constant = Message(
      2, Text(1, "c") + Text(2, "constant") + Message(3, shape) + Message(8, Message(1, shape)));
  EXPECT_THAT(ErrorOf(ModuleOfInstructions(constant)), HasSubstr("the constant has more than"));
}

TEST(ParseHloProto, TakesWhatXlaWritesButDoesNotRead) {
  for (const char* text : {
           "ENTRY e { p = f32[2] parameter(0) t = token[] after-all() "
           "s = (f32[2], u32[], token[]) send(p, t) c = (f32[2], u32[], token[]) copy(s) "
           "ROOT d = token[] send-done(c) }",
           "ENTRY e { t = token[] after-all() r = (f32[2], u32[], token[]) recv(t) "
           "c = (f32[2], u32[], token[]) copy(r) ROOT d = (f32[2], token[]) recv-done(c) }",
           "f { ROOT p = f32[] parameter(0) } ENTRY e { p = f32[] parameter(0) "
           "ROOT c = f32[] call(p), to_apply=f, is_composite=true }",
       }) {
    std::vector<ProtoWarning> warnings;
    const absl::StatusOr<std::string> bytes = SerializeHloModule(ReadModule(text), {}, &warnings);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_TRUE(warnings.empty()) << text;
    EXPECT_TRUE(ParseHloProto(*bytes, {}, &warnings).ok()) << text;
    EXPECT_TRUE(warnings.empty()) << text;
  }
}

TEST(ParseHloProto, TakesComputationsWithoutName) {
  const std::string nameless = Module(Computation(Instruction("p", "parameter", 0), 0, ""));
  EXPECT_THAT(PrintOf(nameless), HasSubstr("\nENTRY % (p: f32[2]) -> f32[2] {\n"));
  const std::string two = Computation(Instruction("q", "parameter", 0), 0, "", 1) +
                          Computation(Instruction("p", "parameter", 0), 0, "");
  EXPECT_THAT(ErrorOf(Module(two)), HasSubstr("Computation name is not unique"));
}

// ---- Any bytes.

TEST(ParseHloProto, AnyCutIsAnError) {
  for (size_t size = 0; size < XlaBytes().size(); ++size) {
    const absl::StatusOr<HloModule> module = ParseHloProto(XlaBytes().substr(0, size));
    // The last three fields may be absent.
    EXPECT_EQ(module.ok(), size == 136 || size == 138 || size == 141) << size;
    if (module.ok()) continue;
    EXPECT_THAT(std::string(module.status().message()), HasSubstr("at byte"));
  }
}

TEST(ParseHloProto, AnyByteMayChange) {
  for (size_t at = 0; at < XlaBytes().size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string bytes = XlaBytes();
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << bit));
      const absl::StatusOr<HloModule> module = ParseHloProto(bytes);
      if (!module.ok()) continue;
      EXPECT_FALSE(PrintHloModule(*module).empty());
      EXPECT_TRUE(SerializeHloModule(*module).ok());
    }
  }
}

}  // namespace hlo_text_v1::parse_proto_test
