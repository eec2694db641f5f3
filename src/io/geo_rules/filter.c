// SPDX-License-Identifier: GPL-3.0-or-later
// Filters of attributes by recursive descent:
//
//   filter     = {NOT} comparison {(AND | OR) {NOT} comparison}, as what binds closer does not matter here
//   comparison = sum [(= | == | <> | != | < | > | <= | >=) sum | IS [NOT] NULL
//                     | [NOT] IN (literal {, literal}) | [NOT] (LIKE | ILIKE) text [ESCAPE text]
//                     | [NOT] BETWEEN sum AND sum]
//   sum        = value {(+ | - | * | / | % | ||) value}
//   value      = [- | +] number | 'text' | NULL | TRUE | FALSE | field [. field] | "field"
//                | CAST (sum AS type) | (filter)
#include "io/geo_rules/filter.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    MOST_BYTES = 1 << 16,
    MOST_DEPTH = 60,
    /// OGR's LIKE takes time that grows by the length of the text with each of these.
    MOST_WILDCARDS = 3
};

typedef enum token_kind { END, NUMBER, TEXT, WORD, QUOTED, SIGN, WRONG } token_kind;

typedef struct token {
    token_kind kind;
    const char *at;
    size_t size;
} token;

typedef struct parser {
    token now;
    int depth;
    const char *expected; ///< what was expected where it first went wrong; NULL = nothing did
    token found;
} parser;

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/// Up to the closing quote; two of them stand for one.
static token quoted(const char *at, token_kind kind)
{
    const char *c = at + 1;
    while (*c != '\0' && (*c != *at || c[1] == *at)) {
        c += *c == *at ? 2 : 1;
    }
    return (token){*c == '\0' ? WRONG : kind, at, (size_t)(c - at) + (*c != '\0')};
}

static token number(const char *at)
{
    const char *c = at + strspn(at, "0123456789");
    c += *c == '.' ? 1 + strspn(c + 1, "0123456789") : 0;
    if (*c == 'e' || *c == 'E') {
        const char *power = c + 1 + (c[1] == '+' || c[1] == '-');
        const size_t digits = strspn(power, "0123456789");
        c = digits > 0 ? power + digits : c;
    }
    return (token){is_letter(*c) ? WRONG : NUMBER, at, (size_t)(c - at)};
}

static token next_token(const char *at)
{
    static const char *const signs[] = {"<>", "!=", "<=", ">=", "==", "||", "=", "<", ">", "(",
                                        ")",  ",",  "+",  "-",  "*",  "/",  "%", ".", ";"};
    at += strspn(at, " \t\r\n");
    if (*at == '\0') {
        return (token){END, at, 0};
    }
    // a comment
    if (strncmp(at, "--", 2) == 0 || strncmp(at, "/*", 2) == 0) {
        return (token){WRONG, at, 2};
    }
    if (*at == '\'' || *at == '"') {
        return quoted(at, *at == '\'' ? TEXT : QUOTED);
    }
    if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
        return number(at);
    }
    if (is_letter(*at)) {
        const char *c = at;
        while (is_letter(*c) || isdigit((unsigned char)*c)) {
            c++;
        }
        return (token){WORD, at, (size_t)(c - at)};
    }
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
        if (strncmp(at, signs[k], strlen(signs[k])) == 0) {
            return (token){SIGN, at, strlen(signs[k])};
        }
    }
    return (token){WRONG, at, 1};
}

static void advance(parser *p)
{
    p->now = next_token(p->now.at + p->now.size);
}

static bool fail(parser *p, const char *expected)
{
    if (p->expected == NULL) {
        p->expected = expected;
        p->found = p->now;
    }
    return false;
}

static bool is_next(const parser *p, token_kind kind, const char *text)
{
    return p->now.kind == kind && strlen(text) == p->now.size &&
           strncasecmp(p->now.at, text, p->now.size) == 0;
}

static bool accept(parser *p, token_kind kind, const char *text)
{
    const bool is_there = is_next(p, kind, text);
    if (is_there) {
        advance(p);
    }
    return is_there;
}

