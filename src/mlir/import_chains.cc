// async.call becomes a start and updates: the links in hlo.links, the call itself, and those in
// hlo.updates.
#include <algorithm>
#include <charconv>
#include <utility>

#include "src/base/strings.h"
#include "src/mlir/async_plan.h"
#include "src/mlir/import_function.h"

namespace hlo_text_v1::internal {
namespace {

// The links that an async.call lists under `key`; anything but a list of dictionaries is reported.
bool FindLinks(const MlirOperation& call, std::string_view key, MlirImport* import,
               const MlirAttribute** links) {
  *links = call.attributes.Find(key);
  const absl::Span<const MlirAttribute> elements = ElementsOf(*links);
  const bool are_links = std::all_of(elements.begin(), elements.end(), [](const auto& element) {
    return element.kind == MlirAttribute::Kind::kDictionary;
  });
  if (*links == nullptr || (are_links && (*links)->kind == MlirAttribute::Kind::kArray)) {
    return true;
  }
  return import->Fail(DiagnosticCode::kMlirAttribute, (*links)->range, key,
                      "a list of dictionaries");
}

}  // namespace

bool FunctionImporter::FindBound(const MlirOperation& call, std::vector<size_t>* bound) {
  const MlirAttribute* links = nullptr;
  if (!FindLinks(call, "hlo.links", &import_, &links)) return false;
  const MlirAttribute* counts = call.attributes.Find("hlo.bound");
  // Without hlo.links, hlo.start names the only link before the call, if there is one.
  const bool is_named = links == nullptr && call.attributes.Find("hlo.start") != nullptr;
  const size_t link_count = is_named ? 2 : ElementsOf(links).size() + 1;
  size_t sum = 0;
  bool is_sound = true;
  for (const MlirAttribute& element : ElementsOf(counts)) {
    size_t count = 0;
    const char* end = element.text.data() + element.text.size();
    is_sound = is_sound && element.kind == MlirAttribute::Kind::kInteger &&
               std::from_chars(element.text.data(), end, count).ec == std::errc() &&
               count <= call.operands.size() - sum;
    if (!is_sound) break;
    sum += count;
    bound->push_back(sum);
  }
  if (counts == nullptr && link_count == 1) {
    bound->push_back(call.operands.size());
    return true;
  }
  if (is_sound && sum == call.operands.size() && bound->size() == link_count) return true;
  return import_.Fail(DiagnosticCode::kMlirBound,
                      counts != nullptr ? counts->range : call.attributes.range,
                      call.operands.size(), link_count);
}

// Writes all links but the done. The values of `named` are to be awaited.
bool FunctionImporter::WriteAsyncCall(const MlirOperation& call, const MlirOperation& named,
                                      size_t* work) {
  const MlirImport::Callee* callee = import_.FindCallee(call.name, call.name_range);
  if (callee == nullptr) return false;
  const MlirFunction& function = *callee->function;
  if (!function.is_async || !function.has_body) {
    return import_.Fail(DiagnosticCode::kMlirExpects, call.name_range, "async.func",
                        StrCat("the func.func @", function.name));
  }
  if (!CheckOperands(call, function) ||
      !CheckCount(call.operand_types.size(), "operands", call.operands.size(), call.name_range)) {
    return false;
  }
  if (named.results.empty()) return CheckCount(1, "result", 0, named.name_range);
  if (!BeginWork("async-done", *callee->result, call, work)) return false;

  std::vector<size_t> bound;
  const MlirAttribute* links = nullptr;
  const MlirAttribute* updates = nullptr;
  const MlirAttribute* start = nullptr;
  if (!FindBound(call, &bound) || !import_.FindString(call.attributes, "hlo.start", &start) ||
      !FindLinks(call, "hlo.links", &import_, &links) ||
      !FindLinks(call, "hlo.updates", &import_, &updates)) {
    return false;
  }
  size_t begin = 0;
  const MlirAttribute none;
  start_ = lines_.size();
  for (size_t i = 0; i < bound.size(); ++i) {
    const bool is_call = i + 1 == bound.size();
    const MlirAttribute& link = is_call            ? call.attributes
                                : links == nullptr ? none
                                                   : links->elements[i];
    std::string_view name = is_call ? named.results.back().name : std::string_view();
    if (!is_call && i == 0 && start != nullptr) name = start->text;
    if (!WriteLink(call, link, name, begin, bound[i], is_call)) return false;
    begin = bound[i];
  }
  for (const MlirAttribute& update : ElementsOf(updates)) {
    if (!WriteLink(call, update, "", begin, begin, /*is_call=*/false)) return false;
  }
  works_[*work].last = lines_.size() - 1;
  return true;
}

bool FunctionImporter::WriteLink(const MlirOperation& call, const MlirAttribute& link,
                                 std::string_view value, size_t begin, size_t end, bool is_call) {
  const bool is_start = start_ == lines_.size();
  const bool binds_result = is_call || (!is_start && begin == end);
  const MlirRange place = is_call || link.range.end == 0 ? call.range : link.range;
  std::string operands;
  if (!FindOperands(call, begin, end, &operands)) return false;
  Line line;
  if (!SetName(value, link, place, &line)) return false;
  line.text.Mark(place);
  if (!AppendStartShape(call, link, end, binds_result, &line)) return false;
  line.text.Append(is_start ? " async-start(" : StrCat(" async-update(%", lines_.back().name));
  line.text.Append(is_start || operands.empty() ? "" : ", ", operands);
  if (!AppendBuffers(link, &line)) return false;
  line.text.Append(")");
  if (is_start) {
    const MlirFunction& function = *import_.FindCallee(call.name, call.name_range)->function;
    const MlirAttribute* thread = nullptr;
    if (!import_.CheckName(function.name, call.name_range) ||
        !import_.FindString(function.attributes, "hlo.execution_thread", &thread)) {
      return false;
    }
    line.text.Append(", calls=%", function.name);
    if (thread != nullptr && thread->text != "main") {
      line.text.Append(", async_execution_thread=", QuotedHloString(thread->text));
    }
  }
  if (!AppendOwnAttributes(link.Find("hlo.attributes"), &line)) return false;
  if (is_call && execute_ != nullptr && !AppendDependencies(*execute_, &line)) return false;
  return EndLine(std::move(line));
}

// hlo.shape, or ((OPERANDS), RESULT) by default.
bool FunctionImporter::AppendStartShape(const MlirOperation& call, const MlirAttribute& link,
                                        size_t bound, bool binds_result, Line* line) {
  const MlirAttribute* text = nullptr;
  if (!import_.FindString(link, "hlo.shape", &text)) return false;
  if (text != nullptr) {
    const Shape* shape = import_.ShapeOf(text->text, text->range);
    if (shape == nullptr) return false;
    if (!HasStartShape(call, *shape, bound)) {
      return import_.Fail(DiagnosticCode::kMlirStartShape, text->range, text->text);
    }
    line->text.Append(text->text);
    return true;
  }
  std::string shape = "((";
  for (size_t i = 0; i < bound; ++i) {
    if (i > 0) shape.append(", ");
    if (!import_.AppendType(call.operand_types[i], call.range, &shape)) return false;
  }
  shape.append("), ");
  if (!binds_result) {
    shape.append("()");
  } else if (!import_.AppendType(works_.back().result, call.range, &shape)) {
    return false;
  }
  line->text.Append(shape, ")");
  return true;
}

bool FunctionImporter::HasStartShape(const MlirOperation& call, const Shape& shape, size_t bound) {
  const absl::Span<const Shape* const> elements = shape.tuple_shapes();
  if (!shape.IsTuple() || elements.size() < 2 || !elements[0]->IsTuple() ||
      elements[0]->tuple_shapes().size() != bound) {
    return false;
  }
  for (size_t i = 0; i < bound; ++i) {
    if (!import_.HasType(*elements[0]->tuple_shapes()[i], call.operand_types[i])) return false;
  }
  const Shape* result = import_.ShapeOf(works_.back().result, call.range);
  return result != nullptr && IsBoundPart(*elements[1], *result);
}

bool FunctionImporter::AppendBuffers(const MlirAttribute& link, Line* line) {
  const MlirAttribute* buffers = link.Find("hlo.buffers");
  for (const MlirAttribute& buffer : ElementsOf(buffers)) {
    if (!import_.CheckName(buffer.text, buffer.range)) return false;
    line->text.Append(", %", buffer.text);
  }
  return true;
}

}  // namespace hlo_text_v1::internal
