// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the library for LD_PRELOAD share: which call fails, and the functions behind
// ours.
#ifndef TALUS_TESTS_PRELOAD_H
#define TALUS_TESTS_PRELOAD_H

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Environment: two file descriptors, "IN OUT"; the program serves runs then (preload_server.c).
#define PRELOAD_SERVER "TALUS_FAULT_SERVER"

/// A run that the server is asked for. It answers with the process (pid_t), and with the status of
/// waitpid (int) when that has ended.
typedef struct preload_request {
    char fault[128];   ///< as TALUS_FAULT
    char printed[256]; ///< file for standard output
    int word_count;    ///< of the command, the program's name apart
    char words[16384]; ///< each ends with a zero
} preload_request;

#define EXPORT __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

enum fault_class {
    ALLOC,
    OPEN,
    READ,
    WRITE,
    CLOSE,
    FSYNC,
    RENAME,
    MKDIR,
    UNLINK,
    MMAP,
    FALLOCATE,
    THREAD,
    CLASSES
};

/// Count calls from now on. @param fault, report as TALUS_FAULT and TALUS_FAULT_REPORT; may be NULL
void preload_begin(const char *fault, const char *report);
/// Count a call. @return true: it is to fail, errno is set
bool preload_fails(enum fault_class class, const void *caller);
/// Is this code of the program itself, and is the library ready?
bool preload_is_own(const void *caller);
/// Of an address in the program, from its beginning, as addr2line has it.
uint64_t preload_offset(const void *address);

/// A place in the program that makes a call, and the functions that lead to it (preload_sites.c).
typedef struct preload_site {
    uint64_t caller; ///< where the call returns to
    uint64_t path;   ///< hash of the nearest return addresses
} preload_site;
preload_site preload_site_of(const void *caller);
/// Count a call of its site. @return false: there are too many sites
bool preload_list_site(enum fault_class class, const void *caller);
void preload_report_sites(void (*put)(enum fault_class class, preload_site site,
                                      unsigned long long calls));

/// Report memory that the program itself still holds: "leak CALLER BYTES".
void preload_report_held(void (*put)(const char *word, const void *caller,
                                     unsigned long long number));

/// The function behind ours; `name` must be of libc or of a sanitizer.
#define REAL(name)                                                                                 \
    static __typeof__(&name) real;                                                                 \
    if (real == NULL) {                                                                            \
        *(void **)&real = dlsym(RTLD_NEXT, #name);                                                 \
    }

#endif
