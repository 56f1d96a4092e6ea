// The settings of a session (names and defaults: docs/reference/hlo-lsp.md) and the features of its
// client.
#ifndef HLO_LSP_SETTINGS_H_
#define HLO_LSP_SETTINGS_H_

namespace hlo_text_v1::internal {

struct Settings {
  bool verify = true;
  int max_errors = 100;
  bool allow_unknown = true;
  bool upgrade_legacy = false;
  bool inlay_bytes = true;
  bool inlay_users = false;
  bool inlay_async_end = true;
  bool lens_async = true;
};

// Features that the client announces in `initialize`.
struct ClientFeatures {
  bool takes_snippets = false;       // in completions
  bool takes_markdown_hover = true;  // else plain text
  bool refreshes_hints = false;
  bool refreshes_lenses = false;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_SETTINGS_H_
