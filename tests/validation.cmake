# SPDX-License-Identifier: GPL-3.0-or-later
# talus-validate (tools/validation): published and analytic results beside ours. Its quick subset is
# a test; tools/validate --full writes docs/validation.md.
if(TARGET talus_study AND NOT TALUS_SANITIZE)
  file(GLOB validation_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/validation/*.c)
  add_executable(talus-validate ${validation_sources})
  link_modules(talus-validate ${archives})
  target_include_directories(talus-validate PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  add_test(NAME validate COMMAND talus-validate --source ${PROJECT_SOURCE_DIR}
    --page ${CMAKE_CURRENT_BINARY_DIR}/tmp/validation.md)
  set_tests_properties(validate PROPERTIES LABELS "validate;ci" TIMEOUT 1800 PROCESSORS 2)
endif()
