// SPDX-License-Identifier: GPL-3.0-or-later
// Strong-motion records: real files, variants of their headings, refusals with their place.
#include "foundation/ground_motion/ground_motion.h"

#include "files/files_case.h"

#include <math.h>
#include <string.h>

#define DATA TALUS_SOURCE_DIR "/tests/data/ground_motions/"

typedef struct motion_case {
    talus_status status;
    files_ground_motion motion;
    talus_error error;
} motion_case;

static motion_case read_file(const char *path, const files_ground_motion_options *options)
{
    motion_case result = {.status = TALUS_OK};
    result.status = files_read_ground_motion(path, options, &result.motion, &result.error);
    return result;
}

static motion_case read_text(const char *name, const char *text,
                             const files_ground_motion_options *options)
{
    const file_path path = make_text(name, text);
    const motion_case result = read_file(path.text, options);
    remove(path.text);
    return result;
}

static double largest(const files_ground_motion *motion)
{
    double most = 0.0;
    for (size_t i = 0; i < motion->count; i++) {
        most = fmax(most, fabs(motion->acceleration[i]));
    }
    return most;
}

Test(ground_motion, el_centro_of_chopra_has_its_peak_in_g)
{
    motion_case c = read_file(DATA "elcentro_chopra.csv", NULL);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_eq(c.motion.count, 1560);
    cr_expect_float_eq(c.motion.time_step, 0.02, 1e-15);
    cr_expect_float_eq(largest(&c.motion), 0.31882 * 9.80665, 1e-12);
    cr_expect_float_eq(c.motion.acceleration[1], 0.0063 * 9.80665, 1e-15);
    files_ground_motion_clear(&c.motion);
}

Test(ground_motion, smc_with_touching_numbers_agrees_with_its_heading)
{
    motion_case c = read_file(DATA "A-CAT090.AT2.smc", NULL);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_eq(c.motion.count, 1646);
    cr_expect_float_eq(c.motion.time_step, 0.02, 1e-15);
    // the heading has the peak, +41.35543 cm/s2 at 11.42 s, and the lowest value
    cr_expect_float_eq(c.motion.acceleration[571], 0.4135543, 1e-7);
    cr_expect_float_eq(c.motion.acceleration[308], -0.3842714, 1e-7);
    cr_expect_float_eq(largest(&c.motion), 0.4135543, 1e-7);
    cr_expect_float_eq(c.motion.acceleration[6], -5.7981615e-5, 1e-12);
    cr_expect_str_eq(c.motion.title, "PEER NGA STRONG MOTION DATABASE RECORD");
    files_ground_motion_clear(&c.motion);
}

Test(ground_motion, counted_column_needs_a_unit)
{
    const char *path = DATA "eqsig_test_motion_dt0p01.txt";
    motion_case c = read_file(path, NULL);
    cr_expect_eq(c.status, TALUS_ERROR_INPUT);
    cr_expect_neq(strstr(c.error.message, "does not say its unit"), NULL, "%s", c.error.message);
    const files_ground_motion_options options = {.unit = "m/s2"};
    c = read_file(path, &options);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_eq(c.motion.count, 4684);
    cr_expect_eq(c.motion.time_step, 0.01);
    cr_expect_eq(c.motion.acceleration[3], 6.85e-4);
    cr_expect_str_eq(c.motion.title, "test-motion");
    files_ground_motion_clear(&c.motion);
}

#define AT2_HEAD "PEER NGA STRONG MOTION DATABASE RECORD\nSOMEWHERE 01/02/03, PLACE, 090\n"
#define AT2_G AT2_HEAD "ACCELERATION TIME SERIES IN UNITS OF G\n"
#define AT2_VALUES "   .1000000E+00  -.8338791E-03   .2000000E-02\n  -.5000000E+00\n"

