// SPDX-License-Identifier: GPL-3.0-or-later
// One process that serves many runs: linking 139 shared libraries takes half of a short run. The
// program stops before main; each run is a fork of it.
#include "preload.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORDS = 64 };
typedef int program_main(int count, char **words, char **environment);
static program_main *real_main;

static bool read_all(int file, void *memory, size_t size)
{
    char *to = memory;
    while (size > 0) {
        const ssize_t count = read(file, to, size);
        if (count <= 0) {
            return false;
        }
        to += count;
        size -= (size_t)count;
    }
    return true;
}

static void redirect(int stream, const char *name)
{
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, stream) < 0) {
        _exit(127);
    }
    close(file);
}

/// Child: run the program.
static int be_the_program(preload_request *asked, char *name, char **environment)
{
    char *words[MOST_WORDS + 2] = {name};
    char *next = asked->words;
    for (int i = 0; i < asked->word_count && i < MOST_WORDS; i++) {
        words[1 + i] = next;
        next += strlen(next) + 1;
    }
    redirect(STDOUT_FILENO, asked->printed);
    redirect(STDERR_FILENO, "../said");
    preload_begin(asked->fault, "../report");
    return real_main(1 + asked->word_count, words, environment);
}

static int serve(int count, char **words, char **environment)
{
    static preload_request asked;
    const char *text = getenv(PRELOAD_SERVER);
    int in, out;
    if (text == NULL || sscanf(text, "%d %d", &in, &out) != 2) {
        return real_main(count, words, environment);
    }
    while (read_all(in, &asked, sizeof asked)) {
        const pid_t child = fork();
        if (child == 0) {
            close(in);
            close(out);
            return be_the_program(&asked, words[0], environment);
        }
        int status = 0;
        if (child < 0 || write(out, &child, sizeof child) != (ssize_t)sizeof child ||
            waitpid(child, &status, 0) != child ||
            write(out, &status, sizeof status) != (ssize_t)sizeof status) {
            break;
        }
    }
    _exit(0);
}

typedef int start_main(program_main *main, int count, char **words, void (*init)(void),
                       void (*fini)(void), void (*loader_fini)(void), void *stack_end);

/// The C library's own, which calls main. It has no prototype.
EXPORT int __libc_start_main(program_main *main, int count, char **words, void (*init)(void),
                             void (*fini)(void), void (*loader_fini)(void), void *stack_end);
int __libc_start_main(program_main *main, int count, char **words, void (*init)(void),
                      void (*fini)(void), void (*loader_fini)(void), void *stack_end)
{
    start_main *real = NULL;
    *(void **)&real = dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = main;
    return real(serve, count, words, init, fini, loader_fini, stack_end);
}
