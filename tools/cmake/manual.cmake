# SPDX-License-Identifier: GPL-3.0-or-later
# The manual pages of a program, printed by itself: cmake -DPROGRAM=FILE -DNAME=NAME -DFOLDER=DIR -P manual.cmake
function(print_page file)
  execute_process(COMMAND ${PROGRAM} --print-man ${ARGN} OUTPUT_VARIABLE page COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${FOLDER}/${file}.1 "${page}")
endfunction()
file(REMOVE_RECURSE ${FOLDER}) # no page stays of a command that is gone
execute_process(COMMAND ${PROGRAM} --print-man list OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "\n$" "" names "${names}")
string(REPLACE "\n" ";" names "${names}")
foreach(name IN LISTS names)
  string(REPLACE " " ";" words "${name}")
  string(REPLACE " " "-" file "${NAME}-${name}")
  print_page(${file} ${words})
endforeach()
print_page(${NAME})
