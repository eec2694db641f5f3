# SPDX-License-Identifier: GPL-3.0-or-later
# The physics as a module of WebAssembly: its rocks are those of the program, bit for bit. Skipped where node is
# missing, or talus was built without the module.
foreach(name bits drops)
  add_test(NAME wasm.${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/wasm/${name}.sh)
  set_tests_properties(wasm.${name} PROPERTIES LABELS "cli" TIMEOUT 3600 SKIP_RETURN_CODE 77 ENVIRONMENT
    "TALUS=$<TARGET_FILE:talus-cli>;LIVE=${TALUS_WASM};SOURCE=${PROJECT_SOURCE_DIR};TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp")
endforeach()
foreach(name browser firefox)
  add_test(NAME wasm.${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/wasm/${name}.sh)
  set_tests_properties(wasm.${name} PROPERTIES LABELS "slow" TIMEOUT 1800 SKIP_RETURN_CODE 77 PROCESSORS 2 ENVIRONMENT
    "TALUS=$<TARGET_FILE:talus-cli>;LIVE=${TALUS_WASM};SOURCE=${PROJECT_SOURCE_DIR};TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp")
endforeach()
