// SPDX-License-Identifier: GPL-3.0-or-later
/// @file talus.h
/// The whole library in one header. The laboratory has its own headers (talus/lab/...).
///
/// threads: see the line of each header.
#ifndef TALUS_TALUS_H
#define TALUS_TALUS_H

#include "talus/base.h"
#include "talus/bodies.h"
#include "talus/breaking.h"
#include "talus/calibrate.h"
#include "talus/campaign.h"
#include "talus/contact_problem.h"
#include "talus/dem.h"
#include "talus/directory.h"
#include "talus/exchange.h"
#include "talus/export.h"
#include "talus/hazard.h"
#include "talus/init.h"
#include "talus/library.h"
#include "talus/linalg.h"
#include "talus/map.h"
#include "talus/mesh.h"
#include "talus/models.h"
#include "talus/observe.h"
#include "talus/pack.h"
#include "talus/products.h"
#include "talus/project.h"
#include "talus/raster.h"
#include "talus/release.h"
#include "talus/replay.h"
#include "talus/report.h"
#include "talus/results.h"
#include "talus/rotation.h"
#include "talus/run.h"
#include "talus/scenario.h"
#include "talus/scene.h"
#include "talus/schema.h"
#include "talus/section.h"
#include "talus/shape.h"
#include "talus/site.h"
#include "talus/solve.h"
#include "talus/solve_options.h"
#include "talus/stepper.h"
#include "talus/study.h"
#include "talus/table.h"
#include "talus/terrain.h"
#include "talus/validate.h"
#include "talus/world.h"

#endif
