// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems in FCLIB: a sound HDF5 file with whatever an input says in it. (HDF5 itself crashes
// in damaged files, docs/reliability.md; here the reader behind it is tried.)
// The bytes of an input: spacedim, m, n, nz, nzmax; lengths of p, i, x, q, mu; bits of FLAGS; then the
// values in this order, a signed byte each; an input that ends early goes on with zeros.
#include "fuzz.h"

#include <hdf5.h>
#include <math.h>

enum { MOST = 256 };
enum { IS_GLOBAL = 1, HAS_V = 2, NO_MU = 4, IS_CHUNKED = 8, INTEGERS_AS_NUMBERS = 16 };

typedef struct bytes_left {
    const uint8_t *data;
    size_t size;
} bytes_left;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

static int take(bytes_left *bytes)
{
    if (bytes->size == 0) {
        return 0;
    }
    bytes->size--;
    return (int8_t)*bytes->data++;
}

static void put(hid_t file, const char *name, hid_t type, size_t count, bool is_chunked,
                const void *values)
{
    const hsize_t size = count, chunk = 4;
    const hid_t space = H5Screate_simple(1, &size, NULL);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (is_chunked && count >= chunk) {
        (void)H5Pset_chunk(creation, 1, &chunk);
    }
    const hid_t set = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (set < 0 || (count > 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)) {
        fuzz_fail("%s cannot be written", name);
    }
    H5Dclose(set);
    H5Pclose(creation);
    H5Sclose(space);
}

static void put_group(hid_t file, const char *name)
{
    H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

static void put_integers(hid_t file, const char *name, size_t count, int flags, bytes_left *bytes)
{
    int values[MOST];
    double numbers[MOST];
    for (size_t k = 0; k < count; k++) {
        values[k] = take(bytes);
        numbers[k] = values[k] + 0.5;
    }
    const bool as_numbers = (flags & INTEGERS_AS_NUMBERS) != 0;
    put(file, name, as_numbers ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT, count,
        (flags & IS_CHUNKED) != 0, as_numbers ? (const void *)numbers : values);
}

static void put_numbers(hid_t file, const char *name, size_t count, int flags, bytes_left *bytes)
{
    double values[MOST];
    for (size_t k = 0; k < count; k++) {
        const int byte = take(bytes);
        values[k] = byte == INT8_MIN ? (double)NAN : byte == INT8_MAX ? HUGE_VAL : 0.125 * byte;
    }
    put(file, name, H5T_NATIVE_DOUBLE, count, (flags & IS_CHUNKED) != 0, values);
}

static void put_problem(hid_t file, bytes_left *bytes)
{
    static const char *const sizes[5] = {"/fclib_local/spacedim", "/fclib_local/W/m",
                                         "/fclib_local/W/n", "/fclib_local/W/nz",
                                         "/fclib_local/W/nzmax"};
    int head[5];
    size_t count[5];
    for (int k = 0; k < 5; k++) {
        head[k] = take(bytes);
    }
    for (int k = 0; k < 5; k++) {
        count[k] = (uint8_t)take(bytes);
    }
    const int flags = take(bytes);
    put_group(file, (flags & IS_GLOBAL) != 0 ? "/fclib_global" : "/fclib_local");
    if ((flags & IS_GLOBAL) != 0) {
        return;
    }
    put_group(file, "/fclib_local/W");
    put_group(file, "/fclib_local/vectors");
    if ((flags & HAS_V) != 0) {
        put_group(file, "/fclib_local/V");
    }
    for (int k = 0; k < 5; k++) {
        put(file, sizes[k], H5T_NATIVE_INT, 1, false, &head[k]);
    }
    put_integers(file, "/fclib_local/W/p", count[0], flags, bytes);
    put_integers(file, "/fclib_local/W/i", count[1], flags, bytes);
    put_numbers(file, "/fclib_local/W/x", count[2], flags, bytes);
    put_numbers(file, "/fclib_local/vectors/q", count[3], flags, bytes);
    if ((flags & NO_MU) == 0) {
        put_numbers(file, "/fclib_local/vectors/mu", count[4], flags, bytes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const hid_t file =
        H5Fcreate(fuzz_path("problem.hdf5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    bytes_left bytes = {data, size};
    put_problem(file, &bytes);
    H5Fclose(file);
    fuzz_contact_problem("problem.hdf5", "copy.hdf5");
    return 0;
}
