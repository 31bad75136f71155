// Steps of a plan after its files are known: shape and places of the rows, and splits that depend
// on which files are usable.
#pragma once

#include "Engine/Batch/Dataset/DatasetPlan.h"

namespace melstrom
{

/** With HDF5's five-dimensional layout all files must give the same number of segments. The
    commonest number wins; at a tie the larger one. The other files get an error. */
void refuseOddShapes (DatasetPlan& plan);

/** Collects the geometries in use. Warns of mixed rates. Fails: badSpec if their
    rows differ in shape (lengths in milliseconds at mixed rates). */
Result<void> collectGeometries (DatasetPlan& plan, GeometryTable& geometries);

/** Gives every file its first row and counts rows, files and seconds, all from 0. All files of the
    plan must be known. */
void placeRows (DatasetPlan& plan, const MelSpec& spec);

/** If no file is usable, the arrays are empty but have a shape: adds a geometry at a rate at which
    the spec is possible. Fails: badSpec. */
Result<void> giveShape (DatasetPlan& plan, const MelSpec& spec);

/** Divides the files with rows. SplitMode::ratio: exactly, by the first of their labels; files
    without rows count as training. SplitMode::stable: each file by itself, also those without rows.
    Groups stay whole. Other modes: does nothing. */
void divideFiles (DatasetPlan& plan, const InputOptions& options);

/** Appends a warning if labels are wanted and the files with rows have none or only one. Appends a
    warning for each split that could have files but has none. */
void warnOfGaps (DatasetPlan& plan, const InputOptions& options);

} // namespace melstrom
