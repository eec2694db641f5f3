// SPDX-License-Identifier: GPL-3.0-or-later
// The physics of a live page as tools/wasm/build makes it: bytes of this library, unless it was built without.
#include "studies/report/report.h"

#ifdef TALUS_WASM
__asm__(".section .rodata\n"
        ".global report_wasm_begin\n"
        ".hidden report_wasm_begin\n"
        ".global report_wasm_end\n"
        ".hidden report_wasm_end\n"
        "report_wasm_begin:\n"
        ".incbin \"" TALUS_WASM "\"\n"
        "report_wasm_end:\n"
        ".byte 0\n"
        ".previous\n");

extern const unsigned char report_wasm_begin[], report_wasm_end[];

talus_status report_add_module(report *r, talus_error *error)
{
    return report_add_blob(r, "live:wasm", report_wasm_begin,
                           (size_t)(report_wasm_end - report_wasm_begin), error);
}
#else
talus_status report_add_module(report *r, talus_error *error)
{
    (void)r;
    return talus_error_set(
        error, TALUS_ERROR_UNSUPPORTED,
        "this talus was built without the physics for live pages, which needs clang-19, lld-19 "
        "and wasi-libc where talus is built: make the report without a live page, or build "
        "talus with them");
}
#endif
