// SPDX-License-Identifier: GPL-3.0-or-later
/// @file filter.h
/// What may reach a database: a filter of attributes and a plain selection, parsed whole. They compare
/// fields and nothing else: no function, no other table, no second statement.
#ifndef TALUS_SRC_IO_GEO_RULES_FILTER_H
#define TALUS_SRC_IO_GEO_RULES_FILTER_H

#include "talus/base.h"

/// Is it a filter? Comparisons (=, <>, <, >, <=, >=), IN, LIKE, ILIKE, BETWEEN, IS NULL of fields,
/// numbers, 'texts' and CAST(field AS type) with + - * / %, joined by AND, OR, NOT and parentheses.
/// @param where NULL or "" = no filter
/// @return TALUS_ERROR_INPUT with what was found instead
talus_status geo_rules_check_filter(const char *where, talus_error *error);
/// Is it SELECT [DISTINCT] fields FROM layer [WHERE filter] [ORDER BY fields] [LIMIT n]?
/// @return TALUS_ERROR_INPUT
talus_status geo_rules_check_selection(const char *sql, talus_error *error);

#endif
