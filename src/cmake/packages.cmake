# Debian packages: `cpack -G DEB` in the build directory makes hlo-text-tools (the programs)
# and hlo-text-dev (the static libraries). See docs/ci.md; -DCPACK_PACKAGE_CONTACT="NAME <ADDRESS>" names
# the publisher.
get_target_property(library_type hlo_text TYPE)
if(NOT PROJECT_IS_TOP_LEVEL OR NOT TARGET hlo-fmt OR NOT library_type STREQUAL "STATIC_LIBRARY")
  return()  # a project has one CPack; a shared library would need a package of its own
endif()

set(CPACK_PACKAGE_NAME hlo-text)
set(CPACK_PACKAGE_VERSION ${debian_version})
set(CPACK_PACKAGE_VENDOR hlo-text)
set(CPACK_PACKAGE_CONTACT "hlo-text authors <hlo-text@localhost>" CACHE STRING
  "Maintainer of the packages")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL hlo-text-tools hlo-text-dev)
set(CPACK_COMPONENT_HLO-TEXT-TOOLS_DESCRIPTION "tools for HLO text, the program format of XLA
hlo-fmt reads the HLO text that XLA, the compiler under JAX, TensorFlow and
PyTorch/XLA, dumps, and prints it as XLA does, or formats what was written by
hand. hlo-translate writes it as JSON, as a graph, or in MLIR's async dialect;
hlo-view makes pages of it to be read in a browser, and tells what each pass of
a compilation has changed; hlo-reduce finds the smallest module that still shows
a bug.")
set(CPACK_COMPONENT_HLO-TEXT-DEV_DESCRIPTION "C++ library for HLO text, the program format of XLA
The library that reads, checks, changes and prints HLO text: headers, static
libraries, CMake package and pkg-config files.")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_HLO-TEXT-TOOLS_PACKAGE_NAME hlo-text-tools)
set(CPACK_DEBIAN_HLO-TEXT-TOOLS_PACKAGE_SECTION devel)
# Finds nothing if the programs are static.
set(CPACK_DEBIAN_HLO-TEXT-TOOLS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_HLO-TEXT-DEV_PACKAGE_NAME hlo-text-dev)
set(CPACK_DEBIAN_HLO-TEXT-DEV_PACKAGE_SECTION libdevel)
# The headers and the archive use symbols of abseil's inline namespace, which names its release.
if("${absl_VERSION}" MATCHES "^[0-9]+")
  math(EXPR next "${CMAKE_MATCH_0} + 1")
  set(CPACK_DEBIAN_HLO-TEXT-DEV_PACKAGE_DEPENDS
    "libabsl-dev (>= ${CMAKE_MATCH_0}), libabsl-dev (<< ${next})")
else()
  set(CPACK_DEBIAN_HLO-TEXT-DEV_PACKAGE_DEPENDS libabsl-dev)
endif()

# Further files that Debian requires, written and compressed only in the staging directory of cpack.
set(HLO_TEXT_DEBIAN_DIR ${CMAKE_CURRENT_LIST_DIR}/debian)
set(CPACK_HLO_TEXT_DEBIAN_DIR ${HLO_TEXT_DEBIAN_DIR})
set(CPACK_PRE_BUILD_SCRIPTS ${HLO_TEXT_DEBIAN_DIR}/stage.cmake)
include(CPack)
