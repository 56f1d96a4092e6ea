// The Python module hlo_text._core; hlo_text/__init__.py exports its contents.
#include <algorithm>
#include <string>

#include "hlo/version.h"
#include "module.h"

NB_MODULE(_core, m) {
  m.doc() = "The extension module of hlo_text; import hlo_text instead.";
  std::string version = HLO_TEXT_VERSION;  // Python spells 1.0.0-rc1 as 1.0.0rc1
  version.erase(std::remove(version.begin(), version.end(), '-'), version.end());
  m.attr("__version__") = version.c_str();
  // Classes come before the functions that return them.
  hlo_python::DefineShape(m);
  hlo_python::DefineLiteral(m);
  hlo_python::DefineInstruction(m);
  hlo_python::DefineComputation(m);
  hlo_python::DefineInference(m);
  hlo_python::DefineModule(m);
  hlo_python::DefineBuilder(m);
  hlo_python::DefineAsync(m);
  hlo_python::DefineAnalyses(m);
  hlo_python::DefineSchedule(m);
  hlo_python::DefineCosts(m);
  hlo_python::DefineDumps(m);
  hlo_python::DefinePattern(m);
  hlo_python::DefineDiff(m);
  hlo_python::DefineParse(m);
  hlo_python::DefineTables(m);
  hlo_python::DefineReduce(m);
  hlo_python::DefineValues(m);
}
