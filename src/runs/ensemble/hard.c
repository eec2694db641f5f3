// SPDX-License-Identifier: GPL-3.0-or-later
// The list of the hardest contact problems.
#include "runs/ensemble/hard.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool hard_list_init(hard_list *list, size_t capacity)
{
    *list = (hard_list){.capacity = capacity};
    if (capacity == 0) {
        return true;
    }
    list->items = calloc(capacity, sizeof *list->items);
    list->memory = calloc(capacity, sizeof *list->memory);
    list->room = calloc(capacity, sizeof *list->room);
    return list->items != NULL && list->memory != NULL && list->room != NULL;
}

void hard_list_clear(hard_list *list)
{
    for (size_t k = 0; list->memory != NULL && k < list->capacity; k++) {
        free(list->memory[k]);
    }
    free(list->items);
    free(list->memory);
    free(list->room);
    *list = (hard_list){0};
}

void hard_list_empty(hard_list *list)
{
    list->count = 0;
}

/// By rock, body, step and part: never 0 for two problems.
static int order(const talus_hard_problem *a, const talus_hard_problem *b)
{
    const uint64_t x[] = {a->rock, a->body, a->step, a->part};
    const uint64_t y[] = {b->rock, b->body, b->step, b->part};
    int sign = 0;
    for (size_t k = 0; k < sizeof x / sizeof x[0] && sign == 0; k++) {
        sign = (x[k] > y[k]) - (x[k] < y[k]);
    }
    return sign;
}

/// Is a before b? Iterations, then error (NaN is the largest), then their order.
static bool is_harder(const talus_hard_problem *a, const talus_hard_problem *b)
{
    if (a->solver.iterations != b->solver.iterations) {
        return a->solver.iterations > b->solver.iterations;
    }
    const double x = a->solver.relative_error, y = b->solver.relative_error;
    const bool x_nan = isnan(x), y_nan = isnan(y);
    if (x_nan != y_nan) {
        return x_nan;
    }
    if (!x_nan && (x < y || x > y)) {
        return x > y;
    }
    return order(a, b) < 0;
}

static bool would_take(const hard_list *list, const talus_hard_problem *item)
{
    return list->count < list->capacity || is_harder(item, &list->items[list->count - 1]);
}

/// Free the last place if the list is full, and make room for `item` where it belongs.
/// @return its place; the memory that was last is there
static size_t open_place(hard_list *list, const talus_hard_problem *item)
{
    const size_t last = list->count < list->capacity ? list->count++ : list->count - 1;
    double *const memory = list->memory[last];
    const size_t room = list->room[last];
    size_t place = last;
    for (; place > 0 && is_harder(item, &list->items[place - 1]); place--) {
        list->items[place] = list->items[place - 1];
        list->memory[place] = list->memory[place - 1];
        list->room[place] = list->room[place - 1];
    }
    list->memory[place] = memory;
    list->room[place] = room;
    return place;
}

/// Numbers of a problem with n contacts: W, c, percussion, mu.
static size_t size_of(size_t n)
{
    return 9 * n * n + 7 * n;
}

/// W of a dense problem, or of one in block rows.
static void copy_blocks(const talus_contact_problem *from, double *dense)
{
    const size_t n = from->contact_count;
    if (from->row_start == NULL) {
        memcpy(dense, from->blocks, 9 * n * n * sizeof *dense);
        return;
    }
    memset(dense, 0, 9 * n * n * sizeof *dense);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = from->row_start[i]; k < from->row_start[i + 1]; k++) {
            for (size_t a = 0; a < 3; a++) {
                memcpy(dense + (3 * i + a) * 3 * n + 3 * from->column[k],
                       from->blocks + 9 * k + 3 * a, 3 * sizeof *dense);
            }
        }
    }
}

static void copy_numbers(const talus_hard_problem *from, double *memory, talus_hard_problem *to)
{
    const size_t n = from->problem.contact_count;
    *to = *from;
    double *c = memory + 9 * n * n, *mu = c + 6 * n;
    to->problem = talus_contact_problem_dense(n, memory, c, mu);
    copy_blocks(&from->problem, memory);
    memcpy(c, from->problem.c, 3 * n * sizeof *memory);
    memcpy(mu, from->problem.mu, n * sizeof *memory);
    if (from->percussion != NULL) {
        double *percussion = c + 3 * n;
        memcpy(percussion, from->percussion, 3 * n * sizeof *memory);
        to->percussion = percussion;
    }
}

/// @return false when out of memory
static bool keep_copy(hard_list *list, const talus_hard_problem *item)
{
    const size_t place = open_place(list, item), size = size_of(item->problem.contact_count);
    if (list->room[place] < size) {
        double *larger = realloc(list->memory[place], size * sizeof *larger);
        if (larger == NULL) {
            list->count = 0; // the run fails; the place is not to be read
            return false;
        }
        list->memory[place] = larger;
        list->room[place] = size;
    }
    copy_numbers(item, list->memory[place], &list->items[place]);
    return true;
}

