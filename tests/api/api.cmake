# SPDX-License-Identifier: GPL-3.0-or-later
# The public border: headers alone in C and C++, and every function called wrongly.
find_program(TALUS_CXX NAMES c++ g++ clang++)
if(NOT TALUS_CXX)
  message(FATAL_ERROR "The tests of the headers need a C++ compiler, found none")
endif()
add_test(NAME api.headers COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/api/headers.sh
         ${PROJECT_SOURCE_DIR} ${CMAKE_C_COMPILER} ${TALUS_CXX})
set_tests_properties(api.headers PROPERTIES LABELS style)

set(modules ${TALUS_BUILT})
list(REVERSE modules)
file(GLOB misuse_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/api/test_*.c)
foreach(test IN LISTS misuse_tests)
  get_filename_component(name ${test} NAME_WE)
  string(REPLACE "test_" "api." target ${name})
  add_executable(${target} ${test})
  link_modules(${target} ${modules})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/api)
  target_link_libraries(${target} PRIVATE PkgConfig::CRITERION)
  add_test(NAME ${target} COMMAND ${target} --jobs 1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  # a wrong call is the last thing its process does: what was made for it stays
  set_tests_properties(${target} PROPERTIES LABELS unit TIMEOUT 1800
    ENVIRONMENT "TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp;ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:allocator_may_return_null=1")
endforeach()

# a client: public headers and the shared library, nothing else
add_executable(api.library ${CMAKE_CURRENT_SOURCE_DIR}/api/library.c)
target_compile_features(api.library PRIVATE c_std_17)
target_link_libraries(api.library PRIVATE talus PkgConfig::CRITERION m)
if(TALUS_SANITIZE) # the program has to bring the runtime of the library's sanitizers
  target_link_options(api.library PRIVATE -fsanitize=${TALUS_SANITIZE})
endif()
add_test(NAME api.library COMMAND api.library --jobs 1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(api.library PROPERTIES LABELS unit TIMEOUT 1800
  ENVIRONMENT "TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp;ASAN_OPTIONS=abort_on_error=1:detect_leaks=1;LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/cli/lsan.supp:print_suppressions=0")
