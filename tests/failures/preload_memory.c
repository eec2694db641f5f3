// SPDX-License-Identifier: GPL-3.0-or-later
// Memory: allocations that fail, and what the program itself holds.
#include "preload.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void preload_report_held(void (*put)(const char *word, const void *caller,
                                     unsigned long long number))
{
    for (size_t i = 0; i < SLOTS; i++) {
        if (slots[i].memory != NULL && slots[i].memory != removed) {
            put("leak", slots[i].caller, slots[i].size);
        }
    }
}

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
    if (memory != NULL && preload_is_own(caller)) {
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
    return preload_fails(ALLOC, CALLER) ? NULL : held_by(real(size), CALLER, size);
}

EXPORT void *calloc(size_t count, size_t size)
{
    REAL_MEMORY(calloc)
    if (real == NULL) {
        return early_memory(count * size); // zero as it stands
    }
    return preload_fails(ALLOC, CALLER) ? NULL : held_by(real(count, size), CALLER, count * size);
}

EXPORT void *realloc(void *memory, size_t size)
{
    REAL_MEMORY(realloc)
    if (real == NULL || preload_fails(ALLOC, CALLER)) {
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
    return real == NULL || preload_fails(ALLOC, CALLER)
               ? NULL
               : held_by(real(alignment, size), CALLER, size);
}

EXPORT int posix_memalign(void **memory, size_t alignment, size_t size)
{
    REAL_MEMORY(posix_memalign)
    if (real == NULL || preload_fails(ALLOC, CALLER)) {
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
    return preload_fails(ALLOC, CALLER) ? NULL : held_by(real(text), CALLER, strlen(text) + 1);
}

EXPORT char *strndup(const char *text, size_t size)
{
    REAL(strndup)
    return preload_fails(ALLOC, CALLER) ? NULL : held_by(real(text, size), CALLER, size);
}

EXPORT char *realpath(const char *path, char *resolved)
{
    REAL(realpath)
    return resolved == NULL && preload_fails(ALLOC, CALLER) ? NULL : real(path, resolved);
}

EXPORT FILE *open_memstream(char **text, size_t *size)
{
    REAL(open_memstream)
    return preload_fails(ALLOC, CALLER) ? NULL : real(text, size);
}
