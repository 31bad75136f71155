// Waveform of a file for a screen: the steps of the exact pass, tiles of samples.
#pragma once

#include "Engine/Overview/OverviewExchange.h"
#include "Engine/Overview/TileCache.h"
#include "Engine/Overview/WaveStore.h"

#include <vector>

namespace melstrom
{

/** Where the pass has been, a range of a step or more is rounded outwards to steps; a shorter range
    is exact if tiles have its samples. Thread: message. */
class FileWave final : public WaveStore
{
public:
    FileWave (const AudioInfo& info, std::size_t tileBytes) noexcept
        : rateHz_ (info.rateHz), numChannels_ (info.numChannels), numSamples_ (info.numSamples),
          tiles_ (tileBytes)
    {
    }

    /** Forgets all samples. */
    void begin ();
    /** Takes over what the thread has computed. */
    void take (std::vector<SampleTile>& tiles, const ScannedSteps& steps);

    /** Tiles that a screen needs besides: samples [first, end) in numColumns columns. */
    std::vector<std::int64_t> needs (std::int64_t first, std::int64_t end, int numColumns);

    std::size_t memoryBytes () const noexcept;

    double rateHz () const noexcept override { return rateHz_; }
    int numChannels () const noexcept override { return numChannels_; }
    std::int64_t firstSample () const noexcept override { return 0; }
    std::int64_t endSample () const noexcept override { return numSamples_; }
    WaveRange range (int channel, std::int64_t first, std::int64_t end) const override;
    /** Fewer than `count` only at the end of the file. */
    std::vector<float> samples (int channel, std::int64_t first, int count) const override;
    std::uint64_t revision () const noexcept override { return revision_; }

private:
    template <typename Visit>
    bool visitSamples (int channel, std::int64_t first, std::int64_t end, Visit visit) const;

    double rateHz_;
    int numChannels_;
    std::int64_t numSamples_;
    ScannedSteps steps_;
    std::int64_t doneSamples_ = 0; ///< of steps_
    TileCache<SampleTile, SampleTile::kSamples> tiles_;
    std::uint64_t revision_ = 0;
};

} // namespace melstrom
