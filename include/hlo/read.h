// Reads HLO text into a module that is ready for use. Most programs start here.
//
//   std::vector<hlo_text::Diagnostic> diagnostics;
//   absl::StatusOr<hlo_text::HloModule> module = hlo_text::ReadHloModule(text, {}, &diagnostics);
//   for (const hlo_text::Diagnostic& d : diagnostics) std::cerr << hlo_text::RenderDiagnostic(d, text, {});
//   if (!module.ok()) return 1;
//
// Reading has up to four stages, each with its own function:
//
// - ParseHloModule (hlo/parser.h): the text as it is written
// - Desugar (hlo/async.h): custom-call-start becomes async-start with a wrapped computation
// - Uniquify (hlo/module.h): final names and numbers of stack frames
// - Verify (hlo/verify.h): rules of XLA's verifier, if asked for
//
// The result is the module that XLA has after reading the same text, but for
// ParseOptions::as_xla; PrintHloModule (hlo/printer.h) prints it as XLA does. Bytes that are
// an HloModuleProto, also in an HloProto or a snapshot, are read by ParseHloProto (hlo/proto.h)
// instead, which desugars and names nothing: such a module has no source text, and diagnostics name
// fields.
#ifndef HLO_READ_H_
#define HLO_READ_H_

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"
#include "hlo/internal/stringify.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/source.h"
#include "hlo/verify.h"

namespace hlo_text_v1 {

// A stage of reading; Uniquify counts as a part of kDesugar.
enum class ReadStage : uint8_t { kParse, kDesugar, kVerify };

struct ReadOptions {
  // `uniquify` is ignored; `as_xla` also lets the last link win after desugaring (LetLastLinkWin in
  // hlo/async.h): the text as XLA's parser reads it, even where that is not what it says.
  ParseOptions parse;
  // Of a proto: ProtoReadOptions::keep_unknown_fields.
  bool keep_unknown_fields = false;
  // False keeps asynchronous sugar as written.
  bool desugar = true;
  UniquifyOptions uniquify;
  // Run Verify, and make a violation an error. Kept sugar is verified in a desugared copy.
  bool verify = false;
  VerifyOptions verify_options;
  // Called when a stage has succeeded, such as to time it: then `diagnostics` has those of all
  // stages so far. A proto has no kDesugar. May be empty.
  std::function<void(ReadStage)> on_stage;
};

// Reads a module. On success it takes over the text; on failure `source` keeps it, for rendering
// the diagnostics. Result: the module, or the error of ParseHloModule, or kInvalidArgument with the
// first violation as "line:col: error: message". `diagnostics` (may be null) is set to the errors
// and warnings of all stages, with offsets into the text; those of Verify come last. Cost: linear
// in the text.
absl::StatusOr<HloModule> ReadHloModule(SourceBuffer&& source, const ReadOptions& options = {},
                                        std::vector<Diagnostic>* diagnostics = nullptr);
// The same from a copy of `text`.
absl::StatusOr<HloModule> ReadHloModule(std::string_view text, const ReadOptions& options = {},
                                        std::vector<Diagnostic>* diagnostics = nullptr);

// Reads lines of instructions without a computation around them, as ParseHloInstructions
// (hlo/parser.h) does, into a module like any other: without sugar, unless options.desugar is
// false. Result, errors and cost as ReadHloModule.
//
//   hlo_text::HloModule chain = *hlo_text::ReadHloInstructions(
//       "start = ((f32[8]), f32[8], s32[]) custom-call-start(f32[8] x), custom_call_target=\"f\"\n"
//       "done = f32[8] custom-call-done(start)");
//   hlo_text::HloInstruction* done = chain.entry_computation()->root_instruction();
//   assert(done->opcode() == hlo_text::HloOpcode::kAsyncDone);
absl::StatusOr<HloModule> ReadHloInstructions(std::string_view text,
                                              const ReadOptions& options = {},
                                              std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo_text_v1

// `stream << stage` and absl::StrCat(stage) write one of these words.
HLO_TEXT_STRINGIFY_WORDS(ReadStage, kVerify, "parse", "desugar", "verify")

#endif  // HLO_READ_H_
