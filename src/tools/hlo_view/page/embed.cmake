# hlo_text_embed(TARGET FOLDER HEADER FILE...): a header with the contents of text files.
#
#   hlo_text_embed(hlo_view_tool hlo_view/page view_assets.h page.css module_main.js)
#   #include "view_assets.h"      // inline constexpr std::string_view kPageCss, kModuleMainJs
#
# Constants are named after files, in hlo_text::internal. A script is an ES module. A page opened from disk
# cannot load modules, so the constant holds the module after all those that it imports, each as a
# function that returns its exports:
#
#   import {a} from './b.js';  export const c = 1;   ->   const {a} = b_js;  const c = 1; ... return {c};
#
# Only these forms work: imports by name from the same folder, without `as`; exports of const, class,
# function and async function. Modules must not import each other in a circle.
#
# Run as a script (cmake -P), this file writes the header.
if(CMAKE_SCRIPT_MODE_FILE)
  cmake_policy(VERSION 3.25)
  # Appends `file` to *bundle, after the modules that it imports. *done lists those that are already
  # in it.
  function(bundle_module file bundle done)
    list(APPEND ${done} ${file})
    file(READ ${FOLDER}/${file} text)
    string(PREPEND text "\n")
    set(import "\nimport ({[^}]*}) from '\\./([a-z_]+)\\.js'")
    string(REGEX MATCHALL "${import}" imports "${text}")
    list(TRANSFORM imports REPLACE "${import}" "\\2")
    foreach(needed IN LISTS imports)
      if(NOT ${needed}.js IN_LIST ${done})
        bundle_module(${needed}.js ${bundle} ${done})
      elseif(NOT "${${bundle}}" MATCHES "\nconst ${needed}_js = ")
        message(FATAL_ERROR "${file} and ${needed}.js import each other")
      endif()
    endforeach()
    set(export "\nexport (const|class|function|async function) ([A-Za-z0-9_$]+)")
    string(REGEX MATCHALL "${export}" exports "${text}")
    list(TRANSFORM exports REPLACE "^.* " "")
    list(JOIN exports ", " exports)
    string(REGEX REPLACE "${import}" "\nconst \\1 = \\2_js" text "${text}")
    string(REGEX REPLACE "${export}" "\n\\1 \\2" text "${text}")
    if(text MATCHES "\n((import|export) [^\n]*)")
      message(FATAL_ERROR "${file}: embed.cmake does not know this form: ${CMAKE_MATCH_1}")
    endif()
    string(REGEX REPLACE "[.]" "_" name ${file})
    set(${bundle} "${${bundle}}\nconst ${name} = (() => {${text}return {${exports}};\n})();\n" PARENT_SCOPE)
    set(${done} ${${done}} PARENT_SCOPE)
  endfunction()

  string(CONCAT header "// Made by embed.cmake.\n#pragma once\n"
    "#pragma GCC system_header  // no warnings of long strings\n\n"
    "#include <string_view>\n\nnamespace hlo_text_v1::internal {\n")
  foreach(file IN LISTS FILES)
    string(REGEX REPLACE "[._]" ";" words ${file})
    set(constant "k")
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 first)
      string(SUBSTRING ${word} 1 -1 rest)
      string(TOUPPER ${first} first)
      string(APPEND constant ${first}${rest})
    endforeach()
    set(content "")
    set(modules "")
    if(file MATCHES "[.]js$")
      bundle_module(${file} content modules)
    else()
      file(READ ${FOLDER}/${file} content)
    endif()
    string(APPEND header
      "inline constexpr char ${constant}Text[] = R\"hlo_asset(${content})hlo_asset\";\n"
      "inline constexpr std::string_view ${constant}(${constant}Text, sizeof(${constant}Text) - 1);\n")
  endforeach()
  file(WRITE ${OUTPUT} "${header}}  // namespace hlo_text_v1::internal\n")
  return()
endif()

set(HLO_TEXT_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(hlo_text_embed target folder header)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/assets/${header})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
  file(GLOB modules CONFIGURE_DEPENDS ${folder}/*.js)
  list(TRANSFORM ARGN PREPEND ${folder}/ OUTPUT_VARIABLE files)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFOLDER=${folder} "-DFILES=${ARGN}"
      -P ${HLO_TEXT_EMBED_SCRIPT}
    DEPENDS ${files} ${modules} ${HLO_TEXT_EMBED_SCRIPT}
    VERBATIM)
  # Tools that read sources without compiling them build this first.
  add_custom_target(hlo_text_assets DEPENDS ${output})
  target_sources(${target} PRIVATE ${output})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/assets)
endfunction()
