// SPDX-License-Identifier: GPL-3.0-or-later
// bodies.h called wrongly.
#include "misuse.h"
#include "talus/bodies.h"

static const talus_grid grid = {.cell = 10.0, .nx = 2, .ny = 2};
static const double heights[4] = {0};
static talus_ground ground = {.mu_min = 0.5, .mu_max = 0.5};
static talus_site site;
static talus_bodies_options options;
static talus_bodies *bodies;
static talus_rock *cube;
static const talus_state rest = {.r = {5.0, 5.0, 0.5}, .p = {1, 0, 0, 0}};
static const talus_vec3 axis = {1.0, 0.0, 0.0};
static talus_piece pieces[2];
static talus_state state;

/// A site, options and a cube that are good, for a call to spoil.
static void prepare(void)
{
    talus_terrain *terrain = NULL;
    cr_assert_eq(talus_terrain_create(&grid, heights, NULL, &terrain, NULL), TALUS_OK);
    site = (talus_site){.terrain = terrain, .grounds = &ground, .ground_count = 1};
    options = talus_bodies_options_default();
    const talus_vec3 lengths = {1.0, 1.0, 1.0};
    cr_assert_eq(talus_rock_build("cuboid", lengths, 0, 2500.0, &cube, NULL), TALUS_OK);
}

static talus_status create(talus_error *error)
{
    return talus_bodies_create(&site, &options, 8, &bodies, error);
}

/// A world with one cube.
static talus_bodies *ready(void)
{
    prepare();
    cr_assert_eq(create(NULL), TALUS_OK);
    cr_assert_eq(talus_bodies_add(bodies, cube, 1.0, &rest, NULL), TALUS_OK);
    return bodies;
}

static talus_status create_no_site(talus_error *error)
{
    prepare();
    return talus_bodies_create(NULL, &options, 8, &bodies, error);
}

static talus_status create_no_place(talus_error *error)
{
    prepare();
    return talus_bodies_create(&site, &options, 8, NULL, error);
}

static talus_status create_no_size(talus_error *error)
{
    prepare();
    options.size = 0;
    return create(error);
}

static talus_status create_huge(talus_error *error)
{
    prepare();
    return talus_bodies_create(&site, &options, SIZE_MAX / 64, &bodies, error);
}

static talus_status no_terrain(talus_error *error)
{
    prepare();
    site.terrain = NULL;
    return create(error);
}

static talus_status time_step_zero(talus_error *error)
{
    prepare();
    options.step.time_step = 0.0;
    return create(error);
}

static talus_status mu_nan(talus_error *error)
{
    prepare();
    options.mu = NOTHING;
    return create(error);
}

static talus_status mu_negative(talus_error *error)
{
    prepare();
    options.mu = -0.1;
    return create(error);
}

static talus_status epsilon_above_one(talus_error *error)
{
    prepare();
    options.epsilon_n = 1.5;
    return create(error);
}

static talus_status epsilon_nan(talus_error *error)
{
    prepare();
    options.epsilon_t = NOTHING;
    return create(error);
}

static talus_status add_null(talus_error *error)
{
    prepare();
    return talus_bodies_add(NULL, cube, 1.0, &rest, error);
}

static talus_status add_no_rock(talus_error *error)
{
    return talus_bodies_add(ready(), NULL, 1.0, &rest, error);
}

static talus_status add_no_faces(talus_error *error)
{
    talus_rock *bare = NULL;
    const talus_vec3 ones = {1.0, 1.0, 1.0};
    cr_assert_eq(talus_rock_from_body(&axis, 1, 1.0, ones, &bare, NULL), TALUS_OK);
    return talus_bodies_add(ready(), bare, 1.0, &rest, error);
}

static talus_status add_many_vertices(talus_error *error)
{
    talus_rock *ball = NULL;
    const talus_vec3 ones = {1.0, 1.0, 1.0};
    cr_assert_eq(talus_rock_build("icosphere", ones, 2, 2500.0, &ball, NULL), TALUS_OK);
    return talus_bodies_add(ready(), ball, 1.0, &rest, error);
}

static talus_status add_factor_zero(talus_error *error)
{
    ready();
    return talus_bodies_add(bodies, cube, 0.0, &rest, error);
}

static talus_status add_factor_nan(talus_error *error)
{
    ready();
    return talus_bodies_add(bodies, cube, NOTHING, &rest, error);
}

static talus_status add_no_state(talus_error *error)
{
    ready();
    return talus_bodies_add(bodies, cube, 1.0, NULL, error);
}

static talus_status add_state_nan(talus_error *error)
{
    ready();
    state = rest;
    state.v.z = NOTHING;
    return talus_bodies_add(bodies, cube, 1.0, &state, error);
}

static talus_status set_null(talus_error *error)
{
    return talus_bodies_set_state(NULL, 0, &rest, error);
}

