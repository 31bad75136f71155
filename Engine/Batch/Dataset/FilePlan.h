// One input file as its header describes it, and what a spec makes of it.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Inputs/FileFacts.h"
#include "Engine/Batch/Inputs/InputState.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/HeldText.h"
#include "Engine/Core/Rare.h"
#include "Engine/Spec/Mel/MelGeometry.h"

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Without an error all is known but the file's place among others. A run holds one of these a file: what follows from
    the rest is a function, and what is small is narrow. */
struct PlannedFile
{
    [[no_unique_address]] HeldText path;
    std::uint32_t relativeAt = 0; ///< where in it the part begins that is relative to the INPUT
    InputStat stat;               ///< as of the header's reading
    FileFacts facts;              ///< names of DatasetPlan::notes
    int split = 0;
    std::int64_t numSamples = 0;    ///< a channel, at its own rate
    std::int64_t signalSamples = 0; ///< at featureRateHz, clipped and padded as the spec says
    std::int64_t firstRow = 0;      ///< in its split's array
    std::int64_t numRows = 0;       ///< 0 for a file that cannot be used
    Rare<Error> error;              ///< why it cannot
    int rateHz = 0;                 ///< its own
    int featureRateHz = 0;          ///< the rate its features are computed at
    std::int16_t numChannels = 0;   ///< at most kMaxChannels
    std::int16_t numSignals = 0;    ///< 1, or its channels
    SampleFormat format : 8 = SampleFormat::int16;       ///< as it reaches the slab
    SampleFormat sourceFormat : 8 = SampleFormat::int16; ///< as its reader delivers it
    bool sourceInOrder : 1 = false;                      ///< as its reader says
    bool byFfmpeg : 1 = false;                           ///< as its reader says
    bool hasNoSound : 1 = false;                         ///< the same; a run leaves it out
    bool inOrderOnly : 1 = false; ///< decoded or resampled: cannot be entered in the middle

    /** Says which file it is, however its INPUT was named. */
    std::string_view relativePath () const { return std::string_view (path).substr (relativeAt); }

    /** Samples that all of the file has at featureRateHz. */
    std::int64_t wholeSamples () const;
    std::int64_t rowsPerSignal () const noexcept
    {
        return numSignals > 0 ? numRows / numSignals : 0;
    }

    /** Seeds the dither of one of its signals, whatever else is in a run. */
    std::uint64_t signalId (int signal) const noexcept
    {
        return hashBytes (relativePath ()) + static_cast<std::uint64_t> (signal);
    }

    int bytesPerFrame () const noexcept { return numChannels * bytesPerSample (format); }
    double seconds () const noexcept
    {
        return rateHz > 0 ? static_cast<double> (numSamples) / rateHz : 0.0;
    }
};

static_assert (sizeof (void*) != 8 || sizeof (PlannedFile) <= 120);

/** Geometries of one spec by rate, made when first asked for. Thread: any. */
class GeometryTable
{
public:
    explicit GeometryTable (const MelSpec& spec) : spec_ (spec) {}
    const MelSpec& spec () const noexcept { return spec_; }
    const Result<MelGeometry>& at (int rateHz); ///< stays where it is

private:
    const MelSpec& spec_;
    std::mutex mutex_;
    std::map<int, Result<MelGeometry>> geometries_;
};

struct FileRules
{
    AudioOptions audio;
    bool resample = true; ///< false: a file at another rate than the spec's is an error
    const std::atomic<bool>* stop = nullptr; ///< ends a wait for another program
};

/** Opens file.path, reads its header and fills in the rest; what is wrong with the file goes to
   file.error, what is odd about it to `warnings`. Fails only where the spec is impossible at the
   file's rate. */
Result<void> planFile (PlannedFile& file, Storage& storage, const FileRules& rules,
                       GeometryTable& geometries, std::vector<std::string>& warnings);

/** The channel that a file's n-th signal is made of; -1: the mean of all. */
int channelOf (const MelSpec& spec, int signal) noexcept;

} // namespace melstrom
