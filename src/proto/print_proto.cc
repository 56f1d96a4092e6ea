// PrintHloProto: prints every field by the schema, whatever it means. Source: protobuf's text
// format.
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "hlo/arena.h"
#include "hlo/proto.h"
#include "src/proto/find_module.h"
#include "src/proto/wire_reader.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

using Sink = absl::FunctionRef<void(std::string_view)>;

// The field at the cursor; nullptr if the schema does not have it in this form.
const ProtoFieldInfo* KnownField(ProtoMessage message, const WireCursor& cursor) {
  const ProtoFieldInfo* field = FindProtoField(message, cursor.number());
  return field != nullptr && CanHaveType(*field, cursor.wire_type()) ? field : nullptr;
}

bool IsPacked(const ProtoFieldInfo& field, const WireCursor& cursor) {
  return cursor.wire_type() == WireType::kBytes && !IsLengthDelimited(field.type);
}

template <typename Visit>
bool VisitPacked(ProtoType type, std::string_view payload, Visit visit) {
  if (type == ProtoType::kFloat) return ForEachPacked<ProtoType::kFloat>(payload, visit);
  if (type == ProtoType::kDouble) return ForEachPacked<ProtoType::kDouble>(payload, visit);
  return ForEachPacked<ProtoType::kInt64>(payload, visit);
}

// Notes the first error in `state`.
void Check(ProtoReadState& state, ProtoMessage message, std::string_view bytes) {
  const ProtoDepthGuard guard(state, bytes.data());
  for (WireCursor cursor(state, bytes); !state.failed() && cursor.Next();) {
    const ProtoFieldInfo* field = KnownField(message, cursor);
    if (field == nullptr) continue;
    if (IsPacked(*field, cursor)) {
      const bool ok = VisitPacked(field->type, cursor.bytes(), [](uint64_t) {});
      if (!ok) state.Malformed(cursor.begin(), "a number is cut");
    } else if (field->type == ProtoType::kMessage) {
      Check(state, field->message, cursor.bytes());
    }
  }
}

// Prints checked bytes.
class TextPrinter {
 public:
  TextPrinter(ProtoReadState* state, Sink sink) : state_(*state), sink_(sink) {}

  void Print(ProtoMessage message, std::string_view bytes) {
    for (WireCursor cursor(state_, bytes); cursor.Next();) {
      const ProtoFieldInfo* field = KnownField(message, cursor);
      if (field == nullptr) {
        PrintUnknown(cursor);
      } else if (IsPacked(*field, cursor)) {
        VisitPacked(field->type, cursor.bytes(), [&](uint64_t bits) { PrintNumber(*field, bits); });
      } else {
        PrintField(*field, cursor);
      }
      if (out_.size() >= kPiece) Flush();
    }
  }

  void Flush() {
    sink_(out_);
    out_.clear();
  }

 private:
  static constexpr size_t kPiece = size_t{64} << 10;

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
  Sink sink_;
  std::string out_;
  size_t depth_ = 0;
};

ProtoMessage OutermostMessage(std::string_view bytes) {
  switch (FindModuleProto(bytes).wrap) {
    case ProtoWrap::kNone:
      break;
    case ProtoWrap::kHloProto:
      return ProtoMessage::kHloProto;
    case ProtoWrap::kSnapshot:
      return ProtoMessage::kHloSnapshot;
    case ProtoWrap::kWithConfig:
      return ProtoMessage::kHloModuleProtoWithConfig;
  }
  return ProtoMessage::kHloModuleProto;
}

}  // namespace

absl::Status PrintHloProto(std::string_view bytes, Sink sink) {
  Arena arena;
  ProtoReadState state(bytes, &arena, 0);
  const ProtoMessage message = OutermostMessage(bytes);
  Check(state, message, bytes);
  if (state.failed()) {
    return absl::InvalidArgumentError(StrCat(state.message(), " (at byte ", state.offset(), ")"));
  }
  TextPrinter printer(&state, sink);
  printer.Print(message, bytes);
  printer.Flush();
  return absl::OkStatus();
}

absl::StatusOr<std::string> PrintHloProto(std::string_view bytes) {
  std::string text;
  const absl::Status status =
      PrintHloProto(bytes, [&](std::string_view piece) { text.append(piece); });
  if (!status.ok()) return status;
  return text;
}

}  // namespace hlo_text_v1
