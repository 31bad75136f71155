// Mean and deviation from a file: for parts of a dataset, and for sets that take the numbers of
// another.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Normalisation/BandMoments.h"

namespace melstrom
{

/** Reads a JSON file with "mean" and "deviation", the dataset.json of a finished dataset, the
    folder of one, or a Kaldi network (KaldiMoments.h). Of a dataset the spec must be the same but
    for the stored type. Thread: any. Fails: badUsage, fileMissing, readFailed; the message names
    the path. */
Result<BandMoments> readMoments (Storage& storage, const std::string& path, const MelSpec& spec);

} // namespace melstrom
