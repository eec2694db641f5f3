# SPDX-License-Identifier: GPL-3.0-or-later
"""Rocking blocks."""
from ._library import need_laboratory

need_laboratory()
