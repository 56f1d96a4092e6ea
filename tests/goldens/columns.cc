// The tables that describe XLA, shown by what is made of them: testdata/proto/schema.fields, the
// messages that readers, writers and textproto know; testdata/opcodes/opcodes.columns, the facts
// about opcodes.
// Tests of src/proto: schema
#include <iterator>
#include <string>
#include <string_view>

#include "hlo/opcode.h"
#include "src/base/strings.h"
#include "src/proto/schema.h"
#include "tests/goldens/goldens.h"

namespace hlo_text_v1::goldens {
namespace {

// In the order of ProtoType and ProtoLabel.
constexpr std::string_view kTypes[] = {"int32", "int64",  "uint32", "uint64", "bool",   "enum",
                                       "float", "double", "string", "bytes",  "message"};
constexpr std::string_view kLabels[] = {"implicit", "message", "optional",
                                        "oneof",    "packed",  "repeated"};
constexpr std::string_view kEnums[] = {
#define HLO_PROTO_ENUM(Id, name, ...) name,
#define HLO_PROTO_VALUE(...)
#include "src/proto/enums.def"
};

// In the order of OpcodeGroup, and of the bits of OpcodeTrait.
constexpr std::string_view kGroups[] = {"parameter", "constant",    "elementwise", "movement",
                                        "compute",   "reduction",   "collective",  "control",
                                        "fusion",    "custom-call", "async",       "tuple"};
constexpr std::string_view kTraits[] = {
    "side-effect",    "channel-effect", "may-have-effect", "forwards",    "no-buffer",
    "same-precision", "keeps-layout",   "transcendental",  "commutative", "exact-shape"};

}  // namespace

Text ProtoSchema(const std::string&) {
  std::string out;
  for (int m = 0; m < static_cast<int>(ProtoMessage::kNone); ++m) {
    const ProtoMessageInfo& message = GetProtoMessageInfo(static_cast<ProtoMessage>(m));
    StrAppend(&out, "message ", message.name, "\n");
    for (const ProtoFieldInfo& field : message.fields) {
      const std::string_view type =
          field.type == ProtoType::kMessage ? GetProtoMessageInfo(field.message).name
          : field.type == ProtoType::kEnum  ? kEnums[static_cast<size_t>(field.enumeration)]
                                            : kTypes[static_cast<size_t>(field.type)];
      StrAppend(&out, "  ", field.number, " ", field.name, ": ",
                kLabels[static_cast<size_t>(field.label)], " ", type, "\n");
    }
  }
  for (size_t e = 0; e < std::size(kEnums); ++e) {
    StrAppend(&out, "enum ", kEnums[e], "\n");
    for (const ProtoEnumValue& value : ProtoEnumValues(static_cast<ProtoEnum>(e))) {
      StrAppend(&out, "  ", value.number, " ", value.name, "\n");
    }
  }
  return out;
}

// NAME: ARITY GROUP TRAIT..., ATTRIBUTE...
Text OpcodeColumns(const std::string&) {
  std::string out;
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const OpcodeInfo& info = GetOpcodeInfo(static_cast<HloOpcode>(i));
    StrAppend(&out, info.name, ": ", info.arity == kVariadic ? "any" : std::to_string(info.arity),
              " ", kGroups[static_cast<size_t>(info.group)],
              info.can_infer_shape ? "" : " given-shape");
    for (size_t t = 0; t < std::size(kTraits); ++t) {
      if ((info.traits >> t & 1) != 0) StrAppend(&out, " ", kTraits[t]);
    }
    for (const AttributeSpec& spec : info.attributes) {
      StrAppend(&out, ", ", AttributeName(spec.kind), spec.required ? " required" : "",
                spec.keep ? " keep" : "", spec.fill ? " fill" : "", spec.fill_true ? " true" : "",
                spec.proto_only ? " proto" : "");
    }
    out.push_back('\n');
  }
  return out;
}

}  // namespace hlo_text_v1::goldens
