// SPDX-License-Identifier: GPL-3.0-or-later
// Two-way detection against cases known by hand and against dense sampling.
#include "bench/scenes.h"
#include "physics/contact/contact.h"

#include <criterion/criterion.h>

enum { NODES = 41 };

typedef struct place {
    talus_terrain *terrain;
    talus_rock *rock;
    talus_ground ground;
    talus_site site;
    contact_body body;
    contact_candidates found;
    contact_point points[64];
    contact_set set;
} place;

static const talus_mat3 upright = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static void set_up(place *p, talus_terrain *terrain, const char *shape, talus_vec3 size)
{
    cr_assert_not_null(terrain);
    p->terrain = terrain;
    p->ground = scene_ground(0.5);
    p->site = (talus_site){.terrain = terrain, .grounds = &p->ground, .ground_count = 1};
    p->set = (contact_set){.points = p->points};
    p->found = (contact_candidates){0};
    (void)talus_rock_build(shape, size, 0, 2700.0, &p->rock, NULL);
    cr_assert_not_null(p->rock);
    cr_assert(contact_body_init(&p->body, p->rock->vertex_count));
    contact_body_set(&p->body, p->rock, 1.0);
}

static void tear_down(place *p)
{
    contact_body_clear(&p->body);
    talus_rock_destroy(p->rock);
    talus_terrain_destroy(p->terrain);
}

static void detect(place *p, talus_vec3 r, const talus_mat3 *a)
{
    contact_collect(&p->site, &p->body, r, a, 1e-3, &p->found);
    contact_choose(&p->site, p->body.radius, &p->found, &p->set);
}

/// 41 x 41 nodes, 0.5 m apart, on [-10, 10]^2.
static talus_terrain *build_field(double (*height)(double, double))
{
    static double heights[NODES * NODES];
    const talus_grid grid = {-10.0, -10.0, 0.5, NODES, NODES};
    talus_terrain *terrain = NULL;
    for (size_t j = 0; j < NODES; j++) {
        for (size_t i = 0; i < NODES; i++) {
            heights[j * NODES + i] = height(-10.0 + 0.5 * (double)i, -10.0 + 0.5 * (double)j);
        }
    }
    (void)talus_terrain_create(&grid, heights, NULL, &terrain, NULL);
    return terrain;
}

static double spike(double x, double y)
{
    return x == 0.0 && y == 0.0 ? 0.1 : 0.0;
}

static double ridge_along_y(double x, double y)
{
    (void)y;
    return x == 0.0 ? 0.1 : 0.0;
}

static double hole_and_flat(double x, double y)
{
    return x == 0.0 && y == 0.0 ? (double)NAN : 0.0;
}

static bool points_up(talus_vec3 n)
{
    return vec3_norm(vec3_sub(n, vec3(0.0, 0.0, 1.0))) < 1e-12;
}

Test(two_way, edges_and_faces_follow_from_the_rock)
{
    static const struct {
        const char *shape;
        size_t edges;
        double inner;
    } shapes[] = {{"cuboid", 12, 0.5}, {"eota111", 48, 0.5}, {"icosphere", 120, 0.0}};
    for (size_t k = 0; k < 3; k++) {
        place p;
        set_up(&p, scene_plane(0.0, 0.0, 5.0, 0.5, 0.0), shapes[k].shape, vec3(1.0, 1.0, 1.0));
        cr_expect(p.body.edge_count == shapes[k].edges, "%zu edges", p.body.edge_count);
        cr_expect(p.body.vertex_count + p.body.face_count == p.body.edge_count + 2);
        cr_expect(shapes[k].inner == 0.0 || fabs(p.body.inner_radius - shapes[k].inner) < 1e-12,
                  "inner radius %.17g", p.body.inner_radius);
        for (size_t e = 0; e < p.body.edge_count; e++) {
            cr_expect(p.body.edges[e].left != p.body.edges[e].right);
        }
        tear_down(&p);
    }
}

