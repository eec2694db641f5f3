// SPDX-License-Identifier: GPL-3.0-or-later
// Loaded before the C library: what happens to a run at its renames.
//   RENAMES_KILL=k   SIGKILL instead of the k-th rename
//   RENAMES_FAIL=end every rename to a path that ends so fails with ENOSPC
//   RENAMES_LOG=file a line for every rename that is done: the new name
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

long syscall(long number, ...); // not of POSIX

static int ends_with(const char *path, const char *end)
{
    const size_t length = strlen(path), tail = strlen(end);
    return length >= tail && strcmp(path + length - tail, end) == 0;
}

static void note(const char *file, const char *path)
{
    const int log = open(file, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (log >= 0) {
        (void)!write(log, path, strlen(path));
        (void)!write(log, "\n", 1);
        close(log);
    }
}

__attribute__((visibility("default"))) int rename(const char *from, const char *to)
{
    static atomic_long count;
    const char *kill_at = getenv("RENAMES_KILL"), *fail = getenv("RENAMES_FAIL"),
               *log = getenv("RENAMES_LOG");
    if (kill_at != NULL && atomic_fetch_add(&count, 1) + 1 == atol(kill_at)) {
        (void)raise(SIGKILL);
    }
    if (fail != NULL && ends_with(to, fail)) {
        errno = ENOSPC;
        return -1;
    }
    if (log != NULL) {
        note(log, to);
    }
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
