// SPDX-License-Identifier: GPL-3.0-or-later
// The viewers as tools/viewer/build makes them: bytes of this library.
#include "studies/report/report.h"

#include <string.h>

#define EMBED(name, file)                                                                          \
    __asm__(".section .rodata\n"                                                                   \
            ".global " name "_begin\n"                                                             \
            ".hidden " name "_begin\n"                                                             \
            ".global " name "_end\n"                                                               \
            ".hidden " name "_end\n" name "_begin:\n"                                              \
            ".incbin \"" file "\"\n" name "_end:\n"                                                \
            ".byte 0\n"                                                                            \
            ".previous\n")
EMBED("report_viewer", TALUS_VIEWER);
EMBED("report_live_viewer", TALUS_LIVE_VIEWER);

extern const char report_viewer_begin[], report_viewer_end[], report_live_viewer_begin[],
    report_live_viewer_end[];

talus_status report_viewer_parts(bool live, report_viewer *viewer, talus_error *error)
{
    static const char *const marks[] = {"<!--title-->", "<!--data-->"};
    const char *at = live ? report_live_viewer_begin : report_viewer_begin;
    const char *end = live ? report_live_viewer_end : report_viewer_end;
    for (size_t k = 0; k < 2; k++) {
        const char *mark = strstr(at, marks[k]);
        if (mark == NULL) {
            return talus_error_set(error, TALUS_ERROR_INTERNAL, "the viewer has no place %s",
                                   marks[k]);
        }
        viewer->parts[k] = at;
        viewer->sizes[k] = (size_t)(mark - at);
        at = mark + strlen(marks[k]);
    }
    viewer->parts[2] = at;
    viewer->sizes[2] = (size_t)(end - at);
    return TALUS_OK;
}