Test(ground_motion, at2_headings_of_all_kinds_read_alike)
{
    static const char *const counts[] = {
        "NPTS=      4, DT=   .0100 SEC,", "NPTS=4 DT=0.01 SEC",
        "NPTS=     4, DT=  0.01000 SEC",  "     4    0.0100    NPTS, DT",
        "NPTS, DT =   4,  .0100",         "NPTS,DT: 4 0.01 SEC  ",
        "npts = 4 , dt = 1.0e-2",         "NPTS=  4, DT= .0100 SEC\r"};
    static const double expected[4] = {0.1, -.8338791E-03, 0.002, -0.5};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text, AT2_G "%s\n" AT2_VALUES "\n", counts[i]);
        motion_case c = read_text("RSN1.AT2", text, NULL);
        cr_assert_eq(c.status, TALUS_OK, "%s: %s", counts[i], c.error.message);
        cr_expect_eq(c.motion.count, 4);
        cr_expect_float_eq(c.motion.time_step, 0.01, 1e-15);
        for (size_t k = 0; k < 4; k++) {
            cr_expect_eq(c.motion.acceleration[k], expected[k] * 9.80665);
        }
        cr_expect_str_eq(c.motion.title, "SOMEWHERE 01/02/03, PLACE, 090");
        files_ground_motion_clear(&c.motion);
    }
}

Test(ground_motion, at2_values_may_touch_and_have_other_units_and_names)
{
    motion_case c = read_text("record.txt",
                              AT2_HEAD "ACCELERATION TIME HISTORY IN UNITS OF CM/SEC**2\n"
                                       "NPTS= 4, DT= .02 SEC\n 1.5-2.5D+00-.3E+01-4\n",
                              NULL);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_eq(c.motion.count, 4);
    static const double expected[4] = {0.015, -0.025, -0.03, -0.04};
    for (size_t k = 0; k < 4; k++) {
        cr_expect_float_eq(c.motion.acceleration[k], expected[k], 1e-16);
    }
    files_ground_motion_clear(&c.motion);
}

/// A small SMC file: 4 values, 10 wide, 100 samples a second.
static char *smc_text(char *text, size_t size, const char *kind, const char *rate,
                      const char *values)
{
    int used = snprintf(text, size, "%s\n", kind);
    for (int i = 1; i < 11; i++) {
        used += snprintf(text + used, size - (size_t)used, "*\n");
    }
    for (int i = 0; i < 48; i++) {
        const int value = i == 15 ? 1 : i == 16 ? 4 : -32768;
        used += snprintf(text + used, size - (size_t)used, "%10d%s", value, i % 8 == 7 ? "\n" : "");
    }
    for (int i = 0; i < 50; i++) {
        used += snprintf(text + used, size - (size_t)used, "%15s%s",
                         i == 1 ? rate : "0.1700000E+39", i % 5 == 4 ? "\n" : "");
    }
    snprintf(text + used, size - (size_t)used, "| a comment\n%s", values);
    return text;
}

Test(ground_motion, smc_columns_are_cut_where_digits_touch)
{
    char text[4096];
    smc_text(text, sizeof text, "2 CORRECTED ACCELEROGRAM", "0.1000000E+03",
             "1234.567891234.56789  -1.50000\n  -2.50000\n");
    motion_case c = read_text("a.smc", text, NULL);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_eq(c.motion.time_step, 0.01);
    static const double expected[4] = {12.3456789, 12.3456789, -0.015, -0.025};
    for (size_t k = 0; k < 4; k++) {
        cr_expect_float_eq(c.motion.acceleration[k], expected[k], 1e-14);
    }
    files_ground_motion_clear(&c.motion);
}

Test(ground_motion, smc_of_another_kind_or_with_gaps_is_refused)
{
    static const struct {
        const char *kind, *rate, *values, *said;
        int line;
    } cases[] = {
        {"3 VELOCITY", "0.1E+03", " 1 2 3 4\n", "holds '3 VELOCITY'", 1},
        {"2 CORRECTED ACCELEROGRAM", "0.17E+39", " 1 2 3 4\n", "expected the sampling rate", 18},
        {"1 UNCORRECTED ACCELEROGRAM", "0.1E+03", " 1 2 3\n", "ends after 3", 14},
        {"1 UNCORRECTED ACCELEROGRAM", "0.1E+03", " 1 2\n 3 4 5\n", "the file holds 5", 14},
        {"1 UNCORRECTED ACCELEROGRAM", "0.1E+03", " 1 2\n 1.7E+38 4\n", "value 3 is marked", 30},
        {"1 UNCORRECTED ACCELEROGRAM", "0.1E+03", " 1 2\n x 4\n", "x 4", 30},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[4096];
        smc_text(text, sizeof text, cases[i].kind, cases[i].rate, cases[i].values);
        const motion_case c = read_text("a.smc", text, NULL);
        cr_expect_eq(c.status, TALUS_ERROR_INPUT);
        cr_expect_neq(strstr(c.error.message, cases[i].said), NULL, "%s", c.error.message);
        cr_expect_eq(c.error.line, cases[i].line, "%s: line %d", cases[i].said, c.error.line);
    }
}

