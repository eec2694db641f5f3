# SPDX-License-Identifier: GPL-3.0-or-later
# Calls that fail (tools/reliability faults): the library that makes them fail, and the runner that
# judges the runs. Under sanitizers the program has other calls than the one
# that is shipped.
if(TARGET talus-cli AND NOT TALUS_SANITIZE)
  add_library(failures.preload MODULE failures/preload.c)
  # the caller of a call is where it returns to
  target_compile_options(failures.preload PRIVATE -Wall -Wextra -fno-optimize-sibling-calls)
  set_target_properties(failures.preload PROPERTIES PREFIX "" C_EXTENSIONS ON)
  target_link_libraries(failures.preload PRIVATE Threads::Threads ${CMAKE_DL_LIBS})

  add_executable(failures.faults failures/faults.c failures/disturb.c failures/directories.c failures/cases.c)
  target_link_libraries(failures.faults PRIVATE talus_flags)

  # the inputs of all cases, in one directory
  set(inputs ${CMAKE_CURRENT_BINARY_DIR}/failures_inputs)
  set(scenarios ${inputs}/scenarios)
  file(GLOB rich cli/data/rich/* cli/data/plane.*)
  file(COPY ${rich} ${PROJECT_SOURCE_DIR}/scenarios/rocking/free_rocking.yaml DESTINATION ${scenarios})
  file(COPY ${PROJECT_SOURCE_DIR}/scenarios/rules/switzerland.yaml DESTINATION ${scenarios}/rules)
  file(COPY ${PROJECT_SOURCE_DIR}/terrain/plane/plane.tif DESTINATION ${inputs}/terrain/plane)
  configure_file(data/contact_problems/Confeti-ex13-4contact-Fc3D-SBM.dat.gz ${scenarios}/problem.dat.gz COPYONLY)
endif()
