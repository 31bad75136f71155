// Mean power spectrum of a signal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

/** Mean of |X|^2 of frames of kFrameSamples samples with a Hann window, one behind the other. A last
    frame that is not full does not count. Pieces of any size; they do not change the result.
    Thread: one at a time; the first object of a process makes FFTW's plan, while no other thread
    plans. */
class MeanSpectrum
{
public:
    static constexpr int kFrameSamples = 2048;
    static constexpr int kNumBins = kFrameSamples / 2 + 1;

    MeanSpectrum ();

    void add (const float* samples, std::int64_t numSamples);

    std::int64_t numFrames () const noexcept { return numFrames_; }

    /** (bins), sums of |X|^2 of all frames. */
    std::span<const double> powers () const noexcept { return powers_; }

private:
    void addFrame (const float* samples);

    std::vector<float> pending_, frame_, spectrum_;
    std::vector<double> powers_;
    std::int64_t numFrames_ = 0;
};

} // namespace melstrom
