// SPDX-License-Identifier: GPL-3.0-or-later
// Records of networks and centres: unit, time step and count of their headings. The texts are made
// here after the published descriptions of the formats.
#include "foundation/ground_motion/ground_motion.h"

#include "files/files_case.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct motion_case {
    talus_status status;
    files_ground_motion motion;
    talus_error error;
} motion_case;

static motion_case read_text(const char *text, const files_ground_motion_options *options)
{
    const file_path path = make_text("record.txt", text);
    motion_case c = {.status = TALUS_OK};
    c.status = files_read_ground_motion(path.text, options, &c.motion, &c.error);
    remove(path.text);
    return c;
}

static double largest(const files_ground_motion *motion)
{
    double most = 0.0;
    for (size_t i = 0; i < motion->count; i++) {
        most = fmax(most, fabs(motion->acceleration[i]));
    }
    return most;
}

#define ESM_HEAD                                                                                   \
    "EVENT_NAME: CENTRAL_ITALY\nEVENT_ID: EMSC-20160824_0000006\nEVENT_DATE_YYYYMMDD: 20160824\n"  \
    "MAGNITUDE_W: 6.0\nNETWORK: IT\nSTATION_CODE: NRC\nVS30_M/S: 498\nSITE_CLASSIFICATION_EC8: "   \
    "B\n"                                                                                          \
    "DATE_TIME_FIRST_SAMPLE_YYYYMMDD_HHMMSS: 20160824_013632.000\n"                                \
    "DATE_TIME_FIRST_SAMPLE_PRECISION: milliseconds\n"
#define ESM_TAIL                                                                                   \
    "DURATION_S: 0.020\nSTREAM: HNE\nBASELINE_CORRECTION: BASELINE NOT REMOVED\n"                  \
    "HEADER_FORMAT: DYNA 1.2\nDATA_TYPE: ACCELERATION\nPROCESSING: manual\nUSER1: 12\nUSER2: \n"
#define ESM                                                                                        \
    ESM_HEAD "SAMPLING_INTERVAL_S: 0.005000\nNDATA: 4\n" ESM_TAIL                                  \
             "0.500000\n-277.000000\n1.0e+01\n0\n"
#define ESM_UNITS(unit)                                                                            \
    ESM_HEAD "SAMPLING_INTERVAL_S: 0.005000\nNDATA: 4\nUNITS: " unit "\n" ESM_TAIL                 \
             "0.500000\n-277.000000\n1.0e+01\n0\n"

#define KNET                                                                                       \
    "Origin Time       2011/03/11 14:46:00\nLat.              38.103\nLong.             142.860\n" \
    "Depth. (km)       24\nMag.              9.0\nStation Code      MYG004\n"                      \
    "Station Lat.      38.7292\nStation Long.     141.0217\nStation Height(m) 40\n"                \
    "Record Time       2011/03/11 14:46:36\nSampling Freq(Hz) 100Hz\nDuration Time(s)  0\n"        \
    "Dir.              N-S\nScale Factor      3920(gal)/6182761\nMax. Acc. (gal)   2.536\n"        \
    "Last Correction   2011/03/11 14:46:36\nMemo.             \n"                                  \
    "   14000    18000    14000    10000\n"

#define COSMOS_HEAD                                                                                \
    "Corrected acceleration   (Format v01.20 with 13 text lines) Src: CE\n"                        \
    "M 7.1 earthquake\nNo velocity here\n"                                                         \
    "   8 Integer-header values follow on   1 lines, Format= (10I8)\n"                             \
    "       2       1       4      12       1       1    -999    -999\n"
#define COSMOS_REALS(step)                                                                         \
    "  36 Real-header values follow on   6 lines, Format= (6F13.6)\n"                              \
    "    38.215000  -122.312000    11.000000     6.000000  -999.000000  -999.000000\n"             \
    "  -999.000000  -999.000000  -999.000000  -999.000000  -999.000000  -999.000000\n"             \
    "  -999.000000  -999.000000  -999.000000  -999.000000  -999.000000  -999.000000\n"             \
    "  -999.000000  -999.000000  -999.000000  -999.000000  -999.000000  -999.000000\n"             \
    "  -999.000000  -999.000000  -999.000000  -999.000000  -999.000000  -999.000000\n"             \
    "  -999.000000  -999.000000  -999.000000" step "     0.040000  -999.000000\n"                  \
    "   1 Comment line(s) follow, each starting with a \"|\":\n| made for a test\n"
#define COSMOS_DATA                                                                                \
    "       4 acceleration pts, approx    0 secs, units=cm/s^2 (04),Format=(8F10.5)\n"             \
    "   0.03630-250.00000   0.03627   0.03619\nEnd-of-data for chan  1 acceleration\n"

