// SPDX-License-Identifier: GPL-3.0-or-later
// The growing file of finished rocks.
#include "runs/ensemble/rock_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEADER_SIZE = 16,
    FRAME_SIZE = 16,        ///< size before and digest behind the payload of a batch
    BATCH_SIZE = 1 << 20,   ///< a batch is closed when it has grown beyond
    LARGEST_BATCH = 1 << 30 ///< one entry more than BATCH_SIZE; a track has 48 bytes a point
};
/// Of the rocks in it too: rock_bytes.c
#define LOG_VERSION UINT64_C(4)

static const uint8_t magic[8] = {'t', 'a', 'l', 'u', 's', 'R', 'K', 'S'};

static void make_header(uint8_t header[HEADER_SIZE])
{
    memcpy(header, magic, sizeof magic);
    for (unsigned k = 0; k < 8; k++) {
        header[8 + k] = (uint8_t)(LOG_VERSION >> (8 * k));
    }
}

static talus_status fail_with(const rock_log *log, const char *what, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_IO, "%s %s: %s", log->path, what, strerror(errno));
}

static talus_status write_at(rock_log *log, const uint8_t *data, size_t size, talus_error *error)
{
    uint64_t at = log->end.bytes;
    while (size > 0) {
        const ssize_t done = pwrite(log->file, data, size, (off_t)at);
        if (done > 0) {
            data += done;
            at += (uint64_t)done;
            size -= (size_t)done;
        } else if (done == 0 || errno != EINTR) {
            return fail_with(log, "cannot be written (is the disk not full?)", error);
        }
    }
    log->end.bytes = at;
    return TALUS_OK;
}

static talus_status start(rock_log *log, rock_log_mark mark, talus_error *error)
{
    uint8_t header[HEADER_SIZE];
    struct stat facts;
    if (flock(log->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return talus_error_set(error, TALUS_ERROR_IO,
                               "%s is in use by another run; wait for it or give another directory",
                               log->path);
    }
    if (fstat(log->file, &facts) != 0 || (uint64_t)facts.st_size < mark.bytes) {
        return talus_error_set(error, TALUS_ERROR_IO, "%s has become shorter", log->path);
    }
    if (mark.bytes > 0) {
        return rock_log_rewind(log, mark, error);
    }
    if (ftruncate(log->file, 0) != 0) {
        return fail_with(log, "cannot be emptied", error);
    }
    make_header(header);
    log->end.digest = byte_digest(0, header, sizeof header);
    return write_at(log, header, sizeof header, error);
}

talus_status rock_log_open(rock_log *log, const char *path, rock_log_mark mark, talus_error *error)
{
    *log = (rock_log){.path = path};
    log->file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (log->file < 0) {
        return fail_with(log, "cannot be opened", error);
    }
    log->is_open = true;
    const talus_status status = start(log, mark, error);
    if (status != TALUS_OK) {
        rock_log_close(log);
    }
    return status;
}

void rock_log_close(rock_log *log)
{
    if (log->is_open) {
        close(log->file);
    }
    byte_writer_clear(&log->batch);
    log->is_open = false;
}

static talus_status write_batch(rock_log *log, talus_error *error)
{
    byte_writer *batch = &log->batch;
    const size_t size = batch->size < 8 ? 0 : batch->size - 8;
    if (batch->failed) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", log->path);
    }
    if (size == 0) {
        return TALUS_OK;
    }
    for (unsigned k = 0; k < 8; k++) {
        batch->data[k] = (uint8_t)((uint64_t)size >> (8 * k));
    }
    const uint64_t digest = byte_digest(log->end.digest, batch->data + 8, size);
    byte_write_u64(batch, digest);
    if (batch->failed) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", log->path);
    }
    const talus_status status = write_at(log, batch->data, batch->size, error);
    if (status == TALUS_OK) {
        log->end.digest = digest;
        batch->size = 0;
    }
    return status;
}

talus_status rock_log_entry(rock_log *log, rock_log_kind kind, byte_writer **out,
                            talus_error *error)
{
    const talus_status status = log->batch.size > BATCH_SIZE ? write_batch(log, error) : TALUS_OK;
    if (log->batch.size == 0) {
        byte_write_u64(&log->batch, 0); // the size goes here
    }
    byte_write_u8(&log->batch, (uint8_t)kind);
    *out = &log->batch;
    return status;
}

