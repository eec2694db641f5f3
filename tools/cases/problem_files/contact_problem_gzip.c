// SPDX-License-Identifier: GPL-3.0-or-later
// gzip in memory, by zlib.
#include "cases/problem_files/contact_problem.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { FIRST_ROOM = 1 << 16, GZIP_WINDOW = 15 + 16 };
// a file that unpacks to more is an accident or an attack
static const size_t most_bytes = (size_t)1 << 30;

static talus_status refuse(const contact_bytes *packed, talus_error *error, const char *what)
{
    (void)talus_error_set(error, TALUS_ERROR_INPUT,
                          "the gzip file %s; expected whole gzip data, fetch or compress it again",
                          what);
    talus_error_locate(error, packed->path, 0, 0);
    return TALUS_ERROR_INPUT;
}

static talus_status out_of_memory(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a compressed file");
}

/// Room for more output; one byte stays free for the final zero.
static bool grow(contact_bytes *bytes, size_t *room)
{
    const size_t larger = *room == 0 ? FIRST_ROOM : 2 * *room;
    char *data = realloc(bytes->data, larger + 1);
    if (data == NULL) {
        return false;
    }
    bytes->data = data;
    *room = larger;
    return true;
}

/// Unpack all members. @return NULL when done, else what is wrong; "" for memory
static const char *inflate_members(z_stream *stream, contact_bytes *bytes)
{
    size_t room = 0;
    for (;;) {
        if (bytes->size == room && !grow(bytes, &room)) {
            return "";
        }
        const size_t free_bytes = room - bytes->size;
        stream->next_out = (Bytef *)bytes->data + bytes->size;
        stream->avail_out = (uInt)free_bytes;
        const int result = inflate(stream, Z_NO_FLUSH);
        bytes->size += free_bytes - stream->avail_out;
        if (result == Z_STREAM_END && stream->avail_in == 0) {
            return NULL;
        }
        if (result == Z_STREAM_END) {
            if (inflateReset(stream) != Z_OK) {
                return "";
            }
        } else if (result == Z_MEM_ERROR) {
            return "";
        } else if (result == Z_BUF_ERROR ||
                   (result == Z_OK && stream->avail_in == 0 && stream->avail_out > 0)) {
            return "ends too early";
        } else if (result != Z_OK) {
            return "is damaged";
        }
        if (bytes->size > most_bytes) {
            return "unpacks to more than 1 GiB";
        }
    }
}

talus_status files_contact_inflate(const contact_bytes *packed, contact_bytes *bytes,
                                   talus_error *error)
{
    if (packed->size > most_bytes) {
        return refuse(packed, error, "is larger than 1 GiB");
    }
    z_stream stream = {.next_in = (Bytef *)packed->data, .avail_in = (uInt)packed->size};
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK) {
        return out_of_memory(error);
    }
    const char *wrong = inflate_members(&stream, bytes);
    inflateEnd(&stream);
    if (wrong == NULL) {
        bytes->data[bytes->size] = '\0';
        return TALUS_OK;
    }
    free(bytes->data);
    bytes->data = NULL;
    bytes->size = 0;
    return wrong[0] == '\0' ? out_of_memory(error) : refuse(packed, error, wrong);
}

talus_status files_contact_deflate(const contact_bytes *bytes, contact_bytes *packed,
                                   talus_error *error)
{
    if (bytes->size > most_bytes) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                               "%s: text of %zu bytes, at most 1 GiB is compressed; choose .hdf5",
                               bytes->path, bytes->size);
    }
    z_stream stream = {.next_in = (Bytef *)bytes->data, .avail_in = (uInt)bytes->size};
    // the header of zlib's own holds no time and no name: equal problems give equal files
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK) {
        return out_of_memory(error);
    }
    const uLong room = deflateBound(&stream, stream.avail_in);
    packed->data = malloc(room);
    int result = Z_MEM_ERROR;
    if (packed->data != NULL) {
        stream.next_out = (Bytef *)packed->data;
        stream.avail_out = (uInt)room;
        result = deflate(&stream, Z_FINISH);
        packed->size = stream.total_out;
    }
    deflateEnd(&stream);
    return result == Z_STREAM_END ? TALUS_OK : out_of_memory(error);
}
