// If the parser reads a text, its outline has the parser's computations and instructions; of any
// other text, it has those that can be found.
// Tests: outline_scanner
#include "src/lsp/outline.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "src/base/strings.h"
#include "src/lsp/document.h"
#include "tests/support/read.h"

namespace hlo_text_v1::outline_test {

using namespace internal;

// "[ENTRY] name: instruction instruction" for each computation.
std::string Described(std::string_view source) {
  const TextBuffer text{std::string(source)};
  const Outline outline = MakeOutline(text.view());
  std::string described;
  for (const OutlineComputation& computation : outline.computations) {
    StrAppend(&described, computation.is_entry ? "ENTRY " : "", text.Text(computation.name_range()),
              ":");
    for (uint32_t i = computation.first; i < computation.last; ++i) {
      StrAppend(&described, " ", text.Text(outline.instructions[i].name_range()));
    }
    described += "\n";
  }
  return described;
}

TEST(Outline, FindsWhatTheParserFinds) {
  size_t modules = 0;
  for (const std::filesystem::path& file : TestdataSample()) {
    const std::string source = ReadFile(file);
    Settings settings;
    Document document(file.string(), TextBuffer(source), settings);
    const HloModule* module = document.modules()[0].module.get();
    if (module == nullptr || document.outline().modules.size() > 1) continue;
    ++modules;
    std::map<uint32_t, int> found;  // instructions of the text by the place of their name
    for (const OutlineInstruction& each : document.outline().instructions) ++found[each.name];
    for (const HloComputation* computation : module->computations()) {
      for (const HloInstruction* instruction : computation->instructions()) {
        uint32_t name = instruction->source_offset();
        if (source[name] == '%') ++name;
        const bool is_named =
            source.compare(name, instruction->name().size(), instruction->name()) == 0;
        if (!is_named) continue;  // an element t#0, an operand without a name
        EXPECT_TRUE(found.count(name) == 1 || source.find('#') != std::string::npos ||
                    document.outline().instructions.empty())
            << file << ": " << instruction->name();
      }
    }
  }
  EXPECT_GT(modules, 100u);
}

TEST(Outline, Layouts) {
  EXPECT_EQ(Described("HloModule m\nENTRY e (p: f32[2]{0}) -> (f32[2]{0}, s32[<=4]{0}) {\n"
                      "  p = f32[2]{0} parameter(0) ROOT q = f32[] negate(p) }"),
            "ENTRY e: p q\n");
  EXPECT_EQ(Described("f { a = f32[] parameter(0) }\n"
                      "ENTRY %e{ %b = f32[] call(a), to_apply=f } // c = d\n"),
            "f: a\nENTRY e: b\n");
  EXPECT_EQ(Described("a = f32[] parameter(0)\nROOT b = f32[] negate(a)\n"), ": a b\n");
}

TEST(Outline, WhatIsNoInstruction) {
  EXPECT_EQ(Described("ENTRY e {\n  // x = y\n  /* z = w */ a = f32[] parameter(0), "
                      "metadata={op_name=\"b = c\"}, backend_config={\"d = e\":1}\n}"),
            "ENTRY e: a\n");
  EXPECT_EQ(Described("ENTRY e {\n  a = f32[] x(), backend_config={s = 0.2 : f64, t = {u = 1}}\n"
                      "  b = f32[] y()\n}"),
            "ENTRY e: a b\n");
  EXPECT_EQ(Described("ENTRY e {\n  a = f32[] x(), branch_computations={ { b = f32[] y() }, { "
                      "c = f32[] z() } } d = f32[] w()\n}"),
            "ENTRY e: a b c d\n");
  EXPECT_EQ(
      Described("ENTRY e {\n  a = s32[2,2] constant({\n  {1,2},\n  {3,4}\n})\n  b = s32[] x()\n}"),
      "ENTRY e: a b\n");
}

// The text of each instruction.
std::vector<std::string> Statements(std::string_view source) {
  const TextBuffer text{std::string(source)};
  std::vector<std::string> statements;
  for (const OutlineInstruction& each : MakeOutline(text.view()).instructions) {
    statements.emplace_back(text.Text(each.range()));
  }
  return statements;
}

// Comments after the last token are not part of the instruction.
TEST(Outline, EndsAtTheLastToken) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(Statements("e {\n  a = x() // y\n  // z  \n\n /* w */\n  b = y()\n}"),
            Texts({"a = x()", "b = y()"}));
  EXPECT_EQ(Statements("e {\n  a = x(/*index=5*/y), // z\n    k=1 /* z */ /* w */ b = y() }"),
            Texts({"a = x(/*index=5*/y), // z\n    k=1", "b = y()"}));
  EXPECT_EQ(Statements("e {\n  a = x(), k={\n  // c\n  b = y() // d\n  } // e\n}"),
            Texts({"a = x(), k={", "b = y()"}));
  EXPECT_EQ(Statements("a = x() // y"), Texts({"a = x()"}));
  EXPECT_EQ(Statements("e {\n  a = x() %ROOT b = y()\n  c = z()\n}"),
            Texts({"a = x() %ROOT", "b = y()", "c = z()"}));
}

