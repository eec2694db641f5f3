// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine has left: limits of cgroups of both versions, in a tree that stands for /.
#include "foundation/base/machine.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char root[512];

static void put(const char *name, const char *text)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = strchr(path + strlen(root) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static void make_root(const char *name)
{
    const char *tmp = getenv("TALUS_TEST_TMP");
    snprintf(root, sizeof root, "%s/machine_%s", tmp != NULL ? tmp : "/tmp", name);
    mkdir(root, 0700);
    put("proc/meminfo", "MemTotal: 16000 kB\nMemFree: 1 kB\nMemAvailable:    8000 kB\n");
}

Test(machine, without_groups_it_is_what_the_kernel_calls_available)
{
    make_root("plain");
    cr_expect_eq(files_memory_available(root), 8000.0 * 1024.0);
}

Test(machine, the_tightest_level_of_a_group_counts)
{
    make_root("second");
    put("proc/self/cgroup", "0::/outer/inner\n");
    put("sys/fs/cgroup/outer/memory.max", "5000000\n");
    put("sys/fs/cgroup/outer/memory.current", "4000000\n");
    put("sys/fs/cgroup/outer/memory.stat", "anon 1\ninactive_file 500000\n");
    put("sys/fs/cgroup/outer/inner/memory.max", "max\n");
    put("sys/fs/cgroup/outer/inner/memory.current", "4000000\n");
    cr_expect_eq(files_memory_available(root), 5e6 - 4e6 + 5e5);
}

Test(machine, the_first_version_of_groups_counts_too)
{
    make_root("first");
    put("proc/self/cgroup", "12:cpu:/x\n5:memory:/job\n");
    put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "3000000\n");
    put("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "1000000\n");
    cr_expect_eq(files_memory_available(root), 2e6);
}

Test(machine, nothing_known_is_no_limit)
{
    cr_expect(isinf(files_memory_available("/nowhere/at/all")));
    const double used = files_memory_used(); // before the peak: reading either may take memory
    cr_expect_gt(used, 1e5);
    cr_expect_geq(files_memory_peak(), used);
    cr_expect_gt(files_disk_available("/tmp/not/there/yet"), 0.0);
}
