#include "tests/support/proto_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "absl/base/casts.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "hlo/arena.h"
#include "src/proto/wire_reader.h"
#include "tests/proto/bytes.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

std::string Fixed(uint64_t bits, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(bits >> 8 * i));
  return bytes;
}

void AppendField(const ProtoTree& field, std::string* out) {
  if (field.number == 0) {
    out->append(field.bytes);
    return;
  }
  out->append(Varint(uint64_t{field.number} << 3 | static_cast<uint64_t>(field.type)));
  switch (field.type) {
    case WireType::kVarint:
      out->append(Varint(field.bits));
      return;
    case WireType::kFixed64:
      out->append(Fixed(field.bits, 8));
      return;
    case WireType::kFixed32:
      out->append(Fixed(field.bits, 4));
      return;
    case WireType::kBytes: {
      const std::string content = field.bytes + WriteProtoTree(field);
      out->append(Varint(content.size()) + content);
      return;
    }
    case WireType::kGroupStart:
      out->append(WriteProtoTree(field));
      out->append(Varint(uint64_t{field.number} << 3 | 4));
      return;
    case WireType::kGroupEnd:
      return;
  }
}

const ProtoFieldInfo* FieldNamed(ProtoMessage message, std::string_view name) {
  if (message == ProtoMessage::kNone) return nullptr;
  const auto fields = GetProtoMessageInfo(message).fields;
  const auto* found =
      std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.name == name; });
  return found == fields.end() ? nullptr : found;
}

// Reads edits.
class Editor {
 public:
  Editor(std::string_view text, ProtoTree* module) : text_(text), module_(*module) {}

  void Run() {
    while (at_ < text_.size() && !failed_) {
      RunOne();
      Take(";");
    }
  }

 private:
  struct Place {
    ProtoTree* parent = nullptr;
    ProtoTree field;  // number, type and message of the last step
    int64_t index = -1;
    bool is_raw = false;
  };

  void RunOne() {
    Place place = ReadPath();
    if (failed_) return;
    std::vector<ProtoTree>& fields = place.parent->fields;
    const auto is_it = [&](const ProtoTree& each) { return each.number == place.field.number; };
    if (Take("+=")) {
      fields.push_back(ReadValue(place.field, place.is_raw));
    } else if (Take("=")) {
      ProtoTree value = ReadValue(place.field, place.is_raw);
      if (place.index >= 0) {
        ProtoTree* field = FindField(place.parent, place.field.number, place.index);
        if (field != nullptr) *field = std::move(value);
        return;
      }
      fields.erase(std::remove_if(fields.begin(), fields.end(), is_it), fields.end());
      const auto next = std::find_if(fields.begin(), fields.end(), [&](const ProtoTree& each) {
        return each.number > place.field.number;
      });
      fields.insert(next, std::move(value));
    } else if (Take("-")) {
      if (place.index < 0) {
        const auto rest = std::remove_if(fields.begin(), fields.end(), is_it);
        if (rest == fields.end()) Fail("no such field");
        fields.erase(rest, fields.end());
      } else {
        ProtoTree* field = FindField(place.parent, place.field.number, place.index);
        if (!failed_) fields.erase(fields.begin() + (field - fields.data()));
      }
    } else {
      Fail("=, += or - is missing");
    }
  }

  // ---- Paths.

  Place ReadPath() {
    Place place;
    place.parent = &module_;
    ProtoTree* named = FindNamed(PeekWord());
    if (named != nullptr) {
      ReadWord();
      if (!Take(".")) Fail("a field is missing");
      place.parent = named;
    }
    while (!failed_) {
      const std::string step = ReadWord();
      place.is_raw = step == "raw";
      place.field = FieldOf(place.parent->message, step);
      place.index = -1;
      if (Take("[")) {
        place.index = std::atoll(ReadWord().c_str());
        if (!Take("]")) Fail("] is missing");
      }
      if (!Take(".")) break;
      ProtoTree* next =
          FindField(place.parent, place.field.number, std::max<int64_t>(place.index, 0));
      if (next == nullptr) break;
      place.parent = next;
    }
    return place;
  }

