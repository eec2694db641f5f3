// SPDX-License-Identifier: GPL-3.0-or-later
// Which names a pack may hold.
#include "studies/export/pack_name.h"

#include "foundation/files/files.h"

#include <string.h>
#include <strings.h>

/// https://learn.microsoft.com/windows/win32/fileio/naming-a-file: devices, with any ending, too.
static bool is_device(const char *part, size_t length)
{
    static const char *const plain[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    const char *dot = memchr(part, '.', length);
    size_t stem = dot != NULL ? (size_t)(dot - part) : length;
    while (stem > 0 && part[stem - 1] == ' ') {
        stem--;
    }
    for (size_t k = 0; k < sizeof plain / sizeof plain[0]; k++) {
        if (strlen(plain[k]) == stem && strncasecmp(part, plain[k], stem) == 0) {
            return true;
        }
    }
    return stem == 4 && (strncasecmp(part, "com", 3) == 0 || strncasecmp(part, "lpt", 3) == 0) &&
           part[3] >= '0' && part[3] <= '9';
}

bool pack_name_is_safe(const char *name)
{
    if (!files_is_printable(name) || strpbrk(name, "\\:*?\"<>|") != NULL) {
        return false;
    }
    for (const char *part = name;; part++) {
        const size_t length = strcspn(part, "/");
        // "." and ".." end in a dot
        if (length == 0 || part[length - 1] == '.' || part[length - 1] == ' ' ||
            is_device(part, length)) {
            return false;
        }
        part += length;
        if (*part == '\0') {
            return true;
        }
    }
}
