// SPDX-License-Identifier: GPL-3.0-or-later
/// @file study_files.h
/// The result directory of a command that computes first and writes then: spin, rocking. It knows
/// options and exit codes; it refuses to know what is computed.
#ifndef TALUS_SRC_INPUT_COMMAND_STUDY_FILES_H
#define TALUS_SRC_INPUT_COMMAND_STUDY_FILES_H

#include "input/command/command.h"
#include "io/directory/study_files.h"

/// Form and size of the charts, for commands that write some; cli_study_open reads them.
#define OPTION_CHARTS                                                                              \
    {"chart-format", 0, "NAME", CLI_CHOICE, cli_chart_formats, "svg", "format of the charts"},     \
    {                                                                                              \
        "chart-size", 0, "W,H", CLI_NUMBERS, NULL, "by the chart",                                 \
            "width and height of every chart in mm"                                                \
    }
cli_names cli_chart_formats;

/// directory_study_open by the command line; warnings are kept, a failure is printed. Always close.
/// From then until cli_study_write, Ctrl-C or SIGTERM ends the program with CLI_INTERRUPTED and leaves
/// the directory as it was found.
cli_exit cli_study_open(const cli_arguments *arguments, const char *path, directory_study *study);
/// directory_study_write; warnings and a failure are printed.
cli_exit cli_study_write(directory_study *study, const void *user);
void cli_study_close(directory_study *study);

#endif
