# Makes the Debian packages of BUILD_DIR, unpacks them below WORK_DIR and runs the programs from there.
# Any failure ends the script with an error.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${out}\nexit code ${result}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "expected ${pattern} in\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR}/root)
set(ENV{DESTDIR} "")
run(${CPACK} -G DEB -C "${CONFIG}" --config ${BUILD_DIR}/CPackConfig.cmake -B ${WORK_DIR})
file(GLOB packages ${WORK_DIR}/*.deb)
list(LENGTH packages count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "two packages expected: ${packages}")
endif()

set(root ${WORK_DIR}/root)
foreach(package ${packages})
  run(dpkg-deb --extract ${package} ${root})
endforeach()
file(GLOB tools ${WORK_DIR}/hlo-text-tools_*.deb)
file(GLOB dev ${WORK_DIR}/hlo-text-dev_*.deb)
run(dpkg-deb --field ${dev} Depends)
expect("${out}" "libabsl-dev")

set(program_files "")
foreach(program hlo-check hlo-fmt hlo-opt hlo-reduce hlo-translate hlo-view)
  list(APPEND program_files bin/${program} share/man/man1/${program}.1.gz
    share/bash-completion/completions/${program} share/zsh/vendor-completions/_${program}
    share/fish/vendor_completions.d/${program}.fish)
  run(${root}/usr/bin/${program} --version)
endforeach()
foreach(file ${program_files}
    share/hlo-text/editors/vim/syntax/hlo.vim share/doc/hlo-text-tools/copyright share/doc/hlo-text-tools/README.md
    share/doc/hlo-text-dev/copyright include/hlo/parser.h include/hlo/tables/strip.def ${LIBDIR}/libhlo_text.a
    ${LIBDIR}/libhlo_text_mlir.a ${LIBDIR}/pkgconfig/hlo_text_tables.pc
    ${LIBDIR}/pkgconfig/hlo_text.pc ${LIBDIR}/cmake/hlo_text/hlo_textConfig.cmake)
  if(NOT EXISTS ${root}/usr/${file})
    message(FATAL_ERROR "/usr/${file} is missing")
  endif()
endforeach()
run(${root}/usr/bin/hlo-fmt ${CMAKE_CURRENT_LIST_DIR}/add.hlo)
expect("${out}" "ROOT %sum = f32\\[2,3\\]{1,0} add\\(%x, %y\\)")

# With dpkg itself, into a root of its own, if that is allowed.
execute_process(COMMAND id -u OUTPUT_VARIABLE uid OUTPUT_STRIP_TRAILING_WHITESPACE)
if(uid EQUAL 0)
  set(root ${WORK_DIR}/installed)
  file(MAKE_DIRECTORY ${root}/var/lib/dpkg/updates ${root}/var/lib/dpkg/info)
  file(TOUCH ${root}/var/lib/dpkg/status)
  run(dpkg --root=${root} --force-depends --log=/dev/null --install ${tools})
  run(${root}/usr/bin/hlo-fmt --version)
  run(dpkg --root=${root} --log=/dev/null --purge hlo-text-tools)
  if(EXISTS ${root}/usr/bin/hlo-fmt)
    message(FATAL_ERROR "dpkg --purge leaves hlo-fmt behind")
  endif()
endif()

find_program(LINTIAN lintian)
if(LINTIAN)
  # cpack's default address.
  run(${LINTIAN} --allow-root --fail-on error 
    --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog ${packages})
endif()
