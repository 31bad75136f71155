// The array files of a plan, and their contents.
#pragma once

#include "Engine/Batch/Arrays/ArrayFile.h"
#include "Engine/Batch/Dataset/DatasetPlan.h"

#include <vector>

namespace melstrom
{

enum class ArrayRole
{
    features,
    waveform,
    mapping,
    labels,
    labelsMulti,
    targets,
    rowSplits
};

/** DatasetFile::split of a file that all splits share. */
inline constexpr int kAllSplits = -1;

struct DatasetArray
{
    ArrayRole role = ArrayRole::features;
    /** "features", "segments_mel", ...: name of the HDF5 dataset, stem of the NPY file */
    std::string name;
    std::string axes; ///< "row,band"
    ArrayShape shape;
};

/** One file of the dataset: an NPY with one array, an HDF5 with several. */
struct DatasetFile
{
    std::string name; ///< "features.npy", "features_TRAINING.h5"
    int split = 0;    ///< or kAllSplits: one row for every file of the plan
    std::vector<DatasetArray> arrays;
};

/** In the order of writing and listing. A split without files has no DatasetFile. */
std::vector<DatasetFile> layOutDataset (const DatasetPlan& plan, const BatchOptions& options);

/** Bytes of a row in the dataset. With normalisation = "dataset" a row of the plan's geometry,
    which a backend computes, may have another size: see computedSpec. */
std::int64_t storedRowBytes (const DatasetPlan& plan, const BatchOptions& options) noexcept;

/** Every name that any Melstrom run may give a file in the output folder, dataset.json first.
    --overwrite removes no other names. */
std::vector<std::string> allDatasetNames ();

} // namespace melstrom