#define CESMD(unit)                                                                                \
    "Corrected accelerogram   Chan  1: 90 Deg\nPeak acceleration = -300.5 cm/sec/sec at 0.02 "     \
    "sec\n"                                                                                        \
    "     4 points of accel data equally spaced at  .010 sec" unit "\n"                            \
    "  100.500 -300.500  100.000   50.000\n"                                                       \
    "     4 points of veloc data equally spaced at  .010 sec, in cm/sec.   (8f9.3)\n"              \
    " 9999.000 9999.000 9999.000 9999.000\n"                                                       \
    "/&  ----------  End of data for channel  1  ----------\n"

#define SERIES "TIMESERIES IT_NRC_00_HNE_D, 4 samples, 200 sps, 2016-08-24T01:36:32.000000, "
#define PAIRS                                                                                      \
    "2016-08-24T01:36:32.000000  +1.0e-01\n2016-08-24T01:36:32.005000  -2.5\n"                     \
    "2016-08-24T01:36:32.010000  0.5\n2016-08-24T01:36:32.015000  0.25\n"

/// Text, time step (s), largest acceleration (m/s2).
static const struct {
    const char *name, *text;
    double step, peak;
} records[] = {
    {"ESM", ESM_UNITS("cm/s^2"), 0.005, 2.77},
    {"ITACA in m/s2", ESM_UNITS("m/s^2"), 0.005, 277.0},
    // counts from 10000 to 18000 about 14000
    {"K-NET", KNET, 0.01, 4000.0 * 3920.0 / 6182761.0 * 0.01},
    {"COSMOS", COSMOS_HEAD COSMOS_REALS("     0.010000") COSMOS_DATA, 0.01, 2.5},
    {"CESMD V2", CESMD(", in cm/sec2. (8f9.3)"), 0.01, 3.005},
    {"CESMD V2 without unit", CESMD("  (8f9.3)"), 0.01, 3.005},
    {"CESMD in g", CESMD(", in g. (8f9.3)"), 0.01, 300.5 * 9.80665},
    {"SLIST", SERIES "SLIST, FLOAT, M/S**2\n0.1 -2.5\n0.5\t0.25\n", 0.005, 2.5},
    {"SLIST of six", SERIES "SLIST, FLOAT, cm/s/s\n0.1 -2.5 0.5 0.25\n", 0.005, 0.025},
    {"TSPAIR", SERIES "TSPAIR, FLOAT, M/S^2\n" PAIRS, 0.005, 2.5},
    {"UTF-8", "Time [s];Acceleration [m/s\xC2\xB2]\n0;1\n0.5;-3\n", 0.5, 3.0},
    {"Latin-1", "Time [s];Acceleration [m/s\xB2]\n0;1\n0.5;-3\n", 0.5, 3.0},
    {"cm in UTF-8", "Time (s),Acc (cm/s\xC2\xB2)\n0,1\n0.5,-3\n", 0.5, 0.03},
    {"powers", "t (s),a (m s^-2)\n0,1\n0.5,-3\n", 0.5, 3.0},
    {"powers and a dot", "t (s),a (cm\xC2\xB7s-2)\n0,1\n0.5,-3\n", 0.5, 0.03},
};
enum { RECORDS = sizeof records / sizeof records[0] };

static void expect_record(size_t k, const char *variant, const char *text)
{
    motion_case c = read_text(text, NULL);
    cr_assert_eq(c.status, TALUS_OK, "%s, %s: %s", records[k].name, variant, c.error.message);
    cr_expect_float_eq(c.motion.time_step, records[k].step, 1e-12, "%s, %s: %g s", records[k].name,
                       variant, c.motion.time_step);
    cr_expect_float_eq(largest(&c.motion), records[k].peak, 1e-12 + 1e-9 * records[k].peak,
                       "%s, %s: %.12g", records[k].name, variant, largest(&c.motion));
    cr_expect(k >= 10 || c.motion.count == 4);
    files_ground_motion_clear(&c.motion);
}

Test(headings, unit_step_and_peak_of_each_format)
{
    for (size_t k = 0; k < RECORDS; k++) {
        expect_record(k, "as it is", records[k].text);
    }
}

Test(headings, ends_of_lines_blanks_and_letters_change_nothing)
{
    char text[8192];
    for (size_t k = 0; k < RECORDS; k++) {
        for (int variant = 0; variant < 4; variant++) {
            size_t used = 0;
            for (const char *c = records[k].text; *c && used + 8 < sizeof text; c++) {
                const bool ends = *c == '\n';
                if (ends && (variant == 0 || variant == 3)) {
                    text[used++] = ' ';
                    text[used++] = ' ';
                }
                if (ends && variant != 3) {
                    text[used++] = '\r';
                }
                // a second series of "timeseries" keeps its marks T and Z
                const int letter = variant == 1   ? tolower((unsigned char)*c)
                                   : variant == 2 ? toupper((unsigned char)*c)
                                                  : (unsigned char)*c;
                text[used++] = (char)letter;
            }
            text[used] = '\0';
            static const char *const names[] = {"blanks and CRLF", "lower case", "upper case",
                                                "blanks"};
            expect_record(k, names[variant], text);
        }
    }
}

