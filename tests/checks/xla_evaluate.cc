// The HloEvaluator of a tf-nightly wheel as a judge of hlo/evaluate.h:
//
//   xla_evaluate < LIST
//
// Each line of LIST is "MODULE ARGUMENTS", two files: HLO text, and a literal in each line. Prints
// "MODULE<tab>ok<tab>LITERAL", or "MODULE<tab>refused<tab>MESSAGE", in one line each. Built as
// xla_nightly.cc is.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "xla/hlo/evaluator/hlo_evaluator.h"
#include "xla/hlo/ir/hlo_module.h"
#include "xla/hlo/parser/hlo_parser.h"

namespace {

std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

absl::StatusOr<xla::Literal> Run(const std::string& module_file,
                                 const std::string& arguments_file) {
  std::ifstream in(module_file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  auto module = xla::ParseAndReturnUnverifiedModule(text);
  if (!module.ok()) return module.status();
  std::vector<xla::Literal> arguments;
  std::ifstream lines(arguments_file);
  for (std::string line; std::getline(lines, line);) {
    const auto& shape =
        (*module)->entry_computation()->parameter_instruction(arguments.size())->shape();
    auto constant = xla::ParseAndReturnUnverifiedModule(
        "HloModule m\nENTRY e { ROOT c = " + shape.ToString(true) + " constant(" + line + ") }");
    if (!constant.ok()) return constant.status();
    arguments.push_back((*constant)->entry_computation()->root_instruction()->literal().Clone());
  }
  xla::HloEvaluator evaluator(/*max_loop_iterations=*/100000);
  return evaluator.Evaluate(**module, arguments);
}

}  // namespace

int main() {
  std::string module, arguments;
  while (std::cin >> module >> arguments) {
    const auto result = Run(module, arguments);
    std::cout << module << (result.ok() ? "\tok\t" : "\trefused\t")
              << OneLine(result.ok() ? result->ToStringWithoutShape()
                                     : std::string(result.status().message()))
              << std::endl;
  }
}
