// SPDX-License-Identifier: GPL-3.0-or-later
/// @file compare_charts.h
/// What the chart files of a comparison share.
#ifndef TALUS_SRC_STUDIES_STUDY_COMPARE_CHARTS_H
#define TALUS_SRC_STUDIES_STUDY_COMPARE_CHARTS_H

#include "io/chart/chart.h"
#include "studies/study/compare.h"
#include "talus/map.h"

/// directory/<name>.svg; a page without a note gets what was run.
talus_status compare_chart_save(const compare_study *study, const compare_files *files,
                                const char *name, chart *page, talus_error *error);
/// A map of a result directory as file `name` of the study.
talus_status compare_map_save(const compare_files *files, const char *name, const char *directory,
                              const char *layer, const talus_map_options *options,
                              talus_error *error);

#endif