static talus_status set_beyond(talus_error *error)
{
    return talus_bodies_set_state(ready(), 1, &rest, error);
}

static talus_status set_endless(talus_error *error)
{
    state = rest;
    state.r.x = ENDLESS;
    return talus_bodies_set_state(ready(), 0, &state, error);
}

static talus_status condition_null(talus_error *error)
{
    return talus_bodies_set_condition(NULL, 0, TALUS_BODY_ASLEEP, error);
}

static talus_status condition_beyond(talus_error *error)
{
    return talus_bodies_set_condition(ready(), SIZE_MAX, TALUS_BODY_ASLEEP, error);
}

static talus_status condition_unknown(talus_error *error)
{
    return talus_bodies_set_condition(ready(), 0, (talus_body_condition)77, error);
}

static talus_status condition_no_place(talus_error *error)
{
    return talus_bodies_condition(ready(), 0, NULL, error);
}

static talus_status condition_of_none(talus_error *error)
{
    talus_body_condition condition;
    return talus_bodies_condition(ready(), 1, &condition, error);
}

static talus_status step_null(talus_error *error)
{
    return talus_bodies_step(NULL, NULL, error);
}

static talus_status step_no_size(talus_error *error)
{
    talus_bodies_report report = {.size = 0};
    return talus_bodies_step(ready(), &report, error);
}

static talus_status base_null(talus_error *error)
{
    return talus_bodies_set_base(NULL, NULL, error);
}

static talus_status base_nan(talus_error *error)
{
    const talus_vec3 gain = {0.0, NOTHING, 0.0};
    return talus_bodies_set_base(ready(), &gain, error);
}

static talus_status contacts_null(talus_error *error)
{
    const talus_body_contact *contacts;
    size_t count;
    return talus_bodies_contacts(NULL, &contacts, &count, error);
}

static talus_status contacts_no_place(talus_error *error)
{
    size_t count;
    return talus_bodies_contacts(ready(), NULL, &count, error);
}

static talus_status contacts_no_count(talus_error *error)
{
    const talus_body_contact *contacts;
    return talus_bodies_contacts(ready(), &contacts, NULL, error);
}

static const double halves[2] = {0.5, 0.5};

static talus_status split_null(talus_error *error)
{
    return talus_rock_split(NULL, halves, 2, &axis, pieces, error);
}

static talus_status split_no_volumes(talus_error *error)
{
    prepare();
    return talus_rock_split(cube, NULL, 2, &axis, pieces, error);
}

static talus_status split_no_normals(talus_error *error)
{
    prepare();
    return talus_rock_split(cube, halves, 2, NULL, pieces, error);
}

static talus_status split_no_place(talus_error *error)
{
    prepare();
    return talus_rock_split(cube, halves, 2, &axis, NULL, error);
}

static talus_status split_into_none(talus_error *error)
{
    prepare();
    return talus_rock_split(cube, halves, 0, &axis, pieces, error);
}

static talus_status split_volume(double first, double second, talus_error *error)
{
    const double volumes[2] = {first, second};
    prepare();
    return talus_rock_split(cube, volumes, 2, &axis, pieces, error);
}

static talus_status split_too_much(talus_error *error)
{
    return split_volume(0.6, 0.6, error);
}

static talus_status split_negative(talus_error *error)
{
    return split_volume(1.5, -0.5, error);
}

static talus_status split_nan(talus_error *error)
{
    return split_volume(NOTHING, 0.5, error);
}

static talus_status split_normal(talus_vec3 normal, talus_error *error)
{
    prepare();
    const talus_status status = talus_rock_split(cube, halves, 2, &normal, pieces, error);
    cr_expect(pieces[0].rock == NULL && pieces[1].rock == NULL);
    return status;
}

static talus_status split_no_direction(talus_error *error)
{
    return split_normal((talus_vec3){0.0, 0.0, 0.0}, error);
}

static talus_status split_normal_nan(talus_error *error)
{
    return split_normal((talus_vec3){NOTHING, 0.0, 1.0}, error);
}

static talus_status split_no_faces(talus_error *error)
{
    talus_rock *bare = NULL;
    const talus_vec3 ones = {1.0, 1.0, 1.0};
    cr_assert_eq(talus_rock_from_body(&axis, 1, 1.0, ones, &bare, NULL), TALUS_OK);
    return talus_rock_split(bare, halves, 2, &axis, pieces, error);
}

/// The first half of a cube.
static const talus_piece *half(void)
{
    prepare();
    cr_assert_eq(talus_rock_split(cube, halves, 2, &axis, pieces, NULL), TALUS_OK);
    return &pieces[0];
}

static talus_status piece_null(talus_error *error)
{
    return talus_piece_state(NULL, &rest, &state, error);
}

