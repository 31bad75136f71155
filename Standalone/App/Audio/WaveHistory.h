// The waveform of the shown sound over devices of different rates.
#pragma once

#include "Engine/Overview/WavePyramid.h"
#include "Standalone/App/Audio/KeptSound.h"

#include <deque>

namespace melstrom
{

/** Steps keep the rate that they came at; positions are those of the newest rate. Single samples
    are there as long as the sound is kept. Memory is limited by its owner, who calls dropOldest.
    Thread: one at a time. */
class WaveHistory final : public WaveStore
{
public:
    static constexpr int kChannels = 2;

    explicit WaveHistory (const KeptSound& sound); ///< sound: outlives this object

    /** The next steps have this rate and begin at this position. */
    void begin (double rateHz, std::int64_t position);
    WavePyramid& newest () noexcept { return parts_.back ().wave; }

    std::size_t memoryBytes () const noexcept;
    bool dropOldest (); ///< false: nothing can go
    double beginSeconds () const noexcept;

    double rateHz () const noexcept override { return parts_.back ().wave.rateHz (); }
    int numChannels () const noexcept override { return kChannels; }
    std::int64_t firstSample () const noexcept override;
    std::int64_t endSample () const noexcept override;
    WaveRange range (int channel, std::int64_t first, std::int64_t end) const override;
    std::vector<float> samples (int channel, std::int64_t first, int count) const override;
    std::uint64_t revision () const noexcept override;

private:
    struct Part
    {
        WavePyramid wave;
        double beginSeconds;
    };
    const KeptSound& sound_;
    std::deque<Part> parts_;
    std::uint64_t revision_ = 0;
};

} // namespace melstrom
