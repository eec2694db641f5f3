// SPDX-License-Identifier: GPL-3.0-or-later
// What the fault runner's parts share: commands to disturb, one disturbed run and its verdict, and
// the comparison of result directories. It knows result directories from outside only.
#ifndef TALUS_TESTS_FAILURES_H
#define TALUS_TESTS_FAILURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FAILURES_PATH = 4096, FAILURES_TEXT = 1024, FAILURES_STEPS = 6 };

/// A command whose calls are made to fail. Words beginning with '@' are replaced: @out is the
/// result directory, other names are directories that the steps of preparation have made.
typedef struct failures_case {
    const char *name;
    const char *steps[FAILURES_STEPS]; ///< commands of talus that prepare, once; blanks part words
    const char *earlier; ///< directory that stands at @out before the run; NULL = none
    const char *command;
    const char *again; ///< what is run after a kill; NULL = the command
    bool prints;       ///< the result is what it prints, there is no directory
    bool is_named;     ///< of another program: only run when it is named
} failures_case;
extern const failures_case failures_cases[];
extern const size_t failures_case_count;

/// One disturbance, as the library for LD_PRELOAD has it.
typedef struct failures_fault {
    const char *side, *class_;
    unsigned long long call;
    const char *mode; ///< "once", "on" (from then on), "kill"
    const char *site; ///< `call` counts calls of this site only; NULL = of the class
} failures_fault;

/// Everything the runs share.
typedef struct failures_setup {
    const char *program, *preload;
    char directory[FAILURES_PATH]; ///< of this worker; holds the inputs, work is done in it
    int timeout;                   ///< s; of a processor, or asleep
} failures_setup;

typedef enum failures_verdict {
    FAILURES_TOLD, ///< an exit code other than 0 and 4, a sentence, no complete-looking half result
    FAILURES_SAME, ///< exit code 0 or 4, and the very files of the undisturbed run
    FAILURES_NOT_REACHED, ///< there was no such call this time
    FAILURES_IN_LIBRARY,  ///< a library crashed or hung after a call of its own had failed
    FAILURES_RESUMED, ///< killed; what was left was not complete, and was made so by another run
    FAILURES_WRONG,   ///< exit code 0 or 4 with other files
    FAILURES_HALF,    ///< looks complete, and is neither the new result nor the earlier one
    FAILURES_CRASH,
    FAILURES_HANG,
    FAILURES_SILENT, ///< failed without a sentence, or with the exit code for a wrong command line
    FAILURES_LEAK,
    FAILURES_STUCK, ///< killed, and another run does not give the files of the undisturbed one
    FAILURES_VERDICTS
} failures_verdict;
extern const char *const failures_verdict_names[FAILURES_VERDICTS];

typedef struct failures_result {
    failures_verdict verdict;
    int exit_code;             ///< or -signal
    char where[FAILURES_TEXT]; ///< who made the call that failed, and what was wrong
} failures_result;

/// Calls of one class that the undisturbed run made.
typedef struct failures_count {
    char side[16], class_[16];
    unsigned long long calls;
} failures_count;

/// A place in the program that makes calls, and the path to it (preload_sites.c).
typedef struct failures_site {
    char class_[16], name[48];
    unsigned long long calls;
} failures_site;

/// Run a command in the directory of the inputs; the preloaded library counts its calls.
/// @param fault as TALUS_FAULT; "own none 0 once" disturbs nothing
/// @param printed file for standard output
/// @return exit code, -signal, or -1000 when it had to be ended
int failures_run(const failures_setup *setup, const char *command, const char *fault,
                 const char *printed);
/// Prepare a case and run it undisturbed. @return false after a message on standard error
bool failures_prepare(const failures_setup *setup, const failures_case *one, failures_count *counts,
                      size_t *count, size_t most);
/// Run a prepared case undisturbed and list the sites of its calls, in the order of their names.
/// @return how many; 0 after a message on standard error
size_t failures_find_sites(const failures_setup *setup, const failures_case *one,
                           failures_site *sites, size_t most);
/// A fault as TALUS_FAULT.
void failures_fault_text(const failures_fault *fault, char *text, size_t size);
failures_result failures_try(const failures_setup *setup, const failures_case *one,
                             const failures_fault *fault);

/// Does the directory say that it is a complete result?
bool failures_looks_complete(const char *directory);
/// The same files with the same contents, timing and the numbers of threads and ranks apart. Files
/// of an earlier result that were kept under another name, with a warning, do not count.
/// @param may_have_state a state that is left in `one` does not count either
/// @param difference what differs first
bool failures_same_directory(const char *one, const char *other, bool may_have_state,
                             char *difference, size_t size);
/// What a command printed, as JSON.
bool failures_same_print(const char *one, const char *other);
void failures_remove(const char *path);
bool failures_copy(const char *from, const char *to);

#endif
