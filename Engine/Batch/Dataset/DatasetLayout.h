// Which array files a plan turns into, and what stands in them.
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
    /** "features", "segments_mel", ...: the dataset's in HDF5, the file's stem in NPY */
    std::string name;
    std::string axes; ///< "row,band"
    ArrayShape shape;
};

/** One file of the dataset: an NPY with one array, an HDF5 with several. */
struct DatasetFile
{
    std::string name; ///< "features.npy", "features_TRAINING.h5"
    int split = 0;    ///< or kAllSplits: then it has a row for every file of the plan
    std::vector<DatasetArray> arrays;
};

/** In the order in which they are written and listed. Splits without files have none. */
std::vector<DatasetFile> layOutDataset (const DatasetPlan& plan, const BatchOptions& options);

/** Every name that any run of ours may give a file in the output folder, dataset.json first: what
    --overwrite removes. */
std::vector<std::string> allDatasetNames ();

} // namespace melstrom
