# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzz targets, one per reader. Here they are run on their stored inputs, with any compiler; the
# preset "fuzz" (clang, TALUS_FUZZ) links them with libFuzzer instead (tools/reliability fuzz).
set(fuzz_targets scenario world rules geo_rules mesh contact fclib motion cases law raster vector checkpoint command)
# stored inputs that have to be accepted: seeds that the program has grown away from reach nothing.
# When they fall short, tests/fuzz/make-corpus makes them again.
set(fuzz_accepted 17 7 5 12 7 7 4 8 66 4 24 10 2 8)
add_custom_target(fuzz)
foreach(name least IN ZIP_LISTS fuzz_targets fuzz_accepted)
  add_executable(fuzz.${name} EXCLUDE_FROM_ALL fuzz/fuzz_${name}.c fuzz/fuzz.c
    $<$<NOT:$<BOOL:${TALUS_FUZZ}>>:fuzz/replay.c> $<TARGET_OBJECTS:talus_program>)
  link_modules(fuzz.${name} ${archives})
  target_compile_definitions(fuzz.${name} PRIVATE TALUS_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_dependencies(fuzz fuzz.${name})
  if(TALUS_FUZZ)
    target_link_options(fuzz.${name} PRIVATE -fsanitize=fuzzer)
    target_compile_definitions(fuzz.${name} PRIVATE TALUS_FUZZ)
  else()
    set_target_properties(fuzz.${name} PROPERTIES EXCLUDE_FROM_ALL OFF)
    set(inputs ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})
    if(name STREQUAL "world") # reads what "scenario" reads
      set(inputs ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/scenario)
    endif()
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/found/${name})
      list(APPEND inputs ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/found/${name})
    endif()
    add_dependencies(memory_tests fuzz.${name})
    add_test(NAME fuzz.${name} COMMAND fuzz.${name} ${least} ${inputs})
    set_tests_properties(fuzz.${name} PROPERTIES LABELS "fuzz" TIMEOUT 1800 ENVIRONMENT
      "TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp;ASAN_OPTIONS=abort_on_error=1:detect_leaks=1:allocator_may_return_null=1;LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/fuzz/lsan.supp:print_suppressions=0")
  endif()
endforeach()
