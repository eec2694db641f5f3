// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and termination.
#include "foundation/terminal/terminal.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_bool interrupted;
static sem_t noted;
static struct {
    void (*call)(void *user);
    void *user;
} watch;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
}

static void on_watched_signal(int number)
{
    (void)number;
    sem_post(&noted);
}

static void *wait_for_signal(void *unused)
{
    (void)unused;
    while (sem_wait(&noted) != 0) {
        // another signal woke it
    }
    watch.call(watch.user);
    return NULL;
}

static void catch_with(void (*handler)(int number))
{
    // mpirun passes SIGUSR1 on to all ranks, and gives them time
    const int numbers[] = {SIGINT, SIGTERM, SIGUSR1};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction action = {.sa_handler = handler}, before;
        sigemptyset(&action.sa_mask);
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(numbers[i], &action, NULL);
        }
    }
}

bool cli_is_interrupted(void *user)
{
    (void)user;
    return atomic_load(&interrupted);
}

void cli_catch_interrupt(void)
{
    catch_with(on_signal);
}

void cli_call_on_interrupt(void (*call)(void *user), void *user)
{
    pthread_t thread;
    watch.call = call;
    watch.user = user;
    // without a thread a signal ends the program as it did before
    if (sem_init(&noted, 0, 0) == 0 && pthread_create(&thread, NULL, wait_for_signal, NULL) == 0) {
        pthread_detach(thread);
        catch_with(on_watched_signal);
    }
}
