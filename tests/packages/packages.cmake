# SPDX-License-Identifier: GPL-3.0-or-later
# talus as others get it: Debian packages in a fresh system, the provider in QGIS, the documents as a site. Each is
# skipped where its tools are missing.
foreach(name packages/debian qgis/run site/site)
  get_filename_component(folder ${name} DIRECTORY)
  add_test(NAME install.${folder} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/${name}.sh)
  set_tests_properties(install.${folder} PROPERTIES LABELS "slow" TIMEOUT 3600 SKIP_RETURN_CODE 77 PROCESSORS 2 ENVIRONMENT
    "TALUS=$<TARGET_FILE:talus-cli>;SOURCE=${PROJECT_SOURCE_DIR};TALUS_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}/tmp")
endforeach()
