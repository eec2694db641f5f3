# SPDX-License-Identifier: GPL-3.0-or-later
"""talus run, with and without hazard zones, and talus report."""
import pathlib

from qgis.core import (QgsProcessingOutputHtml, QgsProcessingOutputMultipleLayers, QgsProcessingParameterEnum,
                       QgsProcessingParameterFile, QgsProcessingParameterFileDestination,
                       QgsProcessingParameterNumber, QgsProcessingParameterString)

from . import program
from .common import Algorithm, add_results

LAYERS = ["reach_probability", "kinetic_energy_p95", "jump_height_p95", "kinetic_energy_max", "jump_height_max",
          "speed_p95", "passages", "deposits"]


class Run(Algorithm):
    """Simulate a scenario."""

    command = "run"
    title = "Simulate rockfall"

    def initAlgorithm(self, config=None):
        self.add_scenario()
        self.addParameter(QgsProcessingParameterEnum("LAYERS", "Rasters to show", LAYERS, True, [2, 1, 0],
                                                     optional=True))
        self.add_simulation("Results")
        self.addOutput(QgsProcessingOutputMultipleLayers("SHOWN", "Layers"))

    def words(self, parameters, context):
        """More options of the command."""
        return []

    def rasters(self, parameters, context):
        return [LAYERS[index] for index in self.parameterAsEnums(parameters, "LAYERS", context)]

    def processAlgorithm(self, parameters, context, feedback):
        folder, words = self.simulation_options(parameters, context)
        words = [self.parameterAsFile(parameters, "SCENARIO", context), *words, *self.words(parameters, context)]
        program.call(["run", *words], feedback, has_progress=True)
        return {"OUTPUT": folder, "SHOWN": add_results(folder, self.rasters(parameters, context), context)}


class Hazard(Run):
    """Simulate a scenario and draw hazard zones."""

    title = "Simulate rockfall and draw hazard zones"

    def initAlgorithm(self, config=None):
        self.packs = program.rule_packs()
        names = [*self.packs, "as in the scenario"]
        self.addParameter(QgsProcessingParameterEnum("PACK", "Rules of the zones", names, False, len(names) - 1))
        self.addParameter(QgsProcessingParameterFile("RULES", "Rule pack of your own (replaces the choice above)",
                                                     fileFilter="Rule packs (*.yaml)", optional=True))
        number = QgsProcessingParameterNumber
        self.addParameter(number(
            "FREQUENCY", "Rocks a year and km² of source of the first release (empty: as in the scenario)",
            number.Double, optional=True, minValue=0.0))
        super().initAlgorithm(config)

    def shortHelpString(self):
        return super().shortHelpString() + (
            " Hazard zones need to know how often rocks fall: give a frequency here or in the scenario, except where "
            "the rules ask for probabilities given a release.")

    def words(self, parameters, context):
        rules = self.parameterAsFile(parameters, "RULES", context)
        index = self.parameterAsEnum(parameters, "PACK", context)
        rules = rules or [*self.packs.values(), ""][index]
        words = ["--set", f"hazard.rules={rules}"] if rules else []
        if parameters.get("FREQUENCY") is not None:
            frequency = self.parameterAsDouble(parameters, "FREQUENCY", context)
            words += ["--set", f"releases.0.frequency.per_year_km2={frequency:.17g}"]
        return words


class Report(Algorithm):
    """Write the page of a result."""

    command = "report"
    title = "Write a report"
    languages = ["en", "de", "fr", "it"]

    def initAlgorithm(self, config=None):
        self.addParameter(QgsProcessingParameterFile("FOLDER", "Results", QgsProcessingParameterFile.Folder))
        self.addParameter(QgsProcessingParameterEnum("LANGUAGE", "Language", self.languages, False, 0))
        self.addParameter(QgsProcessingParameterString("TITLE", "Title (empty: as in the scenario)", optional=True))
        self.addParameter(QgsProcessingParameterString("AUTHOR", "Author", optional=True))
        self.addParameter(QgsProcessingParameterFileDestination("OUTPUT", "Report", "Pages (*.html)"))
        self.addOutput(QgsProcessingOutputHtml("PAGE", "Report"))

    def processAlgorithm(self, parameters, context, feedback):
        page = pathlib.Path(self.parameterAsFileOutput(parameters, "OUTPUT", context))
        words = ["report", self.parameterAsFile(parameters, "FOLDER", context), "--out", page, "--overwrite",
                 "--language", self.languages[self.parameterAsEnum(parameters, "LANGUAGE", context)]]
        for name in ("TITLE", "AUTHOR"):
            text = self.parameterAsString(parameters, name, context)
            words += [f"--{name.lower()}", text] if text else []
        program.call(words, feedback)
        return {"OUTPUT": str(page), "PAGE": str(page)}
