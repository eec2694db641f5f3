// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries that get no memory end the process: GDAL by abort(), C++ by an exception that nobody catches,
// others by a pointer that is NULL. Where memory is used up, this is said instead.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "foundation/terminal/terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// With less of it left, memory is used up: about what libraries ask for at once.
enum { LEAST_LEFT = 64 << 20 };

// Present when a library is written in C++: std::set_terminate, and what it takes and returns.
typedef void cpp_handler(void);
cpp_handler *cpp_set_terminate(cpp_handler *handler) __asm__("_ZSt13set_terminatePFvvE")
    __attribute__((weak));

/// Only functions that a handler may call; without memory the stack is all there is.
static void on_fault(int number)
{
    static const char sentence[] =
        "talus: error: out of memory: a library ended the program with less than 64 MB of address "
        "space left; raise its limit (ulimit -v), or make the case smaller\n";
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS;
    if (mmap(NULL, LEAST_LEFT, PROT_READ | PROT_WRITE, kind, -1, 0) == MAP_FAILED) {
        (void)!write(STDERR_FILENO, sentence, sizeof sentence - 1);
        _exit((int)cli_exit_of(TALUS_ERROR_MEMORY));
    }
    (void)signal(number, SIG_DFL); // another fault: as it would have been without this
    (void)raise(number);
}

void cli_catch_exhaustion(void)
{
    const int numbers[] = {SIGABRT, SIGSEGV, SIGBUS};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action = {.sa_handler = on_fault}, before;
        sigemptyset(&action.sa_mask);
        // a sanitizer has its own
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL) {
            sigaction(numbers[i], &action, NULL);
        }
    }
    if (cpp_set_terminate != NULL) {
        (void)cpp_set_terminate(abort); // without words of its own
    }
}
