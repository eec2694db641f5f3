# SPDX-License-Identifier: GPL-3.0-or-later
# The page of talus report: its bundle is made again, and it is opened in a browser. Both are skipped where
# node, its packages or Chromium are missing.
foreach(name bundle browser)
  add_test(NAME viewer.${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/viewer/${name}.sh)
  set_tests_properties(viewer.${name} PROPERTIES LABELS "slow" TIMEOUT 1800 SKIP_RETURN_CODE 77 PROCESSORS 2 ENVIRONMENT
    "TALUS=$<TARGET_FILE:talus-cli>;SOURCE=${PROJECT_SOURCE_DIR};TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp")
endforeach()
