# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where: program, library, headers, CMake package, pkg-config file,
# manual pages and bash completion. The last two are printed by the program itself.
include(CMakePackageConfigHelpers)
set(TALUS_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/talus)

# the public headers are C11 and C++17
set(libraries talus)
if(TALUS_LAB)
  list(APPEND libraries talus_lab)
endif()
foreach(library IN LISTS libraries)
  target_compile_features(${library} INTERFACE c_std_11)
  target_link_options(${library} PRIVATE LINKER:--version-script=${CMAKE_CURRENT_LIST_DIR}/talus.map)
  set_target_properties(${library} PROPERTIES LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/talus.map)
endforeach()

install(TARGETS ${libraries} EXPORT talusTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
set(without_laboratory "")
if(NOT TALUS_LAB)
  set(without_laboratory PATTERN lab EXCLUDE)
endif()
install(DIRECTORY include/talus DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING
        PATTERN "*.h" ${without_laboratory})
install(EXPORT talusTargets NAMESPACE talus:: DESTINATION ${TALUS_CMAKE_DIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/talusConfig.cmake.in
  ${PROJECT_BINARY_DIR}/talusConfig.cmake INSTALL_DESTINATION ${TALUS_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/talusConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/talusConfig.cmake ${PROJECT_BINARY_DIR}/talusConfigVersion.cmake
        DESTINATION ${TALUS_CMAKE_DIR})
# relative to the file itself, so that the installed tree can be moved
file(RELATIVE_PATH TALUS_PC_TO_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
     ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" TALUS_PC_TO_PREFIX "${TALUS_PC_TO_PREFIX}")
foreach(TALUS_PC_NAME IN LISTS libraries)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/talus.pc.in ${PROJECT_BINARY_DIR}/${TALUS_PC_NAME}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${TALUS_PC_NAME}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# scenes of benchmarks, and cases to start from
install(DIRECTORY scenarios terrain DESTINATION ${CMAKE_INSTALL_DATADIR}/talus)

# install_program TARGET NAME: with its manual pages and completion, printed by itself
function(install_program target name)
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT CMAKE_CROSSCOMPILING)
    set(man ${PROJECT_BINARY_DIR}/man/${name})
    add_custom_command(OUTPUT ${man}/${name}.1 ${name}.bash
      COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DNAME=${name} -DFOLDER=${man}
              -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/manual.cmake
      COMMAND ${target} --print-completion > ${name}.bash
      DEPENDS ${target} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/manual.cmake
      COMMENT "Printing the manual pages and the bash completion of ${name}" VERBATIM)
    add_custom_target(${name}-manual ALL DEPENDS ${man}/${name}.1 ${name}.bash)
    install(DIRECTORY ${man}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.bash RENAME ${name}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  endif()
endfunction()
install_program(talus-cli talus)
if(TARGET talus-lab)
  install_program(talus-lab talus-lab)
endif()
if(TARGET talus-mpi)
  install(TARGETS talus-mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(NOT CMAKE_CROSSCOMPILING)
    file(WRITE ${PROJECT_BINARY_DIR}/talus-mpi.1 ".so man1/talus.1\n")
    install(FILES ${PROJECT_BINARY_DIR}/talus-mpi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${PROJECT_BINARY_DIR}/talus.bash RENAME talus-mpi
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  endif()
endif()
