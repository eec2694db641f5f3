// SPDX-License-Identifier: GPL-3.0-or-later
// Files and threads: calls that fail.
#include "preload.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODE_OF(flags, mode)                                                                       \
    mode_t mode = 0;                                                                               \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                       \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode = va_arg(arguments, mode_t);                                                          \
        va_end(arguments);                                                                         \
    }

EXPORT int open(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    REAL(open)
    return preload_fails(OPEN, CALLER) ? -1 : real(path, flags, mode);
}

EXPORT int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    REAL(open64)
    return preload_fails(OPEN, CALLER) ? -1 : real(path, flags, mode);
}

EXPORT int openat(int directory, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    REAL(openat)
    return preload_fails(OPEN, CALLER) ? -1 : real(directory, path, flags, mode);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
    REAL(fopen)
    return preload_fails(OPEN, CALLER) ? NULL : real(path, mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode)
{
    REAL(fopen64)
    return preload_fails(OPEN, CALLER) ? NULL : real(path, mode);
}

EXPORT FILE *fdopen(int file, const char *mode)
{
    REAL(fdopen)
    return preload_fails(OPEN, CALLER) ? NULL : real(file, mode);
}

EXPORT DIR *opendir(const char *path)
{
    REAL(opendir)
    return preload_fails(OPEN, CALLER) ? NULL : real(path);
}

EXPORT int mkstemp(char *pattern)
{
    REAL(mkstemp)
    return preload_fails(OPEN, CALLER) ? -1 : real(pattern);
}

EXPORT ssize_t read(int file, void *bytes, size_t size)
{
    REAL(read)
    return preload_fails(READ, CALLER) ? -1 : real(file, bytes, size);
}

EXPORT ssize_t pread(int file, void *bytes, size_t size, off_t at)
{
    REAL(pread)
    return preload_fails(READ, CALLER) ? -1 : real(file, bytes, size, at);
}

EXPORT ssize_t pread64(int file, void *bytes, size_t size, off64_t at)
{
    REAL(pread64)
    return preload_fails(READ, CALLER) ? -1 : real(file, bytes, size, at);
}

/// A stream that failed says so in ferror, as the C library's own does.
static size_t stream_failed(FILE *stream)
{
    stream->_flags |= 0x20; // _IO_ERR_SEEN
    return 0;
}

EXPORT size_t fread(void *bytes, size_t size, size_t count, FILE *stream)
{
    REAL(fread)
    return preload_fails(READ, CALLER) ? stream_failed(stream) : real(bytes, size, count, stream);
}

EXPORT ssize_t write(int file, const void *bytes, size_t size)
{
    REAL(write)
    return preload_fails(WRITE, CALLER) ? -1 : real(file, bytes, size);
}

EXPORT ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    REAL(pwrite)
    return preload_fails(WRITE, CALLER) ? -1 : real(file, bytes, size, at);
}

EXPORT ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at)
{
    REAL(pwrite64)
    return preload_fails(WRITE, CALLER) ? -1 : real(file, bytes, size, at);
}

/// What goes to standard error is the sentence about the failure itself.
EXPORT size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    REAL(fwrite)
    return stream != stderr && preload_fails(WRITE, CALLER) ? stream_failed(stream)
                                                            : real(bytes, size, count, stream);
}

EXPORT int fflush(FILE *stream)
{
    REAL(fflush)
    if (stream != stderr && stream != NULL && preload_fails(WRITE, CALLER)) {
        stream_failed(stream);
        return EOF;
    }
    return real(stream);
}

/// A close that fails has closed the file all the same.
EXPORT int close(int file)
{
    REAL(close)
    if (preload_fails(CLOSE, CALLER)) {
        real(file);
        errno = EIO;
        return -1;
    }
    return real(file);
}

EXPORT int fclose(FILE *stream)
{
    REAL(fclose)
    if (preload_fails(CLOSE, CALLER)) {
        real(stream);
        errno = EIO;
        return EOF;
    }
    return real(stream);
}

EXPORT int fsync(int file)
{
    REAL(fsync)
    return preload_fails(FSYNC, CALLER) ? -1 : real(file);
}

EXPORT int fdatasync(int file)
{
    REAL(fdatasync)
    return preload_fails(FSYNC, CALLER) ? -1 : real(file);
}

EXPORT int rename(const char *from, const char *to)
{
    REAL(rename)
    return preload_fails(RENAME, CALLER) ? -1 : real(from, to);
}

EXPORT int renameat(int from_directory, const char *from, int to_directory, const char *to)
{
    REAL(renameat)
    return preload_fails(RENAME, CALLER) ? -1 : real(from_directory, from, to_directory, to);
}

EXPORT int link(const char *from, const char *to)
{
    REAL(link)
    return preload_fails(RENAME, CALLER) ? -1 : real(from, to);
}

EXPORT int mkdir(const char *path, mode_t mode)
{
    REAL(mkdir)
    return preload_fails(MKDIR, CALLER) ? -1 : real(path, mode);
}

EXPORT int unlink(const char *path)
{
    REAL(unlink)
    return preload_fails(UNLINK, CALLER) ? -1 : real(path);
}

EXPORT int unlinkat(int directory, const char *path, int flags)
{
    REAL(unlinkat)
    return preload_fails(UNLINK, CALLER) ? -1 : real(directory, path, flags);
}

EXPORT int remove(const char *path)
{
    REAL(remove)
    return preload_fails(UNLINK, CALLER) ? -1 : real(path);
}

EXPORT int rmdir(const char *path)
{
    REAL(rmdir)
    return preload_fails(UNLINK, CALLER) ? -1 : real(path);
}

EXPORT void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    REAL(mmap)
    return preload_fails(MMAP, CALLER) ? MAP_FAILED
                                       : real(at, size, protection, flags, file, offset);
}

EXPORT void *mmap64(void *at, size_t size, int protection, int flags, int file, off64_t offset)
{
    REAL(mmap64)
    return preload_fails(MMAP, CALLER) ? MAP_FAILED
                                       : real(at, size, protection, flags, file, offset);
}

EXPORT int posix_fallocate(int file, off_t offset, off_t size)
{
    REAL(posix_fallocate)
    return preload_fails(FALLOCATE, CALLER) ? ENOSPC : real(file, offset, size);
}

EXPORT int ftruncate(int file, off_t size)
{
    REAL(ftruncate)
    return preload_fails(FALLOCATE, CALLER) ? -1 : real(file, size);
}

EXPORT int ftruncate64(int file, off64_t size)
{
    REAL(ftruncate64)
    return preload_fails(FALLOCATE, CALLER) ? -1 : real(file, size);
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *user)
{
    REAL(pthread_create)
    return preload_fails(THREAD, CALLER) ? EAGAIN : real(thread, attributes, work, user);
}
