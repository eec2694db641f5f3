# SPDX-License-Identifier: GPL-3.0-or-later
# Calls that fail (tools/reliability faults): the library that makes them fail, the runner that judges
# the runs, and small samples as tests. Under sanitizers the program has other calls than the one
# that is shipped.
if(TARGET talus-cli AND NOT TALUS_SANITIZE)
  add_library(failures.preload MODULE failures/preload.c failures/preload_memory.c failures/preload_files.c
    failures/preload_server.c failures/preload_sites.c)
  # the caller of a call is where it returns to
  target_compile_options(failures.preload PRIVATE -Wall -Wextra -fno-optimize-sibling-calls)
  set_target_properties(failures.preload PROPERTIES PREFIX "" C_EXTENSIONS ON)
  target_link_libraries(failures.preload PRIVATE Threads::Threads ${CMAKE_DL_LIBS})

  add_executable(failures.faults failures/faults.c failures/disturb.c failures/serve.c failures/directories.c
    failures/cases.c)
  target_link_libraries(failures.faults PRIVATE talus_flags)

  # the inputs of all cases, in one directory
  set(inputs ${CMAKE_CURRENT_BINARY_DIR}/failures_inputs)
  set(scenarios ${inputs}/scenarios)
  file(GLOB rich cli/data/rich/* cli/data/plane.*)
  file(COPY ${rich} ${PROJECT_SOURCE_DIR}/scenarios/rocking/free_rocking.yaml DESTINATION ${scenarios})
  file(COPY ${PROJECT_SOURCE_DIR}/scenarios/rules/switzerland.yaml DESTINATION ${scenarios}/rules)
  file(COPY ${PROJECT_SOURCE_DIR}/terrain/plane/plane.tif DESTINATION ${inputs}/terrain/plane)

  # failures_test NAME PROGRAM OPTION...
  function(failures_test name program)
    add_test(NAME failures.${name} COMMAND failures.faults --program $<TARGET_FILE:${program}>
      --preload $<TARGET_FILE:failures.preload> --inputs ${inputs}
      --log ${CMAKE_CURRENT_BINARY_DIR}/tmp/failures_${name}.log --fresh yes ${ARGN})
    set_tests_properties(failures.${name} PROPERTIES LABELS "failures" TIMEOUT 3600)
  endfunction()
  failures_test(faults talus-cli --sample 4)
  failures_test(sites talus-cli --sites yes --library 0 --case rock)
  failures_test(kills talus-cli --kill yes --sample 3 --case run --case again --case resume --case merge --case compare)
  failures_test(laboratory talus-lab --sample 4 --case rocking)
  foreach(name state_stays lost_words tile_threads)
    add_test(NAME failures.${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/failures/${name}.sh)
  endforeach()
  set_tests_properties(failures.state_stays failures.lost_words failures.tile_threads PROPERTIES LABELS "failures" TIMEOUT 3600 ENVIRONMENT
    "TALUS=$<TARGET_FILE:talus-cli>;PRELOAD=$<TARGET_FILE:failures.preload>;SOURCE=${PROJECT_SOURCE_DIR};TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp")
  # a run for every allocation of some commands: many seconds
  set_property(TEST failures.lost_words APPEND PROPERTY LABELS ci)
endif()
