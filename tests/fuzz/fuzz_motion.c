// SPDX-License-Identifier: GPL-3.0-or-later
// Records of ground motion: the first byte chooses extension, unit and time step, the rest is the
// file.
#include "fuzz.h"

#include "foundation/ground_motion/ground_motion.h"

#include <math.h>

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"motion.at2", "motion.smc", "motion.txt"};
    if (size == 0) {
        return 0;
    }
    const files_ground_motion_options options = {.unit = data[0] & 4 ? "g" : NULL,
                                                 .time_step = data[0] & 8 ? 0.01 : 0.0};
    files_ground_motion motion = {0};
    talus_error error = {0};
    const char *path = fuzz_file(names[data[0] % 3], data + 1, size - 1);
    const talus_status status = files_read_ground_motion(path, &options, &motion, &error);
    fuzz_expect_told(status, &error);
    if (status == TALUS_OK && (motion.count == 0 || !(motion.time_step > 0.0))) {
        fuzz_fail("%zu values every %g s", motion.count, motion.time_step);
    }
    for (size_t i = 0; i < motion.count; i++) {
        if (!isfinite(motion.acceleration[i])) {
            fuzz_fail("value %zu is not finite", i);
        }
    }
    files_ground_motion_clear(&motion);
    return 0;
}
