// SPDX-License-Identifier: GPL-3.0-or-later
// A library for LD_PRELOAD that makes one call fail: the k-th of its class, or all from the k-th
// on. It knows who called: the program itself (own), or a library. It keeps a list of the memory
// that the program itself holds, and reports what is left of it at the end.
//
//   TALUS_FAULT="own write 17 once"     the 17th write that talus asks for fails
//   TALUS_FAULT="library alloc 3 on"    every allocation inside libraries from the 3rd on fails
//   TALUS_FAULT="own rename 5 kill"     the process is killed in the place of the 5th rename
//   TALUS_FAULT="any write 3 on"        every write of either from the 3rd on fails: a full disk
//   TALUS_FAULT_REPORT=FILE             gets one line each: "hit CALLER ...", "count SIDE CLASS N",
//                                       "leak CALLER BYTES", "crash own|library CALLER ..."; CALLER
//                                       is file+offset (addr2line -e)
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

enum fault_class {
    ALLOC,
    OPEN,
    READ,
    WRITE,
    CLOSE,
    FSYNC,
    RENAME,
    MKDIR,
    UNLINK,
    MMAP,
    FALLOCATE,
    THREAD,
    CLASSES
};
enum side { OWN, LIBRARY, ANY, SIDES };
static const char *const class_names[CLASSES] = {"alloc",  "open",  "read",      "write",
                                                 "close",  "fsync", "rename",    "mkdir",
                                                 "unlink", "mmap",  "fallocate", "thread"};
static const char *const side_names[SIDES] = {"own", "library", "any"};
static const int class_errno[CLASSES] = {ENOMEM, EMFILE, EIO,    ENOSPC, EIO,    EIO,
                                         EACCES, ENOSPC, EACCES, ENOMEM, ENOSPC, EAGAIN};

static atomic_ullong counts[SIDES][CLASSES];
static int wanted_class = -1, wanted_side;
static unsigned long long wanted_call;
static bool from_then_on, is_killing, is_ready;
static int report = -1;
static uintptr_t own_begin, own_end, self_begin, self_end;
static atomic_int hits_reported;

// ---- memory that the program holds: open addressing, pointer -> caller and size

enum { SLOT_BITS = 18, SLOTS = 1 << SLOT_BITS };
typedef struct held {
    void *memory;
    void *caller;
    size_t size;
} held;
static held slots[SLOTS];
static void *const removed = (void *)1;
static pthread_mutex_t slots_mutex = PTHREAD_MUTEX_INITIALIZER;
static size_t held_count;

static size_t slot_of(const void *memory)
{
    return (size_t)(((uintptr_t)memory >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SLOT_BITS));
}

static void hold(void *memory, void *caller, size_t size)
{
    pthread_mutex_lock(&slots_mutex);
    if (held_count < SLOTS / 2) {
        size_t at = slot_of(memory);
        while (slots[at].memory != NULL && slots[at].memory != removed) {
            at = (at + 1) % SLOTS;
        }
        slots[at] = (held){memory, caller, size};
        held_count++;
    }
    pthread_mutex_unlock(&slots_mutex);
}

static void let_go(const void *memory)
{
    pthread_mutex_lock(&slots_mutex);
    for (size_t at = slot_of(memory); slots[at].memory != NULL; at = (at + 1) % SLOTS) {
        if (slots[at].memory == memory) {
            slots[at].memory = slots[(at + 1) % SLOTS].memory == NULL ? NULL : removed;
            held_count--;
            break;
        }
    }
    pthread_mutex_unlock(&slots_mutex);
}

// ---- reports: without stdio and without memory

static void put_line(const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (report >= 0 && length > 0) {
        (void)!syscall(SYS_write, report, line,
                       (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    }
}

static void put_caller(const char *word, const void *caller, unsigned long long number)
{
    Dl_info info;
    if (dladdr(caller, &info) != 0 && info.dli_fname != NULL) {
        put_line("%s %s+0x%lx %s %llu\n", word, info.dli_fname,
                 (unsigned long)((uintptr_t)caller - (uintptr_t)info.dli_fbase),
                 info.dli_sname != NULL ? info.dli_sname : "-", number);
    } else {
        put_line("%s unknown+%p - %llu\n", word, caller, number);
    }
}

// ---- who is who

static int find_own(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    uintptr_t *next = user;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const uintptr_t begin = info->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) {
            continue;
        }
        if (*next == 0) { // the program comes first
            own_begin = begin;
            own_end = end;
            *next = 1;
        }
        if (begin <= (uintptr_t)find_own && (uintptr_t)find_own < end) {
            self_begin = begin;
            self_end = end;
        }
    }
    return 0;
}

