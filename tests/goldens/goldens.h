// Makers of goldens; tests/golden_test.cc has the files. NAME is a path without its extension.
#ifndef HLO_TESTS_GOLDENS_GOLDENS_H_
#define HLO_TESTS_GOLDENS_GOLDENS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "tests/support/golden.h"

namespace hlo_text_v1::goldens {

using namespace internal;

using Text = std::optional<std::string>;

// ---- programs.cc: NAME.hlo printed.

// All inputs printed here; those that must be accepted; those of testdata/async.
GoldenNames Programs();
GoldenNames GoodPrograms();
GoldenNames AsyncPrograms();

Text Printed(const std::string& name);
Text PrintedWithConstants(const std::string& name);  // nullopt: as Printed
// Printed, read, printed; nullopt: the same lines in some order.
Text PrintedAgain(const std::string& name);
Text Diagnostics(const std::string& name);  // nullopt: none
Text DiagnosticsAgain(const std::string& name);
Text Kept(const std::string& name);
Text KeptWithUnknown(const std::string& name);
Text PrintedWithUnknown(const std::string& name);
Text DiagnosticsWithUnknown(const std::string& name);
Text CanonicalText(const std::string& name);
Text PrintedWithLegacy(const std::string& name);
Text DiagnosticsWithLegacy(const std::string& name);
Text PrintedWithLegacyUnknown(const std::string& name);
Text DiagnosticsWithLegacyUnknown(const std::string& name);
// Printed with flags of hlo-fmt.
std::function<Text(const std::string&)> PrintedWith(std::string_view flags);

void ExpectReadsBack(const std::string& name);
void ExpectKeeps(const std::string& name);
void ExpectKeepsUnknown(const std::string& name);
void ExpectUnknownReadsBack(const std::string& name);
void ExpectLegacyReadsBack(const std::string& name);
void ExpectSugarReadsBack(const std::string& name);
void ExpectKeptReadsBack(const std::string& name);
void ExpectGenericReadsBack(const std::string& name);
void ExpectGenericGivesXla(const std::string& name);

// ---- matchers.cc: what the matcher of hlo/testing.h says that fails in NAME.case.

Text MatcherMessage(const std::string& name);

// ---- options.cc: INPUT.PRESET and INPUT.OPTION-VALUE.

GoldenNames Options();
Text PrintedWithOption(const std::string& name);
void ExpectOptionReadsBack(const std::string& name);

// ---- exports.cc

GoldenNames JsonExports();
GoldenNames DotExports();
Text Json(const std::string& name);
Text Dot(const std::string& name);
Text Value(const std::string& name);
Text Mlir(const std::string& name);
Text RegisteredMlir(const std::string& name);
Text Summary(const std::string& name);
Text JsonSummary(const std::string& name);
Text CostTable(const std::string& name);
Text JsonCost(const std::string& name);
Text Difference(const std::string& name);  // between NAME.before.hlo and NAME.after.hlo

// ---- reports.cc: program output about modules, dumps and the programs themselves.

Text TableRows(const std::string& name);  // of all tables, as CSV
Text PageData(const std::string& name);
// The same for the dump next to NAME.xplane.pb, with measurements.
Text MeasuredPageData(const std::string& name);
// Of the last stage in the folder, with the reports next to it.
Text DumpedPageData(const std::string& name);
GoldenNames Dumps();  // folders
Text TextReport(const std::string& name);
Text LongTextReport(const std::string& name);
Text NarrowTextReport(const std::string& name);  // on a terminal of 80 columns
Text BlameReport(const std::string& name);       // of every instruction
Text JsonReport(const std::string& name);
Text TextComparison(const std::string& name);
Text JsonComparison(const std::string& name);
// Against testdata/passes/jax.
Text TextFolderComparison(const std::string& name);
Text JsonFolderComparison(const std::string& name);
GoldenNames ProgramNames();  // testdata/tools/hlo-fmt, ...
GoldenNames ZshNames();      // testdata/tools/_hlo-fmt, ...
Text ProgramManPage(const std::string& name);
Text ProgramBashCompletion(const std::string& name);
Text ProgramFishCompletion(const std::string& name);
Text ProgramZshCompletion(const std::string& name);

// ---- protos.cc: testdata/proto/NAME.txt, programs and changes of their protos, with the results.

Text ProtoEdits(const std::string& name);

// ---- checks.cc: what hlo-check says of NAME.input, held against NAME.check.

Text CheckReport(const std::string& name);
Text UpdatedCheck(const std::string& name);  // by --update

// ---- columns.cc: what tables say of protos and of opcodes.

Text ProtoSchema(const std::string& name);
Text OpcodeColumns(const std::string& name);

// ---- lsp.cc: conversations with hlo-lsp.

Text LspAnswers(const std::string& name);

// ---- manuals.cc: docs/NAME.md, with examples and tables generated from the code.

Text AsyncManual(const std::string& name);
Text CompareManual(const std::string& name);
Text MlirManual(const std::string& name);
Text PrintingManual(const std::string& name);
Text TablesManual(const std::string& name);
Text ToolManual(const std::string& name);

}  // namespace hlo_text_v1::goldens

#endif  // HLO_TESTS_GOLDENS_GOLDENS_H_
