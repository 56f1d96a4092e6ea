// Which names a body has after `calls=`, of fusions and of others, without parsing it.
#include "src/parse/module/fusion_calls.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/source.h"
#include "tests/support/cases.h"

namespace hlo::fusion_calls_test {

using namespace internal;

// The names of fusions in a body of `lines`, each with a blank behind; "<unclear>" if it is. The
// name `unwanted` is not looked at.
std::string Found(const std::string& lines) {
  const SourceBuffer source = SourceBuffer::Copy("e {\n" + lines + "\n}\n");
  const char* begin = source.view().data();
  std::string names;
  const bool is_clear = FindFusionCalls(
      begin, begin + source.size(), [](std::string_view name) { return name != "unwanted"; },
      [&](std::string_view name) { names += std::string(name) + " "; });
  return is_clear ? names : "<unclear>";
}

TEST(FusionCalls, OfLines) {
  const Case cases[] = {
      {"%a = f32[] fusion(%p), kind=kLoop, calls=%f", "f "},
      {"a = f32[] fusion(p), kind=kLoop, calls=f", "f "},
      {"\t ROOT %a = f32[] fusion(%p), calls= %f", "f "},
      {"%a=f32[] fusion(%p), calls=%f", "f "},
      {"%a = f32[] fusion-start(%p), calls=%f", "f "},
      {"%a = (f32[], f32[2]{0}) fusion(f32[] %p), calls=%f", "f "},
      {"%a = f32[] fusion(%p), calls=%f\r%b = f32[] fusion(%p), calls=%g", "f g "},
      // Others.
      {"%a = f32[] add(%p, %p)", ""},
      {"%a = f32[] call(%p), calls=%f", ""},
      {"%a = f32[] fusion(%p), calls=%unwanted", ""},
      {"%a = f32[] x(%p), recalls=%f", ""},
      {"%a = f32[] x(%p), calls-%f", ""},
      {"%a = f32[] x(%p), target=\"calls=f\"", ""},
      {"%a = f32[] add(%p, %q) // calls=f", ""},
      // It is not clear what has it.
      {"%a = f32[] fusion(%p), calls={%f}", "<unclear>"},
      {"%a = f32[] fusion(%p), calls=%f, b={calls=%g}", "<unclear>"},
      {"%a = f32[] fusion(%p), b={calls=%g}", "<unclear>"},
      {"%a = f32[] fusion(%p),\n  calls=%f", "<unclear>"},
      {"a= f32[] fusion(p), calls=f", "<unclear>"},
      {"%a = (f32[]) calls=%f", "<unclear>"},
      {"%a = calls=%f", "<unclear>"},
      {"%a = f32[] fusion(%p), b=c = calls=%f", "<unclear>"},
      {"%a = f32[] fusion(%p), b=^, calls=%f", "<unclear>"},
      {"= f32[] fusion(%p), calls=%f", "<unclear>"},
      {"/*\n%a = f32[] fusion(%p), calls=%f\n*/", "<unclear>"},
      {"%b = f32[] x(%p), c=\"\n%a = f32[] fusion(%p), calls=%f\n\"", "<unclear>"},
  };
  ExpectCases(cases, Found);
}

// Behind other bytes that begin and end like `calls=`, at all places of sixteen bytes.
TEST(FusionCalls, BehindWhatLooksLikeThem) {
  for (size_t blanks = 0; blanks < 32; ++blanks) {
    const std::string line = std::string(blanks, ' ') + "%a = f32[] fusion(%p), c0123=1, calls=%f";
    EXPECT_EQ(Found(line), "f ") << line;
  }
}

}  // namespace hlo::fusion_calls_test
