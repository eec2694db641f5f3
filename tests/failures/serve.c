// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of the program by a server: the program itself, stopped before main by the preloaded library
// (preload_server.c), with one fork for each run.
#include "failures.h"
#include "preload.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int to_server = -1, from_server = -1;

/// Child: never returns.
static void become_server(const failures_setup *setup, int in, int out)
{
    char descriptors[32];
    snprintf(descriptors, sizeof descriptors, "%d %d", in, out);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setenv("OGR_CURRENT_DATE", "2020-01-01T00:00:00.000Z", 1);
    setenv("MALLOC_PERTURB_", "165", 1);    // freed and fresh memory holds nothing useful
    setenv("OPENBLAS_NUM_THREADS", "1", 1); // its threads would begin before main
    setenv("LD_BIND_NOW", "1", 1);          // once, not in each run
    setenv(PRELOAD_SERVER, descriptors, 1);
    setenv("LD_PRELOAD", setup->preload, 1);
    execl(setup->program, setup->program, (char *)NULL);
    _exit(127);
}

static void start_server(const failures_setup *setup)
{
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) {
        fprintf(stderr, "failures: no pipe\n");
        exit(2);
    }
    signal(SIGPIPE, SIG_IGN);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGPIPE, SIG_DFL);
        close(in[1]);
        close(out[0]);
        become_server(setup, in[0], out[1]);
    }
    close(in[0]);
    close(out[1]);
    to_server = in[1];
    from_server = out[0];
}

/// Part a command into words; '@name' becomes the path of that directory.
static void split(const char *command, const failures_setup *setup, preload_request *asked)
{
    char copy[FAILURES_PATH], *save = NULL;
    size_t used = 0;
    snprintf(copy, sizeof copy, "%s", command);
    for (char *word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        const size_t left = sizeof asked->words - used;
        const int length = word[0] == '@' ? snprintf(asked->words + used, left, "%s/%s",
                                                     setup->directory, word + 1)
                                          : snprintf(asked->words + used, left, "%s", word);
        if (length < 0 || (size_t)length >= left) {
            fprintf(stderr, "failures: too long a command: %s\n", command);
            exit(2);
        }
        used += (size_t)length + 1;
        asked->word_count++;
    }
}

/// Does it hang? On a busy machine a process may wait long for a processor: then it can run. One that
/// hangs sleeps, or has used more than `seconds` of a processor.
static bool hangs(pid_t child, int seconds)
{
    char path[64], line[1024], state = 'S';
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)child);
    FILE *file = fopen(path, "r");
    const bool is_read = file != NULL && fgets(line, sizeof line, file) != NULL;
    if (file != NULL) {
        fclose(file);
    }
    const char *after = is_read ? strrchr(line, ')') : NULL; // of the name
    if (after == NULL || sscanf(after, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                                &state, &user, &system) != 3) {
        return false; // it has ended
    }
    return state != 'R' ||
           user + system > (unsigned long)seconds * (unsigned long)sysconf(_SC_CLK_TCK);
}

/// @return false when nothing came in time
static bool read_answer(void *answer, size_t size, int seconds)
{
    struct pollfd waiting = {.fd = from_server, .events = POLLIN};
    if (poll(&waiting, 1, 1000 * seconds) != 1) {
        return false;
    }
    if (read(from_server, answer, size) != (ssize_t)size) {
        fprintf(stderr, "failures: the server of runs ended\n");
        exit(2);
    }
    return true;
}

int failures_run(const failures_setup *setup, const char *command, const char *fault,
                 const char *printed)
{
    static preload_request asked;
    memset(&asked, 0, sizeof asked);
    snprintf(asked.fault, sizeof asked.fault, "%s", fault);
    snprintf(asked.printed, sizeof asked.printed, "%s", printed);
    split(command, setup, &asked);
    if (to_server < 0) {
        start_server(setup);
    }
    pid_t child = 0;
    int status = 0;
    if (write(to_server, &asked, sizeof asked) != (ssize_t)sizeof asked ||
        !read_answer(&child, sizeof child, 100 * setup->timeout)) {
        fprintf(stderr, "failures: the server of runs does not answer\n");
        exit(2);
    }
    while (!read_answer(&status, sizeof status, setup->timeout)) {
        if (!hangs(child, setup->timeout)) {
            continue;
        }
        kill(child, SIGKILL);
        (void)read_answer(&status, sizeof status, setup->timeout);
        return -1000;
    }
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
