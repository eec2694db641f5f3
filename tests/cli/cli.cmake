# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the command line (tests/cli/*.sh on the built program), of the installed tree, of the
# style of the sources.
if(TARGET talus-cli AND TARGET talus_files)
  # what the tests of the commands need
  add_custom_target(cli_tests DEPENDS talus-cli talus-lab talus-cases)
  foreach(program compare_steps compare_rocking compare_spin compare_bodies contact_check)
    add_executable(cli.${program} cli/${program}.c)
    target_include_directories(cli.${program} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    add_dependencies(cli_tests cli.${program})
    link_modules(cli.${program} cases_problem_files solve solve_sparse contact_problem files sparse math base)
  endforeach()
  # reads the compressed problems itself
  target_include_directories(cli.contact_check SYSTEM PRIVATE ${ZLIB_INCLUDE_DIRS})

  # what happens to a run at its renames
  add_library(cli.renames MODULE cli/renames.c)
  target_link_libraries(cli.renames PRIVATE talus_flags)
  target_link_options(cli.renames PRIVATE -fno-sanitize=all)
  target_compile_options(cli.renames PRIVATE -fno-sanitize=all)

  # the program without its processor's fast paths (math/lanes.h), which the tests of equal bits run too;
  # with sanitizers there are none
  set(plain talus-cli)
  if(NOT TALUS_SANITIZE)
    set(plain cli.plain)
    file(GLOB_RECURSE candidates CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.c)
    set(cloned "")
    foreach(candidate IN LISTS candidates)
      file(STRINGS ${candidate} marks REGEX "LANES_CLONES")
      if(marks)
        list(APPEND cloned ${candidate})
      endif()
    endforeach()
    add_executable(cli.plain ${PROJECT_SOURCE_DIR}/src/app/program/main.c ${cloned} $<TARGET_OBJECTS:talus_program>)
    target_compile_definitions(cli.plain PRIVATE LANES_PLAIN)
    link_modules(cli.plain ${archives})
  endif()

  # whole campaigns on two threads: label campaign
  set(campaigns kot ramp)
  # many runs of the program: label study, not repeated under sanitizers, where their parts have unit tests
  set(studies report_kills calibrate calibrate_breaking calibrate_case sensitivity compare compare_breaking compare_models directory resume shard determinism contact_hard rocking_stepper slurm stop_when worked_pages)
  # other commands of many seconds: like campaigns and studies they have the label ci too, and plain tools/test leaves
  # them out
  set(long_commands bombs strangers strangers_files fragmentation together export resources scenarios scene shaking pack rocking_suite rocking_studies)
  # a command for each piece of code that threads run (workers and checkpoints, readers of a terrain on demand, parts of
  # results, pictures, rocking blocks): label threads, what tools/test --ci runs under the thread sanitizer
  set(threaded on_demand interrupt progress fragmentation together scene rocking_run rocking_studies rocking_suite resume
    determinism)
  file(GLOB scripts CONFIGURE_DEPENDS cli/*.sh)
  set(mpi_program "") # empty: the test of talus-mpi is skipped
  if(TARGET talus-mpi)
    set(mpi_program $<TARGET_FILE:talus-mpi>)
  endif()
  # a limit ends what hangs; it is many times what a test takes, because the machine may be busy
  set(cli_timeout 1800)
  if("thread" IN_LIST TALUS_SANITIZE)
    set(cli_timeout 5400) # many times slower
  endif()
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    if(NOT name STREQUAL "lib")
      add_test(NAME cli.${name} COMMAND sh ${script})
      set_tests_properties(cli.${name} PROPERTIES LABELS "cli" TIMEOUT ${cli_timeout} SKIP_RETURN_CODE 77 ENVIRONMENT
        "TALUS=$<TARGET_FILE:talus-cli>;TALUS_LAB=$<TARGET_FILE:talus-lab>;TALUS_CASES=$<TARGET_FILE:talus-cases>;TALUS_PLAIN=$<TARGET_FILE:${plain}>;TALUS_MPI=${mpi_program};LIVE=${TALUS_WASM};SOURCE=${PROJECT_SOURCE_DIR};RENAMES=$<TARGET_FILE:cli.renames>;COMPARE_STEPS=$<TARGET_FILE:cli.compare_steps>;COMPARE_ROCKING=$<TARGET_FILE:cli.compare_rocking>;COMPARE_SPIN=$<TARGET_FILE:cli.compare_spin>;COMPARE_BODIES=$<TARGET_FILE:cli.compare_bodies>;CONTACT_CHECK=$<TARGET_FILE:cli.contact_check>;TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp;LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/cli/lsan.supp:print_suppressions=0;TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/cli/tsan.supp")
      if(name IN_LIST campaigns)
        set_tests_properties(cli.${name} PROPERTIES LABELS "campaign" TIMEOUT 3600 PROCESSORS 2)
      elseif(name STREQUAL "bench_instructions") # counts on one processor
        set_tests_properties(cli.${name} PROPERTIES LABELS "campaign" TIMEOUT 3600)
      elseif(name IN_LIST studies)
        set_tests_properties(cli.${name} PROPERTIES LABELS "study" TIMEOUT 3600)
      elseif(name STREQUAL "docs") # one page after the other
        set_tests_properties(cli.docs PROPERTIES LABELS "long" TIMEOUT 7200)
      elseif(name STREQUAL "mpi") # tools/test --all; ensemble.ranks has what ranks say to each other
        set_tests_properties(cli.${name} PROPERTIES LABELS "slow" TIMEOUT 3600 PROCESSORS 2)
      elseif(name MATCHES "^(ten_thousand|large_dem)$")
        set_tests_properties(cli.${name} PROPERTIES LABELS "slow" TIMEOUT 3600 PROCESSORS 2)
      endif()
      if(name IN_LIST threaded)
        set_property(TEST cli.${name} APPEND PROPERTY LABELS threads)
      endif()
      get_test_property(cli.${name} LABELS labels)
      if(labels MATCHES "campaign|study" OR name IN_LIST long_commands)
        set_property(TEST cli.${name} APPEND PROPERTY LABELS ci)
      endif()
    endif()
  endforeach()
endif()

# an installed library with sanitizers asks its users for them too
if(TARGET talus-cli AND NOT TALUS_SANITIZE)
  add_test(NAME install.example COMMAND sh ${PROJECT_SOURCE_DIR}/tests/example/install.sh
    ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/tmp/install
    ${CMAKE_C_COMPILER})
  set_tests_properties(install.example PROPERTIES LABELS "install" TIMEOUT 1800)
endif()

add_test(NAME style.format COMMAND sh ${PROJECT_SOURCE_DIR}/tools/check-format)
set_tests_properties(style.format PROPERTIES LABELS "style" SKIP_RETURN_CODE 77)
