// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking_evaluate.h
/// Files of cases: tables of models, each of which answers one case. A model reads its
/// inputs, writes the members of "outputs" and never stops the other cases.
#ifndef TALUS_CASES_EVALUATE_EVALUATE_H
#define TALUS_CASES_EVALUATE_EVALUATE_H

#include "foundation/files/files.h"
#include "foundation/terminal/options.h"

enum { EVALUATE_WARNINGS = 4 };

/// One case at work. The first error wins; after it readers return NaN, 0 or NULL, and what the
/// model writes is thrown away.
typedef struct evaluate_case {
    const files_json_node *inputs;
    files_text *out; ///< inside the object "outputs": add members with evaluate_put and
                     ///< files_json_add_*
    bool failed;
    char sentence[512]; ///< found, expected
    size_t warning_count;
    char warnings[EVALUATE_WARNINGS][256];
} evaluate_case;

typedef struct evaluate_model {
    const char *name;
    const char *const *inputs; ///< names it understands, NULL-terminated; others are refused. The
                               ///< labels block, fig, scale, order, note and m, g pass everywhere
    void (*answer)(evaluate_case *c);
} evaluate_model;
/// The names of a model's inputs, in a table.
#define EVALUATE_INPUTS(...)                                                                       \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
/// Tables, ended by a model without name.
extern const evaluate_model evaluate_map_models[];     ///< rocking_evaluate_maps.c
extern const evaluate_model evaluate_law_models[];     ///< rocking_evaluate_laws.c
extern const evaluate_model evaluate_motion_models[];  ///< rocking_evaluate_motion.c
extern const evaluate_model evaluate_spatial_models[]; ///< rocking_evaluate_spatial.c
extern const evaluate_model evaluate_suite_models[];   ///< rocking_evaluate_suite.c
extern const evaluate_model evaluate_base_models[];    ///< rocking_evaluate_base.c
extern const evaluate_model evaluate_sliding_models[]; ///< rocking_evaluate_sliding.c
extern const evaluate_model evaluate_tool_models[];    ///< rocking_evaluate_tools.c
extern const evaluate_model evaluate_bounce_models[];  ///< rocking_evaluate_bounce.c

extern const evaluate_model evaluate_step_families[];     ///< bodies_evaluate_step.c
extern const evaluate_model evaluate_manifold_families[]; ///< bodies_evaluate_manifold.c
extern const evaluate_model evaluate_fracture_families[]; ///< bodies_evaluate_fracture.c
extern const evaluate_model evaluate_stack_families[];    ///< bodies_evaluate_stacks.c
extern const evaluate_model evaluate_width_kinds[];       ///< width_evaluate.c
/// Models that read the members of the case itself, each told by its first input.
extern const evaluate_model evaluate_plain_step; ///< step.c
extern const evaluate_model evaluate_plain_spin; ///< spin_evaluate.c

/// Answer a file of cases, {"cases": [...]} or an array, and print the array of answers; wrong cases
/// are answered with their "error".
cli_exit evaluate_file(const char *path);

enum { EVALUATE_DATA = 4096 + 64 }; ///< bytes of the name of a directory
/// Where scenarios/ and terrain/ are: beside the program as it is installed (../share/talus) or built
/// (build/PRESET in the source tree), or here. @return in `room`; NULL: not found
const char *evaluate_data(char room[EVALUATE_DATA]);
/// Whether the directory holds them.
bool evaluate_has_data(const char *directory);

void evaluate_refuse(evaluate_case *c, const char *format, ...) TALUS_PRINTF(2, 3);
/// A limit of the theory that the inputs exceed, reported beside the outputs; the first few are kept.
void evaluate_warn(evaluate_case *c, const char *format, ...) TALUS_PRINTF(2, 3);
/// A finite number; missing or anything else refuses the case.
double evaluate_number(evaluate_case *c, const char *key);
double evaluate_number_or(evaluate_case *c, const char *key, double fallback);
/// A number > 0.
double evaluate_positive(evaluate_case *c, const char *key);
double evaluate_positive_or(evaluate_case *c, const char *key, double fallback);
/// A whole number from `least` to `most`.
size_t evaluate_count(evaluate_case *c, const char *key, size_t least, size_t most);
/// From 1 to `most` numbers of an array. @return how many
size_t evaluate_numbers(evaluate_case *c, const char *key, double *values, size_t most);
/// All finite numbers of an array, at least one. @return to be freed; NULL after a refusal
double *evaluate_list(evaluate_case *c, const char *key, size_t *count);
/// Items of an array; 0 and a refusal where there is none.
size_t evaluate_length(evaluate_case *c, const char *key);
/// Exactly `count` numbers.
bool evaluate_vector(evaluate_case *c, const char *key, double *values, size_t count);
/// Row-major matrix of exactly rows x columns.
bool evaluate_matrix(evaluate_case *c, const char *key, double *values, size_t rows,
                     size_t columns);
/// A text; NULL when missing.
const char *evaluate_text(evaluate_case *c, const char *key);
bool evaluate_has(const evaluate_case *c, const char *key);

/// Members of "outputs". A number that is not finite refuses the case: nothing is answered with
/// null.
void evaluate_put(evaluate_case *c, const char *key, double value);
void evaluate_write_numbers(evaluate_case *c, const char *key, const double *values, size_t count);
void evaluate_write_matrix(evaluate_case *c, const char *key, const double *values, size_t rows,
                           size_t columns);

#endif
