// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers to bytes and back.
#include "foundation/base/bytes.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 4096 };

void byte_writer_clear(byte_writer *writer)
{
    free(writer->data);
    *writer = (byte_writer){0};
}

uint8_t *byte_extend(byte_writer *writer, size_t size)
{
    if (writer->failed) {
        return NULL;
    }
    if (writer->data == NULL || size > writer->capacity - writer->size) {
        size_t needed = writer->capacity < FIRST_CAPACITY ? FIRST_CAPACITY : 2 * writer->capacity;
        needed = needed - writer->size < size ? writer->size + size : needed;
        uint8_t *larger = realloc(writer->data, needed);
        if (larger == NULL) {
            writer->failed = true;
            return NULL;
        }
        writer->data = larger;
        writer->capacity = needed;
    }
    uint8_t *const place = writer->data + writer->size;
    writer->size += size;
    return place;
}

static void store(uint8_t *bytes, uint64_t value, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        bytes[k] = (uint8_t)(value >> (8 * k));
    }
}

static uint64_t load(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t k = 0; k < count; k++) {
        value |= (uint64_t)bytes[k] << (8 * k);
    }
    return value;
}

static void put(byte_writer *writer, uint64_t value, size_t count)
{
    uint8_t *bytes = byte_extend(writer, count);
    if (bytes != NULL) {
        store(bytes, value, count);
    }
}

void byte_write_u8(byte_writer *writer, uint8_t value)
{
    put(writer, value, 1);
}

void byte_write_u32(byte_writer *writer, uint32_t value)
{
    put(writer, value, 4);
}

void byte_write_u64(byte_writer *writer, uint64_t value)
{
    put(writer, value, 8);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void byte_write_f64(byte_writer *writer, double value)
{
    put(writer, bits_of(value), 8);
}

void byte_write_count(byte_writer *writer, uint64_t value)
{
    uint8_t bytes[10];
    size_t size = 0;
    while (value >= 0x80) {
        bytes[size++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    bytes[size++] = (uint8_t)value;
    byte_write_bytes(writer, bytes, size);
}

void byte_write_sparse(byte_writer *writer, const double *values, size_t count)
{
    for (size_t first = 0; first < count; first += 8) {
        const size_t group = count - first < 8 ? count - first : 8;
        unsigned mask = 0;
        for (size_t k = 0; k < group; k++) {
            mask |= (unsigned)(bits_of(values[first + k]) != 0) << k;
        }
        byte_write_u8(writer, (uint8_t)mask);
        for (size_t k = 0; k < group; k++) {
            if ((mask >> k & 1) != 0) {
                byte_write_f64(writer, values[first + k]);
            }
        }
    }
}

void byte_write_text(byte_writer *writer, const char *text)
{
    const size_t length = strlen(text);
    byte_write_count(writer, length);
    byte_write_bytes(writer, text, length);
}

void byte_write_bytes(byte_writer *writer, const void *bytes, size_t size)
{
    uint8_t *place = byte_extend(writer, size);
    if (place != NULL && size > 0) {
        memcpy(place, bytes, size);
    }
}

static uint64_t get(byte_reader *reader, size_t count)
{
    if (reader->failed || reader->size - reader->at < count) {
        reader->failed = true;
        return 0;
    }
    const uint64_t value = load(reader->data + reader->at, count);
    reader->at += count;
    return value;
}

uint8_t byte_read_u8(byte_reader *reader)
{
    return (uint8_t)get(reader, 1);
}

uint32_t byte_read_u32(byte_reader *reader)
{
    return (uint32_t)get(reader, 4);
}

uint64_t byte_read_u64(byte_reader *reader)
{
    return get(reader, 8);
}

double byte_read_f64(byte_reader *reader)
{
    const uint64_t bits = get(reader, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t byte_read_count(byte_reader *reader)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint64_t byte = get(reader, 1);
        if (shift == 63 && byte > 1) {
            break;
        }
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
            return value;
        }
    }
    reader->failed = true;
    return 0;
}

size_t byte_read_length(byte_reader *reader, size_t least)
{
    const uint64_t length = byte_read_count(reader);
    if (length > (reader->size - reader->at) / least) {
        reader->failed = true;
    }
    return reader->failed ? 0 : (size_t)length;
}

void byte_read_sparse(byte_reader *reader, double *values, size_t count)
{
    for (size_t first = 0; first < count; first += 8) {
        const size_t group = count - first < 8 ? count - first : 8;
        const unsigned mask = byte_read_u8(reader);
        for (size_t k = 0; k < group; k++) {
            values[first + k] = (mask >> k & 1) != 0 ? byte_read_f64(reader) : 0.0;
        }
    }
}

void byte_read_text(byte_reader *reader, char *text, size_t size)
{
    const size_t length = byte_read_length(reader, 1);
    text[0] = '\0';
    if (length >= size) {
        reader->failed = true;
    } else if (length > 0) {
        memcpy(text, reader->data + reader->at, length);
        text[length] = '\0';
        reader->at += length;
    }
}

void byte_code_count(byte_coder coder, uint64_t *value)
{
    if (coder.writer != NULL) {
        byte_write_count(coder.writer, *value);
    } else {
        *value = byte_read_count(coder.reader);
    }
}

void byte_code_count32(byte_coder coder, uint32_t *value)
{
    uint64_t wide = *value;
    byte_code_count(coder, &wide);
    if (wide > UINT32_MAX) {
        coder.reader->failed = true;
    } else {
        *value = (uint32_t)wide;
    }
}

void byte_code_flag(byte_coder coder, bool *value)
{
    uint32_t wide = *value;
    byte_code_count32(coder, &wide);
    *value = wide != 0;
}

void byte_code_f64(byte_coder coder, double *value)
{
    if (coder.writer != NULL) {
        byte_write_f64(coder.writer, *value);
    } else {
        *value = byte_read_f64(coder.reader);
    }
}

void byte_code_f32(byte_coder coder, float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    if (coder.writer != NULL) {
        byte_write_u32(coder.writer, bits);
    } else {
        bits = byte_read_u32(coder.reader);
        memcpy(value, &bits, sizeof bits);
    }
}

void byte_code_sparse(byte_coder coder, double *values, size_t count)
{
    if (coder.writer != NULL) {
        byte_write_sparse(coder.writer, values, count);
    } else {
        byte_read_sparse(coder.reader, values, count);
    }
}

void byte_code_u64(byte_coder coder, uint64_t *value)
{
    if (coder.writer != NULL) {
        byte_write_u64(coder.writer, *value);
    } else {
        *value = byte_read_u64(coder.reader);
    }
}

void byte_code_text(byte_coder coder, char *text, size_t size)
{
    if (coder.writer != NULL) {
        byte_write_text(coder.writer, text);
    } else {
        byte_read_text(coder.reader, text, size);
    }
}

uint64_t byte_digest(uint64_t seed, const void *bytes, size_t size)
{
    const uint8_t *data = bytes;
    uint64_t digest = seed;
    size_t at = 0;
    for (; size - at >= 8; at += 8) {
        digest = talus_mix64(digest ^ load(data + at, 8));
    }
    if (at < size) {
        digest = talus_mix64(digest ^ load(data + at, size - at));
    }
    return talus_mix64(digest ^ (uint64_t)size);
}
