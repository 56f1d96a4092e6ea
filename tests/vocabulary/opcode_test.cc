// The tables of opcodes, attributes and enumerations, and functions of opcodes.
#include "hlo/opcode.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::opcode_test {

TEST(Opcode, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const auto opcode = static_cast<HloOpcode>(i);
    EXPECT_TRUE(names.insert(HloOpcodeName(opcode)).second) << HloOpcodeName(opcode);
    EXPECT_EQ(ParseHloOpcode(HloOpcodeName(opcode)), opcode);
  }
}

TEST(Opcode, NoAliases) {
  for (const char* word : {"", "ADD", "Add", "exp", "cos", "optimization-barrier", "generate-token",
                           "cross-replica-sum", "all_reduce", "negate-start", "f32", "ROOT"}) {
    EXPECT_FALSE(ParseHloOpcode(word).has_value()) << word;
  }
}

TEST(Opcode, Infos) {
  const OpcodeInfo& add = GetOpcodeInfo(HloOpcode::kAdd);
  EXPECT_EQ(add.name, "add");
  EXPECT_EQ(add.arity, 2);
  EXPECT_TRUE(add.can_infer_shape);
  EXPECT_TRUE(add.attributes.empty());

  EXPECT_EQ(GetOpcodeInfo(HloOpcode::kTuple).arity, kVariadic);
  EXPECT_FALSE(GetOpcodeInfo(HloOpcode::kBitcast).can_infer_shape);

  const OpcodeInfo& gather = GetOpcodeInfo(HloOpcode::kAllGather);
  int required = 0;
  for (const AttributeSpec& spec : gather.attributes) {
    required += spec.required;
    if (spec.required) {
      EXPECT_EQ(AttributeName(spec.kind), "dimensions");
    }
  }
  EXPECT_EQ(required, 1);
}

TEST(Opcode, EachHasAGroup) {
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const OpcodeInfo& info = GetOpcodeInfo(static_cast<HloOpcode>(i));
    EXPECT_NE(info.group, OpcodeGroup::kOther) << info.name;
  }
  EXPECT_EQ(GetOpcodeInfo(HloOpcode::kUnknown).group, OpcodeGroup::kOther);
  EXPECT_EQ(GetOpcodeInfo(HloOpcode::kAdd).group, OpcodeGroup::kElementwise);
  EXPECT_EQ(GetOpcodeInfo(HloOpcode::kDot).group, OpcodeGroup::kCompute);
  EXPECT_EQ(GetOpcodeInfo(HloOpcode::kReduceScatter).group, OpcodeGroup::kCollective);
}

TEST(Opcode, TraitsThatIncludeOthers) {
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const OpcodeInfo& info = GetOpcodeInfo(static_cast<HloOpcode>(i));
    if (info.Has(OpcodeTrait::kTranscendental)) {
      EXPECT_EQ(info.group, OpcodeGroup::kElementwise) << info.name;
    }
    if (info.Has(OpcodeTrait::kForwards)) {
      EXPECT_TRUE(info.Has(OpcodeTrait::kNoBuffer)) << info.name;
    }
  }
}

TEST(Opcode, EveryRowNamesAnAttributeOnce) {
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    std::set<std::string_view> names;
    for (const AttributeSpec& spec : GetOpcodeInfo(static_cast<HloOpcode>(i)).attributes) {
      EXPECT_TRUE(names.insert(AttributeName(spec.kind)).second)
          << GetOpcodeInfo(static_cast<HloOpcode>(i)).name << " " << AttributeName(spec.kind);
    }
  }
}

TEST(Opcode, AsyncWords) {
  EXPECT_EQ(AsyncPhaseSuffix(AsyncPhase::kNone), "");
  EXPECT_EQ(AsyncPhaseSuffix(AsyncPhase::kStart), "-start");
  EXPECT_EQ(AsyncPhaseSuffix(AsyncPhase::kUpdate), "-update");
  EXPECT_EQ(AsyncPhaseSuffix(AsyncPhase::kDone), "-done");
  std::set<std::string_view> first_class;
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const auto opcode = static_cast<HloOpcode>(i);
    if (HasFirstClassAsync(opcode)) first_class.insert(HloOpcodeName(opcode));
  }
  EXPECT_EQ(first_class,
            (std::set<std::string_view>{"all-gather", "all-reduce", "collective-permute", "copy",
                                        "recv", "send"}));
}

TEST(Opcode, ChannelInstructionsAreNoDonesOfCollectives) {
  EXPECT_TRUE(IsChannelInstruction(HloOpcode::kSendDone));
  EXPECT_TRUE(IsChannelInstruction(HloOpcode::kRecvDone));
  EXPECT_TRUE(IsChannelInstruction(HloOpcode::kAllReduceStart));
  EXPECT_FALSE(IsChannelInstruction(HloOpcode::kAllReduceDone));
  EXPECT_FALSE(IsChannelInstruction(HloOpcode::kAllGatherDone));
  EXPECT_FALSE(IsChannelInstruction(HloOpcode::kCollectivePermuteDone));
  EXPECT_FALSE(IsChannelInstruction(HloOpcode::kAdd));
}

TEST(Opcode, Enumerations) {
  const EnumTypeInfo& fft = GetEnumTypeInfo(GetAttributeInfo(AttributeKind::kFftType).type);
  EXPECT_EQ(fft.noun, "fft type");
  EXPECT_EQ(fft.letter_case, LetterCase::kExact);
  EXPECT_EQ(fft.words[static_cast<size_t>(FftType::kIrfft)], "IRFFT");
  const EnumTypeInfo& precision = GetEnumTypeInfo(AttributeType::kPrecision);
  EXPECT_EQ(precision.words[static_cast<size_t>(Precision::kHighest)], "highest");
}

}  // namespace hlo_text_v1::opcode_test