Test(headings, an_option_that_contradicts_the_file_names_both)
{
    const files_ground_motion_options in_g = {.unit = "g"}, slow = {.time_step = 0.02};
    motion_case c = read_text(ESM_UNITS("cm/s^2"), &in_g);
    cr_expect_eq(c.status, TALUS_ERROR_INPUT);
    cr_expect(strstr(c.error.message, "unit is cm/s2, but \"g\" was asked for"), "%s",
              c.error.message);
    cr_expect_eq(c.error.line, 13);
    for (size_t k = 0; k < 10; k++) {
        c = read_text(records[k].text, &in_g);
        cr_expect_eq(c.status == TALUS_OK, k == 6, "%s: %s", records[k].name, c.error.message);
        files_ground_motion_clear(&c.motion);
        c = read_text(records[k].text, &slow);
        cr_expect_eq(c.status, TALUS_ERROR_INPUT, "%s", records[k].name);
        cr_expect(strstr(c.error.message, "0.02 s was asked for"), "%s", c.error.message);
    }
}

Test(headings, files_that_are_not_what_their_heading_says_are_refused)
{
    static const struct {
        const char *text, *said;
    } cases[] = {
        {ESM, "does not say its unit"},
        {ESM_UNITS("furlong"), "unknown unit of acceleration 'furlong'"},
        {ESM_HEAD "SAMPLING_INTERVAL_S: 0.005\nUNITS: cm/s^2\n1\n2\n", "how many values"},
        {ESM_HEAD "SAMPLING_INTERVAL_S: 0.005\nNDATA: 5\nUNITS: cm/s^2\n1\n2\n",
         "promises 5 values, the file ends after 2"},
        {ESM_HEAD "SAMPLING_INTERVAL_S: 0\nNDATA: 2\nUNITS: cm/s^2\n1\n2\n", "time step of 0 s"},
        {ESM_HEAD "SAMPLING_INTERVAL_S: 0.005\nNDATA: 2\nDATA_TYPE: VELOCITY\nUNITS: cm/s\n1\n2\n",
         "holds 'VELOCITY'"},
        {"Sampling Freq(Hz) 100Hz\nScale Factor      3920(gal)/6182761\n1 2\n", "\"Memo.\""},
        {"Sampling Freq(Hz) 100Hz\nMemo.\n1 2\n", "\"Scale Factor\""},
        {"Sampling Freq(Hz) 100Hz\nDuration Time(s)  300\nScale Factor 1(gal)/2\nMemo.\n1 2\n",
         "promises 300 s"},
        {"Sampling Freq(Hz) 100Hz\nScale Factor 1(mV)/2\nMemo.\n1 2\n", "unknown unit"},
        {COSMOS_HEAD COSMOS_REALS("  -999.000000") COSMOS_DATA, "does not say its time step"},
        {COSMOS_HEAD COSMOS_REALS("    20.000000") COSMOS_DATA, "makes 80 s"},
        {COSMOS_HEAD "4 acceleration pts, approx 0 secs, units=counts (50),Format=(4I8)\n1 2 3 4\n",
         "unknown unit of acceleration 'counts'"},
        {COSMOS_HEAD COSMOS_REALS("     0.010000") COSMOS_DATA COSMOS_DATA, "another record"},
        {CESMD(", in cm/sec2. (8f9.3)") CESMD(", in cm/sec2. (8f9.3)"), "another record"},
        {CESMD(", in cm/sec. (8f9.3)"), "unknown unit"},
        {SERIES "SLIST, FLOAT, M/S\n1 2 3 4\n", "unknown unit"},
        {SERIES "SLIST, FLOAT, COUNTS\n1 2 3 4\n", "unknown unit"},
        {SERIES "SLIST, FLOAT\n1 2 3 4\n", "does not say its unit"},
        {SERIES "SLIST, FLOAT, m/s2\n1 2 3\n", "ends after 3"},
        {SERIES "TSPAIR, FLOAT, m/s2\n" PAIRS SERIES "TSPAIR, FLOAT, m/s2\n" PAIRS,
         "second series"},
        {SERIES "SLIST, FLOAT, m/s2\n0,1 2,5 1,0 2,0\n", "decimal commas"},
        {ESM_HEAD "SAMPLING_INTERVAL_S: 0.005\nNDATA: 4\nUNITS: cm/s^2\n0,5\n-277,0\n1,0\n0,0\n",
         "decimal commas"},
        {"TIMESERIES X, 4 samples\n1\n", "expected \"TIMESERIES NAME"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        motion_case c = read_text(cases[k].text, NULL);
        cr_expect_eq(c.status, TALUS_ERROR_INPUT, "case %zu", k);
        cr_expect(strstr(c.error.message, cases[k].said), "case %zu: %s", k, c.error.message);
        cr_expect(c.error.line > 0 && c.motion.acceleration == NULL, "case %zu", k);
    }
}
