// The frame of an HTML page: one file with its style, script and data in it, and nothing from
// elsewhere. Pages that show modules and pages that show passes are made with it.
//
//   std::string data = hlo::JsonText(hlo::kPageJson, [&](hlo::JsonWriter* json) { ... });
//   std::string html = hlo::WritePage({"jit_step", kModuleHtml, kModuleCss, kModuleJs, data});
//
// Body, style and script are files of their own (module_page.html, .css, .js); hlo_text_embed of
// embed.cmake makes them constants.
//
// Texts are not to be trusted. They reach the page in two ways only: as strings of html_safe JSON
// (src/base/json_writer.h), which the script shows with textContent; and as the title. The page
// forbids itself all loading and all markup from strings (Content-Security-Policy with Trusted
// Types), so that a script that sets innerHTML fails instead.
//
// What page.js gives to every script: `data` (what WritePage got, parsed), $(id), el(tag, class,
// children...), VirtualList (rows of one height, of which only those in sight exist), count(n),
// bytes(n), and a button with the id "theme" that changes between light and dark. What page.css
// gives: the variables of all colours, light and dark, type, and the looks of buttons, fields,
// panels and tables. They say more about it themselves.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_

#include <string>
#include <string_view>

#include "src/base/json_writer.h"

namespace hlo {

// The style of data, as compact as it gets: a page may hold a large module.
inline constexpr JsonStyle kPageJson{JsonStyle::kCompact, /*html_safe=*/true};

struct Page {
  std::string_view title;   // any text
  std::string_view body;    // HTML of ours, what stands in <body>
  std::string_view style;   // CSS of ours, behind page.css
  std::string_view script;  // JavaScript of ours, behind page.js, in one scope with it
  std::string_view data;    // JSON in an html_safe style
};

// The whole page, in UTF-8. Linear. Never fails.
std::string WritePage(const Page& page);

// Appends `text` as it may stand in an element or a quoted attribute of HTML. Bytes that are not
// UTF-8, and control characters, are U+FFFD.
void AppendHtmlText(std::string_view text, std::string* out);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_PAGE_WRITER_H_