static bool is_between(const void *caller, uintptr_t begin, uintptr_t end)
{
    return begin <= (uintptr_t)caller && (uintptr_t)caller < end;
}

// ---- crashes: of the first code on the stack that is not the C library's

static void report_crash(int signal)
{
    void *frames[64];
    const int count = backtrace(frames, 64);
    for (int i = 0; i < count; i++) {
        Dl_info info;
        const bool known = dladdr(frames[i], &info) != 0 && info.dli_fname != NULL;
        if (is_between(frames[i], self_begin, self_end) ||
            (known && strstr(info.dli_fname, "/libc.so") != NULL)) {
            continue;
        }
        put_caller(is_between(frames[i], own_begin, own_end) ? "crash own" : "crash library",
                   frames[i], (unsigned long long)signal);
        break;
    }
    raise(signal); // the default handler is back
}

static void catch_crashes(void)
{
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    void *frame[1];
    (void)backtrace(frame, 1); // loads what it needs while there is memory
    struct sigaction action = {.sa_handler = report_crash,
                               .sa_flags = (int)SA_RESETHAND | SA_NODEFER};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        sigaction(signals[i], &action, NULL);
    }
}

__attribute__((constructor)) static void begin(void)
{
    uintptr_t next = 0;
    dl_iterate_phdr(find_own, &next);
    const char *path = getenv("TALUS_FAULT_REPORT"), *text = getenv("TALUS_FAULT");
    if (path != NULL) {
        report = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,
                              0666);
    }
    char side[16], name[16], mode[16];
    if (text != NULL && sscanf(text, "%15s %15s %llu %15s", side, name, &wanted_call, mode) == 4) {
        for (int i = 0; i < CLASSES; i++) {
            if (strcmp(name, class_names[i]) == 0) {
                wanted_class = i;
            }
        }
        wanted_side = strcmp(side, "own") == 0 ? OWN : strcmp(side, "any") == 0 ? ANY : LIBRARY;
        from_then_on = strcmp(mode, "on") == 0;
        is_killing = strcmp(mode, "kill") == 0;
    }
    catch_crashes();
    is_ready = true;
}

__attribute__((destructor)) static void end(void)
{
    is_ready = false;
    for (int s = 0; s < SIDES; s++) {
        for (int i = 0; i < CLASSES; i++) {
            put_line("count %s %s %llu\n", side_names[s], class_names[i],
                     atomic_load(&counts[s][i]));
        }
    }
    for (size_t i = 0; i < SLOTS; i++) {
        if (slots[i].memory != NULL && slots[i].memory != removed) {
            put_caller("leak", slots[i].caller, slots[i].size);
        }
    }
    put_line("end\n");
}

/// Count a call. @return true: it is to fail, errno is set
static bool fails(enum fault_class class, const void *caller)
{
    if (!is_ready || is_between(caller, self_begin, self_end)) {
        return false;
    }
    const int side = is_between(caller, own_begin, own_end) ? OWN : LIBRARY;
    const unsigned long long of_side = atomic_fetch_add(&counts[side][class], 1) + 1;
    const unsigned long long of_any = atomic_fetch_add(&counts[ANY][class], 1) + 1;
    const unsigned long long number = wanted_side == ANY ? of_any : of_side;
    if ((int)class != wanted_class || (wanted_side != ANY && side != wanted_side) ||
        (from_then_on ? number < wanted_call : number != wanted_call)) {
        return false;
    }
    if (atomic_fetch_add(&hits_reported, 1) == 0) {
        put_caller("hit", caller, number);
    }
    if (is_killing) {
        kill(getpid(), SIGKILL);
    }
    errno = class_errno[class];
    return true;
}

