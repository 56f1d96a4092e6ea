// XLA writes sugar whenever the wrapped computation is one instruction and its parameters, even if
// that reads back as another program. AsyncPrintMode::kSugar writes it where SugarForms has no
// obstacle; kKeep where it was before and still means the same, since an edit may have changed the
// computation, whether XLA reads it or not.
#include "src/print/async_sugar.h"

#include <vector>

#include "hlo/async.h"
#include "src/async/chain.h"
#include "src/async/producer.h"
#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/ir/module_state.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {
namespace {

bool WasSugar(const HloInstruction& link) { return Node(&link).was_sugar; }

}  // namespace

AsyncSugar::AsyncSugar(const HloModule& module, const PrintOptions& options)
    : module_(module),
      reader_(options.async_reader),
      mode_(options.syntax_sugar_async_ops && IrAccess::StateOf(module).has_async
                ? options.async_mode
                : AsyncPrintMode::kGeneric) {}

AsyncSugar::AsyncSugar(const AsyncSugar* decided)
    : module_(decided->module_),
      decided_(decided),
      reader_(decided->reader_),
      mode_(decided->mode_) {}

AsyncSugar::AsyncSugar(AsyncSugar&& other) noexcept = default;
AsyncSugar::~AsyncSugar() = default;

void AsyncSugar::Enter(const HloComputation& computation) {
  computation_ = &computation;
  if (decided_ == nullptr) Decide();
  const auto& wrapped = decided_ == nullptr ? wrapped_ : decided_->wrapped_;
  const auto found = wrapped.find(&computation);
  in_computation_ = found == wrapped.end() ? nullptr : found->second.data();
}

bool AsyncSugar::IsHidden(const HloComputation& computation) {
  if (mode_ == AsyncPrintMode::kGeneric) return false;
  Decide();
  return hidden_.contains(&computation);
}

void AsyncSugar::SetSugar(const HloInstruction& link, const HloInstruction& wrapped) {
  if (link.parent() != deciding_) {
    deciding_ = link.parent();
    of_deciding_ = &wrapped_[deciding_];
    of_deciding_->resize(deciding_->index_limit());
  }
  (*of_deciding_)[link.index()] = &wrapped;
}

void AsyncSugar::Decide() {
  if (has_decided_) return;
  has_decided_ = true;
  if (mode_ == AsyncPrintMode::kXla) return DecideAsXla();
  for (const std::vector<AsyncOperation>& operations : FindAsyncChains(module_)) {
    hidden_.reserve(hidden_.size() + operations.size());
    for (const AsyncOperation& operation : operations) {
      const HloComputation* wrapped = operation.wrapped_computation();
      const bool is_sugar_itself = operation.start().async_phase() != AsyncPhase::kNone;
      if (wrapped == nullptr || is_sugar_itself || !IsSugar(operation)) continue;
      hidden_.insert(wrapped);
      for (const HloInstruction* link : operation.all_links()) {
        if (link->async_phase() != AsyncPhase::kNone) continue;
        if (mode_ == AsyncPrintMode::kKeep && !WasSugar(*link)) continue;
        SetSugar(*link, *wrapped->root_instruction());
      }
    }
  }
}

// XLA decides for each link, from the computation that it knows for it.
void AsyncSugar::DecideAsXla() {
  ProducerFinder producers(module_);
  HashMap<const HloComputation*, bool> is_one_instruction;
  for (const HloComputation* computation : module_.computations()) {
    if (!MayHaveChains(*computation)) continue;
    for (const HloInstruction* link : computation->instructions()) {
      if (!IsAsyncLink(link->opcode()) || link->async_phase() != AsyncPhase::kNone) continue;
      const HloComputation* wrapped = producers.WrappedBy(*link);
      if (wrapped == nullptr) continue;
      const auto [known, is_new] = is_one_instruction.try_emplace(wrapped, false);
      if (is_new) known->second = IsOneInstruction(*wrapped);
      if (!known->second) continue;
      SetSugar(*link, *wrapped->root_instruction());
      if (link->FindAttribute(AttributeKind::kCalls) != nullptr) hidden_.insert(wrapped);
    }
  }
}

const HloComputation* AsyncSugar::ComputationToName(const HloInstruction& link) {
  if (mode_ == AsyncPrintMode::kXla || !HasCopiedToWrapped(link) ||
      OwnComputation(link) != nullptr) {
    return nullptr;
  }
  in_sight_.Enter(*link.parent());
  if (in_sight_.StartOf(link) != nullptr) return nullptr;
  if (producers_ == nullptr) producers_ = std::make_unique<ProducerFinder>(module_);
  return producers_->WrappedBy(link);
}

bool AsyncSugar::IsSugar(const AsyncOperation& operation) {
  const bool keeps = mode_ == AsyncPrintMode::kKeep;
  if (mode_ == AsyncPrintMode::kGeneric || (keeps && !WasSugar(operation.start()))) return false;
  if (!forms_.has_value()) forms_.emplace(module_, keeps ? AsyncReader::kHloText : reader_);
  return !forms_->ObstacleTo(operation).has_value();
}

}  // namespace hlo_text_v1::internal