static bool accept_one(parser *p, token_kind kind, const char *const *texts)
{
    bool is_there = false;
    for (; *texts != NULL && !is_there; texts++) {
        is_there = accept(p, kind, *texts);
    }
    return is_there;
}

static bool parse_filter(parser *p);
static bool parse_sum(parser *p);

/// Words of the grammar are no names of fields; in quotes they are.
static bool parse_name(parser *p)
{
    static const char *const words[] = {"AND",     "OR",    "NOT",    "IN",     "LIKE",   "ILIKE",
                                        "BETWEEN", "IS",    "ESCAPE", "SELECT", "FROM",   "WHERE",
                                        "ORDER",   "LIMIT", "OFFSET", "UNION",  "EXISTS", "CASE",
                                        "WITH",    "JOIN",  "AS"};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if (is_next(p, WORD, words[k])) {
            return fail(p, "a field");
        }
    }
    if (p->now.kind != WORD && p->now.kind != QUOTED) {
        return fail(p, "a field");
    }
    advance(p);
    return is_next(p, SIGN, "(") ? fail(p, "no function") : true;
}

/// CAST(sum AS type), type: a word, with numbers in parentheses.
static bool parse_cast(parser *p)
{
    if (!accept(p, SIGN, "(") || !parse_sum(p) || !accept(p, WORD, "AS") || p->now.kind != WORD) {
        return fail(p, "CAST(field AS type)");
    }
    while (p->now.kind == WORD) {
        advance(p);
    }
    if (accept(p, SIGN, "(")) {
        do {
            if (p->now.kind != NUMBER) {
                return fail(p, "a number");
            }
            advance(p);
        } while (accept(p, SIGN, ","));
        if (!accept(p, SIGN, ")")) {
            return fail(p, "a closing parenthesis");
        }
    }
    return accept(p, SIGN, ")") ? true : fail(p, "a closing parenthesis");
}

static bool parse_value(parser *p)
{
    while (accept(p, SIGN, "-") || accept(p, SIGN, "+")) {
    }
    if (p->now.kind == NUMBER || p->now.kind == TEXT) {
        advance(p);
        return true;
    }
    if (accept(p, SIGN, "(")) {
        if (++p->depth > MOST_DEPTH) {
            return fail(p, "fewer parentheses in each other");
        }
        const bool good = parse_filter(p);
        p->depth--;
        return good && (accept(p, SIGN, ")") || fail(p, "a closing parenthesis"));
    }
    if (accept(p, WORD, "CAST")) {
        if (++p->depth > MOST_DEPTH) {
            return fail(p, "fewer parentheses in each other");
        }
        const bool good = parse_cast(p);
        p->depth--;
        return good;
    }
    return parse_name(p) && (!accept(p, SIGN, ".") || parse_name(p));
}

static bool parse_sum(parser *p)
{
    static const char *const signs[] = {"+", "-", "*", "/", "%", "||", NULL};
    bool good = parse_value(p);
    while (good && accept_one(p, SIGN, signs)) {
        good = parse_value(p);
    }
    return good;
}

static bool parse_list(parser *p)
{
    if (!accept(p, SIGN, "(")) {
        return fail(p, "a list of values in parentheses");
    }
    do {
        (void)accept(p, SIGN, "-");
        if (p->now.kind != NUMBER && p->now.kind != TEXT && !is_next(p, WORD, "NULL")) {
            return fail(p, "a number or a 'text'");
        }
        advance(p);
    } while (accept(p, SIGN, ","));
    return accept(p, SIGN, ")") ? true : fail(p, "a closing parenthesis");
}

static bool parse_pattern(parser *p)
{
    size_t wildcards = 0;
    if (p->now.kind != TEXT) {
        return fail(p, "a 'text'");
    }
    for (size_t k = 0; k < p->now.size; k++) {
        wildcards += p->now.at[k] == '%';
    }
    if (wildcards > MOST_WILDCARDS) {
        return fail(p, "a pattern with at most three %");
    }
    advance(p);
    if (accept(p, WORD, "ESCAPE")) {
        if (p->now.kind != TEXT) {
            return fail(p, "a 'text'");
        }
        advance(p);
    }
    return true;
}