/// The function behind ours; `name` must be of libc or of a sanitizer.
#define REAL(name)                                                                                 \
    static __typeof__(&name) real;                                                                 \
    if (real == NULL) {                                                                            \
        *(void **)&real = dlsym(RTLD_NEXT, #name);                                                 \
    }

// ---- memory

/// dlsym may ask for memory before the real function is known.
static char early[1 << 16] __attribute__((aligned(16)));
static size_t early_used;
static __thread bool is_searching;

static bool is_early(const void *memory)
{
    return (const char *)memory >= early && (const char *)memory < early + sizeof early;
}

static void *early_memory(size_t size)
{
    void *memory = early + early_used;
    early_used += (size + 15) / 16 * 16;
    return early_used <= sizeof early ? memory : NULL;
}

#define REAL_MEMORY(name)                                                                          \
    static __typeof__(&name) real;                                                                 \
    if (real == NULL && !is_searching) {                                                           \
        is_searching = true;                                                                       \
        *(void **)&real = dlsym(RTLD_NEXT, #name);                                                 \
        is_searching = false;                                                                      \
    }

static void *held_by(void *memory, void *caller, size_t size)
{
    if (memory != NULL && is_ready && is_between(caller, own_begin, own_end)) {
        hold(memory, caller, size);
    }
    return memory;
}

EXPORT void *malloc(size_t size)
{
    REAL_MEMORY(malloc)
    if (real == NULL) {
        return early_memory(size);
    }
    return fails(ALLOC, CALLER) ? NULL : held_by(real(size), CALLER, size);
}

EXPORT void *calloc(size_t count, size_t size)
{
    REAL_MEMORY(calloc)
    if (real == NULL) {
        return early_memory(count * size); // zero as it stands
    }
    return fails(ALLOC, CALLER) ? NULL : held_by(real(count, size), CALLER, count * size);
}

EXPORT void *realloc(void *memory, size_t size)
{
    REAL_MEMORY(realloc)
    if (real == NULL || fails(ALLOC, CALLER)) {
        return NULL;
    }
    if (is_early(memory)) {
        void *copy = real(NULL, size);
        if (copy != NULL) {
            memcpy(copy, memory, size);
        }
        return copy;
    }
    if (memory != NULL) {
        let_go(memory);
    }
    return held_by(real(memory, size), CALLER, size);
}

EXPORT void free(void *memory)
{
    REAL_MEMORY(free)
    if (memory == NULL || is_early(memory) || real == NULL) {
        return;
    }
    let_go(memory);
    real(memory);
}

EXPORT void *aligned_alloc(size_t alignment, size_t size)
{
    REAL_MEMORY(aligned_alloc)
    return real == NULL || fails(ALLOC, CALLER) ? NULL
                                                : held_by(real(alignment, size), CALLER, size);
}

EXPORT int posix_memalign(void **memory, size_t alignment, size_t size)
{
    REAL_MEMORY(posix_memalign)
    if (real == NULL || fails(ALLOC, CALLER)) {
        return ENOMEM;
    }
    const int result = real(memory, alignment, size);
    if (result == 0) {
        held_by(*memory, CALLER, size);
    }
    return result;
}

EXPORT char *strdup(const char *text)
{
    REAL(strdup)
    return fails(ALLOC, CALLER) ? NULL : held_by(real(text), CALLER, strlen(text) + 1);
}

EXPORT char *strndup(const char *text, size_t size)
{
    REAL(strndup)
    return fails(ALLOC, CALLER) ? NULL : held_by(real(text, size), CALLER, size);
}

EXPORT char *realpath(const char *path, char *resolved)
{
    REAL(realpath)
    return resolved == NULL && fails(ALLOC, CALLER) ? NULL : real(path, resolved);
}

EXPORT FILE *open_memstream(char **text, size_t *size)
{
    REAL(open_memstream)
    return fails(ALLOC, CALLER) ? NULL : real(text, size);
}

// ---- files

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
    return fails(OPEN, CALLER) ? -1 : real(path, flags, mode);
}

EXPORT int open64(const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    REAL(open64)
    return fails(OPEN, CALLER) ? -1 : real(path, flags, mode);
}

EXPORT int openat(int directory, const char *path, int flags, ...)
{
    MODE_OF(flags, mode)
    REAL(openat)
    return fails(OPEN, CALLER) ? -1 : real(directory, path, flags, mode);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
    REAL(fopen)
    return fails(OPEN, CALLER) ? NULL : real(path, mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode)
{
    REAL(fopen64)
    return fails(OPEN, CALLER) ? NULL : real(path, mode);
}

EXPORT FILE *fdopen(int file, const char *mode)
{
    REAL(fdopen)
    return fails(OPEN, CALLER) ? NULL : real(file, mode);
}

EXPORT DIR *opendir(const char *path)
{
    REAL(opendir)
    return fails(OPEN, CALLER) ? NULL : real(path);
}

EXPORT int mkstemp(char *pattern)
{
    REAL(mkstemp)
    return fails(OPEN, CALLER) ? -1 : real(pattern);
}

EXPORT ssize_t read(int file, void *bytes, size_t size)
{
    REAL(read)
    return fails(READ, CALLER) ? -1 : real(file, bytes, size);
}

EXPORT ssize_t pread(int file, void *bytes, size_t size, off_t at)
{
    REAL(pread)
    return fails(READ, CALLER) ? -1 : real(file, bytes, size, at);
}

EXPORT ssize_t pread64(int file, void *bytes, size_t size, off64_t at)
{
    REAL(pread64)
    return fails(READ, CALLER) ? -1 : real(file, bytes, size, at);
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
    return fails(READ, CALLER) ? stream_failed(stream) : real(bytes, size, count, stream);
}

EXPORT ssize_t write(int file, const void *bytes, size_t size)
{
    REAL(write)
    return fails(WRITE, CALLER) ? -1 : real(file, bytes, size);
}

EXPORT ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    REAL(pwrite)
    return fails(WRITE, CALLER) ? -1 : real(file, bytes, size, at);
}

EXPORT ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at)
{
    REAL(pwrite64)
    return fails(WRITE, CALLER) ? -1 : real(file, bytes, size, at);
}