talus_status rock_log_sync(rock_log *log, talus_error *error)
{
    const talus_status status = write_batch(log, error);
    if (status == TALUS_OK && fsync(log->file) != 0) {
        return fail_with(log, "cannot be forced to the disk", error);
    }
    return status;
}

talus_status rock_log_rewind(rock_log *log, rock_log_mark mark, talus_error *error)
{
    log->batch.size = 0;
    log->batch.failed = false;
    log->end = mark;
    return ftruncate(log->file, (off_t)mark.bytes) == 0
               ? TALUS_OK
               : fail_with(log, "cannot be shortened", error);
}

static talus_status read_exactly(const rock_log *log, uint64_t at, void *data, size_t size,
                                 talus_error *error)
{
    uint8_t *place = data;
    while (size > 0) {
        const ssize_t got = pread(log->file, place, size, (off_t)at);
        if (got == 0) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "%s ends after %llu bytes, expected more", log->path,
                                   (unsigned long long)at);
        }
        if (got < 0 && errno != EINTR) {
            return fail_with(log, "cannot be read", error);
        }
        place += got > 0 ? got : 0;
        at += got > 0 ? (uint64_t)got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return TALUS_OK;
}

static talus_status damaged(const rock_log *log, talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_INPUT,
                           "%s is damaged near byte %llu: it is not what the state file beside it "
                           "was written with",
                           log->path, (unsigned long long)log->end.bytes);
}

/// The batch at log->end, which moves behind it.
static talus_status read_batch(rock_log *log, uint64_t end, byte_reader *entries,
                               talus_error *error)
{
    uint8_t frame[8];
    talus_status status = read_exactly(log, log->end.bytes, frame, sizeof frame, error);
    if (status != TALUS_OK) {
        return status;
    }
    const uint64_t size = byte_read_u64(&(byte_reader){.data = frame, .size = sizeof frame});
    if (size == 0 || size > LARGEST_BATCH || size + FRAME_SIZE > end - log->end.bytes) {
        return damaged(log, error);
    }
    log->batch.size = 0;
    uint8_t *data = byte_extend(&log->batch, (size_t)size + 8);
    if (data == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %s", log->path);
    }
    status = read_exactly(log, log->end.bytes + 8, data, (size_t)size + 8, error);
    if (status != TALUS_OK) {
        return status;
    }
    const uint64_t digest = byte_digest(log->end.digest, data, (size_t)size);
    if (digest != byte_read_u64(&(byte_reader){.data = data + size, .size = 8})) {
        return damaged(log, error);
    }
    *entries = (byte_reader){.data = data, .size = (size_t)size};
    log->end = (rock_log_mark){log->end.bytes + size + FRAME_SIZE, digest};
    return TALUS_OK;
}

static talus_status read_batches(rock_log *log, rock_log_mark mark, rock_log_take *take, void *user,
                                 talus_error *error)
{
    uint8_t header[HEADER_SIZE], expected[HEADER_SIZE];
    make_header(expected);
    talus_status status = read_exactly(log, 0, header, sizeof header, error);
    if (status == TALUS_OK && memcmp(header, expected, sizeof header) != 0) {
        status = talus_error_set(error, TALUS_ERROR_INPUT,
                                 "%s does not begin as a log of rocks of this version", log->path);
    }
    log->end = (rock_log_mark){HEADER_SIZE, byte_digest(0, expected, sizeof expected)};
    while (status == TALUS_OK && log->end.bytes < mark.bytes) {
        byte_reader entries = {0};
        status = read_batch(log, mark.bytes, &entries, error);
        status = status == TALUS_OK ? take(user, &entries, error) : status;
    }
    if (status == TALUS_OK && log->end.digest != mark.digest) {
        return damaged(log, error);
    }
    return status;
}

talus_status rock_log_read(const char *path, rock_log_mark mark, rock_log_take *take, void *user,
                           talus_error *error)
{
    rock_log log = {.path = path, .file = open(path, O_RDONLY | O_CLOEXEC)};
    if (log.file < 0) {
        return fail_with(&log, "cannot be opened", error);
    }
    log.is_open = true;
    const talus_status status = read_batches(&log, mark, take, user, error);
    rock_log_close(&log);
    return status;
}
