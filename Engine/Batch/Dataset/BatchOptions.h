// Options of a batch run.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Dataset/Shard.h"
#include "Engine/Batch/Inputs/InputList.h"
#include "Engine/Batch/Journal/CommitPolicy.h"
#include "Engine/Batch/Normalisation/BandMoments.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

enum class OutputFormat
{
    npy,
    h5
};

/** Plain data, checked by `validate`. */
struct BatchOptions
{
    InputOptions inputs;
    std::string outputFolder;
    MelPreset preset;
    OutputFormat format = OutputFormat::npy;
    bool waveform = false; ///< also store the samples of each segment, float32
    bool resample = true;  ///< false: a file at another rate than the preset's is an error
    AudioOptions audio;
    /** for normalisation = "dataset": the numbers to apply; empty: those of the training files */
    std::optional<BandMoments> moments;
    bool overwrite = false;
    std::int64_t maxMemoryBytes = std::int64_t {1} << 30; ///< of slabs and scratch
    std::optional<int> numReaders; ///< files read at a time, above 0; empty: by the threads
    CommitPolicy commit;
    std::optional<Shard> shard; ///< the part that this run makes; empty: all
    /** more failures stop the run; up to this number count as success */
    std::optional<std::int64_t> maxErrors;
    std::optional<double> maxErrorRatio; ///< likewise, as a ratio of all files

    /** Fails: badUsage, badSpec; names the option, its value and the cure. */
    Result<void> validate () const;

    /** True if all rows must be there before one can be normalised. */
    bool needsRawRows () const noexcept
    {
        return preset.spec.normalisation == Normalisation::dataset && ! moments;
    }
};

} // namespace melstrom
