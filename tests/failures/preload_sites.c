// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program itself makes its calls: a site is the path of the nearest functions of the program
// that lead to a call. Equal repetitions of one are told from other calls by that.
#include "preload.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdint.h>

enum { SITE_FRAMES = 4, PRELOAD_FRAMES = 4, MOST_SITES = 1 << 14 };

typedef struct listed {
    preload_site site;
    enum fault_class class;
    unsigned long long calls;
} listed;
static listed sites[MOST_SITES];
static size_t site_count;
static pthread_mutex_t sites_mutex = PTHREAD_MUTEX_INITIALIZER;

/// The stack, down to SITE_FRAMES return addresses of the program. Those of libraries between them
/// do not count, so that a path into a library and back is found as well.
preload_site preload_site_of(const void *caller)
{
    void *frames[PRELOAD_FRAMES + 4 * SITE_FRAMES];
    preload_site site = {.caller = preload_offset(caller), .path = UINT64_C(0xcbf29ce484222325)};
    const int count = backtrace(frames, (int)(sizeof frames / sizeof frames[0]));
    for (int i = 0, found = 0; i < count && found < SITE_FRAMES; i++) {
        if (preload_is_own(frames[i])) {
            site.path = (site.path ^ preload_offset(frames[i])) * UINT64_C(0x100000001b3);
            found++;
        }
    }
    return site;
}

bool preload_list_site(enum fault_class class, const void *caller)
{
    const preload_site site = preload_site_of(caller);
    pthread_mutex_lock(&sites_mutex);
    size_t i = 0;
    while (i < site_count && (sites[i].site.caller != site.caller ||
                              sites[i].site.path != site.path || sites[i].class != class)) {
        i++;
    }
    const bool fits = i < MOST_SITES;
    if (fits) {
        sites[i].site = site;
        sites[i].class = class;
        sites[i].calls++;
        site_count += i == site_count;
    }
    pthread_mutex_unlock(&sites_mutex);
    return fits;
}

void preload_report_sites(void (*put)(enum fault_class class, preload_site site,
                                      unsigned long long calls))
{
    for (size_t i = 0; i < site_count; i++) {
        put(sites[i].class, sites[i].site, sites[i].calls);
    }
}
