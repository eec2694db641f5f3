// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers with a decimal point, whatever locale the calling program has chosen.
#include "foundation/files/files.h"

files_locale files_locale_enter(void)
{
    files_locale locale = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};
    if (locale.plain != (locale_t)0) {
        locale.before = uselocale(locale.plain);
    }
    return locale;
}

void files_locale_leave(const files_locale *locale)
{
    if (locale->plain != (locale_t)0) {
        uselocale(locale->before);
        freelocale(locale->plain);
    }
}
