// SPDX-License-Identifier: GPL-3.0-or-later
// One island by the stages of docs/contact_solvers.md, for callers whose problem is dense.
#ifndef TALUS_SRC_PHYSICS_SOLVE_ISLAND_H
#define TALUS_SRC_PHYSICS_SOLVE_ISLAND_H

#include "talus/solve.h"

/// Parts of the stages in their order, each with problems in tests/solve that it solves first.
typedef enum solve_stage {
    SOLVE_NOTHING,      ///<    no contact, or no stage found a finite number
    SOLVE_LOCAL,        ///< 1  one contact, exactly
    SOLVE_AT_ONCE,      ///< 2  slip of all, all apart, pairs that stick, from the start
    SOLVE_ACTIVE,       ///< 3  guessed and corrected states
    SOLVE_SEARCH,       ///< 4  search of states, pairs only
    SOLVE_SWEEPS,       ///< 5  block Gauss-Seidel
    SOLVE_ACTIVE_AGAIN, ///< 6  states once more, from there
    SOLVE_DEFECT,       ///< 6  states, with the part of c outside the range of W enlarged
    SOLVE_NEWTON,       ///< 7  damped Newton
    SOLVE_SEARCH_AGAIN, ///< 8  search of states from the best point
    SOLVE_SUBSETS,      ///< 8  every four contacts; pieces only
    SOLVE_SMOOTHING,    ///< 8  smoothing, then Newton
    SOLVE_COMBINATIONS, ///< 9  combinations of the states of four contacts
    SOLVE_SCATTERED,    ///< 9  scattered starts
    SOLVE_SPARSE,       ///< 10 block rows
    SOLVE_STAGE_COUNT
} solve_stage;

/// Solve a dense problem of one island, natural map; what the first stages solve is not read whole:
/// blocks of W of contacts that turn out to be open, and numbers in them that are not finite.
/// @param tolerance  > 0, on the relative error
/// @param percussion (3n, N s) in: start, out: best found; unchanged when it is refused
/// @return TALUS_OK, or TALUS_ERROR_ARGUMENT: more contacts than the solver was made for, or data
///         that are not usable; TALUS_ERROR_MEMORY: the last stage had none
talus_status solve_island(talus_contact_solver *solver, const talus_contact_problem *problem,
                          double tolerance, double *percussion, talus_solver_info *info);

/// The same without the last stage, in block rows: nothing is allocated.
talus_status solve_island_dense(talus_contact_solver *solver, const talus_contact_problem *problem,
                                double tolerance, double *percussion, talus_solver_info *info);

/// Whether the next problems are those of a piece of a rock: its flat faces bring problems of five
/// contacts and more, which SOLVE_SUBSETS solves about a hundred times faster than
/// SOLVE_COMBINATIONS. Other rocks go without it and keep the bits of their runs; so does a new
/// solver.
void solve_set_piece(talus_contact_solver *solver, bool is_piece);

/// Whether the dense stages of the next problems end before SOLVE_COMBINATIONS, because what is left
/// is solved in block rows. Not so in a new solver.
void solve_set_quick(talus_contact_solver *solver, bool is_quick);

/// What delivered the last result; for tests.
solve_stage solve_won(const talus_contact_solver *solver);

/// Most contacts of an island.
size_t solve_most_contacts(const talus_contact_solver *solver);

#endif
