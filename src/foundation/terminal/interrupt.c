// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and termination.
#include "foundation/terminal/terminal.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

/// Signals that come closer together are one: timeout(1) sends its own to the process and to its
/// group. ns
#define SAME_SIGNAL 100000000

static atomic_bool interrupted;
static atomic_llong first_at; ///< ns; 0: no signal has come
static sem_t noted;
static struct {
    void (*call)(void *user);
    void *user;
} watch;

/// A second signal ends the program at once, whatever it is doing; only functions that a handler
/// may call.
static void end_at_second(void)
{
    static const char sentence[] = "talus: interrupted again: ended at once\n";
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    const long long at = 1000000000LL * now.tv_sec + now.tv_nsec + 1;
    long long first = 0;
    if (!atomic_compare_exchange_strong(&first_at, &first, at) && at - first > SAME_SIGNAL) {
        (void)!write(STDERR_FILENO, sentence, sizeof sentence - 1);
        _exit(CLI_INTERRUPTED);
    }
}

static void on_signal(int number)
{
    (void)number;
    end_at_second();
    atomic_store(&interrupted, true);
}

static void on_watched_signal(int number)
{
    (void)number;
    end_at_second();
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
