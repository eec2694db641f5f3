// SPDX-License-Identifier: GPL-3.0-or-later
// The first signal is noted, a second one ends the program wherever it is.
#include "foundation/terminal/terminal.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void wait_for_another(void)
{
    (void)nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
}

/// A child that never asks whether it is interrupted.
static void go_on_for_ever(int ready)
{
    cli_catch_interrupt();
    (void)!write(ready, "", 1);
    for (;;) {
        pause();
    }
}

static void expect_end(int first, int second)
{
    int ends[2], status = 0;
    char byte;
    cr_assert_eq(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        go_on_for_ever(ends[1]);
    }
    cr_assert_eq(read(ends[0], &byte, 1), 1);
    cr_assert_eq(kill(child, first), 0);
    wait_for_another();
    cr_assert_eq(kill(child, second), 0);
    alarm(60);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == CLI_INTERRUPTED, "it ended with %d",
              status);
}

Test(interrupt, a_second_signal_ends_the_program)
{
    expect_end(SIGINT, SIGINT);
    expect_end(SIGTERM, SIGTERM);
    expect_end(SIGINT, SIGTERM);
}

static bool keep_on(const char *path)
{
    (void)path;
    return false; // files are being put in place
}

/// So also where the first one leaves a command to its end.
Test(interrupt, a_second_signal_ends_a_command_that_puts_files_in_place)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        cli_watch_directory("/nowhere", keep_on);
        raise(SIGTERM);
        wait_for_another();
        raise(SIGTERM);
        _exit(0);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == CLI_INTERRUPTED, "it ended with %d",
              status);
}

/// timeout(1) sends its signal to the process and to its group.
Test(interrupt, one_signal_that_comes_twice_is_noted_once)
{
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        cli_catch_interrupt();
        raise(SIGTERM);
        raise(SIGTERM);
        _exit(cli_is_interrupted(NULL) ? 7 : 8);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 7, "it ended with %d", status);
}
