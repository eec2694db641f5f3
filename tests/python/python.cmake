# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package of tools/python: built as a wheel and installed without a network, then used. Skipped where
# python3, cffi or NumPy is missing. Under sanitizers Python would have to bring their runtimes: left out.
if(NOT TALUS_SANITIZE)
  set(python_folder ${CMAKE_CURRENT_BINARY_DIR}/tmp/python)
  set(python_environment
    "TALUS=$<TARGET_FILE:talus-cli>;SOURCE=${PROJECT_SOURCE_DIR};CC=${CMAKE_C_COMPILER};PYTHON_FOLDER=${python_folder};TALUS_LIBRARY=$<TARGET_FILE:talus_lab>;LIBTALUS=$<TARGET_FILE:talus>")
  add_test(NAME python.package COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/python/package.sh)
  set_tests_properties(python.package PROPERTIES LABELS "python;ci" TIMEOUT 1800 SKIP_RETURN_CODE 77
    FIXTURES_SETUP python ENVIRONMENT "${python_environment}")
  file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/python/test_*.py)
  foreach(script IN LISTS scripts)
    get_filename_component(name ${script} NAME_WE)
    string(REPLACE "test_" "python." test ${name})
    add_test(NAME ${test} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/python/run.sh ${name})
    # the page and the notebooks repeat what the other scripts check: label long
    set(labels python ci)
    if(name MATCHES "^test_(docs|examples)$")
      list(APPEND labels long)
    endif()
    set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT 1800 SKIP_RETURN_CODE 77
      FIXTURES_REQUIRED python ENVIRONMENT "${python_environment}")
  endforeach()
endif()