typedef struct broken_motion {
    const char *name, *text;
    int line;
    const char *said;
} broken_motion;

static const broken_motion broken[] = {
    {"a.at2", AT2_G "NPTS= 5, DT= .01 SEC\n" AT2_VALUES, 4,
     "promises 5 values, the file ends after 4"},
    {"a.at2", AT2_G "NPTS= 3, DT= .01 SEC\n" AT2_VALUES, 4, "promises 3 values, the file holds 4"},
    {"a.at2", AT2_G "NPTS= 4, DT= 0 SEC\n" AT2_VALUES, 4, "time step of 0 s"},
    {"a.at2", AT2_G "NPTS= 4\n" AT2_VALUES, 4, "expected the number of values and the time step"},
    {"a.at2", AT2_G AT2_VALUES, 5, "no line with NPTS"},
    {"a.at2", AT2_G "NPTS= 4, DT= .01 SEC\n .1 NaN .2 .3\n", 5, "'NaN'"},
    {"a.at2", AT2_G "NPTS= 2, DT= .01 SEC\n 0.1234.5678\n", 5, "expected a finite number"},
    {"a.at2", AT2_HEAD "VELOCITY TIME SERIES IN UNITS OF CM/S\nNPTS= 4, DT= .01\n" AT2_VALUES, 3,
     "velocities"},
    {"a.at2", AT2_HEAD "ACCELERATION TIME SERIES IN UNITS OF FURLONGS\nNPTS= 4, DT= .01\n", 3,
     "unknown unit of acceleration 'FURLONGS'"},
    {"a.at2", AT2_HEAD "ACCELERATION\nNPTS= 4, DT= .01\n" AT2_VALUES, 4, "does not name a unit"},
    {"a.at2", "", 0, "no line with NPTS"},
    {"a.csv", "", 0, "found 0 accelerations"},
    {"a.csv", "time,acc (g)\n", 0, "found 0 accelerations"},
    {"a.csv", "time,acc (g)\n0,1\n", 0, "found 1 accelerations"},
    {"a.csv", "time,acc (g)\n0,1\n0.02,2\n0.01,3\n", 4, "expected times that ascend"},
    {"a.csv", "time,acc (g)\n0,1\n0.02,2\n0.04,3\n0.08,4\n", 5, "expected uniform times"},
    {"a.csv", "time,acc (g)\n0,1\n0.02,nan\n", 3, "'nan'"},
    {"a.csv", "time,acc (g)\n0,1\n0.02,1,2\n", 3, "more than 2 numbers"},
    {"a.csv", "time,acc (g)\n0,1\n0.02\n", 3, "found 1 numbers, expected 2"},
    {"a.csv", "time,acc (lb)\n0,1\n0.02,1\n", 1, "unknown unit of acceleration 'lb'"},
    {"a.csv", "time (h),acc (g)\n0,1\n0.02,1\n", 1, "unknown unit of time 'h'"},
    {"a.csv", "0,1\n0.02,1\n", 1, "does not say its unit"},
    {"a.csv", "time,acc (g)\n0;1\n0,02;1\n", 3, "found decimal commas, expected decimal points"},
    {"a.csv", "time;acc (g)\n0;1\n1;-1,25\n", 3, "found decimal commas"},
    {"a.txt", "Time(s) Acc(g)\n0,00\t 0,012\n", 2, "found decimal commas"},
    {"a.csv", "time,acc (g)\n0, 1, 2\n", 2, "more than 2 numbers"},
    {"a.txt", "name\n3 0.01\n1\n2\n", 2, "promises 3 values, the file ends after 2"},
    {"a.txt", "1\n2\n3\n", 1, "does not say its time step"},
    {"a.txt", "1\n2\nthree\n", 3, "'three'"},
};

