// PrintHloProto: prints every field by the schema, whatever it means. Source: protobuf's text
// format.
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "hlo/arena.h"
#include "hlo/proto.h"
#include "src/proto/find_module.h"
#include "src/proto/wire_reader.h"

namespace hlo {

using namespace internal;

namespace {

class TextPrinter {
 public:
  explicit TextPrinter(ProtoReadState* state) : state_(*state) {}

  void Print(ProtoMessage message, std::string_view bytes) {
    const ProtoDepthGuard guard(state_, bytes.data());
    for (WireCursor cursor(state_, bytes); cursor.Next();) {
      const ProtoFieldInfo* field = FindProtoField(message, cursor.number());
      if (field == nullptr || !CanHaveType(*field, cursor.wire_type())) {
        PrintUnknown(cursor);
      } else if (cursor.wire_type() == WireType::kBytes && !IsLengthDelimited(field->type)) {
        PrintPacked(*field, cursor);
      } else {
        PrintField(*field, cursor);
      }
    }
  }

  std::string Take() { return std::move(out_); }

 private:
  void Begin(std::string_view name) { StrAppend(&out_, std::string(2 * depth_, ' '), name); }

  void PrintUnknown(const WireCursor& cursor) {
    const std::string number = StrCat(cursor.number());
    if (cursor.wire_type() == WireType::kBytes) {
      PrintText(number, cursor.bytes());
    } else if (cursor.wire_type() != WireType::kGroupStart) {
      Begin(number);
      StrAppend(&out_, ": ", cursor.bits(), "\n");
    }
  }

  void PrintText(std::string_view name, std::string_view text) {
    Begin(name);
    StrAppend(&out_, ": \"", absl::CEscape(Absl(text)), "\"\n");
  }

  void PrintField(const ProtoFieldInfo& field, const WireCursor& cursor) {
    if (field.type == ProtoType::kMessage) {
      Begin(field.name);
      out_.append(" {\n");
      ++depth_;
      Print(field.message, cursor.bytes());
      --depth_;
      Begin("}\n");
    } else if (IsLengthDelimited(field.type)) {
      PrintText(field.name, cursor.bytes());
    } else {
      PrintNumber(field, cursor.bits());
    }
  }

  void PrintPacked(const ProtoFieldInfo& field, const WireCursor& cursor) {
    const auto print = [&](uint64_t bits) { PrintNumber(field, bits); };
    const std::string_view payload = cursor.bytes();
    const bool ok =
        field.type == ProtoType::kFloat    ? ForEachPacked<ProtoType::kFloat>(payload, print)
        : field.type == ProtoType::kDouble ? ForEachPacked<ProtoType::kDouble>(payload, print)
                                           : ForEachPacked<ProtoType::kInt64>(payload, print);
    if (!ok) state_.Malformed(cursor.begin(), "a number is cut");
  }

  void PrintNumber(const ProtoFieldInfo& field, uint64_t bits) {
    Begin(field.name);
    out_.append(": ");
    AppendNumber(field, bits);
    out_.push_back('\n');
  }

  void AppendNumber(const ProtoFieldInfo& field, uint64_t bits) {
    switch (field.type) {
      case ProtoType::kBool:
        out_.append(bits != 0 ? "true" : "false");
        return;
      case ProtoType::kFloat:
        StrAppend(&out_, NumberFromWire<float, ProtoType::kFloat>(bits));
        return;
      case ProtoType::kDouble:
        StrAppend(&out_, NumberFromWire<double, ProtoType::kDouble>(bits));
        return;
      case ProtoType::kEnum: {
        const int64_t number = NumberFromWire<int64_t, ProtoType::kEnum>(bits);
        const std::string_view name = ProtoEnumName(field.enumeration, number);
        name.empty() ? StrAppend(&out_, number) : StrAppend(&out_, name);
        return;
      }
      case ProtoType::kInt32:
        StrAppend(&out_, static_cast<int32_t>(bits));
        return;
      case ProtoType::kUint32:
        StrAppend(&out_, static_cast<uint32_t>(bits));
        return;
      case ProtoType::kUint64:
        StrAppend(&out_, bits);
        return;
      case ProtoType::kInt64:
      case ProtoType::kString:
      case ProtoType::kBytes:
      case ProtoType::kMessage:
        StrAppend(&out_, static_cast<int64_t>(bits));
        return;
    }
  }

  ProtoReadState& state_;
  std::string out_;
  size_t depth_ = 0;
};

}  // namespace

absl::StatusOr<std::string> PrintHloProto(std::string_view bytes) {
  Arena arena;
  ProtoReadState state(bytes, &arena, 0);
  TextPrinter printer(&state);
  ProtoMessage message = ProtoMessage::kHloModuleProto;
  switch (FindModuleProto(bytes).wrap) {
    case ProtoWrap::kNone:
      break;
    case ProtoWrap::kHloProto:
      message = ProtoMessage::kHloProto;
      break;
    case ProtoWrap::kSnapshot:
      message = ProtoMessage::kHloSnapshot;
      break;
    case ProtoWrap::kWithConfig:
      message = ProtoMessage::kHloModuleProtoWithConfig;
      break;
  }
  printer.Print(message, bytes);
  if (state.failed()) {
    return absl::InvalidArgumentError(StrCat(state.message(), " (at byte ", state.offset(), ")"));
  }
  return printer.Take();
}

}  // namespace hlo
