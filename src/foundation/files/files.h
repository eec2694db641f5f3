// SPDX-License-Identifier: GPL-3.0-or-later
/// @file files.h
/// File formats that are not GIS: JSON in and out, text, locale,
/// SHA-256 of a file. It turns files into arrays and text; it refuses to know what the numbers
/// mean.
#ifndef TALUS_SRC_FOUNDATION_FILES_FILES_H
#define TALUS_SRC_FOUNDATION_FILES_FILES_H

#include "talus/mesh.h"

#include <locale.h>

/// Whole file into memory with a terminating zero (not counted in *size). malloc'd. Only regular
/// files are read: a pipe or a device may never end.
talus_status files_read_all(const char *path, char **data, size_t *size, talus_error *error);
/// Whole text file, checked by files_check_text, and the digest of the very bytes that are
/// returned.
/// @param sha256 64 hex digits + zero; NULL = not requested
talus_status files_read_text(const char *path, char **text, size_t *size, char sha256[65],
                             talus_error *error);
/// TALUS_ERROR_INPUT with line and column (in characters, from 1) of the first byte that is not
/// UTF-8 text; a zero byte is none. UTF-16 is recognised and named.
/// @param path for the message
talus_status files_check_text(const char *path, const char *text, size_t size, talus_error *error);
bool files_is_utf8(const char *text);
/// Bytes of the UTF-8 character at `text`, 0 if there is none. Shortest forms only, no halves of
/// surrogate pairs, nothing above U+10FFFF, no zero byte.
size_t files_character_size(const unsigned char *text, size_t size);
/// Bring the text of a table to UTF-8: UTF-16 by its mark or its zeros; UTF-8, whose mark is dropped;
/// else Windows-1252. @param text malloc'd, replaced @param is_guess out: Windows-1252
/// @return TALUS_ERROR_INPUT for a zero byte in other text
talus_status files_to_utf8(const char *path, char **text, size_t *size, bool *is_guess,
                           talus_error *error);
/// malloc'd; NULL when out of memory.
char *files_from_windows(const char *text, size_t size);
/// A finite decimal number that is all of the text: 1234.5, 1.5e3, 1'234.5, 1 234.5, 1,234.5,
/// 1.234,5; 12,5. "1,234" is none, as it is a thousand or one, unless a comma is known to be the
/// decimal mark; then "1.234" is a thousand.
bool files_number(const char *text, bool decimal_comma, double *value);
/// Does the text alone show that its comma is the decimal mark, as 12,5 and 1.234,5 do and 1,234 does
/// not?
bool files_is_decimal_comma(const char *text);
/// The same text, or the same number: 3 and 3.0.
bool files_reads_alike(const char *a, const char *b);
/// Whether a text is UTF-8 in one line that shows what it holds: no control characters, no line or
/// paragraph separators, no marks that turn the direction of writing.
bool files_is_printable(const char *text);
/// A copy to be shown in one line, on a terminal or in a picture: characters that are not printable
/// become spaces, bytes that are not UTF-8 question marks. malloc'd, NULL when out of memory.
char *files_clean_text(const char *text);
/// The same into `room` > 0 bytes, its end included: cut after the last character that fits.
void files_clean_copy(char *to, size_t room, const char *text);
/// Write a whole file atomically (path.part, fsync, rename).
talus_status files_write_all(const char *path, const void *data, size_t size, talus_error *error);
/// The rule for every file that a user names to be written: what stands there is replaced only when
/// he says so, and a directory never. Devices and pipes pass: writers refuse them.
/// @param path NULL: nothing is to be written
/// @return TALUS_ERROR_INPUT
talus_status files_check_target(const char *path, bool overwrite, talus_error *error);
/// Create a directory with its parents (existing is fine).
talus_status files_make_directory(const char *path, talus_error *error);
/// Names of files that a pattern stands for.
typedef struct files_names {
    size_t count;
    char **items; ///< (count) sorted by their bytes; owned
} files_names;
/// Whether a name is a pattern: it has one of * ? [ and no file has just this name. Names that GDAL
/// gives a meaning of their own (/vsi...) are none.
bool files_is_pattern(const char *path);
/// Files that match a pattern of the shell (* ? [abc]) in their names and directories, without
/// directories. @param directory where the pattern and the names start from; NULL: the process's
/// @return TALUS_ERROR_INPUT when no file matches; names are cleared by files_names_clear
talus_status files_match(const char *directory, const char *pattern, files_names *names,
                         talus_error *error);
