// Merges the rows of each pair of computations into one list for both sides.
#include "src/tools/hlo_view/page/diff_page.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hlo/diff.h"
#include "hlo/graph.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/diff/diff_printer.h"
#include "src/diff/merge_order.h"
#include "src/tools/hlo_view/page/module_page.h"
#include "src/tools/hlo_view/page/page_writer.h"
#include "view_assets.h"

namespace hlo_text_v1::internal {
namespace {

enum RowKind { kSame, kRemoved, kAdded, kChanged, kMovedAway, kMovedHere };

class DiffWriter {
 public:
  DiffWriter(const DiffSide& before, const DiffSide& after, JsonWriter* json)
      : before_(before), after_(after), diff_(Diff(before.module, after.module)), json_(*json) {}

  void Write() {
    List();
    json_.BeginObject();
    json_.Key("before");
    WriteModuleData(before_.module, before_.file, data_options_, &json_);
    json_.Key("after");
    WriteModuleData(after_.module, after_.file, data_options_, &json_);
    json_.Key("added").Int(diff_.added());
    json_.Key("removed").Int(diff_.removed());
    json_.Key("changed").Int(diff_.changed());
    json_.Key("header").List(diff_.header_changes(), [this](const HeaderDiff& field) {
      json_.BeginObject();
      json_.Key("name").String(field.name);
      json_.Key("before").String(field.before);
      json_.Key("after").String(field.after);
      json_.EndObject();
    });
    json_.Key("pairs").BeginArray();
    WritePairs();
    json_.EndArray();
    json_.EndObject();
  }

 private:
  // The rows of one side of a pair.
  struct Rows {
    explicit Rows(const HloComputation* computation) {
      if (computation == nullptr) return;
      list = PrintOrder(*computation);
      number.assign(computation->index_limit(), -1);
      for (size_t i = 0; i < list.size(); ++i) number[list[i]->index()] = static_cast<int64_t>(i);
    }
    int64_t Of(const HloInstruction& instruction) const { return number[instruction.index()]; }

    std::vector<const HloInstruction*> list;
    std::vector<int64_t> number;  // by index()
  };

  using Numbers = HashMap<const HloComputation*, int64_t>;
  // Numbers the computations that one side shows.
  static Numbers NumbersOf(const std::vector<const HloComputation*>& computations) {
    Numbers numbers;
    for (size_t i = 0; i < computations.size(); ++i) {
      numbers.emplace(computations[i], static_cast<int64_t>(i));
    }
    return numbers;
  }

  // Chooses the computations to show: both sides are sugared, unless that hides the counterpart of
  // a shown computation.
  void List() {
    data_options_.only_text = true;
    for (const AsyncPrintMode mode : {AsyncPrintMode::kSugar, AsyncPrintMode::kGeneric}) {
      data_options_.async_mode = mode;
      before_list_ = ListedComputations(before_.module, mode);
      after_list_ = ListedComputations(after_.module, mode);
      before_number_ = NumbersOf(before_list_);
      after_number_ = NumbersOf(after_list_);
      if (!HidesCounterpart(before_list_, after_number_) &&
          !HidesCounterpart(after_list_, before_number_)) {
        break;
      }
    }
  }
  bool HidesCounterpart(const std::vector<const HloComputation*>& shown,
                        const Numbers& others) const {
    return std::any_of(shown.begin(), shown.end(), [&](const HloComputation* computation) {
      const HloComputation* counterpart = diff_.CounterpartOf(*computation);
      return counterpart != nullptr && !others.contains(counterpart);
    });
  }

  void WritePairs() {
    for (const ComputationDiff& change : diff_.computations()) {
      change_of_.emplace(change.after == nullptr ? change.before : change.after, &change);
    }
    MergeOrder(
        before_list_, after_list_,
        [this](const HloComputation* computation) {
          const auto found = after_number_.find(diff_.CounterpartOf(*computation));
          return found == after_number_.end() ? size_t{0} : static_cast<size_t>(found->second) + 1;
        },
        [this](const HloComputation* computation) { WritePair(computation, nullptr); },
        [this](const HloComputation* computation) {
          const HloComputation* counterpart = diff_.CounterpartOf(*computation);
          WritePair(before_number_.contains(counterpart) ? counterpart : nullptr, computation);
        });
  }

  // Either may be null.
  void WritePair(const HloComputation* before, const HloComputation* after) {
    const auto found = change_of_.find(after == nullptr ? before : after);
    const ComputationDiff* change = found == change_of_.end() ? nullptr : found->second;
    json_.NewLine();
    json_.BeginObject();
    json_.Key("before").Int(before == nullptr ? -1 : before_number_[before]);
    json_.Key("after").Int(after == nullptr ? -1 : after_number_[after]);
    json_.Key("changes").String(change == nullptr ? "" : Joined(change->changes, ", "));
    json_.Key("rows").BeginArray();
    WriteRows(before, after, change);
    json_.EndArray();
    json_.EndObject();
  }

