# SPDX-License-Identifier: GPL-3.0-or-later
"""The provider, and the plugin that registers it."""
from qgis.core import QgsApplication, QgsProcessingProvider

from .inputs import Check, Init
from .simulations import Hazard, Report, Run
from .studies import Calibrate, Compare, Sensitivity


class Provider(QgsProcessingProvider):
    """Group "Talus" of the Processing toolbox."""

    def id(self):
        return "talus"

    def name(self):
        return "Talus"

    def longName(self):
        return "Talus rockfall simulation"

    def loadAlgorithms(self):
        for algorithm in (Init, Check, Run, Hazard, Compare, Sensitivity, Calibrate, Report):
            self.addAlgorithm(algorithm())


class Plugin:
    """What QGIS loads and unloads."""

    def __init__(self):
        self.provider = None

    def initProcessing(self):
        self.provider = Provider()
        QgsApplication.processingRegistry().addProvider(self.provider)

    def initGui(self):
        self.initProcessing()

    def unload(self):
        QgsApplication.processingRegistry().removeProvider(self.provider)
