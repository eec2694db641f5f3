# SPDX-License-Identifier: GPL-3.0-or-later
"""What the algorithms share: parameters that are options of the program, layers of a result directory."""
import pathlib

from qgis.core import (QgsProcessing, QgsProcessingAlgorithm, QgsProcessingContext, QgsProcessingParameterBoolean,
                       QgsProcessingParameterDefinition, QgsProcessingParameterFile,
                       QgsProcessingParameterFolderDestination, QgsProcessingParameterNumber,
                       QgsProcessingParameterString, QgsRasterLayer, QgsVectorLayer)
from osgeo import ogr

from . import program


class Algorithm(QgsProcessingAlgorithm):
    """One command of talus; the help is the command's own."""

    command = ""
    title = ""

    def createInstance(self):
        return type(self)()

    def name(self):
        return type(self).__name__.lower()

    def displayName(self):
        return self.title

    def shortHelpString(self):
        return program.help_of(self.command)

    def add_advanced(self, parameter):
        parameter.setFlags(parameter.flags() | QgsProcessingParameterDefinition.FlagAdvanced)
        self.addParameter(parameter)

    def add_scenario(self):
        self.addParameter(QgsProcessingParameterFile("SCENARIO", "Scenario", fileFilter="Scenarios (*.yaml *.yml)"))

    def add_simulation(self, name):
        """What every simulation has: rocks, seed, settings, threads, and where results go."""
        number = QgsProcessingParameterNumber
        self.addParameter(number("ROCKS", "Number of rocks (empty: as in the scenario)", number.Integer, optional=True,
                                 minValue=1))
        self.add_advanced(number("SEED", "Seed of random numbers (empty: as in the scenario)", number.Integer,
                                 optional=True, minValue=0))
        self.add_advanced(QgsProcessingParameterString(
            "SETTINGS", "Keys of the scenario to replace, one KEY=VALUE a line", multiLine=True, optional=True))
        self.add_advanced(number("THREADS", "Threads (0: all processors)", number.Integer, 0, minValue=0))
        self.addParameter(QgsProcessingParameterBoolean("OVERWRITE", "Replace earlier results in the folder", False))
        self.addParameter(QgsProcessingParameterFolderDestination("OUTPUT", name))

    def simulation_options(self, parameters, context):
        """@return the folder of the results, and the words of add_simulation()'s parameters"""
        folder = self.parameterAsString(parameters, "OUTPUT", context)
        words = ["--out", folder, "--threads", self.parameterAsInt(parameters, "THREADS", context)]
        for name in ("ROCKS", "SEED"):
            if parameters.get(name) is not None:
                words += ["--" + name.lower(), self.parameterAsInt(parameters, name, context)]
        for line in self.parameterAsString(parameters, "SETTINGS", context).splitlines():
            if line.strip():
                words += ["--set", line.strip()]
        if self.parameterAsBool(parameters, "OVERWRITE", context):
            words.append("--overwrite")
        return folder, words


def add_layer(layer, title, context):
    """Show a layer in the project when the algorithm has ended; a style beside its file comes along."""
    if not layer.isValid():
        return None
    layer.setName(title)
    context.temporaryLayerStore().addMapLayer(layer)
    details = QgsProcessingContext.LayerDetails(title, context.project(), title)
    details.forceName = True
    context.addLayerToLoadOnCompletion(layer.id(), details)
    return layer.id()


def add_raster(file, context):
    return add_layer(QgsRasterLayer(str(file), file.stem), f"{file.parent.name}: {file.stem}", context)


def add_vectors(file, context, names=None):
    """The layers of a GeoPackage that hold something, or those named. @return their ids"""
    source = ogr.Open(str(file))
    found = []
    for index in range(source.GetLayerCount() if source else 0):
        table = source.GetLayerByIndex(index)
        name = table.GetName()
        if name != "layer_styles" and (names is None or name in names) and table.GetFeatureCount() > 0:
            layer = QgsVectorLayer(f"{file}|layername={name}", name, "ogr")
            found.append(add_layer(layer, f"{file.parent.name}: {name}", context))
    return found


def is_own(file):
    """A file of a result folder, which may be a stranger's: there, no link, no pipe"""
    return file.is_file() and not file.is_symlink()


def add_results(folder, rasters, context, vectors=("trajectories", "fragments", "deposits", "breaks", "screens", "objects",
                                                   "object_lines", "nets", "walls", "dams")):
    """Rasters by their names, and vectors, of a result directory; what is not there is left out.
    @return ids of the layers, those that lie on top last"""
    folder = pathlib.Path(folder)
    found = [add_raster(folder / f"{name}.tif", context) for name in rasters if is_own(folder / f"{name}.tif")]
    for name, layers in (("hazard.gpkg", None), ("results.gpkg", vectors)):
        if is_own(folder / name):
            found += add_vectors(folder / name, context, layers)
    return [layer for layer in found if layer]
