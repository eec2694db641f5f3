// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers and writers of this module share: numbers as C writes them.
#ifndef TALUS_SRC_FOUNDATION_FILES_FILES_INTERNAL_H
#define TALUS_SRC_FOUNDATION_FILES_FILES_INTERNAL_H

#include "foundation/files/files.h"

#include <locale.h>

/// Decimal points whatever the program's locale is: this thread reads and prints numbers as C does
/// between enter and leave.
typedef struct files_locale {
    locale_t plain, before;
} files_locale;
files_locale files_locale_enter(void);
void files_locale_leave(const files_locale *locale);

#endif
