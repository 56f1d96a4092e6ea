# The installed tree. Component hlo-text-tools: the programs, their man pages,
# completions and docs; hlo-text-dev: headers, libraries, the CMake package and pkg-config's files.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hlo_text)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME hlo-text-dev)

install(TARGETS hlo_text ${HLO_TEXT_COMPONENT_LIBRARIES} EXPORT hlo_textTargets)
if(TARGET hlo-fmt)
  install(TARGETS hlo_text_opt EXPORT hlo_textTargets)
  set(programs hlo-check hlo-fmt hlo-opt hlo-reduce hlo-translate hlo-view)
  if(TARGET hlo-lsp)
    list(APPEND programs hlo-lsp)
  endif()
  option(HLO_TEXT_ONE_PROGRAM "Install the programs as links to one file, hlo-tools" OFF)
  if(HLO_TEXT_ONE_PROGRAM)  # a sixth of the size
    set_target_properties(hlo-tools PROPERTIES EXCLUDE_FROM_ALL OFF)
    install(TARGETS hlo-tools COMPONENT hlo-text-tools)
    foreach(program IN LISTS programs)
      install(CODE "file(CREATE_LINK hlo-tools
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/${program}\" SYMBOLIC)"
        COMPONENT hlo-text-tools)
    endforeach()
  else()
    install(TARGETS ${programs} COMPONENT hlo-text-tools)
  endif()
  install(FILES README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hlo-text-tools
    COMPONENT hlo-text-tools)
  install(DIRECTORY src/editors/ DESTINATION ${CMAKE_INSTALL_DATADIR}/hlo-text/editors
    COMPONENT hlo-text-tools FILES_MATCHING PATTERN "*.vim" PATTERN "*.lua" PATTERN "*.el" PATTERN "*.json"
    PATTERN "grammar.js" PATTERN "*.scm"  # of tree-sitter
    PATTERN "src" EXCLUDE PATTERN "vscode" EXCLUDE)
  # The parser that tree-sitter makes of grammar.js, if the program is there: 15,000 lines of C.
  find_program(HLO_TEXT_TREE_SITTER tree-sitter)
  if(HLO_TEXT_TREE_SITTER)
    install(CODE "
      set(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/hlo-text/editors/tree-sitter-hlo\")
      execute_process(COMMAND \"${HLO_TEXT_TREE_SITTER}\" generate --abi 14
        WORKING_DIRECTORY \"\${folder}\" COMMAND_ERROR_IS_FATAL ANY)"
      COMPONENT hlo-text-tools)
  endif()
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hlo-text-tools
    COMPONENT hlo-text-tools)
endif()
if(TARGET hlo-text-docs)
  # Below share/, with the same folders.
  install(DIRECTORY ${HLO_TEXT_FLAG_DOCS_DIR}/ DESTINATION ${CMAKE_INSTALL_DATADIR}
    COMPONENT hlo-text-tools)
endif()
install(DIRECTORY include/hlo DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")

install(EXPORT hlo_textTargets NAMESPACE hlo_text:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/hlo_textConfig.cmake.in
  ${PROJECT_BINARY_DIR}/hlo_textConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hlo_textConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/hlo_textConfig.cmake
  ${PROJECT_BINARY_DIR}/hlo_textConfigVersion.cmake
  DESTINATION ${package_dir})

# Relative to the file itself, so the tree can be moved; the depth of the libdir varies.
file(RELATIVE_PATH HLO_TEXT_PC_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" HLO_TEXT_PC_PREFIX "${HLO_TEXT_PC_PREFIX}")
list(JOIN HLO_TEXT_PC_PUBLIC ", " HLO_TEXT_PC_PUBLIC)
list(JOIN HLO_TEXT_PC_PRIVATE ", " HLO_TEXT_PC_PRIVATE)
# install_pc(LIBRARY DESCRIPTION REQUIRES REQUIRES_PRIVATE LIBS_PRIVATE)
function(install_pc library description requires requires_private libs_private)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/hlo_text.pc.in ${PROJECT_BINARY_DIR}/${library}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
install_pc(hlo_text "Reads and prints HLO text, the program format of XLA"
  "${HLO_TEXT_PC_PUBLIC}" "${HLO_TEXT_PC_PRIVATE}" -lpthread)
foreach(component IN LISTS HLO_TEXT_COMPONENTS)
  install_pc(hlo_text_${component} "hlo/${component}.h of hlo_text" hlo_text "${HLO_TEXT_PC_PRIVATE}" "")
endforeach()