/// Append a name, or the files that it is a pattern of.
talus_status files_names_add(files_names *names, const char *path, talus_error *error);
void files_names_clear(files_names *names);
/// 64 hex digits + zero.
talus_status files_sha256(const char *path, char hex[65], talus_error *error);
/// The same of bytes in memory.
void files_digest(const void *data, size_t size, char hex[65]);

/// data:TYPE;base64,... ; NULL when out of memory. malloc'd.
char *files_data_uri(const char *type, const unsigned char *data, size_t size);

/// JSON documents (libfyaml in JSON mode), read-only tree.
typedef struct files_json files_json; ///< a document, owns all nodes
typedef struct files_json_node files_json_node;
talus_status files_json_read(const char *path, files_json **json, talus_error *error);
void files_json_destroy(files_json *json);
const files_json_node *files_json_root(const files_json *json);
/// Member of an object / item of an array; NULL when absent or of another type.
const files_json_node *files_json_member(const files_json_node *node, const char *key);
bool files_json_is_array(const files_json_node *node);
bool files_json_is_object(const files_json_node *node);
/// Name of a member of an object; NULL beyond the last one and for other types.
const char *files_json_key(const files_json_node *node, size_t index);
size_t files_json_length(const files_json_node *node); ///< items of an array; 0 otherwise
const files_json_node *files_json_item(const files_json_node *node, size_t index);
/// Values; false when the node is NULL or of another type. Text lives as long as the document.
bool files_json_number(const files_json_node *node, double *value);
bool files_json_bool(const files_json_node *node, bool *value);
const char *files_json_text(const files_json_node *node);
/// Exactly `count` numbers of an array.
bool files_json_numbers(const files_json_node *node, double *values, size_t count);
/// 1-based line of a node for messages; 0 if unknown.
int files_json_line(const files_json_node *node);

/// A YAML document as JSON in one line; plain scalars that are numbers or truth values in JSON stay
/// such. @param json malloc'd; NULL after an error
/// @return TALUS_ERROR_INPUT when it is not YAML
talus_status files_yaml_to_json(const char *text, size_t size, char **json, talus_error *error);

/// Decimal points whatever the program's locale is: this thread reads and prints numbers as C does
/// between enter and leave.
typedef struct files_locale {
    locale_t plain, before;
} files_locale;
files_locale files_locale_enter(void);
void files_locale_leave(const files_locale *locale);

/// A growing text buffer, and JSON writing on it. Numbers as %.17g; NaN and infinities become null.
typedef struct files_text {
    char *data; ///< zero-terminated; NULL while empty
    size_t size, capacity;
    bool failed; ///< out of memory: checked once at the end
    int depth;   ///< JSON nesting
    bool first;  ///< next JSON item is the first of its container
} files_text;
void files_text_add(files_text *text, const char *format, ...) TALUS_PRINTF(2, 3);
/// Take back what was added since `mark`, a copy of *text of that moment.
void files_text_rewind(files_text *text, const files_text *mark);
void files_text_clear(files_text *text);
/// key = NULL inside arrays and for the outermost value. Indented by two spaces; number arrays on
/// one line.
void files_json_begin(files_text *text, const char *key, char bracket); ///< '{' or '['
void files_json_end(files_text *text, char bracket);                    ///< '}' or ']'
void files_json_add_number(files_text *text, const char *key, double value);
/// A number, list or word that is JSON already.
void files_json_add_plain(files_text *text, const char *key, const char *value);
void files_json_add_integer(files_text *text, const char *key, int64_t value);
void files_json_add_unsigned(files_text *text, const char *key, uint64_t value);
void files_json_add_text(files_text *text, const char *key, const char *value);
void files_json_add_bool(files_text *text, const char *key, bool value);
/// Would a spreadsheet take the text for a formula: does it begin with = + - @, a tab or a return?
bool files_csv_is_formula(const char *value);
/// A field of CSV: in quotes, quotes doubled; what is like a formula gets an apostrophe in front.
void files_csv_add_text(files_text *text, const char *value);
/// A table of CSV of another writer: its numbers and texts as they are, with that apostrophe.
void files_csv_add_guarded(files_text *text, const char *csv, size_t size);
void files_json_add_numbers(files_text *text, const char *key, const double *values, size_t count);
/// Text of an element or of an attribute, in double quotes, of XML and HTML. Control characters, which XML
/// cannot hold, become U+FFFD.
void files_xml_add_text(files_text *text, const char *value);
/// At most six digits; "1e-5" rather than "1e-05".
void files_print_short(char text[32], double value);

#endif