Test(two_way, a_face_on_flat_ground_has_its_corners_alone)
{
    // 25 nodes lie under the face, 8 lines of the terrain cross each of its edges
    place p;
    set_up(&p, scene_plane(0.0, 0.0, 10.0, 0.5, 0.0), "cuboid", vec3(2.3, 2.3, 1.0));
    detect(&p, vec3(0.1, 0.05, 0.49), &upright);
    cr_expect(p.set.count == 4, "%zu contacts", p.set.count);
    for (size_t k = 0; k < p.set.count; k++) {
        cr_expect(points_up(p.points[k].normal));
        cr_expect(fabs(p.points[k].depth - 0.01) < 1e-15);
        cr_expect(p.points[k].key < 8);
    }
    tear_down(&p);
}

Test(two_way, a_face_on_an_incline_has_its_corners_alone)
{
    place p;
    set_up(&p, scene_plane(0.6, 0.3, 10.0, 0.5, 0.0), "cuboid", vec3(2.3, 2.3, 1.0));
    const talus_mat3 a = talus_quat_matrix(scene_lay(0.6, 0.3));
    const talus_vec3 n = mat3_mulv(&a, vec3(0.0, 0.0, 1.0));
    detect(&p, vec3_scale(0.49, n), &a);
    cr_expect(p.set.count == 4, "%zu contacts", p.set.count);
    for (size_t k = 0; k < p.set.count; k++) {
        cr_expect(fabs(p.points[k].depth - 0.01) < 1e-12); // the vertical gap is 0.0121 m
        cr_expect(vec3_norm(vec3_sub(p.points[k].normal, n)) < 1e-12);
    }
    tear_down(&p);
}

Test(two_way, a_spike_under_a_face_is_found)
{
    place p;
    set_up(&p, build_field(spike), "cuboid", vec3(2.3, 2.3, 1.0));
    detect(&p, vec3(0.1, 0.05, 0.57), &upright);
    cr_expect(p.set.count == 1, "%zu contacts", p.set.count);
    cr_expect(points_up(p.points[0].normal) && fabs(p.points[0].depth - 0.03) < 1e-15);
    cr_expect(p.points[0].foot.x == 0.0 && p.points[0].foot.z == 0.1);
    contact_set published = {.points = p.points};
    contact_detect(&p.site, &p.body, vec3(0.1, 0.05, 0.57), &upright, 1e-3, &published);
    cr_expect(published.count == 0, "the vertices are clear of the ground");
    tear_down(&p);
}

Test(two_way, an_edge_across_a_ridge_is_found)
{
    // a cuboid turned by 45 degrees about x: its lowest edge runs along x over the ridge along y
    place p;
    set_up(&p, build_field(ridge_along_y), "cuboid", vec3(3.0, 1.0, 1.0));
    const talus_mat3 a = talus_quat_matrix(scene_turn(0.25 * TALUS_PI, vec3(1.0, 0.0, 0.0)));
    detect(&p, vec3(0.2, 0.1, sqrt(0.5) + 0.08), &a);
    cr_expect(p.set.count == 1, "%zu contacts", p.set.count);
    cr_expect(points_up(p.points[0].normal));
    cr_expect(fabs(p.points[0].depth - 0.02) < 1e-14, "%g", p.points[0].depth);
    cr_expect(fabs(p.points[0].foot.x) < 1e-14 && fabs(p.points[0].foot.y - 0.1) < 1e-14);
    tear_down(&p);
}

Test(two_way, nodata_carries_nothing)
{
    place p;
    set_up(&p, build_field(hole_and_flat), "cuboid", vec3(0.6, 0.6, 1.0));
    detect(&p, vec3(0.0, 0.0, 0.45), &upright);
    cr_expect(p.set.count == 0 && isinf(p.set.min_gap));
    tear_down(&p);
}

Test(two_way, ground_goes_on_past_the_border_under_a_rock_that_is_inside)
{
    place p;
    set_up(&p, scene_plane(0.0, 0.0, 5.0, 0.5, 0.0), "cuboid", vec3(1.0, 1.0, 1.0));
    detect(&p, vec3(4.9, 0.1, 0.49), &upright);
    cr_expect(p.set.count == 4, "%zu contacts", p.set.count);
    detect(&p, vec3(5.1, 0.1, 0.49), &upright);
    // S is off the grid: two vertices, and the two nodes on the border under the face
    cr_expect(p.found.vertex_count == 2 && p.set.count == 4, "%zu contacts", p.set.count);
    tear_down(&p);
}

