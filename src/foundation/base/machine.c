// SPDX-License-Identifier: GPL-3.0-or-later
// What the machine has left for this process: memory and disk.
#include "foundation/base/machine.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

/// The number behind `key` at the start of a line of a file; of the first line for key "".
/// @return NaN when there is none ("max" too)
static double number_in(const char *path, const char *key)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return (double)NAN;
    }
    char line[256];
    double found = (double)NAN;
    const size_t length = strlen(key);
    while (isnan(found) && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, key, length) == 0) {
            char *end = NULL;
            const double value = strtod(line + length, &end);
            found = end != line + length ? value : found;
        }
        if (length == 0) {
            break;
        }
    }
    fclose(file);
    return found;
}

static double number_of(const char *directory, const char *name, const char *key)
{
    char path[PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/%s", directory, name);
    return length > 0 && length < PATH_SIZE ? number_in(path, key) : (double)NAN;
}

/// What a cgroup still gives: its limit less what it uses, except files that it can discard.
static double left_in_group(const char *directory)
{
    double limit = number_of(directory, "memory.max", "");
    double used = number_of(directory, "memory.current", "");
    double idle = number_of(directory, "memory.stat", "inactive_file ");
    if (isnan(used)) {
        limit = number_of(directory, "memory.limit_in_bytes", "");
        used = number_of(directory, "memory.usage_in_bytes", "");
        idle = number_of(directory, "memory.stat", "total_inactive_file ");
    }
    if (isnan(limit) || isnan(used)) {
        return (double)INFINITY;
    }
    const double left = limit - used + (isnan(idle) ? 0.0 : idle);
    return left > 0.0 ? left : 0.0;
}

/// All groups from one up to the mount's root.
static double left_in_groups(const char *mount, const char *group)
{
    char directory[PATH_SIZE];
    const size_t root = strlen(mount);
    const int length = snprintf(directory, sizeof directory, "%s%s", mount, group);
    if (length < 0 || length >= PATH_SIZE) {
        return (double)INFINITY;
    }
    double left = (double)INFINITY;
    for (;;) {
        left = smaller(left, left_in_group(directory));
        char *slash = strrchr(directory, '/');
        if (slash == NULL || (size_t)(slash - directory) < root) {
            return left;
        }
        *slash = '\0';
    }
}

/// Groups of the process by /proc/self/cgroup: "0::/group", or "5:memory:/group" in version 1.
static double left_in_all_groups(const char *root)
{
    char path[PATH_SIZE], mount[PATH_SIZE], line[PATH_SIZE];
    double left = (double)INFINITY;
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *names = strchr(line, ':');
        char *group = names != NULL ? strchr(names + 1, ':') : NULL;
        if (group == NULL) {
            continue;
        }
        *group++ = '\0';
        const bool is_second = names[1] == '\0';
        if (is_second || strcmp(names + 1, "memory") == 0) {
            snprintf(mount, sizeof mount, "%s/sys/fs/cgroup%s", root, is_second ? "" : "/memory");
            left = smaller(left, left_in_groups(mount, strcmp(group, "/") == 0 ? "" : group));
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return left;
}

/// "VmSize" and its like of this process, bytes.
static double status_of(const char *key)
{
    const double kilobytes = number_in("/proc/self/status", key);
    return isnan(kilobytes) ? 0.0 : 1024.0 * kilobytes;
}

double files_memory_available(const char *root)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/proc/meminfo", root);
    const double kilobytes = number_in(path, "MemAvailable:");
    double left = isnan(kilobytes) ? (double)INFINITY : 1024.0 * kilobytes;
    left = smaller(left, left_in_all_groups(root));
    struct rlimit limit;
    if (root[0] == '\0' && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        const double space = (double)limit.rlim_cur - status_of("VmSize:");
        left = smaller(left, space > 0.0 ? space : 0.0);
    }
    return left;
}

double files_memory_used(void)
{
    return status_of("VmRSS:");
}

double files_memory_peak(void)
{
    return status_of("VmHWM:");
}

double files_disk_available(const char *path)
{
    char directory[PATH_SIZE];
    struct statvfs facts;
    snprintf(directory, sizeof directory, "%s", path);
    while (statvfs(directory, &facts) != 0) {
        char *slash = strrchr(directory, '/');
        if (slash == NULL || slash == directory) {
            return statvfs(slash == NULL ? "." : "/", &facts) == 0
                       ? (double)facts.f_bavail * (double)facts.f_frsize
                       : (double)INFINITY;
        }
        *slash = '\0';
    }
    return (double)facts.f_bavail * (double)facts.f_frsize;
}
