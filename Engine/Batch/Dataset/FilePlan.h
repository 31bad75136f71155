// One input file as its header describes it, and what a spec makes of it.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/MelGeometry.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Without an error all is known but the file's place among others. */
struct PlannedFile
{
    std::string path;
    std::string label;
    int labelId = -1; ///< -1: none
    int split = 0;
    int rateHz = 0; ///< its own
    int numChannels = 0;
    std::int64_t numSamples = 0;                     ///< a channel, at its own rate
    SampleFormat format = SampleFormat::int16;       ///< as it reaches the slab
    SampleFormat sourceFormat = SampleFormat::int16; ///< as its reader delivers it
    bool sourceInOrder = false;                      ///< as its reader says
    bool inOrderOnly = false; ///< decoded or resampled: cannot be entered in the middle

    int featureRateHz = 0;          ///< the rate its features are computed at
    int numSignals = 0;             ///< 1, or its channels
    std::int64_t wholeSamples = 0;  ///< at featureRateHz, all that the file has
    std::int64_t signalSamples = 0; ///< the same, clipped and padded as the spec says
    std::int64_t rowsPerSignal = 0;
    std::int64_t firstRow = 0;  ///< in its split's array
    std::int64_t numRows = 0;   ///< 0 for a file that cannot be used
    std::optional<Error> error; ///< why it cannot

    int bytesPerFrame () const noexcept { return numChannels * bytesPerSample (format); }
    double seconds () const noexcept
    {
        return rateHz > 0 ? static_cast<double> (numSamples) / rateHz : 0.0;
    }
};

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
};

/** Opens file.path, reads its header and fills in the rest; what is wrong with the file goes to
   file.error, what is odd about it to `warnings`. Fails only where the spec is impossible at the
   file's rate. */
Result<void> planFile (PlannedFile& file, Storage& storage, const FileRules& rules,
                       GeometryTable& geometries, std::vector<std::string>& warnings);

/** The channel that a file's n-th signal is made of; -1: the mean of all. */
int channelOf (const MelSpec& spec, int signal) noexcept;

} // namespace melstrom
