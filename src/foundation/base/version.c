// SPDX-License-Identifier: GPL-3.0-or-later
#include "talus/base.h"

const char *talus_version(void)
{
    return TALUS_VERSION;
}
