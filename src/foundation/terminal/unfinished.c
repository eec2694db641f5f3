// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that write a file: what a signal interrupts leaves nothing unfinished.
#include "foundation/base/atomic_file.h"
#include "foundation/terminal/terminal.h"

#include <pthread.h>
#include <unistd.h>

enum { MOST_WATCHED = 4 };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static struct {
    bool is_watching;
    const char *paths[MOST_WATCHED]; ///< of the command line, which outlives all
    int parts[MOST_WATCHED];         ///< number of the first part that is this program's
    size_t count;
    const char *directory; ///< NULL: files alone
    cli_abandon *abandon;
} watched;

static void leave(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&guard);
    if (watched.directory == NULL || watched.abandon(watched.directory)) {
        for (size_t k = 0; k < watched.count; k++) {
            atomic_file_abandon(watched.paths[k], watched.parts[k]);
        }
        fputs("talus: interrupted\n", stderr);
        _exit(CLI_INTERRUPTED);
    }
    pthread_mutex_unlock(&guard);
}

/// The guard is held.
static void begin_watching(void)
{
    if (!watched.is_watching) {
        watched.is_watching = true;
        cli_call_on_interrupt(leave, NULL);
    }
}

void cli_watch_file(const char *path)
{
    if (path == NULL) {
        return;
    }
    pthread_mutex_lock(&guard);
    if (watched.count < MOST_WATCHED) {
        watched.paths[watched.count] = path;
        watched.parts[watched.count++] = atomic_file_next_part(path);
    }
    begin_watching();
    pthread_mutex_unlock(&guard);
}

void cli_watch_directory(const char *path, cli_abandon *abandon)
{
    pthread_mutex_lock(&guard);
    watched.directory = path;
    watched.abandon = abandon;
    begin_watching();
    pthread_mutex_unlock(&guard);
}

void cli_settle(void)
{
    pthread_mutex_lock(&guard);
    pthread_mutex_unlock(&guard);
}