  // The instruction or computation of this name.
  ProtoTree* FindNamed(std::string_view name) {
    using Computation = pb::HloComputationProto;
    ProtoTree* found = nullptr;
    for (ProtoTree& computation : module_.fields) {
      if (computation.message != ProtoMessage::kHloComputationProto) continue;
      if (NameOf(computation) == name && found == nullptr) found = &computation;
      for (ProtoTree& each : computation.fields) {
        if (each.number == Computation::instructions.number && NameOf(each) == name) return &each;
      }
    }
    return found;
  }
  // Field 1, of both messages.
  static std::string_view NameOf(const ProtoTree& message) {
    for (const ProtoTree& field : message.fields) {
      if (field.number == 1) return field.bytes;
    }
    return {};
  }

  ProtoTree* FindField(ProtoTree* parent, uint32_t number, int64_t index) {
    for (ProtoTree& field : parent->fields) {
      if (field.number == number && index-- == 0) return &field;
    }
    Fail("no such field");
    return nullptr;
  }

  // An empty field.
  ProtoTree FieldOf(ProtoMessage message, const std::string& name) {
    ProtoTree field;
    const ProtoFieldInfo* info = FieldNamed(message, name);
    int64_t number = 0;
    if (info != nullptr) {
      number = info->number;
    } else if (name != "raw" && !absl::SimpleAtoi(name, &number)) {
      Fail("no such field");
    }
    field.number = static_cast<uint32_t>(number);
    if (info == nullptr && message != ProtoMessage::kNone && number != 0) {
      info = FindProtoField(message, field.number);
    }
    info_ = info;
    field.type = info == nullptr || info->label == ProtoLabel::kPacked ? WireType::kBytes
                                                                       : WireTypeOf(info->type);
    if (info != nullptr) field.message = info->message;
    return field;
  }

  // ---- Values.

  ProtoTree ReadValue(ProtoTree field, bool is_raw) {
    const ProtoFieldInfo* const info = info_;
    if (is_raw) field.number = 0;
    if (Take("`")) {
      field.bytes = FromHex(ReadUntil('`'));
      field.type = WireType::kBytes;
    } else if (Take("\"")) {
      std::string text = ReadUntil('"');
      field.type = WireType::kBytes;
      if (!absl::CUnescape(text, &field.bytes)) Fail("a bad escape");
    } else if (Take("!{")) {
      field.type = WireType::kGroupStart;
      ReadFields(&field);
    } else if (Take("{")) {
      field.type = WireType::kBytes;
      ReadFields(&field);
    } else if (Take("[")) {
      field.type = WireType::kBytes;
      while (!failed_ && !Take("]")) field.bytes.append(PackedNumber(info, ReadWord()));
    } else {
      SetNumber(info, ReadWord(), &field);
    }
    return field;
  }

  void ReadFields(ProtoTree* message) {
    while (!failed_ && !Take("}")) {
      const std::string name = ReadWord();
      const ProtoTree field = FieldOf(message->message, name);
      Take(":");
      message->fields.push_back(ReadValue(field, name == "raw"));
    }
  }

  static bool CutEnding(std::string* word, std::string_view ending) {
    const size_t size = word->size();
    if (size <= ending.size() || word->compare(size - ending.size(), size, ending) != 0) {
      return false;
    }
    word->resize(size - ending.size());
    return true;
  }

  void SetNumber(const ProtoFieldInfo* info, std::string word, ProtoTree* field) {
    field->message = ProtoMessage::kNone;
    if (CutEnding(&word, "i32")) {
      field->type = WireType::kFixed32;
    } else if (CutEnding(&word, "i64")) {
      field->type = WireType::kFixed64;
    } else if (CutEnding(&word, "v") || info == nullptr || IsLengthDelimited(info->type)) {
      field->type = WireType::kVarint;
    } else if (info->label == ProtoLabel::kPacked) {
      field->bytes = PackedNumber(info, word);
      return;
    } else {
      field->bits = BitsOf(info, word);
      return;
    }
    field->bits = BitsOf(nullptr, word);
  }

  std::string PackedNumber(const ProtoFieldInfo* info, const std::string& word) {
    const WireType type = info == nullptr ? WireType::kVarint : WireTypeOf(info->type);
    const uint64_t bits = BitsOf(info, word);
    return type == WireType::kFixed32   ? Fixed(bits, 4)
           : type == WireType::kFixed64 ? Fixed(bits, 8)
                                        : Varint(bits);
  }