  void WriteRows(const HloComputation* before, const HloComputation* after,
                 const ComputationDiff* change) {
    // A row that the diff does not list as added or removed.
    const bool is_spelling = (before == nullptr || after == nullptr) && change == nullptr;
    const Rows before_rows(before);
    const Rows after_rows(after);
    HashMap<const HloInstruction*, const InstructionDiff*> changes;  // by `after`
    if (change != nullptr) {
      for (const InstructionDiff& one : change->instructions) {
        if (one.kind() == DiffKind::kChanged) changes.emplace(one.after, &one);
      }
    }
    // The counterpart in `before` of a row of `after`, or nullptr; and the inverse.
    const auto partner = [&](const HloInstruction* of, const HloComputation* in) {
      const HloInstruction* counterpart = diff_.CounterpartOf(*of);
      return counterpart != nullptr && counterpart->parent() == in ? counterpart : nullptr;
    };
    const auto change_of = [&](const HloInstruction* instruction) {
      const auto found = changes.find(instruction);
      return found == changes.end() ? nullptr : found->second;
    };
    const auto is_moved = [&](const HloInstruction* of_after) {
      const InstructionDiff* one = change_of(of_after);
      return one != nullptr && (one->changes & kScheduleChanged) != 0;
    };
    MergeOrder(
        before_rows.list, after_rows.list,
        [&](const HloInstruction* instruction) {
          const HloInstruction* counterpart = partner(instruction, after);
          if (counterpart == nullptr || is_moved(counterpart)) return size_t{0};
          return static_cast<size_t>(after_rows.Of(*counterpart)) + 1;
        },
        [&](const HloInstruction* instruction) {
          const int64_t row = before_rows.Of(*instruction);
          const HloInstruction* counterpart = partner(instruction, after);
          if (counterpart == nullptr) return AddRun(is_spelling ? kSame : kRemoved, row, -1);
          AddRow(kMovedAway, row, after_rows.Of(*counterpart), *change_of(counterpart));
        },
        [&](const HloInstruction* instruction) {
          const int64_t row = after_rows.Of(*instruction);
          const HloInstruction* counterpart = partner(instruction, before);
          if (counterpart == nullptr) return AddRun(is_spelling ? kSame : kAdded, -1, row);
          const int64_t before_row = before_rows.Of(*counterpart);
          const InstructionDiff* one = change_of(instruction);
          if (one == nullptr) return AddRun(kSame, before_row, row);
          AddRow(is_moved(instruction) ? kMovedHere : kChanged, before_row, row, *one);
        });
    FinishRun();
  }

  // Adds a row to the run that it continues.
  void AddRun(RowKind kind, int64_t before, int64_t after) {
    const bool continues = run_.count > 0 && run_.kind == kind &&
                           (before < 0 || before == run_.before + run_.count) &&
                           (after < 0 || after == run_.after + run_.count);
    if (!continues) {
      FinishRun();
      run_ = {kind, before, after, 0};
    }
    ++run_.count;
  }
  void FinishRun() {
    if (run_.count > 0) json_.Ints({int64_t{run_.kind}, run_.before, run_.after, run_.count});
    run_.count = 0;
  }
  void AddRow(RowKind kind, int64_t before, int64_t after, const InstructionDiff& change) {
    FinishRun();
    json_.BeginArray();
    json_.Int(kind);
    json_.Int(before);
    json_.Int(after);
    json_.List(DescribeChanges(change, "%"),
               [this](const std::string& text) { json_.String(text); });
    if ((change.changes & kOperandsChanged) != 0) WriteSameOperands(change);
    json_.EndArray();
  }

  // The number of operands at the beginning, and of others at the end, that are counterparts.
  void WriteSameOperands(const InstructionDiff& change) {
    const auto before = change.before->operands(), after = change.after->operands();
    const size_t shorter = std::min(before.size(), after.size());
    const auto is_same = [&](size_t i, size_t j) {
      return diff_.CounterpartOf(*before[i]) == after[j];
    };
    size_t begin = 0, end = 0;
    while (begin < shorter && is_same(begin, begin)) ++begin;
    while (end < shorter - begin && is_same(before.size() - end - 1, after.size() - end - 1)) ++end;
    json_.Ints({static_cast<int64_t>(begin), static_cast<int64_t>(end)});
  }

  const DiffSide& before_;
  const DiffSide& after_;
  const ModuleDiff diff_;
  JsonWriter& json_;
  ModuleDataOptions data_options_;
  std::vector<const HloComputation*> before_list_;  // those that the page shows
  std::vector<const HloComputation*> after_list_;
  Numbers before_number_;
  Numbers after_number_;
  // By the later computation, or the earlier one if it is the only one.
  HashMap<const HloComputation*, const ComputationDiff*> change_of_;
  struct {
    RowKind kind;
    int64_t before;
    int64_t after;
    int64_t count;
  } run_ = {kSame, 0, 0, 0};
};

}  // namespace

std::string DiffPage(const DiffSide& before, const DiffSide& after) {
  const std::string data = DiffData(before, after);
  const auto name = [](const DiffSide& side) {
    return side.file.empty() ? side.module.name() : side.file;
  };
  const std::string title = StrCat(name(before), " and ", name(after));
  return WritePage({title, kDiffHtml, kDiffCss, kDiffMainJs, data});
}

std::string DiffData(const DiffSide& before, const DiffSide& after) {
  return JsonText(kPageJson, [&](JsonWriter* json) { DiffWriter(before, after, json).Write(); });
}

}  // namespace hlo_text_v1::internal
