// The version of the library, and its namespace.
//
//   #if HLO_TEXT_VERSION_NUMBER >= 10000
//   // needs 1.0.0
//   #endif
//   // if you like it shorter, and nothing else is called hlo
//   namespace hlo = hlo_text;
//
// The names of the library are in hlo_text_v1, so that two major versions can be in one process;
// say hlo_text. An alias cannot be reopened: include a header instead of declaring a class forward.
//
// A program that compiles with 1.0 and its promises compiles with every 1.x (docs/library.md). The
// candidates 1.0.0-rc1, -rc2 have the number of 1.0.0, and may still change.
#ifndef HLO_VERSION_H_
#define HLO_VERSION_H_

#define HLO_TEXT_VERSION "1.0.0-rc1"
// Major * 10000 + minor * 100 + patch.
// NOLINTNEXTLINE(modernize-macro-to-enum): for #if
#define HLO_TEXT_VERSION_NUMBER 10000

namespace hlo_text_v1 {}
namespace hlo_text = hlo_text_v1;

#endif  // HLO_VERSION_H_
