// How the samples of one file become the rows of its overview.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Overview/FileOverview.h"
#include "Engine/Spec/Mel/MelGeometry.h"

namespace melstrom
{

/** A spec for the screen at the rate of its rows, and the signal of a file: its channels, or one
    mixture of them. */
struct OverviewFrontEnd
{
    /** What becomes of the channels before rows are computed. */
    enum class Mix
    {
        all, ///< all channels stay; the backend takes their mean
        one, ///< `channel` alone
        mid, ///< (L + R) / 2
        side ///< (L - R) / 2
    };

    MelGeometry geometry; ///< of MelStream::streamable (spec, true)
    int fileRateHz = 0;
    int numFileChannels = 0;
    std::int64_t numFileSamples = 0;
    Mix mix = Mix::all;
    int channel = 0;
    std::uint64_t signalId = 0; ///< as PlannedFile::signalId of a file that is the INPUT

    /** OverviewChannel::mean: as the spec says, one channel or the mean. A file of one channel is
        left and right at once.
        Fails: badSpec, badRate, noSuchChannel. */
    static Result<OverviewFrontEnd> make (const MelPreset& preset, OverviewChannel channel,
                                          const AudioInfo& info, const std::string& path);

    bool isResampled () const noexcept { return geometry.rateHz != fileRateHz; }
    int numChannels () const noexcept { return mix == Mix::all ? numFileChannels : 1; }
    std::int64_t signalSamples () const noexcept; ///< at the rate of the rows
    std::int64_t numRows () const noexcept { return geometry.numRows (signalSamples ()); }
    std::size_t width () const noexcept
    {
        return static_cast<std::size_t> (geometry.rowElements ());
    }
    /** Time of the middle of row 0's window. */
    double firstRowSeconds () const noexcept;

    /** numSamples samples of the file (interleaved), mixed (interleaved, numChannels ()). */
    void mixDown (const float* from, std::int64_t numSamples, float* to) const noexcept;
};

} // namespace melstrom
