# SPDX-License-Identifier: GPL-3.0-or-later
"""talus init and talus check: a scenario from layers of the project."""
import pathlib

from osgeo import gdal
from qgis.core import (QgsProcessing, QgsProcessingException, QgsProcessingParameterBoolean, QgsProcessingParameterCrs,
                       QgsProcessingParameterFileDestination, QgsProcessingParameterRasterLayer,
                       QgsProcessingParameterVectorLayer, QgsProviderRegistry, QgsVectorFileWriter)

from . import program
from .common import Algorithm

VECTORS = {"releases": ("Release areas, lines or points", QgsProcessing.TypeVectorAnyGeometry),
           "forest": ("Forest: polygons of stands", QgsProcessing.TypeVectorPolygon),
           "ground": ("Ground: polygons", QgsProcessing.TypeVectorPolygon),
           "objects": ("Objects: buildings or roads", QgsProcessing.TypeVectorAnyGeometry)}


def file_of(layer):
    """(file, layer name) of a layer as it lies on disk, or None where the project shows something else."""
    if layer.providerType() not in ("ogr", "gdal"):
        return None
    parts = QgsProviderRegistry.instance().decodeUri(layer.providerType(), layer.source())
    changed = layer.type() == layer.VectorLayer and (layer.isEditable() or layer.subsetString())
    path = parts.get("path")
    return None if changed or not path or not pathlib.Path(path).exists() else (path, parts.get("layerName"))


def write_copy(layer, path, context):
    """A layer without a file of its own, or with a filter, as GeoPackage."""
    options = QgsVectorFileWriter.SaveVectorOptions()
    options.driverName, options.layerName = "GPKG", pathlib.Path(path).stem
    result = QgsVectorFileWriter.writeAsVectorFormatV3(layer, str(path), context.transformContext(), options)
    if result[0] != QgsVectorFileWriter.NoError:
        raise QgsProcessingException(f"{path} could not be written: {result[1]}")
    return str(path), options.layerName


class Init(Algorithm):
    """Make a first scenario from a DEM."""

    command = "init"
    title = "Make a scenario from a DEM"

    def initAlgorithm(self, config=None):
        self.addParameter(QgsProcessingParameterRasterLayer("DEM", "Digital elevation model"))
        for name, (text, kind) in VECTORS.items():
            self.addParameter(QgsProcessingParameterVectorLayer(name.upper(), text, [kind], optional=True))
        self.add_advanced(QgsProcessingParameterCrs("CRS", "Coordinate system of the DEM (empty: its own)",
                                                    optional=True))
        self.addParameter(QgsProcessingParameterBoolean("OVERWRITE", "Replace an earlier scenario", False))
        self.addParameter(QgsProcessingParameterFileDestination("OUTPUT", "Scenario", "Scenarios (*.yaml)"))

    def processAlgorithm(self, parameters, context, feedback):
        dem = self.parameterAsRasterLayer(parameters, "DEM", context)
        found = file_of(dem)
        if found is None:
            raise QgsProcessingException("The DEM must be a raster file; save the layer first.")
        scenario = self.parameterAsFileOutput(parameters, "OUTPUT", context)
        words = ["init", found[0], "--out", scenario]
        crs = self.parameterAsCrs(parameters, "CRS", context)
        data = gdal.Open(found[0])
        if not crs.isValid() and data is not None and not data.GetProjection():
            crs = dem.crs()  # what the project says about a file that says nothing
        if crs.isValid():
            words += ["--crs", crs.authid() or crs.toWkt()]
        for name in VECTORS:
            layer = self.parameterAsVectorLayer(parameters, name.upper(), context)
            if layer is not None:
                copy = f"{pathlib.Path(scenario).with_suffix('')}_{name}_layer.gpkg"
                path, table = file_of(layer) or write_copy(layer, copy, context)
                words += [f"--{name}", path] + ([f"--{name}-layer", table] if table else [])
        if self.parameterAsBool(parameters, "OVERWRITE", context):
            words.append("--overwrite")
        program.call(words, feedback)
        return {"OUTPUT": scenario}


class Check(Algorithm):
    """Check a scenario and say what follows from it."""

    command = "check"
    title = "Check a scenario"

    def initAlgorithm(self, config=None):
        self.add_scenario()

    def processAlgorithm(self, parameters, context, feedback):
        program.call(["check", self.parameterAsFile(parameters, "SCENARIO", context)], feedback)
        return {}
