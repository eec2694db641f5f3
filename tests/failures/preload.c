// SPDX-License-Identifier: GPL-3.0-or-later
// A library for LD_PRELOAD that makes one call fail: the k-th of its class, or all from the k-th
// on. It knows who called: the program itself (own), or a library. It keeps a list of the memory
// that the program itself holds, and reports what is left of it at the end.
//
//   TALUS_FAULT="own write 17 once"     the 17th write that talus asks for fails
//   TALUS_FAULT="library alloc 3 on"    every allocation inside libraries from the 3rd on fails
//   TALUS_FAULT="own rename 5 kill"     the process is killed in the place of the 5th rename
//   TALUS_FAULT="any cpu 70000000 kill" it is killed when it has used 70 ms of processors; int, term:
//                                       it gets SIGINT, SIGTERM then
//   TALUS_FAULT="any write 3 on"        every write of either from the 3rd on fails: a full disk
//   TALUS_FAULT="own write 2 once@1c0de:5a3f"  the second write of that site fails; on@, kill@ likewise
//   TALUS_FAULT="own none 0 sites"      nothing fails; the report lists the sites of the program's calls
//   TALUS_FAULT_REPORT=FILE             gets one line each: "hit CALLER ...", "count SIDE CLASS N",
//                                       "leak CALLER BYTES", "crash own|library CALLER ...",
//                                       "site CLASS SITE CALLS", "cpu NANOSECONDS"; CALLER is file+offset (addr2line -e)
#include "preload.h"

#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum side { OWN, LIBRARY, ANY, SIDES };
static const char *const class_names[CLASSES] = {"alloc",  "open",  "read",      "write",
                                                 "close",  "fsync", "rename",    "mkdir",
                                                 "unlink", "mmap",  "fallocate", "thread"};
static const char *const side_names[SIDES] = {"own", "library", "any"};
static const int class_errno[CLASSES] = {ENOMEM, EMFILE, EIO,    ENOSPC, EIO,    EIO,
                                         EACCES, ENOSPC, EACCES, ENOMEM, ENOSPC, EAGAIN};

static atomic_ullong counts[SIDES][CLASSES];
static int wanted_class = -1, wanted_side;
static unsigned long long wanted_call;
static bool from_then_on, is_killing, is_ready, lists_sites, has_site;
static preload_site wanted_site;
static atomic_ullong calls_of_site;
static atomic_bool too_many_sites;
static int report = -1;
static uintptr_t own_base, own_begin, own_end, self_begin, self_end;
static atomic_int hits_reported;

// ---- reports: without stdio and without memory

static void put_line(const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (report >= 0 && length > 0) {
        (void)!syscall(SYS_write, report, line,
                       (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    }
}

static void put_caller(const char *word, const void *caller, unsigned long long number)
{
    Dl_info info;
    if (dladdr(caller, &info) != 0 && info.dli_fname != NULL) {
        put_line("%s %s+0x%lx %s %llu\n", word, info.dli_fname,
                 (unsigned long)((uintptr_t)caller - (uintptr_t)info.dli_fbase),
                 info.dli_sname != NULL ? info.dli_sname : "-", number);
    } else {
        put_line("%s unknown+%p - %llu\n", word, caller, number);
    }
}

static void put_site(enum fault_class class, preload_site site, unsigned long long calls)
{
    put_line("site %s %" PRIx64 ":%" PRIx64 " %llu\n", class_names[class], site.caller, site.path,
             calls);
}

// ---- who is who

static int find_own(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    uintptr_t *next = user;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const uintptr_t begin = info->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) {
            continue;
        }
        if (*next == 0) { // the program comes first
            own_base = info->dlpi_addr;
            own_begin = begin;
            own_end = end;
            *next = 1;
        }
        if (begin <= (uintptr_t)find_own && (uintptr_t)find_own < end) {
            self_begin = begin;
            self_end = end;
        }
    }
    return 0;
}

static bool is_between(const void *caller, uintptr_t begin, uintptr_t end)
{
    return begin <= (uintptr_t)caller && (uintptr_t)caller < end;
}

// ---- crashes: of the first code on the stack that is not the C library's

static void report_crash(int signal)
{
    void *frames[64];
    const int count = backtrace(frames, 64);
    for (int i = 0; i < count; i++) {
        Dl_info info;
        const bool known = dladdr(frames[i], &info) != 0 && info.dli_fname != NULL;
        if (is_between(frames[i], self_begin, self_end) ||
            (known && strstr(info.dli_fname, "/libc.so") != NULL)) {
            continue;
        }
        put_caller(is_between(frames[i], own_begin, own_end) ? "crash own" : "crash library",
                   frames[i], (unsigned long long)signal);
        break;
    }
    raise(signal); // the default handler is back
}

