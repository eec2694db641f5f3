// SPDX-License-Identifier: GPL-3.0-or-later
/// @file bytes.h
/// Numbers as bytes in a fixed order, little endian, and back; and a digest of bytes. It knows
/// integers and doubles; it refuses to know what they stand for and where the bytes go.
///
/// A writer or reader that failed stays failed: it is checked once at the end. A reader gives zeros
/// beyond its end and never reads there.
#ifndef TALUS_SRC_FOUNDATION_BASE_BYTES_H
#define TALUS_SRC_FOUNDATION_BASE_BYTES_H

#include "talus/base.h"

typedef struct byte_writer {
    uint8_t *data; ///< NULL while empty
    size_t size, capacity;
    bool failed; ///< out of memory
} byte_writer;
void byte_writer_clear(byte_writer *writer);
/// Room for `size` more bytes. @return where they go, NULL when out of memory
uint8_t *byte_extend(byte_writer *writer, size_t size);
void byte_write_u8(byte_writer *writer, uint8_t value);
void byte_write_u32(byte_writer *writer, uint32_t value);
void byte_write_u64(byte_writer *writer, uint64_t value);
void byte_write_f64(byte_writer *writer, double value); ///< all bits
/// 7 bits a byte, lowest first: small counts take one byte, 2^63 and more take ten.
void byte_write_count(byte_writer *writer, uint64_t value);
/// A mask of which are not zero bits, 8 doubles a byte, then these.
void byte_write_sparse(byte_writer *writer, const double *values, size_t count);
void byte_write_text(byte_writer *writer, const char *text);
void byte_write_bytes(byte_writer *writer, const void *bytes, size_t size);

typedef struct byte_reader {
    const uint8_t *data;
    size_t size, at;
    bool failed; ///< the bytes end too early or are no numbers of the kind asked for
} byte_reader;
uint8_t byte_read_u8(byte_reader *reader);
uint32_t byte_read_u32(byte_reader *reader);
uint64_t byte_read_u64(byte_reader *reader);
double byte_read_f64(byte_reader *reader);
uint64_t byte_read_count(byte_reader *reader);
/// A count of things that take at least `least` bytes each: more than the rest holds is a failure.
size_t byte_read_length(byte_reader *reader, size_t least);
void byte_read_sparse(byte_reader *reader, double *values, size_t count);
/// Terminated; a longer text is a failure.
void byte_read_text(byte_reader *reader, char *text, size_t size);

/// One description of a struct for both ways: a coder with a writer puts the values, one with a
/// reader sets them.
typedef struct byte_coder {
    byte_writer *writer; ///< NULL when reading
    byte_reader *reader;
} byte_coder;
void byte_code_count(byte_coder coder, uint64_t *value);
void byte_code_count32(byte_coder coder, uint32_t *value); ///< more than 32 bits is a failure
void byte_code_flag(byte_coder coder, bool *value);
void byte_code_f64(byte_coder coder, double *value);
void byte_code_f32(byte_coder coder, float *value);
void byte_code_sparse(byte_coder coder, double *values, size_t count);
/// A digest as it is, 8 bytes.
void byte_code_u64(byte_coder coder, uint64_t *value);
void byte_code_text(byte_coder coder, char *text, size_t size);

/// h' = mix64(h ^ word) over words of 8 bytes, the last one filled with zeros, then over the size.
/// mix64 is a bijection, so a change within one word always shows.
uint64_t byte_digest(uint64_t seed, const void *bytes, size_t size);

#endif
