// The version of the library, and its namespace.
//
//   #if HLO_TEXT_VERSION_NUMBER >= 200
//   // needs 0.2.0
//   #endif
//   // if you like it shorter, and nothing else is called hlo
//   namespace hlo = hlo_text;
//
// The names of the library are in hlo_text_v1, so that two major versions can be in one process;
// say hlo_text. An alias cannot be reopened: include a header instead of declaring a class forward.
//
// Before 1.0 a new minor version may change any name, signature or layout; 0.1.1 changes none of
// 0.1.0 (docs/library.md).
#ifndef HLO_VERSION_H_
#define HLO_VERSION_H_

#define HLO_TEXT_VERSION "0.1.0"
// Major * 10000 + minor * 100 + patch.
// NOLINTNEXTLINE(modernize-macro-to-enum): for #if
#define HLO_TEXT_VERSION_NUMBER 100

namespace hlo_text_v1 {}
namespace hlo_text = hlo_text_v1;

#endif  // HLO_VERSION_H_
