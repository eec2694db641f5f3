// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and termination.
#include "foundation/terminal/terminal.h"

#include <signal.h>
#include <stdatomic.h>

static atomic_bool interrupted;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
}

bool cli_is_interrupted(void *user)
{
    (void)user;
    return atomic_load(&interrupted);
}

void cli_catch_interrupt(void)
{
    // mpirun passes SIGUSR1 on to all ranks, and gives them time
    const int numbers[] = {SIGINT, SIGTERM, SIGUSR1};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action = {.sa_handler = on_signal}, before;
        sigemptyset(&action.sa_mask);
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(numbers[i], &action, NULL);
        }
    }
}
