# SPDX-License-Identifier: GPL-3.0-or-later
# The physics as a module of WebAssembly, which a page of `talus report --live` holds (tools/wasm/build makes it).
# TALUS_WASM: the module in the build directory; not set where this machine cannot build it.
option(TALUS_LIVE "Pages of `talus report --live`: the physics for browsers (needs clang-19, lld-19, wasi-libc)" ON)
set(build ${CMAKE_CURRENT_SOURCE_DIR}/tools/wasm/build)
if(TALUS_LIVE)
  execute_process(COMMAND sh ${build} --can RESULT_VARIABLE cannot OUTPUT_VARIABLE why OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(cannot)
    message(STATUS "Live pages (talus report --live) are left out: ${why}; tools/packages.sh lists wasm_packages")
  else()
    execute_process(COMMAND sh ${build} --sources OUTPUT_VARIABLE sources OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REPLACE "\n" ";" sources "${sources}")
    list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/*.h src/foundation/*.h src/physics/*.h src/runs/*.h tools/wasm/*.h)
    set(TALUS_WASM ${CMAKE_CURRENT_BINARY_DIR}/talus.wasm)
    add_custom_command(OUTPUT ${TALUS_WASM} COMMAND sh ${build} ${TALUS_WASM} DEPENDS ${build} ${sources} ${headers}
                       COMMENT "Building the physics for live pages" VERBATIM)
  endif()
endif()
