# SPDX-License-Identifier: GPL-3.0-or-later
"""Rockfall simulation in QGIS: a Processing provider that runs the program talus."""


def classFactory(iface):  # noqa: N802 - the name that QGIS asks for
    from .provider import Plugin

    return Plugin()
