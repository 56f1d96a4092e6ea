# hlo_text_embed(TARGET FOLDER HEADER FILE...): a header with the contents of text files.
#
#   hlo_text_embed(hlo_view_tool hlo_view/page view_assets.h page.css page.js)
#   #include "view_assets.h"      // inline constexpr std::string_view kPageCss, kPageJs of hlo::internal
#
# Run as a script (cmake -P), it writes the header. Constants are named after files: page.css is
# kPageCss, module_main.js is kModuleMainJs.
if(CMAKE_SCRIPT_MODE_FILE)
  set(text "// Made by embed.cmake.\n#pragma once\n\n#include <string_view>\n\nnamespace hlo::internal {\n")
  foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    string(REGEX REPLACE "[._]" ";" words ${name})
    set(constant "k")
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(TOUPPER ${first} first)
      string(APPEND constant ${first}${rest})
    endforeach()
    file(READ ${file} content)
    string(APPEND text "inline constexpr char ${constant}Text[] = R\"hlo_asset(${content})hlo_asset\";\n"
      "inline constexpr std::string_view ${constant}(${constant}Text, sizeof(${constant}Text) - 1);\n")
  endforeach()
  string(APPEND text "}  // namespace hlo::internal\n")
  file(WRITE ${OUTPUT} "${text}")
  return()
endif()

set(HLO_TEXT_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(hlo_text_embed target folder header)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/assets/${header})
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/ OUTPUT_VARIABLE files)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFILES=${files}" -P ${HLO_TEXT_EMBED_SCRIPT}
    DEPENDS ${files} ${HLO_TEXT_EMBED_SCRIPT}
    VERBATIM)
  # Tools that read sources without compiling them build this first.
  if(NOT TARGET hlo_text_assets)
    add_custom_target(hlo_text_assets)
  endif()
  add_custom_target(${header}_made DEPENDS ${output})
  add_dependencies(hlo_text_assets ${header}_made)
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/assets)
endfunction()
