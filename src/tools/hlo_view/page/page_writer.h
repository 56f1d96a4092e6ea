// The frame of HTML pages: one self-contained file with style, script and data. Used for pages that
// show modules and pages that show passes.
//
//   std::string data = JsonText(kPageJson, [&](JsonWriter* json) { ... });
//   std::string html = WritePage({"jit_step", kModuleHtml, kModuleCss, kModuleMainJs, data});
//
// Body, style and script are files, module.html, module.css and module_main.js with the ES modules
// that it imports; embed.cmake makes them constants. types.d.ts has the types of the data, and
// tsconfig.json checks the scripts against them (tsc, in .ci/vscode).
//
// Texts are not trusted. They reach the page in only two ways: as strings of html_safe JSON
// (src/base/json_writer.h), which the script shows with textContent; and as the title. The page's
// Content-Security-Policy, with Trusted Types, allows the page's own script and style, by their
// hashes, and forbids all loading and all markup from strings: a script that sets innerHTML fails,
// and so do style attributes.
//
// page.js has what all scripts share; a body has a button with the id "theme". page.css has the
// variables of all colours, light and dark, type, and the looks of buttons, fields, panels and
// tables.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_

#include <string>
#include <string_view>

#include "src/base/json_writer.h"

namespace hlo_text_v1::internal {

// Compact: a page may hold a large module.
inline constexpr JsonStyle kPageJson{JsonStyle::kCompact, /*html_safe=*/true};

struct Page {
  std::string_view title;   // any text
  std::string_view body;    // our HTML, the content of <body>
  std::string_view style;   // our CSS, after page.css
  std::string_view script;  // our JavaScript
  std::string_view data;    // JSON in an html_safe style
};

// The whole page, in UTF-8. Linear. Never fails.
std::string WritePage(const Page& page);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_