  uint64_t BitsOf(const ProtoFieldInfo* info, const std::string& word) {
    const ProtoType type = info == nullptr ? ProtoType::kInt64 : info->type;
    uint64_t bits = 0;
    double real = 0;
    int64_t number = 0;
    if (type == ProtoType::kDouble && absl::SimpleAtod(word, &real)) {
      bits = absl::bit_cast<uint64_t>(real);
    } else if (type == ProtoType::kFloat && absl::SimpleAtod(word, &real)) {
      bits = absl::bit_cast<uint32_t>(static_cast<float>(real));
    } else if (word == "true" || word == "false") {
      bits = word == "true" ? 1 : 0;
    } else if (absl::SimpleAtoi(word, &number) ||
               (type == ProtoType::kEnum && IsValue(info->enumeration, word, &number))) {
      bits = static_cast<uint64_t>(number);
    } else if (!absl::SimpleAtoi(word, &bits)) {
      Fail("no number");
    }
    return bits;
  }
  static bool IsValue(ProtoEnum enumeration, std::string_view word, int64_t* number) {
    for (const ProtoEnumValue& value : ProtoEnumValues(enumeration)) {
      if (value.name != word) continue;
      *number = value.number;
      return true;
    }
    return false;
  }

  // ---- Words.

  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool Take(std::string_view token) {
    SkipBlanks();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  std::string_view PeekWord() {
    SkipBlanks();
    const size_t end = text_.find_first_of(" .[]{}:;=`\"\n", at_);
    return text_.substr(at_, end == std::string_view::npos ? end : end - at_);
  }
  std::string ReadWord() {
    std::string_view word = PeekWord();
    // Numbers may have a point.
    if (!word.empty() && (word[0] == '-' || (word[0] >= '0' && word[0] <= '9'))) {
      const size_t end = text_.find_first_of(" []{}:;=`\"\n", at_);
      const std::string_view all =
          text_.substr(at_, end == std::string_view::npos ? end : end - at_);
      double number = 0;
      if (absl::SimpleAtod(Absl(all), &number)) word = all;
    }
    if (word.empty()) Fail("a word is missing");
    at_ += word.size();
    return std::string(word);
  }
  std::string ReadUntil(char end) {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != end) at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) {
      Fail("a quote is open");
      return {};
    }
    return std::string(text_.substr(begin, at_++ - begin));
  }

  void Fail(std::string_view why) {
    if (!failed_) ADD_FAILURE() << why << " at byte " << at_ << ": " << text_;
    failed_ = true;
  }

  std::string_view text_;
  ProtoTree& module_;
  size_t at_ = 0;
  bool failed_ = false;
  const ProtoFieldInfo* info_ = nullptr;  // of the last field
};

}  // namespace

ProtoTree ReadProtoTree(std::string_view bytes, ProtoMessage message) {
  ProtoTree tree;
  tree.message = message;
  Arena arena;
  ProtoReadState state(bytes, &arena, 0);
  for (WireCursor cursor(state, bytes); cursor.Next();) {
    ProtoTree field;
    const ProtoFieldInfo* info = FindProtoField(message, cursor.number());
    if (cursor.wire_type() != WireType::kBytes) {
      field.bits = cursor.bits();
    } else if (info != nullptr && info->type == ProtoType::kMessage) {
      field = ReadProtoTree(cursor.bytes(), info->message);
    } else {
      field.bytes = cursor.bytes();
    }
    field.number = cursor.number();
    field.type = cursor.wire_type();
    tree.fields.push_back(std::move(field));
  }
  return tree;
}

std::string WriteProtoTree(const ProtoTree& message) {
  std::string bytes;
  for (const ProtoTree& field : message.fields) AppendField(field, &bytes);
  return bytes;
}

void EditProto(std::string_view edits, ProtoTree* module) { Editor(edits, module).Run(); }

std::string EditedProto(std::string_view bytes, std::string_view edits) {
  ProtoTree tree = ReadProtoTree(bytes, ProtoMessage::kHloModuleProto);
  EditProto(edits, &tree);
  return WriteProtoTree(tree);
}

}  // namespace hlo_text_v1
