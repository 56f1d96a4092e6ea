# Installs the tree of BUILD_DIR below WORK_DIR, moves it, builds the project in this directory
# against it and runs the result. Any failure ends the script with an error.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${out}\nexit code ${result}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

# The files must not contain the place where they were first installed.
file(REMOVE_RECURSE ${WORK_DIR})
set(ENV{DESTDIR} "")
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --config "${CONFIG}" --prefix ${WORK_DIR}/first)
file(RENAME ${WORK_DIR}/first ${WORK_DIR}/prefix)

set(ENV{PKG_CONFIG_PATH} ${WORK_DIR}/prefix/${LIBDIR}/pkgconfig)
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK_DIR}/build -G ${GENERATOR}
  -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix -DCMAKE_CXX_COMPILER=${CXX})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)

# prints(PATTERN PROGRAM...): each prints this of add.hlo.
function(prints pattern)
  foreach(program IN LISTS ARGN)
    run(${WORK_DIR}/build/${program} ${CMAKE_CURRENT_LIST_DIR}/add.hlo)
    if(NOT out MATCHES "${pattern}")
      message(FATAL_ERROR "${program} prints\n${out}")
    endif()
  endforeach()
endfunction()
prints("ROOT %sum = f32\\[2,3\\]{1,0} add\\(%x, %y\\)" with_package with_pkg_config)
prints("hlo.add.*[1-9] instructions" components_with_package components_with_pkg_config)
prints("^4 4 \n$" load_plugins)
if(NOT SHARED)  # what a plugin exports is its own
  file(GLOB plugin ${WORK_DIR}/build/*plugin_one*)
  run(nm -D --defined-only ${plugin})
  if(NOT out MATCHES "T TwiceTheInstructions" OR out MATCHES " [TDBR] _ZN11hlo_text")
    message(FATAL_ERROR "the plugin exports\n${out}")
  endif()
endif()
if(EXISTS ${WORK_DIR}/prefix/bin/hlo-fmt)
  set(programs hlo-check hlo-fmt hlo-reduce hlo-translate hlo-view)
  if(EXISTS ${WORK_DIR}/prefix/bin/hlo-lsp)
    list(APPEND programs hlo-lsp)
  endif()
  foreach(program IN LISTS programs)
    run(${WORK_DIR}/prefix/bin/${program} --version)
    foreach(file man/man1/${program}.1 bash-completion/completions/${program}
        zsh/site-functions/_${program} fish/vendor_completions.d/${program}.fish)
      file(READ ${WORK_DIR}/prefix/share/${file} text)
      if(NOT text MATCHES "allow_unknown|allow_empty|stdio")
        message(FATAL_ERROR "${file} is wrong:\n${text}")
      endif()
    endforeach()
  endforeach()
endif()
