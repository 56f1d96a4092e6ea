# cpack runs this after staging the components, before packing: adds copyright, changelog and
# lintian's overrides, and compresses the files that Debian compresses.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)

foreach(package hlo-text-tools hlo-text-dev)
  set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${package}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
  set(doc ${share}/doc/${package})
  configure_file(${CPACK_HLO_TEXT_DEBIAN_DIR}/copyright ${doc}/copyright COPYONLY)
  configure_file(${CPACK_HLO_TEXT_DEBIAN_DIR}/changelog.in ${doc}/changelog @ONLY)
  set(compressed ${doc}/changelog)
  if(package STREQUAL "hlo-text-tools")
    configure_file(${CPACK_HLO_TEXT_DEBIAN_DIR}/hlo-text-tools.lintian-overrides
      ${share}/lintian/overrides/hlo-text-tools COPYONLY)
    # zsh on Debian does not search /usr/share/zsh/site-functions.
    if(EXISTS ${share}/zsh/site-functions)
      file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
    endif()
    file(GLOB pages ${share}/man/man1/*.1)
    list(APPEND compressed ${pages})
  endif()
  execute_process(COMMAND gzip -9nf ${compressed} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
