# SPDX-License-Identifier: GPL-3.0-or-later
# Checks of the sources: ranks of rooms, libm calls, words, what docs point to; and that these checks can fail.
add_test(NAME style.layers COMMAND sh ${PROJECT_SOURCE_DIR}/tools/check-layers)
add_test(NAME style.circles COMMAND sh ${PROJECT_SOURCE_DIR}/tools/check-layers --circles ${PROJECT_BINARY_DIR})
add_test(NAME style.libm COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/check-libm.sh)
add_test(NAME style.docs COMMAND sh ${PROJECT_SOURCE_DIR}/tools/check-docs)
add_test(NAME style.columns COMMAND sh ${PROJECT_SOURCE_DIR}/tools/column-tables)
add_test(NAME style.checks_can_fail COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/checks-can-fail.sh)
# what somebody gets who builds talus, or a project that holds it, without presets
add_test(NAME build.defaults COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/build-defaults.sh
  ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/tmp/build_defaults ${CMAKE_C_COMPILER})
set_tests_properties(build.defaults PROPERTIES LABELS "install" TIMEOUT 1800)
set_tests_properties(style.layers style.circles style.libm style.docs style.columns style.checks_can_fail PROPERTIES LABELS "style"
  ENVIRONMENT "TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp")

# bits, file names and keys of the shipped scenarios, in one table
add_test(NAME golden COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/golden/golden.sh)
set_tests_properties(golden PROPERTIES LABELS "golden" TIMEOUT 3600 PROCESSORS 2 ENVIRONMENT
  "TALUS=$<TARGET_FILE:talus-cli>;TALUS_LAB=$<TARGET_FILE:talus-lab>;TALUS_CASES=$<TARGET_FILE:talus-cases>;SOURCE=${PROJECT_SOURCE_DIR};TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp")
