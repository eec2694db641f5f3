// SPDX-License-Identifier: GPL-3.0-or-later
// The camera: where it stands so that everything is seen, and its projection, by cglm.
#include "studies/scene/scene.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

#define DEGREE (TALUS_PI / 180.0)
#define FILLED 0.80        // of the half picture, at most, by what is to be seen
#define CLEARANCE 0.02     // of the distance: camera over ground
#define ASIDE 35.0         // deg: a slope seen askance shows its relief
#define FIELD_OF_VIEW 30.0 // deg

static void aim(scene_camera *camera, double field_of_view)
{
    const double up = camera->elevation * DEGREE, around = camera->azimuth * DEGREE;
    const double flat = talus_cos(up) * camera->distance;
    camera->eye[0] = camera->target[0] - flat * talus_sin(around);
    camera->eye[1] = camera->target[1] - flat * talus_cos(around);
    camera->eye[2] = camera->target[2] + talus_sin(up) * camera->distance;
    vec3 eye, target, upward = {0.0F, 0.0F, 1.0F};
    mat4 view, projection, both;
    for (int k = 0; k < 3; k++) {
        eye[k] = (float)camera->eye[k];
        target[k] = (float)camera->target[k];
    }
    glm_lookat(eye, target, upward, view);
    const double half = 0.5 * field_of_view * DEGREE;
    const float near = (float)(1e-3 * camera->distance), far = (float)(100.0 * camera->distance);
    const float top = (float)(talus_sin(half) / talus_cos(half)) * near;
    const float right = top * (float)camera->width / (float)camera->height;
    glm_frustum(-right, right, -top, top, near, far, projection);
    glm_mat4_mul(projection, view, both);
    memcpy(camera->matrix, both, sizeof camera->matrix);
}

scene_spot scene_project(const scene_camera *camera, const float point[3])
{
    mat4 matrix;
    vec4 from = {point[0], point[1], point[2], 1.0F}, to;
    memcpy(matrix, camera->matrix, sizeof camera->matrix);
    glm_mat4_mulv(matrix, from, to);
    const float q = to[3] > 1e-3F * (float)camera->distance ? 1.0F / to[3] : -1.0F;
    return (scene_spot){(0.5F + 0.5F * to[0] * q) * (float)camera->width,
                        (0.5F - 0.5F * to[1] * q) * (float)camera->height, q};
}

double scene_pixels_per_metre(const scene_camera *camera)
{
    const float a[3] = {(float)camera->target[0], (float)camera->target[1],
                        (float)camera->target[2]};
    const double around = camera->azimuth * DEGREE, step = 1e-3 * camera->distance;
    const float b[3] = {(float)(camera->target[0] + step * talus_cos(around)),
                        (float)(camera->target[1] - step * talus_sin(around)),
                        (float)camera->target[2]};
    return fabs((double)scene_project(camera, b).x - (double)scene_project(camera, a).x) / step;
}

/// Bounds of the points in the picture, from -1 to 1; all 9 when one lies behind the camera.
static void bounds_of(const scene_camera *camera, const scene_points *points, double box[4])
{
    box[0] = box[1] = HUGE_VAL;
    box[2] = box[3] = -HUGE_VAL;
    for (size_t k = 0; k < points->count; k++) {
        const float point[3] = {(float)points->items[k][0], (float)points->items[k][1],
                                (float)points->items[k][2]};
        const scene_spot spot = scene_project(camera, point);
        const double x = spot.q > 0.0F ? 2.0 * (double)spot.x / camera->width - 1.0 : 9.0;
        const double y = spot.q > 0.0F ? 1.0 - 2.0 * (double)spot.y / camera->height : 9.0;
        box[0] = fmin(box[0], x);
        box[1] = fmin(box[1], y);
        box[2] = fmax(box[2], x);
        box[3] = fmax(box[3], y);
    }
}

/// Move the target so that the points lie around the middle of the picture.
static void centre(scene_camera *camera, const double box[4], double field_of_view)
{
    const double half = 0.5 * field_of_view * DEGREE;
    const double high = camera->distance * talus_sin(half) / talus_cos(half);
    const double x = 0.5 * (box[0] + box[2]) * high * camera->width / camera->height;
    const double y = 0.5 * (box[1] + box[3]) * high;
    const double around = camera->azimuth * DEGREE, up = camera->elevation * DEGREE;
    const double right[3] = {talus_cos(around), -talus_sin(around), 0.0};
    const double upward[3] = {talus_sin(up) * talus_sin(around), talus_sin(up) * talus_cos(around),
                              talus_cos(up)};
    for (int k = 0; k < 3; k++) {
        camera->target[k] += x * right[k] + y * upward[k];
    }
}

/// Smallest distance from which all points are in the picture.
static void step_back(scene_camera *camera, const scene_points *points, double size, bool keeps,
                      double field_of_view)
{
    for (int round = 0; round < 3; round++) {
        double near = 0.05 * size, far = 50.0 * size, box[4];
        for (int k = 0; k < 40; k++) {
            camera->distance = sqrt(near * far);
            aim(camera, field_of_view);
            bounds_of(camera, points, box);
            // around their own middle, which is moved to that of the picture next
            const double wide = keeps ? fmax(-box[0], box[2]) : 0.5 * (box[2] - box[0]);
            const double tall = keeps ? fmax(-box[1], box[3]) : 0.5 * (box[3] - box[1]);
            if (fmax(wide, tall) < FILLED && box[2] < 8.0) {
                far = camera->distance;
            } else {
                near = camera->distance;
            }
        }
        camera->distance = far;
        aim(camera, field_of_view);
        bounds_of(camera, points, box);
        if (keeps) {
            return;
        }
        centre(camera, box, field_of_view);
    }
    aim(camera, field_of_view);
}

