// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers come back from bytes with all their bits; what is no number is noticed.
#include "foundation/base/bytes.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const uint64_t counts[] = {
    0, 1, 127, 128, 16383, 16384, UINT32_MAX, (uint64_t)1 << 63, UINT64_MAX};
enum { COUNTS = sizeof counts / sizeof counts[0] };

static byte_reader reader_of(const byte_writer *writer)
{
    return (byte_reader){.data = writer->data, .size = writer->size};
}

Test(bytes, counts_of_any_size_come_back)
{
    byte_writer writer = {0};
    for (size_t k = 0; k < COUNTS; k++) {
        byte_write_count(&writer, counts[k]);
    }
    cr_expect_eq(writer.size, 1 + 1 + 1 + 2 + 2 + 3 + 5 + 10 + 10);
    byte_reader reader = reader_of(&writer);
    for (size_t k = 0; k < COUNTS; k++) {
        cr_expect_eq(byte_read_count(&reader), counts[k]);
    }
    cr_expect_not(reader.failed);
    cr_expect_eq(reader.at, reader.size);
    byte_writer_clear(&writer);
}

Test(bytes, doubles_keep_their_bits_and_zeros_take_one)
{
    const double values[] = {0.0, -0.0, (double)NAN, -(double)INFINITY, 0.1, 0.0, 5e-324,
                             0.0, 0.0,  1.0};
    enum { N = sizeof values / sizeof values[0] };
    byte_writer writer = {0};
    byte_write_sparse(&writer, values, N);
    cr_expect_eq(writer.size, 2 + 6 * sizeof(double));
    byte_reader reader = reader_of(&writer);
    double found[N];
    byte_read_sparse(&reader, found, N);
    cr_expect_eq(memcmp(found, values, sizeof values), 0);
    byte_writer_clear(&writer);
}

Test(bytes, order_of_bytes_is_fixed)
{
    byte_writer writer = {0};
    byte_write_u32(&writer, 0x04030201);
    byte_write_u64(&writer, UINT64_C(0x0c0b0a0908070605));
    byte_write_f64(&writer, -2.0); // 0xc000000000000000
    for (uint8_t k = 0; k < 12; k++) {
        cr_expect_eq(writer.data[k], k + 1);
    }
    cr_expect_eq(writer.data[12], 0);
    cr_expect_eq(writer.data[19], 0xc0);
    byte_writer_clear(&writer);
}

Test(bytes, reader_gives_zeros_beyond_the_end)
{
    const uint8_t data[] = {1, 2, 3};
    byte_reader reader = {.data = data, .size = sizeof data};
    cr_expect_eq(byte_read_u32(&reader), 0);
    cr_expect(reader.failed);
    cr_expect_eq(byte_read_u8(&reader), 0, "a failed reader stays failed");
}

Test(bytes, counts_that_do_not_end_or_do_not_fit_are_wrong)
{
    const uint8_t endless[] = {0xff, 0xff, 0xff};
    byte_reader reader = {.data = endless, .size = sizeof endless};
    byte_read_count(&reader);
    cr_expect(reader.failed);
    const uint8_t large[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02};
    reader = (byte_reader){.data = large, .size = sizeof large};
    byte_read_count(&reader);
    cr_expect(reader.failed);
    uint32_t narrow = 7;
    const uint8_t wide[] = {0x80, 0x80, 0x80, 0x80, 0x10}; // 2^32
    reader = (byte_reader){.data = wide, .size = sizeof wide};
    byte_code_count32((byte_coder){.reader = &reader}, &narrow);
    cr_expect(reader.failed);
}

Test(bytes, lengths_beyond_what_is_there_are_wrong)
{
    const uint8_t data[] = {3, 0, 0, 0, 0, 0, 0};
    byte_reader reader = {.data = data, .size = sizeof data};
    cr_expect_eq(byte_read_length(&reader, 2), 3);
    reader = (byte_reader){.data = data, .size = sizeof data};
    cr_expect_eq(byte_read_length(&reader, 3), 0);
    cr_expect(reader.failed);
}

Test(bytes, texts_that_are_too_long_are_wrong)
{
    byte_writer writer = {0};
    char text[5];
    byte_write_text(&writer, "scree");
    byte_reader reader = reader_of(&writer);
    byte_read_text(&reader, text, sizeof text);
    cr_expect(reader.failed);
    char enough[6];
    reader = reader_of(&writer);
    byte_read_text(&reader, enough, sizeof enough);
    cr_expect_str_eq(enough, "scree");
    byte_writer_clear(&writer);
}

Test(bytes, digest_shows_every_flipped_bit_and_every_length)
{
    uint8_t data[37];
    for (size_t k = 0; k < sizeof data; k++) {
        data[k] = (uint8_t)(3 * k);
    }
    const uint64_t whole = byte_digest(1, data, sizeof data);
    for (size_t bit = 0; bit < 8 * sizeof data; bit++) {
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        cr_expect_neq(byte_digest(1, data, sizeof data), whole, "bit %zu", bit);
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t size = 0; size < sizeof data; size++) {
        cr_expect_neq(byte_digest(1, data, size), whole, "size %zu", size);
    }
    cr_expect_neq(byte_digest(2, data, sizeof data), whole);
}

Test(bytes, room_for_nothing_is_a_place_all_the_same)
{
    byte_writer writer = {0};
    byte_write_bytes(&writer, "", 0);
    cr_expect_not_null(byte_extend(&writer, 0));
    cr_expect(writer.size == 0 && !writer.failed);
    byte_writer_clear(&writer);
}
