// The frame of HTML pages: one self-contained file with style, script and data. Used for pages that
// show modules and pages that show passes.
//
//   std::string data = JsonText(kPageJson, [&](JsonWriter* json) { ... });
//   std::string html = WritePage({"jit_step", kModuleHtml, kModuleCss, script, data});
//
// Body, style and scripts are separate files (module.html, module.css, module_*.js); hlo_text_embed
// of embed.cmake makes them constants, kModuleMainJs.
//
// Texts are untrusted. They reach the page in two ways only: as strings of html_safe JSON
// (src/base/json_writer.h), which the script shows with textContent; and as the title. The page's
// Content-Security-Policy, with Trusted Types, allows the page's own script and style, by their
// hashes, and forbids all loading and all markup from strings: a script that sets innerHTML fails,
// and so do style attributes.
//
// page.js gives every script: `data` (WritePage's data, parsed), $(id), el(tag, class,
// children...), VirtualList (rows of one height; only those in sight exist), count(n), bytes(n),
// and a button with the id "theme" that switches between light and dark. page.css gives the
// variables of all colours, light and dark, type, and the looks of buttons, fields, panels and
// tables. Both files say more.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_

#include <string>
#include <string_view>

#include "src/base/json_writer.h"

namespace hlo::internal {

// Compact: a page may hold a large module.
inline constexpr JsonStyle kPageJson{JsonStyle::kCompact, /*html_safe=*/true};

struct Page {
  std::string_view title;   // any text
  std::string_view body;    // our HTML, the content of <body>
  std::string_view style;   // our CSS, after page.css
  std::string_view script;  // our JavaScript, after page.js and in its scope
  std::string_view data;    // JSON in an html_safe style
};

// The whole page, in UTF-8. Linear. Never fails.
std::string WritePage(const Page& page);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_