static bool parse_comparison(parser *p)
{
    static const char *const signs[] = {"=", "==", "<>", "!=", "<", ">", "<=", ">=", NULL};
    if (!parse_sum(p)) {
        return false;
    }
    if (accept_one(p, SIGN, signs)) {
        return parse_sum(p);
    }
    if (accept(p, WORD, "IS")) {
        (void)accept(p, WORD, "NOT");
        return accept(p, WORD, "NULL") || fail(p, "NULL");
    }
    const bool is_not = accept(p, WORD, "NOT");
    if (accept(p, WORD, "IN")) {
        return parse_list(p);
    }
    if (accept(p, WORD, "LIKE") || accept(p, WORD, "ILIKE")) {
        return parse_pattern(p);
    }
    if (accept(p, WORD, "BETWEEN")) {
        return parse_sum(p) && (accept(p, WORD, "AND") || fail(p, "AND")) && parse_sum(p);
    }
    return !is_not || fail(p, "IN, LIKE or BETWEEN");
}

static bool parse_filter(parser *p)
{
    do {
        int denials = 0;
        while (accept(p, WORD, "NOT")) {
            denials++;
        }
        if (denials > MOST_DEPTH) {
            return fail(p, "fewer NOT");
        }
        if (!parse_comparison(p)) {
            return false;
        }
    } while (accept(p, WORD, "AND") || accept(p, WORD, "OR"));
    return true;
}

/// * | sum [AS name] {, ...}
static bool parse_columns(parser *p)
{
    do {
        if (accept(p, SIGN, "*")) {
            continue;
        }
        if (!parse_sum(p) || (accept(p, WORD, "AS") && !parse_name(p))) {
            return false;
        }
    } while (accept(p, SIGN, ","));
    return true;
}

static bool parse_selection(parser *p)
{
    if (!accept(p, WORD, "SELECT")) {
        return fail(p, "SELECT");
    }
    (void)accept(p, WORD, "DISTINCT");
    if (!parse_columns(p) || !(accept(p, WORD, "FROM") || fail(p, "FROM")) || !parse_name(p) ||
        (accept(p, WORD, "WHERE") && !parse_filter(p))) {
        return false;
    }
    if (accept(p, WORD, "ORDER")) {
        if (!accept(p, WORD, "BY")) {
            return fail(p, "BY");
        }
        do {
            if (!parse_name(p)) {
                return false;
            }
            (void)(accept(p, WORD, "ASC") || accept(p, WORD, "DESC"));
        } while (accept(p, SIGN, ","));
    }
    if (accept(p, WORD, "LIMIT")) {
        if (p->now.kind != NUMBER) {
            return fail(p, "a number");
        }
        advance(p);
    }
    (void)accept(p, SIGN, ";");
    return true;
}

static talus_status parse(const char *text, bool (*rule)(parser *), const char *may,
                          talus_error *error)
{
    parser p = {.depth = 0};
    if (strlen(text) > MOST_BYTES) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "found %zu bytes, expected at most %d: %s",
                               strlen(text), MOST_BYTES, may);
    }
    p.now = next_token(text);
    if (rule(&p) && (p.now.kind == END || fail(&p, "its end"))) {
        return TALUS_OK;
    }
    if (p.found.kind == END) {
        return talus_error_set(error, TALUS_ERROR_INPUT, "found its end, expected %s; %s",
                               p.expected, may);
    }
    return talus_error_set(error, TALUS_ERROR_INPUT, "found `%.40s`, expected %s; %s", p.found.at,
                           p.expected, may);
}

talus_status geo_rules_check_filter(const char *where, talus_error *error)
{
    return where == NULL || where[strspn(where, " \t\r\n")] == '\0'
               ? TALUS_OK
               : parse(where, parse_filter,
                       "a filter compares fields (=, <, IN, LIKE, BETWEEN, IS NULL; AND, OR, NOT), "
                       "nothing else of SQL is executed",
                       error);
}

talus_status geo_rules_check_selection(const char *sql, talus_error *error)
{
    return parse(
        sql, parse_selection,
        "a description may hold SELECT fields FROM layer WHERE filter, nothing else of SQL "
        "is executed; make a file of the result with ogr2ogr",
        error);
}