Test(two_way, a_rock_off_the_grid_touches_nothing)
{
    place p;
    set_up(&p, scene_plane(0.0, 0.0, 5.0, 0.5, 0.0), "cuboid", vec3(1.0, 1.0, 1.0));
    static const talus_vec3 places[] = {
        {500, 0, 0}, {-500, 1, 0}, {0, 1e30, 0}, {(double)NAN, 0, 0}};
    for (size_t k = 0; k < 4; k++) {
        detect(&p, places[k], &upright);
        cr_expect(p.set.count == 0);
    }
    tear_down(&p);
}

Test(two_way, a_body_without_faces_has_its_vertices)
{
    place p;
    set_up(&p, scene_plane(0.0, 0.0, 5.0, 0.5, 0.0), "cuboid", vec3(1.0, 1.0, 1.0));
    talus_rock *bare = NULL;
    cr_assert(talus_rock_from_body(p.rock->vertices, 8, 100.0, vec3(1.0, 1.0, 1.0), &bare, NULL) ==
              TALUS_OK);
    contact_body_set(&p.body, bare, 1.0);
    detect(&p, vec3(0.0, 0.0, 0.49), &upright);
    cr_expect(p.set.count == 4 && p.body.edge_count == 0);
    talus_rock_destroy(bare);
    tear_down(&p);
}

/// Smallest vertical gap by brute force: the lower side of the hull over a fine lattice of places.
static double sample_gap(const place *p, talus_vec3 r, const talus_mat3 *a, double step)
{
    double lowest = (double)INFINITY;
    const double reach = p->body.radius;
    for (double x = r.x - reach; x <= r.x + reach; x += step) {
        for (double y = r.y - reach; y <= r.y + reach; y += step) {
            double low = -(double)INFINITY, high = (double)INFINITY, z = 0.0;
            for (size_t f = 0; f < p->body.face_count; f++) {
                const talus_vec3 n = mat3_mulv(a, p->body.faces[f].normal);
                const double rest = p->body.faces[f].offset - n.x * (x - r.x) - n.y * (y - r.y);
                low = n.z < 0.0 && rest / n.z > low ? rest / n.z : low;
                high = n.z > 0.0 && rest / n.z < high ? rest / n.z : high;
            }
            if (low <= high && talus_terrain_height(p->terrain, x, y, &z) == TALUS_INSIDE) {
                lowest = r.z + low - z < lowest ? r.z + low - z : lowest;
            }
        }
    }
    return lowest;
}

static void compare_gaps(talus_surface surface)
{
    place p;
    talus_random rng = {.seed = 5};
    size_t deeper_than_vertices = 0;
    set_up(&p, scene_plane(0.5, 0.7, 10.0, 0.5, 0.2), "eota221", vec3(2.0, 2.0, 1.0));
    cr_assert_eq(talus_terrain_set_surface(p.terrain, surface, NULL), TALUS_OK);
    for (int i = 0; i < 60; i++) {
        const double u = talus_random_uniform(&rng), v = talus_random_uniform(&rng);
        const talus_mat3 a =
            talus_quat_matrix(talus_quat_uniform(u, v, talus_random_uniform(&rng)));
        const talus_vec3 r = vec3(8.0 * u - 4.0, 8.0 * v - 4.0, 0.0);
        const double gap = contact_two_way_gap(&p.site, &p.body, r, &a);
        const double sampled = sample_gap(&p, r, &a, 0.01);
        const double vertices =
            contact_min_gap(&p.site, p.body.vertices, p.body.vertex_count, r, &a);
        // slopes of rock and ground differ by less than 10: a lattice of 1 cm misses 0.1 m at most
        cr_expect(gap <= sampled + 1e-12, "gap %g m, sampled %g m", gap, sampled);
        cr_expect(gap >= sampled - 0.1, "gap %g m, sampled %g m", gap, sampled);
        deeper_than_vertices += gap < vertices - 1e-3;
    }
    cr_expect(deeper_than_vertices > 20, "%zu poses", deeper_than_vertices);
    tear_down(&p);
}