bool hard_list_offer(hard_list *list, const hard_list *bar, const talus_hard_problem *item)
{
    if (list->capacity == 0 || item->problem.contact_count > HARD_MOST_CONTACTS ||
        !would_take(list, item) || !would_take(bar, item)) {
        return true;
    }
    return keep_copy(list, item);
}

bool hard_list_offer_step(hard_list *list, const hard_list *bar, const trajectory *t)
{
    if (list->capacity == 0 || t->tape != NULL) {
        return true;
    }
    talus_hard_problem item = {.rock = t->record.rock,
                               .body = t->event != NULL ? t->event->body : 0,
                               .step = t->record.steps,
                               .part = 1};
    if (!stepper_last_problem(t->stepper, &item.problem, &item.percussion, &item.solver)) {
        return true;
    }
    item.retried_plastic = item.percussion == NULL;
    return hard_list_offer(list, bar, &item);
}

void hard_list_merge(hard_list *to, hard_list *from)
{
    for (size_t k = 0; k < from->count && would_take(to, &from->items[k]); k++) {
        const size_t place = open_place(to, &from->items[k]);
        double *const memory = to->memory[place];
        const size_t room = to->room[place];
        // the numbers change owner, what was there is used again
        to->items[place] = from->items[k];
        to->memory[place] = from->memory[k];
        to->room[place] = from->room[k];
        from->memory[k] = memory;
        from->room[k] = room;
    }
    from->count = 0;
}

bool hard_list_copy(hard_list *to, const hard_list *from)
{
    for (size_t k = 0; k < from->count && would_take(to, &from->items[k]); k++) {
        if (!keep_copy(to, &from->items[k])) {
            return false;
        }
    }
    return true;
}

/// Stage, iterations, errors and what else there is beside the numbers.
static void code_facts(byte_coder coder, talus_hard_problem *item)
{
    talus_solver_info *info = &item->solver;
    uint32_t stage = (uint32_t)info->stage, iterations = (uint32_t)info->iterations;
    byte_code_count(coder, &item->rock);
    byte_code_count32(coder, &item->body);
    byte_code_count(coder, &item->step);
    byte_code_count32(coder, &item->part);
    byte_code_flag(coder, &item->retried_plastic);
    byte_code_count32(coder, &stage);
    byte_code_count32(coder, &iterations);
    byte_code_f64(coder, &info->error);
    byte_code_f64(coder, &info->relative_error);
    byte_code_flag(coder, &info->solved);
    info->stage = (talus_solver_stage)stage;
    info->iterations = (int)iterations;
}

void hard_list_put(const hard_list *list, byte_writer *writer)
{
    const byte_coder coder = {.writer = writer};
    byte_write_count(writer, list->count);
    for (size_t k = 0; k < list->count; k++) {
        talus_hard_problem item = list->items[k];
        const size_t n = item.problem.contact_count;
        code_facts(coder, &item);
        byte_write_count(writer, n);
        byte_write_u8(writer, item.percussion != NULL);
        for (size_t i = 0; i < 9 * n * n; i++) {
            byte_write_f64(writer, item.problem.blocks[i]);
        }
        for (size_t i = 0; i < 3 * n; i++) {
            byte_write_f64(writer, item.problem.c[i]);
        }
        for (size_t i = 0; i < 3 * n && item.percussion != NULL; i++) {
            byte_write_f64(writer, item.percussion[i]);
        }
        for (size_t i = 0; i < n; i++) {
            byte_write_f64(writer, item.problem.mu[i]);
        }
    }
}

static bool holds(const hard_list *list, const talus_hard_problem *item)
{
    bool found = false;
    for (size_t k = 0; k < list->count && !found; k++) {
        found = order(&list->items[k], item) == 0;
    }
    return found;
}

static bool read_item(hard_list *list, byte_reader *reader)
{
    talus_hard_problem item = {0};
    code_facts((byte_coder){.reader = reader}, &item);
    const size_t n = byte_read_length(reader, sizeof(double));
    const bool has_percussion = byte_read_u8(reader) != 0;
    if (reader->failed || n == 0 || n > HARD_MOST_CONTACTS ||
        size_of(n) - (has_percussion ? 0 : 3 * n) > (reader->size - reader->at) / sizeof(double)) {
        reader->failed = true;
        return true;
    }
    double *numbers = calloc(size_of(n), sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    item.problem =
        talus_contact_problem_dense(n, numbers, numbers + 9 * n * n, numbers + 9 * n * n + 6 * n);
    item.percussion = has_percussion ? item.problem.c + 3 * n : NULL;
    for (size_t i = 0; i < size_of(n); i++) {
        const bool is_percussion = i >= 9 * n * n + 3 * n && i < 9 * n * n + 6 * n;
        numbers[i] = is_percussion && !has_percussion ? 0.0 : byte_read_f64(reader);
    }
    const bool ok = list->capacity == 0 || !would_take(list, &item) || holds(list, &item) ||
                    keep_copy(list, &item);
    free(numbers);
    return ok;
}

bool hard_list_take(hard_list *list, byte_reader *reader)
{
    const uint64_t count = byte_read_count(reader);
    for (uint64_t k = 0; k < count && !reader->failed; k++) {
        if (!read_item(list, reader)) {
            return false;
        }
    }
    return true;
}
