// A module as JSON, for programs in any language.
//
//   std::string json = hlo::ToJson(*module);
//   hlo::WriteJson(*module, {}, [](std::string_view piece) { std::cout << piece; });
//
//   {"hlo_json_version":1,"name":"m","is_scheduled":false, ... "entry_computation":0,
//   "computations":[
//   {"id":0,"name":"e","execution_thread":"main","parameters":[0],"root":1,"instructions":[
//   {"id":0,"name":"x","opcode":"parameter","shape":{"type":"f32","dimensions":[2],
//    "layout":{"minor_to_major":[0]}},"operands":[],"parameter_number":0},
//   {"id":1,"name":"y","opcode":"negate", ... "operands":[0]}]}]}
//
// docs/json.md explains every member, docs/hlo.schema.json is its JSON Schema. Version 1 may get
// new members, which readers ignore; whatever else changes raises hlo_json_version.
//
// Computations are numbered in the order in which they print, callees first, instructions in
// theirs, operands first; in a scheduled module that is the schedule. Everything that refers to one
// of them has that number. Reading the module only, this may run in many threads at once.
#ifndef HLO_JSON_H_
#define HLO_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "hlo/module.h"

namespace hlo {

struct JsonOptions {
  // A constant of more elements has their number in place of their values.
  int64_t max_literal_elements = 10;
};

// Hands the JSON of `module` to `sink` in pieces of some 64 KiB; each is gone when `sink` returns.
// It ends in a newline. Never fails: text that is no UTF-8 has U+FFFD in place of each wrong byte;
// what JSON has no number for is a string, "nan", "inf", "-inf". Linear in the size of what is
// written; beyond the module it takes memory for the longest computation, a few words for each
// instruction.
void WriteJson(const HloModule& module, const JsonOptions& options,
               absl::FunctionRef<void(std::string_view)> sink);
// The same as one string.
std::string ToJson(const HloModule& module, const JsonOptions& options = {});

}  // namespace hlo

#endif  // HLO_JSON_H_