static void catch_crashes(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    void *frame[1];
    (void)backtrace(frame, 1); // loads what it needs while there is memory
    struct sigaction action = {.sa_handler = report_crash,
                               .sa_flags = (int)SA_RESETHAND | SA_NODEFER};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        sigaction(signals[i], &action, NULL);
    }
}

/// A share of the processor time is a moment that does not depend on the load of the machine. The
/// kernel looks at its ticks: the moment is late by some milliseconds.
static void signal_after(unsigned long long nanoseconds, int number)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
    const struct itimerspec when = {
        .it_value = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000) + 1}};
    timer_t timer;
    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0 ||
        timer_settime(timer, TIMER_ABSTIME, &when, NULL) != 0) {
        abort();
    }
}

void preload_begin(const char *text, const char *path)
{
    uintptr_t next = 0;
    dl_iterate_phdr(find_own, &next);
    if (path != NULL) {
        report = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                              0666);
    }
    char side[16], name[16], mode[16];
    const int words = text == NULL
                          ? 0
                          : sscanf(text, "%15s %15s %llu %15[^@]@%" SCNx64 ":%" SCNx64, side, name,
                                   &wanted_call, mode, &wanted_site.caller, &wanted_site.path);
    if (words >= 4) {
        has_site = words == 6;
        lists_sites = strcmp(mode, "sites") == 0;
        for (int i = 0; i < CLASSES; i++) {
            if (strcmp(name, class_names[i]) == 0) {
                wanted_class = i;
            }
        }
        wanted_side = strcmp(side, "own") == 0 ? OWN : strcmp(side, "any") == 0 ? ANY : LIBRARY;
        from_then_on = strcmp(mode, "on") == 0;
        is_killing = strcmp(mode, "kill") == 0;
        if (strcmp(name, "cpu") == 0) {
            signal_after(wanted_call, strcmp(mode, "int") == 0    ? SIGINT
                                      : strcmp(mode, "term") == 0 ? SIGTERM
                                                                  : SIGKILL);
        }
    }
    catch_crashes();
    is_ready = true;
}

__attribute__((constructor)) static void begin(void)
{
    if (getenv(PRELOAD_SERVER) == NULL) {
        preload_begin(getenv("TALUS_FAULT"), getenv("TALUS_FAULT_REPORT"));
    }
}

__attribute__((destructor)) static void end(void)
{
    if (!is_ready) {
        return;
    }
    is_ready = false;
    for (int s = 0; s < SIDES; s++) {
        for (int i = 0; i < CLASSES; i++) {
            put_line("count %s %s %llu\n", side_names[s], class_names[i],
                     atomic_load(&counts[s][i]));
        }
    }
    preload_report_sites(put_site);
    if (atomic_load(&too_many_sites)) {
        put_line("too many sites\n");
    }
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    put_line("cpu %llu\n",
             (unsigned long long)used.tv_sec * 1000000000 + (unsigned long long)used.tv_nsec);
    preload_report_held(put_caller);
    put_line("end\n");
}

bool preload_is_own(const void *caller)
{
    return is_ready && is_between(caller, own_begin, own_end);
}

uint64_t preload_offset(const void *address)
{
    return (uintptr_t)address - own_base;
}

/// Is it the wanted call of the wanted site, or one of the class after that?
static bool is_wanted_at_site(const void *caller)
{
    unsigned long long number = 0;
    if (preload_offset(caller) == wanted_site.caller &&
        preload_site_of(caller).path == wanted_site.path) {
        number = atomic_fetch_add(&calls_of_site, 1) + 1;
    }
    return number == wanted_call || (from_then_on && atomic_load(&calls_of_site) >= wanted_call);
}

bool preload_fails(enum fault_class class, const void *caller)
{
    if (!is_ready || is_between(caller, self_begin, self_end)) {
        return false;
    }
    const int side = is_between(caller, own_begin, own_end) ? OWN : LIBRARY;
    const unsigned long long of_side = atomic_fetch_add(&counts[side][class], 1) + 1;
    const unsigned long long of_any = atomic_fetch_add(&counts[ANY][class], 1) + 1;
    const unsigned long long number = wanted_side == ANY ? of_any : of_side;
    if (lists_sites && side == OWN && !preload_list_site(class, caller)) {
        atomic_store(&too_many_sites, true);
    }
    if ((int)class != wanted_class || (wanted_side != ANY && side != wanted_side)) {
        return false;
    }
    if (has_site       ? !is_wanted_at_site(caller)
        : from_then_on ? number < wanted_call
                       : number != wanted_call) {
        return false;
    }
    if (atomic_fetch_add(&hits_reported, 1) == 0) {
        put_caller("hit", caller, number);
    }
    if (is_killing) {
        kill(getpid(), SIGKILL);
    }
    errno = class_errno[class];
    return true;
}
