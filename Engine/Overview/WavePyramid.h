// Extremes of hours of samples at coarser steps, within a limit of memory.
#pragma once

#include "Engine/Overview/MaximumPyramid.h"
#include "Engine/Overview/WaveStore.h"

#include <cstddef>

namespace melstrom
{

/** The finest step has kBase samples. When the limit is reached, the oldest steps go. Thread: one
    at a time. */
class WavePyramid final : public WaveStore
{
public:
    static constexpr int kBase = 256;

    WavePyramid (double rateHz, int numChannels, std::size_t mostBytes);

    /** One step of kBase samples, at a multiple of kBase; ranges (channels). Steps before
        endSample () are ignored; a jump leaves a gap. Throws std::bad_alloc. */
    void append (std::int64_t firstSample, const WaveRange* ranges);

    /** As MaximumPyramid::dropBlock. */
    bool dropOldest () { return pyramid_.dropBlock (); }
    std::size_t memoryBytes () const noexcept { return pyramid_.memoryBytes (); }

    double rateHz () const noexcept override { return rateHz_; }
    int numChannels () const noexcept override { return numChannels_; }
    std::int64_t firstSample () const noexcept override { return pyramid_.firstStep () * kBase; }
    std::int64_t endSample () const noexcept override { return pyramid_.endStep () * kBase; }
    WaveRange range (int channel, std::int64_t first, std::int64_t end) const override;
    /** Always empty: it has no samples. */
    std::vector<float> samples (int channel, std::int64_t first, int count) const override;
    std::uint64_t revision () const noexcept override { return pyramid_.revision (); }

private:
    double rateHz_;
    int numChannels_;
    MaximumPyramid pyramid_; ///< as WaveMaxima
    std::vector<float> step_;
};

} // namespace melstrom
