// Writes a module as JSON, for programs in any language.
//
//   std::string json = hlo::ToJson(*module);
//   hlo::WriteJson(*module, {}, [](std::string_view piece) { std::cout << piece; });
//
// prints, abridged:
//
//   {"hlo_json_version":1,"name":"m", ... "entry_computation":0, ... "computations":[
//   {"id":0,"name":"e","execution_thread":"main","parameters":[0],"root":1,"instructions":[
//   {"id":0,"name":"x","opcode":"parameter","shape":{"type":"f32","dimensions":[2],
//    "layout":{"minor_to_major":[0]}},"operands":[],"parameter_number":0},
//   {"id":1,"name":"y","opcode":"negate", ... "operands":[0]}]}]}
//
// docs/json.md explains every member, docs/hlo.schema.json is its JSON Schema. Version 1 may get
// new members, which readers ignore; any other change raises hlo_json_version.
//
// Ids follow the print order: of computations callees first, of instructions operands first, or the
// schedule in a scheduled module. References are these ids. The module must be desugared, as those
// of ReadHloModule are. Only reads it, so many threads may do so at once.
#ifndef HLO_JSON_H_
#define HLO_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "hlo/module.h"

namespace hlo {

struct JsonOptions {
  // A longer constant has the number of its elements in place of their values.
  int64_t max_literal_elements = 10;
};

// Hands the JSON of `module` to `sink` in pieces of about 64 KiB; each is gone when `sink` returns.
// It ends in a newline. Never fails: U+FFFD replaces each byte that is not UTF-8; the strings
// "nan", "inf", "-inf" stand for numbers that JSON lacks. Linear in the output; takes memory for
// the longest computation, a few words for each instruction.
void WriteJson(const HloModule& module, const JsonOptions& options,
               absl::FunctionRef<void(std::string_view)> sink);
// The same as one string.
std::string ToJson(const HloModule& module, const JsonOptions& options = {});

}  // namespace hlo

#endif  // HLO_JSON_H_
