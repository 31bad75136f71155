// The samples of a file or of a box of it, as --duplicates compares them.
#pragma once

#include "Engine/Batch/Audio/Box.h"
#include "Engine/Batch/Files/Storage.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** One channel (the mean of all) at kFingerprintRateHz; the first kFingerprintSamples. A file that
    ends early or has NaN is taken as far as it goes.
    stop    set: reading ends      thread  any
    fails   one of the codes of one input file; interrupted */
Result<std::vector<float>> readMonoSound (std::unique_ptr<ReadableFile> file,
                                          const std::string& path, const std::optional<Box>& box,
                                          const std::atomic<bool>& stop);

} // namespace melstrom