Test(two_way, no_sampled_place_is_lower_than_the_gap_found)
{
    compare_gaps(TALUS_SURFACE_BILINEAR);
}

Test(two_way, no_sampled_place_is_lower_over_triangles)
{
    compare_gaps(TALUS_SURFACE_TRIANGULATED);
}

/// Whether the ground around a node, sampled on a small circle, stays under the plane with normal
/// n.
static bool stays_under(const place *p, talus_vec3 node, talus_vec3 n)
{
    for (int k = 0; k < 64; k++) {
        const double angle = TALUS_PI * k / 32.0, small = 1e-6;
        talus_vec3 q = vec3(node.x + small * cos(angle), node.y + small * sin(angle), node.z);
        (void)talus_terrain_height(p->terrain, q.x, q.y, &q.z);
        const talus_vec3 d = vec3_sub(q, node);
        if (vec3_dot(n, d) > 0.0201 * vec3_norm(d)) {
            return false;
        }
    }
    return true;
}

/// Nodes inside the hull that a face touches, by a loop over all nodes and faces.
static size_t count_nodes_inside(const place *p, talus_vec3 r, const talus_mat3 *a)
{
    const talus_grid *grid = talus_terrain_surface_grid(p->terrain);
    size_t count = 0;
    for (size_t k = 0; k < grid->nx * grid->ny; k++) {
        talus_vec3 q = vec3(grid->x0 + (double)(k % grid->nx) * grid->cell,
                            grid->y0 + (double)(k / grid->nx) * grid->cell, 0.0);
        (void)talus_terrain_height(p->terrain, q.x, q.y, &q.z);
        const talus_vec3 x = mat3_tmulv(a, vec3_sub(q, r));
        bool inside = true, touches = false;
        for (size_t f = 0; f < p->body.face_count; f++) {
            const talus_vec3 n = vec3_scale(-1.0, mat3_mulv(a, p->body.faces[f].normal));
            const double distance = vec3_dot(p->body.faces[f].normal, x) - p->body.faces[f].offset;
            inside = inside && distance <= 0.0;
            touches = touches || (n.z >= 0.0 && distance > -0.3 && stays_under(p, q, n));
        }
        count += inside && touches;
    }
    return count;
}

/// Minima of the gap along the rock's lower edges at which the gap is negative, by sampling.
static size_t count_edge_minima(const place *p, talus_vec3 r, const talus_mat3 *a)
{
    enum { SAMPLES = 4000 };
    size_t count = 0;
    for (size_t e = 0; e < p->body.edge_count; e++) {
        const contact_edge *edge = &p->body.edges[e];
        const talus_vec3 from = vec3_add(r, mat3_mulv(a, p->body.vertices[edge->a]));
        const talus_vec3 way = vec3_sub(vec3_add(r, mat3_mulv(a, p->body.vertices[edge->b])), from);
        if (mat3_mulv(a, p->body.faces[edge->left].normal).z > 0.0 &&
            mat3_mulv(a, p->body.faces[edge->right].normal).z > 0.0) {
            continue;
        }
        double before = (double)INFINITY, last = (double)INFINITY;
        for (int k = 0; k <= SAMPLES; k++) {
            const talus_vec3 q = vec3_axpy(from, (double)k / SAMPLES, way);
            double z = 0.0;
            (void)talus_terrain_height(p->terrain, q.x, q.y, &z);
            // minima inside the edge alone; ends are vertices
            count += k > 1 && last < before && last < q.z - z && last < -1e-4;
            before = last;
            last = q.z - z;
        }
    }
    return count;
}