// Bodies in place that end in the first column, as XLA prints them, and a computation whose inner
// brace is missing.
TEST(Outline, BracesInTheFirstColumn) {
  const std::string body = "{\n  b = y()\n},\n{\n  ROOT c = y()\n}\n";
  EXPECT_EQ(Described("e {\n  a = x(), branch_computations={\n" + body + "}\n  d = z()\n}\n"),
            "e: a b c d\n");
  EXPECT_EQ(Described("e {\n  a = x(), branch_computations={\n" + body + "}\n}\nf {\n}\n"),
            "e: a b c\nf:\n");
  EXPECT_EQ(Described("e {\n  a = x(), to_apply={\n  b = y()\n}\n\nENTRY f {\n  c = z()\n}\n"),
            "e: a b\nENTRY f: c\n");
}

// Line breaks and comments where the parser takes them.
TEST(Outline, BreaksInStatements) {
  const std::string end = " {\n  a\n = f32[8] parameter(0)\n}\n";
  for (const std::string head :
       {"ENTRY e (a: f32[8]) ->\nf32[8]", "ENTRY e (a: f32[8]) -> // c\n f32[8]",
        "ENTRY e\n (a: f32[8])\n -> f32[8]", "ENTRY e (a: f32[8]{\n0}) -> f32[8]{/* c */0}"}) {
    EXPECT_EQ(Described(head + end), "ENTRY e: a\n") << head;
  }
  for (const std::string name : {"b\n", "b // =\n", "ROOT b /* = \" */ ", "%b\n", "b:\n"}) {
    EXPECT_EQ(Described("e {\n  a = x()\n  " + name + "= y(a)\n  c = z(b)\n}\nf {\n}\n"),
              "e: a b c\nf:\n")
        << name;
  }
  for (const std::string value :
       {"f32[8]{0\n} y(a)", "y(a), x={0\n}", "y(a),\nx={\n}", "y(a),\nx={ // {\n}"}) {
    EXPECT_EQ(Described("e {\n  a = x()\n  b = " + value + "\n  c = z(b)\n}\nf {\n}\n"),
              "e: a b c\nf:\n")
        << value;
  }
  const std::string header = "HloModule m\n, entry_computation_layout={(f32[8]{0})->\nf32[8]{0}}\n";
  EXPECT_EQ(Described(header + "ENTRY e" + end), "ENTRY e: a\n");
}

// The parser and LSP take a lone carriage return for a line break, also at the end of a comment.
TEST(Outline, CarriageReturns) {
  const std::string text =
      "HloModule m, // c\n  x=y\nFileNames\n1 \"a\"\n\nf {\n  a = x()  // {\n  b = y(a), z={ // "
      "}\n}\n  ROOT "
      "c = y(b)\n}\nENTRY e (a: f32[8]) ->\nf32[] {\n  a = f32[] add(b\n\ng {\n  d = x()\n}\n";
  for (const char* line_end : {"\n", "\r\n", "\r"}) {
    const std::string other = absl::StrReplaceAll(text, {{"\n", line_end}});
    EXPECT_EQ(Described(other), "f: a b c\nENTRY e: a\ng: d\n") << line_end[0];
    EXPECT_EQ(MakeOutline(TextBuffer(other).view()).tables.size(), 1u);
  }
}

