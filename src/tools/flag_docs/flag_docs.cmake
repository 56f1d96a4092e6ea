# The man page of each program and its completions for bash, zsh and fish: hlo-text-docs writes them
# into the build tree below share/, laid out as they are installed.
add_executable(hlo-text-docs flag_docs/flag_docs.cc)
target_link_libraries(hlo-text-docs PRIVATE
  hlo_text_flag_docs hlo_check_tool hlo_fmt_tool hlo_opt_tool hlo_reduce_tool hlo_translate_tool hlo_view_tool hlo_text_lsp_flags
  hlo_text_warnings)

set(HLO_TEXT_FLAG_DOCS_DIR ${PROJECT_BINARY_DIR}/share)
set(HLO_TEXT_FLAG_DOCS_DIR ${HLO_TEXT_FLAG_DOCS_DIR} PARENT_SCOPE)
set(flag_docs "")
set(programs hlo-check hlo-fmt hlo-opt hlo-reduce hlo-translate hlo-view)
if(TARGET hlo-lsp)
  list(APPEND programs hlo-lsp)
endif()
foreach(program IN LISTS programs)
  foreach(doc man=man/man1/${program}.1 bash=bash-completion/completions/${program}
      zsh=zsh/site-functions/_${program} fish=fish/vendor_completions.d/${program}.fish)
    string(REGEX MATCH "^(.*)=(.*)$" doc ${doc})
    set(kind ${CMAKE_MATCH_1})
    set(file ${HLO_TEXT_FLAG_DOCS_DIR}/${CMAKE_MATCH_2})
    get_filename_component(directory ${file} DIRECTORY)
    file(MAKE_DIRECTORY ${directory})
    add_custom_command(OUTPUT ${file}
      COMMAND hlo-text-docs ${program} ${kind} > ${file}
      DEPENDS hlo-text-docs VERBATIM)
    list(APPEND flag_docs ${file})
  endforeach()
endforeach()
add_custom_target(hlo-text-doc-files ALL DEPENDS ${flag_docs})
