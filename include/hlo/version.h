// The version of the library.
//
//   #if HLO_TEXT_VERSION_NUMBER >= 200
//   // needs 0.2.0
//   #endif
//
// Before 1.0 a new minor version may change any name, signature or layout; 0.1.1 changes none of
// 0.1.0 (docs/library.md).
#ifndef HLO_VERSION_H_
#define HLO_VERSION_H_

#define HLO_TEXT_VERSION "0.1.0"
// Major * 10000 + minor * 100 + patch.
// NOLINTNEXTLINE(modernize-macro-to-enum): for #if
#define HLO_TEXT_VERSION_NUMBER 100

#endif  // HLO_VERSION_H_