static talus_status piece_empty(talus_error *error)
{
    const talus_piece empty = {.rock = NULL};
    return talus_piece_state(&empty, &rest, &state, error);
}

static talus_status piece_no_whole(talus_error *error)
{
    return talus_piece_state(half(), NULL, &state, error);
}

static talus_status piece_no_place(talus_error *error)
{
    return talus_piece_state(half(), &rest, NULL, error);
}

static talus_status piece_nan(talus_error *error)
{
    talus_state whole = rest;
    whole.omega.y = NOTHING;
    return talus_piece_state(half(), &whole, &state, error);
}

MISUSE_TABLE(bodies, REFUSED(create_no_site), REFUSED(create_no_place), REFUSED(create_no_size),
             REFUSED(create_huge), REFUSED(no_terrain), REFUSED(time_step_zero), REFUSED(mu_nan),
             REFUSED(mu_negative), REFUSED(epsilon_above_one), REFUSED(epsilon_nan),
             REFUSED(add_null), REFUSED(add_no_rock), REFUSED(add_no_faces),
             REFUSED(add_many_vertices), REFUSED(add_factor_zero), REFUSED(add_factor_nan),
             REFUSED(add_no_state), REFUSED(add_state_nan), REFUSED(set_null), REFUSED(set_beyond),
             REFUSED(set_endless), REFUSED(condition_null), REFUSED(condition_beyond),
             REFUSED(condition_unknown), REFUSED(condition_no_place), REFUSED(condition_of_none),
             REFUSED(step_null), REFUSED(step_no_size), REFUSED(base_null), REFUSED(base_nan),
             REFUSED(contacts_null), REFUSED(contacts_no_place), REFUSED(contacts_no_count),
             REFUSED(split_null), REFUSED(split_no_volumes), REFUSED(split_no_normals),
             REFUSED(split_no_place), REFUSED(split_into_none), REFUSED(split_too_much),
             REFUSED(split_negative), REFUSED(split_nan), REFUSED(split_no_direction),
             REFUSED(split_normal_nan), REFUSED(split_no_faces), REFUSED(piece_null),
             REFUSED(piece_empty), REFUSED(piece_no_whole), REFUSED(piece_no_place),
             REFUSED(piece_nan))

/// Scales whose mass or moments overflow or vanish, attitudes that are none.
Test(misuse, bodies_scales_and_attitudes)
{
    static const double factors[] = {1e120, 1e-120, 1e62, 1e-65};
    static const talus_quat attitudes[] = {{0, 0, 0, 0}, {2, 0, 0, 0}, {NOTHING, 0, 0, 0}};
    ready();
    for (size_t k = 0; k < sizeof factors / sizeof factors[0]; k++) {
        cr_expect_eq(talus_bodies_add(bodies, cube, factors[k], &rest, NULL), TALUS_ERROR_ARGUMENT);
    }
    for (size_t k = 0; k < sizeof attitudes / sizeof attitudes[0]; k++) {
        state = rest;
        state.p = attitudes[k];
        cr_expect_eq(talus_bodies_add(bodies, cube, 1.0, &state, NULL), TALUS_ERROR_ARGUMENT);
        cr_expect_eq(talus_bodies_set_state(bodies, 0, &state, NULL), TALUS_ERROR_ARGUMENT);
    }
    cr_expect_eq(talus_bodies_count(bodies), 1);
}

/// A body that flies off to infinity is counted.
Test(misuse, bodies_that_diverge)
{
    talus_bodies_report report = {.size = sizeof report};
    ready();
    state = rest;
    state.r.z = 1e6;
    state.v.x = state.v.z = state.omega.x = 1.7e308;
    talus_status status = talus_bodies_set_state(bodies, 0, &state, NULL);
    for (int k = 0; k < 2000 && status == TALUS_OK && report.diverged == 0; k++) {
        status = talus_bodies_step(bodies, &report, NULL);
    }
    cr_expect_eq(status, TALUS_OK);
    cr_expect_eq(report.diverged, 1);
}

/// Functions without a status answer with nothing; a call that is refused changes nothing.
Test(misuse, bodies_without_status)
{
    talus_bodies_destroy(NULL);
    talus_pieces_clear(NULL, 3);
    talus_bodies_options_defaults(NULL, sizeof options);
    cr_expect_eq(talus_bodies_count(NULL), 0);
    cr_expect(talus_bodies_state(NULL, 0) == NULL);
    ready();
    cr_expect(talus_bodies_state(bodies, 1) == NULL);
    state = rest;
    state.v.z = NOTHING;
    cr_expect_eq(talus_bodies_add(bodies, cube, 1.0, &state, NULL), TALUS_ERROR_ARGUMENT);
    cr_expect_eq(talus_bodies_count(bodies), 1);
    cr_expect_eq(talus_bodies_state(bodies, 0)->r.z, 0.5);
    talus_bodies_destroy(bodies);
}
