// One entry of a dataset, a file or a box: its header, and what a spec makes of it.
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
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Without an error everything is known but the file's place among the others. A run holds one per
    file. So values that follow from others are functions, and small values have narrow types. */
struct PlannedFile
{
    [[no_unique_address]] HeldText path; ///< as InputFile::path
    std::uint32_t relativeAt = 0;   ///< index in `path` of the part that is relative to the INPUT
    InputStat stat;                 ///< when the header was read
    FileFacts facts;                ///< indices into DatasetPlan::notes
    std::int64_t numSamples = 0;    ///< per channel, at its own rate; of a box: of its part
    std::int64_t signalSamples = 0; ///< at featureRateHz, clipped and padded by the spec
    std::int64_t firstRow = 0;      ///< in its split's array
    std::int64_t numRows = 0;       ///< 0 for an unusable file
    Rare<Error> error;              ///< why the file is unusable
    int rateHz = 0;                 ///< of the file
    int featureRateHz = 0;          ///< of its features
    std::int16_t numChannels = 0;   ///< of the file, at most kMaxChannels
    std::int16_t numSignals = 0;    ///< 1, or the number of channels
    std::int8_t split = 0;          ///< index into kSplitNames
    SampleFormat format : 8 = SampleFormat::int16;       ///< in the slab
    SampleFormat sourceFormat : 8 = SampleFormat::int16; ///< from the reader
    bool sourceInOrder : 1 = false;                      ///< as its reader says
    bool byFfmpeg : 1 = false;                           ///< as its reader says
    bool hasNoSound : 1 = false;  ///< a video without sound; a run leaves it out
    bool inOrderOnly : 1 = false; ///< decoded or resampled: must be read from the start
    bool isMixed : 1 = false;     ///< the loader mixes all channels to one

    /** Identifies the entry, however its INPUT was named. */
    std::string_view relativePath () const { return std::string_view (path).substr (relativeAt); }
    /** The path that is opened. */
    std::string soundPath () const { return std::string (pathOfSound (path, facts)); }

    /** Samples of the whole file at featureRateHz. */
    std::int64_t wholeSamples (const MelSpec& spec) const;
    std::int64_t rowsPerSignal () const noexcept
    {
        return numSignals > 0 ? numRows / numSignals : 0;
    }

    /** Seed of a signal's dither. It does not depend on the other files of a run. */
    std::uint64_t signalId (int signal) const noexcept
    {
        return hashBytes (relativePath ()) + static_cast<std::uint64_t> (signal);
    }

    int slabChannels () const noexcept { return isMixed ? 1 : numChannels; }
    int bytesPerFrame () const noexcept { return slabChannels () * bytesPerSample (format); }
    double seconds () const noexcept
    {
        return rateHz > 0 ? static_cast<double> (numSamples) / rateHz : 0.0;
    }
};

static_assert (sizeof (void*) != 8 || sizeof (PlannedFile) <= 120);

/** Geometries of one spec by rate, made on first use. Thread: any. */
class GeometryTable
{
public:
    explicit GeometryTable (const MelSpec& spec) : spec_ (spec) {}
    const MelSpec& spec () const noexcept { return spec_; }
    const Result<MelGeometry>& at (int rateHz); ///< its address never changes

private:
    const MelSpec& spec_;
    std::mutex mutex_;
    std::map<int, Result<MelGeometry>> geometries_;
};

struct FileRules
{
    AudioOptions audio;
    bool resample = true; ///< false: a file at another rate than the spec's is an error
    const std::atomic<bool>* stop = nullptr; ///< set: a wait for another program ends
};

/** Opens file.path, a whole file, reads its header and fills in the rest. An error of the file goes to
    file.error, warnings go to `warnings`. Fails only if the spec is impossible at the file's
    rate. */
Result<void> planFile (PlannedFile& file, Storage& storage, const FileRules& rules,
                       GeometryTable& geometries, std::vector<std::string>& warnings);

/** The same for boxes of one recording, whose header is read once. boxes: all boxes of the plan; those
    of the files learn the length of the recording. A box whose end is more than 1 ms behind the end
    of the recording is an error of its file, tooShort. */
Result<void> planBoxes (std::span<PlannedFile> files, std::vector<Box>& boxes, Storage& storage,
                        const FileRules& rules, GeometryTable& geometries,
                        std::vector<std::string>& warnings);

/** The channel of a file's n-th signal; empty: the mean of all channels. */
std::optional<int> channelOf (const MelSpec& spec, int signal) noexcept;

} // namespace melstrom
