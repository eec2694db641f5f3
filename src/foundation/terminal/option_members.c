// SPDX-License-Identifier: GPL-3.0-or-later
// The members that options are bound to: values go there, and defaults come from there.
#include "foundation/terminal/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// An integer as wide as its member.
static void store_count(void *member, size_t size, uint64_t count)
{
    const uint32_t narrow = (uint32_t)count;
    memcpy(member, size == sizeof narrow ? (const void *)&narrow : (const void *)&count, size);
}

static uint64_t load_count(const void *member, size_t size)
{
    uint32_t narrow = 0;
    uint64_t count = 0;
    memcpy(size == sizeof narrow ? (void *)&narrow : (void *)&count, member, size);
    return size == sizeof narrow ? narrow : count;
}

/// Bits of the names; "all" is the bits of the names before it.
static uint64_t bits_of(const cli_option *option, const char *list)
{
    char name[64];
    uint64_t bits = 0;
    while (cli_next_item(&list, name, sizeof name)) {
        const uint64_t bit = UINT64_C(1) << cli_find_name(option, name);
        bits |= strcmp(name, "all") == 0 ? bit - 1 : bit;
    }
    return bits;
}

/// Is the member an integer: of a choice the enumerator, not the text?
static bool is_integer(const cli_option *option)
{
    return option->kind == CLI_COUNT || option->kind == CLI_NAMES ||
           (option->kind == CLI_CHOICE && option->size == sizeof(int));
}

static bool is_number(const cli_option *option)
{
    return option->kind == CLI_POSITIVE || option->kind == CLI_DURATION ||
           option->kind == CLI_NUMBERS || option->kind == CLI_COUNTS;
}

static void store(const cli_option *option, const char *value, char *member)
{
    double numbers[CLI_MAX_NUMBERS];
    const bool flag = true;
    if (option->kind == CLI_FLAG) {
        memcpy(member, &flag, sizeof flag);
    } else if (is_integer(option)) {
        store_count(member, option->size,
                    option->kind == CLI_COUNT    ? strtoull(value, NULL, 10)
                    : option->kind == CLI_CHOICE ? cli_find_name(option, value) + option->first
                                                 : bits_of(option, value));
    } else if (is_number(option)) {
        const size_t count = (size_t)cli_read_numbers(value, numbers);
        for (size_t k = 0; k < count && option->kind == CLI_COUNTS; k++) {
            store_count(member + k * option->item, option->item, (uint64_t)numbers[k]);
        }
        memcpy(member, numbers, option->kind == CLI_COUNTS ? 0 : count * sizeof *numbers);
    } else {
        memcpy(member, &value, sizeof value);
    }
}

void cli_options_read(const cli_arguments *arguments, void *options)
{
    const cli_command *command = arguments->command;
    memset(options, 0, command->size);
    if (command->defaults) {
        command->defaults(options, command->size);
    }
    for (size_t i = 0; i < arguments->given_count; i++) {
        const cli_given *given = &arguments->given[i];
        if (given->option->size > 0) {
            store(given->option, given->value, (char *)options + given->option->offset);
        }
    }
}

/// The member as text; "" where it is no number and NULL.
static void print_member(const cli_option *option, const char *member, char *text, size_t size)
{
    const char *name = NULL;
    size_t used = 0;
    if (is_integer(option)) {
        const uint64_t count = load_count(member, option->size);
        if (option->kind == CLI_COUNT) {
            snprintf(text, size, "%llu", (unsigned long long)count);
        } else if (option->kind == CLI_CHOICE) {
            snprintf(text, size, "%s", option->names()[count - option->first]);
        }
    } else if (is_number(option)) {
        for (int k = 0; k < cli_number_count(option) && used < size; k++) {
            double number = 0.0;
            memcpy(&number, member + (size_t)k * sizeof number, sizeof number);
            number = option->kind == CLI_COUNTS
                         ? (double)load_count(member + (size_t)k * option->item, option->item)
                         : number;
            used += isnan(number) ? 0
                                  : (size_t)snprintf(text + used, size - used, "%s%.10g",
                                                     k ? "," : "", number);
        }
    } else if (option->kind != CLI_FLAG) {
        memcpy(&name, member, sizeof name);
        snprintf(text, size, "%s", name ? name : "");
    }
}

const char *cli_option_default(const cli_command *command, const cli_option *option)
{
    static char text[256];
    static union {
        max_align_t align;
        char bytes[8192];
    } options;
    text[0] = '\0';
    if (option->fallback) {
        return option->fallback[0] ? option->fallback : NULL;
    }
    if (option->size > 0 && command->defaults && command->size <= sizeof options) {
        command->defaults(&options, command->size);
        print_member(option, options.bytes + option->offset, text, sizeof text);
    }
    return text[0] ? text : NULL;
}

void cli_option_describe(const cli_option *option, bool with_layers, char *text, size_t size)
{
    const char *other = option->required;
    char range[80] = "";
    if (option->range.max > option->range.min) {
        row_describe_range(&option->range, false, range, sizeof range);
    }
    size_t used = (size_t)snprintf(
        text, size, "%s%s%s%s%s%s", option->help, other ? ", required" : "",
        other && other[0] ? " without --" : "", other ? other : "", range[0] ? "," : "", range);
    if (option->names && (with_layers || option->kind != CLI_LAYER) && used < size) {
        used += (size_t)snprintf(text + used, size - used, ": ");
        cli_join_names(option->names(), text + used, size - used);
    }
}