static void compare_features(talus_surface surface)
{
    place p;
    talus_random rng = {.seed = 9};
    size_t nodes = 0, edges = 0, different = 0;
    set_up(&p, scene_plane(0.4, 0.7, 10.0, 0.5, 0.15), "cuboid", vec3(2.0, 1.8, 1.4));
    cr_assert_eq(talus_terrain_set_surface(p.terrain, surface, NULL), TALUS_OK);
    for (int i = 0; i < 300; i++) {
        const double u = talus_random_uniform(&rng), v = talus_random_uniform(&rng);
        const double w = talus_random_uniform(&rng);
        // every other one lies nearly flat on a face
        const talus_mat3 a = talus_quat_matrix(
            i % 2 == 0 ? talus_quat_uniform(u, v, w)
                       : quat_mul(scene_lay(0.4, 0.7), scene_turn(0.3 * w, vec3(0.6, 0.8, 0.0))));
        talus_vec3 r = vec3(8.0 * u - 4.0, 8.0 * v - 4.0, 0.0);
        r.z -= contact_two_way_gap(&p.site, &p.body, r, &a) + 0.05;
        contact_collect(&p.site, &p.body, r, &a, 1e-3, &p.found);
        size_t kinds[4] = {0, 0, 0, 0};
        for (size_t k = 0; k < p.found.count; k++) {
            kinds[p.found.points[k].key >> 62]++;
            cr_expect(p.found.points[k].depth <= 0.05 + 1e-12);
        }
        cr_expect(p.found.count > 0, "pose %d: nothing found 5 cm deep", i);
        different += kinds[1] != count_nodes_inside(&p, r, &a);
        different += kinds[2] != count_edge_minima(&p, r, &a);
        nodes += kinds[1];
        edges += kinds[2];
    }
    // a minimum within 1e-4 m of the surface or a sample of an end counts on one side alone
    cr_expect(different <= 6, "%zu of 300 poses differ", different);
    cr_expect(nodes > 10 && edges > 150, "%zu nodes and %zu edges", nodes, edges);
    tear_down(&p);
}

Test(two_way, nodes_and_edges_are_those_of_a_dense_search)
{
    compare_features(TALUS_SURFACE_BILINEAR);
}

Test(two_way, nodes_and_edges_are_those_of_a_dense_search_over_triangles)
{
    compare_features(TALUS_SURFACE_TRIANGULATED);
}

Test(two_way, contacts_are_few_and_the_deepest_is_among_them)
{
    place p;
    talus_random rng = {.seed = 4};
    size_t most = 0;
    set_up(&p, scene_plane(0.3, 0.0, 10.0, 0.25, 0.1), "icosphere", vec3(2.0, 2.0, 2.0));
    for (int i = 0; i < 300; i++) {
        const double u = talus_random_uniform(&rng), v = talus_random_uniform(&rng);
        const talus_mat3 a =
            talus_quat_matrix(talus_quat_uniform(u, v, talus_random_uniform(&rng)));
        talus_vec3 r = vec3(8.0 * u - 4.0, 8.0 * v - 4.0, 0.0);
        r.z -= contact_two_way_gap(&p.site, &p.body, r, &a) + 0.2;
        detect(&p, r, &a);
        double deepest = 0.0;
        for (size_t k = 0; k < p.set.count; k++) {
            const contact_point *c = &p.points[k];
            deepest = c->depth > deepest ? c->depth : deepest;
            cr_expect(fabs(vec3_norm(c->normal) - 1.0) < 1e-12 && c->normal.z >= 0.0);
            cr_expect(vec3_dot(vec3_sub(c->foot, r), c->normal) < 0.0);
            cr_expect(vec3_norm(vec3_sub(vec3_add(r, mat3_mulv(&a, c->lever)), c->foot)) < 1e-12);
        }
        cr_expect(deepest >= p.set.depth - 1e-3);
        most = p.set.count > most ? p.set.count : most;
    }
    cr_expect(most > 4 && most <= CONTACT_LIMIT, "%zu contacts", most);
    tear_down(&p);
}

Test(two_way, a_way_through_a_ridge_passes_under)
{
    place p;
    set_up(&p, build_field(ridge_along_y), "cuboid", vec3(1.0, 1.0, 1.0));
    cr_expect(contact_passes_under(p.terrain, vec3(-1.0, 0.3, 0.09), vec3(1.0, 0.2, 0.09)));
    cr_expect_not(contact_passes_under(p.terrain, vec3(-1.0, 0.3, 0.11), vec3(1.0, 0.2, 0.11)));
    cr_expect_not(contact_passes_under(p.terrain, vec3(-1.0, 0.3, 0.05), vec3(-0.6, 0.2, 0.05)));
    cr_expect_not(contact_passes_under(p.terrain, vec3(50.0, 0.3, -5.0), vec3(60.0, 0.2, -5.0)));
    tear_down(&p);
}