// The text between two parts of a head is read once; once for each of its lines would take minutes.
TEST(Outline, ManyLinesInHeads) {
  std::string lines;
  for (int i = 0; i < 300000; ++i) lines += "// c\n\n";
  EXPECT_EQ(Described("HloModule m" + lines + ", x=y\nENTRY e" + lines + "(a: f32[])" + lines +
                      "-> f32[]" + lines + "{\n  a" + lines + "= x()\n}" + lines),
            "ENTRY e: a\n");
}

// A missing end is searched for once; once for each would take minutes.
TEST(Outline, ManyErrors) {
  for (const char* error : {"g (\n", "g ->\n", "/* x\n", "\r"}) {
    std::string errors;
    for (int i = 0; i < 300000; ++i) errors += error;
    EXPECT_EQ(Described("f {\n  a = x()\n}\n" + errors), "f: a\n") << error;
    EXPECT_EQ(Described("f {\n  a = x()\n" + errors), "f: a\n") << error;
  }
}

TEST(Outline, BreaksBeforeCalls) {
  for (const std::string calls : {"={f, g}", "=\n{f, g}", "=/* c */{ // c\nf, g}"}) {
    const TextBuffer text{"e {\n  a = x(), called_computations" + calls + "\n}\n"};
    EXPECT_EQ(MakeOutline(text.view()).calls.size(), 2u) << calls;
  }
}

TEST(Outline, CommentsBehindBracesOfBodies) {
  for (const std::string brace : {"{ // c  \r\n", "{ /* c */ // d\n", "{ /* c */ "}) {
    EXPECT_EQ(Described("e {\n  a = x(), to_apply=" + brace +
                        "b = y()\n  ROOT c = y(b)\n  }\n  d = z(a)\n}\n"),
              "e: a b c d\n")
        << brace;
  }
}

// A line that begins a computation ends the header, whatever is missing in the header.
TEST(Outline, HeadersWithErrors) {
  for (const std::string header :
       {"HloModule m", "HloModule m,", "HloModule m, x={(f32[2]", "HloModule m, x=\"y", "HloModule",
        "HloModule m, // {", "HloModule m, x={}}"}) {
    EXPECT_EQ(Described(header + "\nf {\n  a = f32[] x()\n}\nENTRY e {\n  b = f32[] y()\n}\n"),
              "f: a\nENTRY e: b\n")
        << header;
  }
}

TEST(Outline, GoesOnAfterErrors) {
  const char* const lines[] = {"  b = ",
                               "  b = f32[",
                               "  b = f32[] add(a",
                               "  b = f32[] add(a, {",
                               "  b = f32[] add(a), metadata={op_name=\"x",
                               "  b = f32[] c(), d={{",
                               "  b = f32[] \"",
                               "  b = f32[] 'x"};
  for (const std::string line : lines) {
    EXPECT_EQ(Described("f {\n  a = f32[] parameter(0)\n" + line +
                        "\n  c = f32[] negate(a), metadata={op_name=\"n\"}\n}\n"
                        "ENTRY g (x: f32[]) -> f32[] {\n  d = f32[] negate(c)\n}\n"),
              "f: a b c\nENTRY g: d\n")
        << line;
  }
  // The brace of a body is missing.
  EXPECT_EQ(Described("f {\n  a = f32[] parameter(0)\n\ng {\n  b = f32[] x()\n}\nENTRY h {\n"),
            "f: a\ng: b\nENTRY h:\n");
}

TEST(Outline, AnyPrefix) {
  const std::string source = ReadFile(TestdataFiles("async").front());
  for (size_t size = 0; size <= source.size(); size += 7) {
    const TextBuffer text{source.substr(0, size)};
    const Outline outline = MakeOutline(text.view());
    for (const OutlineInstruction& each : outline.instructions) {
      ASSERT_LE(each.name_end, each.end);
      ASSERT_LE(each.end, size);
    }
    for (const OutlineComputation& each : outline.computations) {
      ASSERT_LE(each.body, each.body_end);
      ASSERT_LE(each.body_end, each.end);
      ASSERT_LE(each.end, size);
    }
  }
}

}  // namespace hlo_text_v1::outline_test
