// SPDX-License-Identifier: GPL-3.0-or-later
// The viewer as tools/viewer/build makes it: bytes of this library.
#include "studies/report/report.h"

#include <string.h>

__asm__(".section .rodata\n"
        ".global report_viewer_begin\n"
        ".hidden report_viewer_begin\n"
        ".global report_viewer_end\n"
        ".hidden report_viewer_end\n"
        "report_viewer_begin:\n"
        ".incbin \"" TALUS_VIEWER "\"\n"
        "report_viewer_end:\n"
        ".byte 0\n"
        ".previous\n");

extern const char report_viewer_begin[], report_viewer_end[];

talus_status report_viewer_parts(report_viewer *viewer, talus_error *error)
{
    static const char *const marks[] = {"<!--title-->", "<!--data-->"};
    const char *at = report_viewer_begin;
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
    viewer->sizes[2] = (size_t)(report_viewer_end - at);
    return TALUS_OK;
}
