// The settings of a session; docs/hlo-lsp.md has their names and defaults.
#ifndef HLO_LSP_SETTINGS_H_
#define HLO_LSP_SETTINGS_H_

namespace hlo::internal {

struct Settings {
  bool verify = true;
  int max_errors = 100;
  bool allow_unknown = false;
  bool upgrade_legacy = false;
  bool inlay_bytes = true;
  bool inlay_users = false;
  bool inlay_async_end = true;
  bool lens_async = true;
};

}  // namespace hlo::internal

#endif  // HLO_LSP_SETTINGS_H_