Test(ground_motion, broken_files_are_refused_with_their_place)
{
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        const motion_case c = read_text(broken[i].name, broken[i].text, NULL);
        cr_expect_eq(c.status, TALUS_ERROR_INPUT, "case %zu: %s", i, c.error.message);
        cr_expect_neq(strstr(c.error.message, broken[i].said), NULL, "case %zu: %s", i,
                      c.error.message);
        cr_expect_eq(c.error.line, broken[i].line, "case %zu: line %d: %s", i, c.error.line,
                     c.error.message);
        cr_expect_neq(c.error.file[0], '\0');
        cr_expect_eq(c.motion.acceleration, NULL);
    }
}

Test(ground_motion, headings_and_separators_of_tables)
{
    static const char *const texts[] = {
        "Time (s); Acceleration [cm/s^2]\n0;100\n0.5;200\n1.0;-300\n",
        "Time(sec) Acc(GAL)\n0 100\n0.5 200\n1 -300\n",
        "\xEF\xBB\xBF# a comment\ntime (ms),a (cm/s/s)\r\n0,100\r\n500,200\r\n1000,-300\r\n\r\n",
        "t,\"a (mm/sec2)\"\n10,1000\n10.5,2000 # behind\n11,-3000\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        motion_case c = read_text("a.csv", texts[i], NULL);
        cr_assert_eq(c.status, TALUS_OK, "case %zu: %s", i, c.error.message);
        cr_expect_eq(c.motion.count, 3);
        cr_expect_float_eq(c.motion.time_step, 0.5, 1e-15);
        cr_expect_float_eq(c.motion.acceleration[2], -3.0, 1e-15);
        files_ground_motion_clear(&c.motion);
    }
}

Test(ground_motion, options_fill_what_is_missing_and_must_not_contradict)
{
    const files_ground_motion_options options = {.unit = "cm/s2", .time_step = 0.25};
    motion_case c = read_text("a.txt", "100\n200\n-300\n", &options);
    cr_assert_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_eq(c.motion.time_step, 0.25);
    cr_expect_eq(c.motion.acceleration[2], -3.0);
    files_ground_motion_clear(&c.motion);
    c = read_text("a.csv", "time,acc (g)\n0,1\n0.25,1\n", &options);
    cr_expect_eq(c.status, TALUS_ERROR_INPUT);
    cr_expect_neq(strstr(c.error.message, "\"cm/s2\" was asked for"), NULL);
    c = read_text("a.csv", "time,acc (cm/s2)\n0,1\n0.5,1\n", &options);
    cr_expect_eq(c.status, TALUS_ERROR_INPUT);
    cr_expect_neq(strstr(c.error.message, "0.25 s was asked for"), NULL);
    const files_ground_motion_options wrong = {.unit = "parsec"};
    c = read_text("a.csv", "0,1\n0.5,1\n", &wrong);
    cr_expect_eq(c.status, TALUS_ERROR_ARGUMENT);
}

Test(ground_motion, a_row_with_a_cell_that_is_no_number_is_no_heading)
{
    static const char *const rows[] = {"n/a,0.1", "\"0\",\"0.1\"", "x 0.1"};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        char text[128];
        snprintf(text, sizeof text, "time (s),acc (g)\n%s\n0.01,0.2\n0.02,0.1\n", rows[k]);
        motion_case c = read_text("row.csv", text, NULL);
        cr_expect_eq(c.status, TALUS_ERROR_INPUT, "%s", rows[k]);
        cr_expect_eq(c.error.line, 2, "%s", c.error.message);
        cr_expect(strstr(c.error.message, "expected a finite number"), "%s", c.error.message);
        files_ground_motion_clear(&c.motion);
    }
    // a title before the names of the columns may have numbers
    motion_case c =
        read_text("title.csv", "El Centro, 1940\ntime (s),acc (g)\n0,0.1\n0.01,0.2\n", NULL);
    cr_expect_eq(c.status, TALUS_OK, "%s", c.error.message);
    cr_expect_eq(c.motion.count, 2);
    files_ground_motion_clear(&c.motion);
}