/// Is the line from the camera to the point free of ground?
static bool sees(const scene_world *world, const double point[3])
{
    enum { STEPS = 96 };
    const scene_terrain *t = &world->terrain;
    const double *eye = world->camera.eye;
    for (int k = 1; k < STEPS - 1; k++) {
        const double s = k / (double)STEPS;
        const double x = eye[0] + s * (point[0] - eye[0]), y = eye[1] + s * (point[1] - eye[1]);
        const double z = eye[2] + s * (point[2] - eye[2]);
        const double ground = scene_ground(t, t->middle[0] + x, t->middle[1] + y);
        if (t->exaggeration * (ground - t->middle[2]) > z + 0.5 * t->image.cell) {
            return false;
        }
    }
    return true;
}

static double share_seen(const scene_world *world, const scene_points *points)
{
    const size_t step = points->count / 300 + 1;
    size_t seen = 0, all = 0;
    for (size_t k = 0; k < points->count; k += step) {
        seen += sees(world, points->items[k]);
        all++;
    }
    return all > 0 ? (double)seen / (double)all : 1.0;
}

static bool is_clear(const scene_world *world)
{
    const scene_terrain *t = &world->terrain;
    const double *eye = world->camera.eye;
    const double ground = scene_ground(t, t->middle[0] + eye[0], t->middle[1] + eye[1]);
    return !(t->exaggeration * (ground - t->middle[2]) >
             eye[2] - CLEARANCE * world->camera.distance);
}

static double heading_of(const double fall[2])
{
    // the camera looks up the slope
    const double x = -fall[0], y = -fall[1];
    if (y == 0.0) {
        return x > 0.0 ? 90.0 : x < 0.0 ? 270.0 : 0.0;
    }
    return talus_atan(x / y) / DEGREE + (y < 0.0 ? 180.0 : 0.0);
}

typedef struct camera_request {
    double azimuth, elevation, distance, field_of_view;
    bool has_target;
    double target[3];
} camera_request;

static void stand(scene_world *world, const scene_points *points, const camera_request *request,
                  double azimuth, double elevation)
{
    scene_camera *camera = &world->camera;
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    double size = 1.0;
    for (size_t k = 0; k < points->count; k++) {
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], points->items[k][c]);
            high[c] = fmax(high[c], points->items[k][c]);
        }
    }
    for (int c = 0; c < 3; c++) {
        camera->target[c] = request->has_target ? request->target[c] : 0.5 * (low[c] + high[c]);
        size = fmax(size, high[c] - low[c]);
    }
    camera->azimuth = azimuth - 360.0 * floor(azimuth / 360.0);
    camera->elevation = elevation;
    if (request->distance > 0.0) {
        camera->distance = request->distance;
        aim(camera, request->field_of_view);
    } else {
        step_back(camera, points, size, request->has_target, request->field_of_view);
    }
}

/// Look from the side that hides least; rise until nothing stands in front of the camera.
static void choose(scene_world *world, const scene_points *points, const camera_request *request)
{
    static const double aside[] = {ASIDE, -ASIDE, 0.0, 1.7 * ASIDE, -1.7 * ASIDE};
    enum { SIDES = sizeof aside / sizeof aside[0] };
    const bool is_free = isnan(request->azimuth), rises = isnan(request->elevation);
    const double lowest = rises ? 27.0 : request->elevation;
    double best = -1.0, azimuth = 0.0, elevation = 0.0;
    for (int side = 0; side < (is_free ? (int)SIDES : 1); side++) {
        const double from = is_free ? heading_of(points->fall) + aside[side] : request->azimuth;
        double up = lowest, seen = 0.0;
        for (;; up += 6.0) {
            stand(world, points, request, from, up);
            seen = is_clear(world) ? share_seen(world, points) : 0.0;
            if (!rises || seen > 0.9 || up > 55.0) {
                break;
            }
        }
        // a low view is worth some hidden points
        const double value = seen - 0.004 * (up - lowest);
        if (value > best + 0.01) {
            best = value;
            azimuth = from;
            elevation = up;
        }
    }
    stand(world, points, request, azimuth, elevation);
}

void scene_set_camera(scene_world *world, const scene_points *points,
                      const talus_scene_options *options, int width, int height)
{
    camera_request request = {.azimuth = options->azimuth,
                              .elevation = options->elevation,
                              .distance = options->distance,
                              .field_of_view = options->field_of_view > 0.0 ? options->field_of_view
                                                                            : FIELD_OF_VIEW,
                              .has_target = !isnan(options->target[0])};
    world->camera.width = width;
    world->camera.height = height;
    if (request.has_target) {
        const double *at = options->target;
        const double ground = scene_ground(&world->terrain, at[0], at[1]);
        const double z = !isnan(at[2]) ? at[2] : isnan(ground) ? world->terrain.middle[2] : ground;
        scene_place(&world->terrain, at[0], at[1], z, request.target);
    }
    choose(world, points, &request);
}