/// What goes to standard error is the sentence about the failure itself.
EXPORT size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    REAL(fwrite)
    return stream != stderr && fails(WRITE, CALLER) ? stream_failed(stream)
                                                    : real(bytes, size, count, stream);
}

EXPORT int fflush(FILE *stream)
{
    REAL(fflush)
    if (stream != stderr && stream != NULL && fails(WRITE, CALLER)) {
        stream_failed(stream);
        return EOF;
    }
    return real(stream);
}

/// A close that fails has closed the file all the same.
EXPORT int close(int file)
{
    REAL(close)
    if (fails(CLOSE, CALLER)) {
        real(file);
        errno = class_errno[CLOSE];
        return -1;
    }
    return real(file);
}

EXPORT int fclose(FILE *stream)
{
    REAL(fclose)
    if (fails(CLOSE, CALLER)) {
        real(stream);
        errno = class_errno[CLOSE];
        return EOF;
    }
    return real(stream);
}

EXPORT int fsync(int file)
{
    REAL(fsync)
    return fails(FSYNC, CALLER) ? -1 : real(file);
}

EXPORT int fdatasync(int file)
{
    REAL(fdatasync)
    return fails(FSYNC, CALLER) ? -1 : real(file);
}

EXPORT int rename(const char *from, const char *to)
{
    REAL(rename)
    return fails(RENAME, CALLER) ? -1 : real(from, to);
}

EXPORT int renameat(int from_directory, const char *from, int to_directory, const char *to)
{
    REAL(renameat)
    return fails(RENAME, CALLER) ? -1 : real(from_directory, from, to_directory, to);
}

EXPORT int link(const char *from, const char *to)
{
    REAL(link)
    return fails(RENAME, CALLER) ? -1 : real(from, to);
}

EXPORT int mkdir(const char *path, mode_t mode)
{
    REAL(mkdir)
    return fails(MKDIR, CALLER) ? -1 : real(path, mode);
}

EXPORT int unlink(const char *path)
{
    REAL(unlink)
    return fails(UNLINK, CALLER) ? -1 : real(path);
}

EXPORT int unlinkat(int directory, const char *path, int flags)
{
    REAL(unlinkat)
    return fails(UNLINK, CALLER) ? -1 : real(directory, path, flags);
}

EXPORT int remove(const char *path)
{
    REAL(remove)
    return fails(UNLINK, CALLER) ? -1 : real(path);
}

EXPORT int rmdir(const char *path)
{
    REAL(rmdir)
    return fails(UNLINK, CALLER) ? -1 : real(path);
}

EXPORT void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    REAL(mmap)
    return fails(MMAP, CALLER) ? MAP_FAILED : real(at, size, protection, flags, file, offset);
}

EXPORT void *mmap64(void *at, size_t size, int protection, int flags, int file, off64_t offset)
{
    REAL(mmap64)
    return fails(MMAP, CALLER) ? MAP_FAILED : real(at, size, protection, flags, file, offset);
}

EXPORT int posix_fallocate(int file, off_t offset, off_t size)
{
    REAL(posix_fallocate)
    return fails(FALLOCATE, CALLER) ? ENOSPC : real(file, offset, size);
}

EXPORT int ftruncate(int file, off_t size)
{
    REAL(ftruncate)
    return fails(FALLOCATE, CALLER) ? -1 : real(file, size);
}

EXPORT int ftruncate64(int file, off64_t size)
{
    REAL(ftruncate64)
    return fails(FALLOCATE, CALLER) ? -1 : real(file, size);
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*work)(void *), void *user)
{
    REAL(pthread_create)
    return fails(THREAD, CALLER) ? EAGAIN : real(thread, attributes, work, user);
}
