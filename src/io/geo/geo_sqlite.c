// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite files of strangers (GeoPackages): no view, trigger, virtual table or generated column of theirs
// is executed, and nothing is written. GDAL opens the connections; SQLite hands each new one to this
// file before GDAL asks its first question.
#include "io/geo/geo_internal.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST_VALUE = 512 << 20, /**< bytes of a text or a geometry */ LIKE_PATTERN = 1000 };
/// Instructions of SQLite's machine: those of a connection, and more for each byte of its file; of a
/// table read once it takes some ten a byte. They are counted in rounds.
enum { ROUND = 1 << 20 };
static const double instructions = 1e8, instructions_a_byte = 1000.0;

/// Is this thread opening a file to read it?
static _Thread_local bool is_opening;

/// What a statement may do, asked while it is prepared. @param by a view or trigger that asks
static int allow(void *user, int action, const char *a, const char *b, const char *base,
                 const char *by)
{
    (void)user;
    (void)a;
    (void)b;
    (void)base;
    const bool is_reading = action == SQLITE_SELECT || action == SQLITE_READ ||
                            action == SQLITE_FUNCTION || action == SQLITE_PRAGMA ||
                            action == SQLITE_TRANSACTION || action == SQLITE_SAVEPOINT;
    return is_reading && by == NULL ? SQLITE_OK : SQLITE_DENY;
}

/// The first answer of a statement, in `text`.
static bool ask(sqlite3 *base, const char *sql, char *text, size_t size)
{
    sqlite3_stmt *statement = NULL;
    bool has_answer = false;
    if (sqlite3_prepare_v2(base, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        has_answer = true;
        snprintf(text, size, "%s", (const char *)sqlite3_column_text(statement, 0));
    }
    (void)sqlite3_finalize(statement);
    return has_answer;
}

/// Modules of virtual tables read other files and run programs of their own; an expression of a
/// generated column runs for each row. Spatial indices are virtual tables of the module rtree.
static char *find_fault(sqlite3 *base)
{
    static const char modules[] = "SELECT name FROM (SELECT name, "
                                  "lower(replace(replace(replace(replace(sql, '\"', ''), '`', ''), "
                                  "'[', ''), ']', '')) AS sql, 'create virtual table ' || "
                                  "lower(name) || ' using rtree(' AS own "
                                  "FROM sqlite_master WHERE sql LIKE 'create virtual%') WHERE "
                                  "substr(sql, 1, length(own)) <> own";
    static const char columns[] = "SELECT m.name FROM sqlite_master m, pragma_table_xinfo(m.name) "
                                  "x WHERE m.type = 'table' AND "
                                  "m.sql NOT LIKE 'create virtual%' AND x.hidden > 1";
    char name[200];
    if (ask(base, modules, name, sizeof name)) {
        return sqlite3_mprintf("\"%s\" is a virtual table, which is not executed", name);
    }
    return ask(base, columns, name, sizeof name)
               ? sqlite3_mprintf("\"%s\" has a generated column, which is not executed", name)
               : NULL;
}

/// What a connection may still do, in rounds.
typedef struct budget {
    double rounds;
} budget;

static int spend(void *left)
{
    budget *own = left;
    own->rounds -= 1.0;
    return own->rounds < 0.0; // 1 interrupts the statement
}

static void no_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    sqlite3_result_null(context);
}

/// Pages that stand for many others, as no tree of SQLite has them, would be read without end.
/// @return SQLITE_NOMEM
static int set_budget(sqlite3 *base, const char *name)
{
    struct stat facts = {0};
    budget *own = sqlite3_malloc(sizeof *own);
    if (own == NULL) {
        return SQLITE_NOMEM;
    }
    const double bytes = name != NULL && stat(name, &facts) == 0 ? (double)facts.st_size : 0.0;
    own->rounds = (instructions + instructions_a_byte * bytes) / ROUND;
    sqlite3_progress_handler(base, ROUND, spend, own);
    // the connection frees it with the function
    return sqlite3_create_function_v2(base, "talus_budget", 0, SQLITE_UTF8 | SQLITE_DIRECTONLY, own,
                                      no_function, NULL, NULL, sqlite3_free);
}

/// @return another value than SQLITE_OK refuses the connection with `message`
static int guard(sqlite3 *base, char **message, const struct sqlite3_api_routines *routines)
{
    (void)routines;
    const char *name = sqlite3_db_filename(base, "main");
    const size_t length = name != NULL ? strlen(name) : 0;
    // PROJ's own database, whose views are its tables
    if (!is_opening || (length >= 7 && strcmp(name + length - 7, "proj.db") == 0)) {
        return SQLITE_OK;
    }
    (void)sqlite3_db_config(base, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    (void)sqlite3_db_config(base, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(base, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(base, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_limit(base, SQLITE_LIMIT_LENGTH, LARGEST_VALUE);
    (void)sqlite3_limit(base, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, LIKE_PATTERN);
    if (set_budget(base, name) != SQLITE_OK) {
        return SQLITE_NOMEM;
    }
    *message = find_fault(base);
    (void)sqlite3_set_authorizer(base, allow, NULL);
    return *message == NULL ? SQLITE_OK : SQLITE_AUTH;
}

void geo_sqlite_open_library(void)
{
    // the type that SQLite documents for such an entry
    (void)sqlite3_auto_extension((void (*)(void))guard);
}

bool geo_sqlite_guard(bool is_on)
{
    const bool was_on = is_opening;
    is_opening = is_on;
    return was_on;
}

bool geo_sqlite_is_still(const char *path)
{
    static const char *const sides[] = {"-wal", "-journal"};
    char side[4096];
    struct stat facts;
    for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++) {
        snprintf(side, sizeof side, "%.4000s%s", path, sides[k]);
        if (stat(side, &facts) == 0 && facts.st_size > 0) {
            return false;
        }
    }
    return true;
}
