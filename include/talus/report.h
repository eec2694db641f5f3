// SPDX-License-Identifier: GPL-3.0-or-later
/// @file report.h
/// A result directory as one page: statistics, assumptions, maps, screens, sections, hazard, and a
/// 3D view, in one HTML file that needs no network. It knows the files of a result directory and,
/// if they still exist, the inputs of its scenario; it refuses to know how a browser draws.
/// [docs/report.md]
///
/// threads: any thread; two reports at once need two files and two directories.
#ifndef TALUS_REPORT_H
#define TALUS_REPORT_H

#include "talus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct talus_report_options {
    size_t size;          ///< of this struct, by talus_report_options_default
    const char *path;     ///< file to write, NAME.html; NULL: report.html in the directory
    const char *language; ///< "en", "de", "fr", "it": language at first; NULL = "en"
    const char *title;    ///< NULL: title of the scenario
    const char *author;   ///< name in the title block; NULL: a line to fill in
    const char *date;     ///< date in the title block, any text; NULL: a line to fill in
    size_t tumbling;      ///< largest number of recorded rocks that are run again for the 3D view
    bool overwrite;       ///< a file of the user may be replaced
    talus_diagnostics *warnings; ///< lists missing parts and renamed files; may be NULL; not owned
    bool live; ///< the page contains the physics and the inputs, and can simulate rocks itself
} talus_report_options;
/// Fill `size` bytes: report.html in the directory, English, 16 rocks that tumble, not live.
TALUS_API void talus_report_options_defaults(talus_report_options *options, size_t size);
static inline talus_report_options talus_report_options_default(void)
{
    talus_report_options options;
    talus_report_options_defaults(&options, sizeof options);
    return options;
}

/// Contents of the page. Later versions may append members.
typedef struct talus_report_facts {
    uint64_t bytes;  ///< of the file
    size_t layers;   ///< of the maps
    size_t tracks;   ///< recorded rocks whose paths are shown
    size_t tumbling; ///< of these, rocks that were run again with their orientation
    size_t missing;  ///< parts that could not be shown; the page says which and why
} talus_report_facts;

/// Write the report of a complete result directory. Equal directories and inputs give equal bytes.
/// A file in the directory is entered in its manifest (talus_directory_add); the directory stays
/// complete, and unchanged after a failure. Elsewhere the file is written completely or not at all,
/// and the directory is only read.
///
/// Rocks that tumble are run again from scenario.yaml and its inputs. Without recorded paths or
/// inputs the part is left out, and the page says so. A live page needs the inputs.
/// @param facts out; may be NULL
/// @return TALUS_ERROR_INPUT for a directory that is partial or holds no result, an unknown
///         language, a name that does not end in .html, a file of the user in the way, a live page
///         without inputs; TALUS_ERROR_UNSUPPORTED for a live page of a terrain that is read on
///         demand, or from a library that was built without the physics for live pages; TALUS_ERROR_ARGUMENT for NULL, more than 200 rocks that tumble, an unknown size;
///         TALUS_ERROR_IO, TALUS_ERROR_MEMORY
TALUS_API talus_status talus_report_write(const char *directory,
                                          const talus_report_options *options,
                                          talus_report_facts *facts, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
