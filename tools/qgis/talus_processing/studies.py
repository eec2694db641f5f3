# SPDX-License-Identifier: GPL-3.0-or-later
"""talus compare, sensitivity and calibrate."""
import pathlib

from qgis.core import (QgsProcessing, QgsProcessingOutputFile, QgsProcessingParameterBoolean,
                       QgsProcessingParameterEnum, QgsProcessingParameterField, QgsProcessingParameterNumber, QgsProcessingParameterString, QgsProcessingParameterVectorLayer,
                       QgsVectorLayer)

from . import program
from .common import Algorithm, add_layer, add_raster, is_own
from .inputs import file_of, write_copy


def add_study(folder, context, tables):
    """Rasters and tables of a study; its variants have folders of their own."""
    folder = pathlib.Path(folder)
    for file in filter(is_own, sorted(folder.glob("*.tif"))):
        add_raster(file, context)
    for name in tables:
        if is_own(folder / name):
            uri = (folder / name).as_uri() + "?type=csv&geomType=none&detectTypes=yes"
            add_layer(QgsVectorLayer(uri, name, "delimitedtext"), f"{folder.name}: {pathlib.Path(name).stem}", context)


class Study(Algorithm):
    """A study of a scenario."""

    tables = ()

    def study_words(self, parameters, context):
        """Options of the command beyond the common ones."""
        raise NotImplementedError

    def processAlgorithm(self, parameters, context, feedback):
        folder, words = self.simulation_options(parameters, context)
        words = [self.parameterAsFile(parameters, "SCENARIO", context), *words, *self.study_words(parameters, context)]
        program.call([self.command, *words], feedback, has_progress=True)
        add_study(folder, context, self.tables)
        return {"OUTPUT": folder}


class Compare(Study):
    """The same rocks under several schemes and time steps, without and with breaking."""

    command = "compare"
    title = "Compare schemes, time steps and breaking"
    tables = ("rocks.csv", "screens.csv")

    def initAlgorithm(self, config=None):
        self.add_scenario()
        self.addParameter(QgsProcessingParameterBoolean(
            "FRAGMENTATION", "Without fragmentation and with that of the scenario", False))
        self.addParameter(QgsProcessingParameterString(
            "SCHEMES", "Rotation schemes, with commas (none: explicit,midpoint,exact; with fragmentation the scenario's)",
            optional=True))
        self.addParameter(QgsProcessingParameterString("TIME_STEPS", "Time steps in s, with commas", optional=True))
        self.add_simulation("Comparison")

    def study_words(self, parameters, context):
        words = ["--fragmentation"] if self.parameterAsBoolean(parameters, "FRAGMENTATION", context) else []
        for name, option in (("SCHEMES", "--schemes"), ("TIME_STEPS", "--time-steps")):
            given = self.parameterAsString(parameters, name, context)
            words += [option, given] if given else []
        return words


class Sensitivity(Study):
    """What results depend on."""

    command = "sensitivity"
    title = "Sensitivity of results"
    variants = ["dem_x2", "dem_x4", "step_half", "step_double", "detection", "ground_softer", "ground_harder",
                "no_forest"]

    def initAlgorithm(self, config=None):
        self.add_scenario()
        self.addParameter(QgsProcessingParameterEnum("VARIANTS", "Variants (none: all)", self.variants, True,
                                                     optional=True))
        self.add_simulation("Study")

    def study_words(self, parameters, context):
        chosen = [self.variants[index] for index in self.parameterAsEnums(parameters, "VARIANTS", context)]
        return ["--variants", ",".join(chosen)] if chosen else []


class Calibrate(Study):
    """Parameters of a scenario from observed deposits."""

    command = "calibrate"
    title = "Calibrate from observed deposits"
    tables = ("posterior.csv", "calibration.csv")

    def initAlgorithm(self, config=None):
        self.add_scenario()
        self.addParameter(QgsProcessingParameterVectorLayer("OBSERVED", "Points where rocks stopped",
                                                            [QgsProcessing.TypeVectorPoint]))
        self.addParameter(QgsProcessingParameterString(
            "PARAMETERS", "Parameters to find, one KEY=LOW:HIGH a line, e.g. ground.0.mu_min=0.2:0.6", multiLine=True))
        self.addParameter(QgsProcessingParameterField(
            "VOLUME_FIELD", "Field with the volume of a deposit in m³ (of pieces, to be compared too)", None, "OBSERVED",
            QgsProcessingParameterField.Numeric, optional=True))
        self.addParameter(QgsProcessingParameterNumber("EVALUATIONS", "Simulations of the scenario",
                                                       QgsProcessingParameterNumber.Integer, 300, minValue=60))
        self.add_simulation("Calibration")
        self.addOutput(QgsProcessingOutputFile("BEST", "Scenario with the best values"))

    def study_words(self, parameters, context):
        layer = self.parameterAsVectorLayer(parameters, "OBSERVED", context)
        folder = self.parameterAsString(parameters, "OUTPUT", context)
        path, table = file_of(layer) or write_copy(layer, folder.rstrip("/") + "_observed.gpkg", context)
        words = ["--observed", path, "--evaluations", self.parameterAsInt(parameters, "EVALUATIONS", context)]
        words += ["--layer", table] if table else []
        volumes = self.parameterAsString(parameters, "VOLUME_FIELD", context)
        words += ["--volume-field", volumes] if volumes else []
        for line in self.parameterAsString(parameters, "PARAMETERS", context).splitlines():
            words += ["--parameter", line.strip()] if line.strip() else []
        return words

    def processAlgorithm(self, parameters, context, feedback):
        result = super().processAlgorithm(parameters, context, feedback)
        result["BEST"] = str(pathlib.Path(result["OUTPUT"]) / "best.yaml")
        return result
