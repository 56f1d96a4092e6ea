# hlo-fmt.1 and the completions for bash, zsh and fish: written by hlo-fmt-docs into the build tree
# below share/, as they are installed below share/.
add_executable(hlo-fmt-docs flag_docs.cc $<TARGET_OBJECTS:hlo_text_tools>)
target_compile_definitions(hlo-fmt-docs PRIVATE HLO_TEXT_VERSION="${PROJECT_VERSION}")
target_include_directories(hlo-fmt-docs PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(hlo-fmt-docs PRIVATE $<TARGET_NAME_IF_EXISTS:ZLIB::ZLIB> Threads::Threads
  hlo_text hlo_text_warnings re2::re2 absl::flat_hash_set)

set(HLO_TEXT_FLAG_DOCS_DIR ${PROJECT_BINARY_DIR}/share)
set(HLO_TEXT_FLAG_DOCS_DIR ${HLO_TEXT_FLAG_DOCS_DIR} PARENT_SCOPE)
set(flag_docs "")
foreach(doc man=man/man1/hlo-fmt.1 bash=bash-completion/completions/hlo-fmt
    zsh=zsh/site-functions/_hlo-fmt fish=fish/vendor_completions.d/hlo-fmt.fish)
  string(REGEX MATCH "^(.*)=(.*)$" doc ${doc})
  set(kind ${CMAKE_MATCH_1})
  set(file ${HLO_TEXT_FLAG_DOCS_DIR}/${CMAKE_MATCH_2})
  get_filename_component(directory ${file} DIRECTORY)
  file(MAKE_DIRECTORY ${directory})
  add_custom_command(OUTPUT ${file}
    COMMAND hlo-fmt-docs ${kind} > ${file}
    DEPENDS hlo-fmt-docs VERBATIM)
  list(APPEND flag_docs ${file})
endforeach()
add_custom_target(hlo-fmt-doc-files ALL DEPENDS ${flag_docs})
