#include "Engine/Report/MeanSpectrum.h"

#include "Engine/Core/FftwPlanner.h"
#include "Engine/Dsp/Mel/Window.h"

#include <algorithm>
#include <fftw3.h>

namespace melstrom
{

namespace
{
constexpr auto kFrame = static_cast<std::size_t> (MeanSpectrum::kFrameSamples);
constexpr auto kBins = static_cast<std::size_t> (MeanSpectrum::kNumBins);

/** Lives as long as the process. FFTW_ESTIMATE gives the same plan, and so the same bits, in every
    run. */
fftwf_plan framePlan ()
{
    static const fftwf_plan plan = []
    {
        std::vector<float> frame (kFrame), spectrum (2 * kBins);
        const std::lock_guard lock (fftwPlannerMutex ());
        return fftwf_plan_dft_r2c_1d (MeanSpectrum::kFrameSamples, frame.data (),
                                      reinterpret_cast<fftwf_complex*> (spectrum.data ()),
                                      FFTW_ESTIMATE | FFTW_UNALIGNED);
    }();
    return plan;
}

const std::vector<float>& hann ()
{
    static const std::vector<float> window = []
    {
        const auto exact = makeWindow (WindowShape::hannPeriodic, MeanSpectrum::kFrameSamples);
        return std::vector<float> (exact.begin (), exact.end ());
    }();
    return window;
}
} // namespace

MeanSpectrum::MeanSpectrum () : frame_ (kFrame), spectrum_ (2 * kBins), powers_ (kBins)
{
    framePlan ();
    pending_.reserve (kFrame);
}

void MeanSpectrum::add (const float* samples, std::int64_t numSamples)
{
    const auto* at = samples;
    const auto* const end = samples + numSamples;
    while (at != end)
    {
        const auto left = static_cast<std::size_t> (end - at);
        if (pending_.empty () && left >= kFrame)
        {
            addFrame (at);
            at += kFrame;
            continue;
        }
        const auto count = std::min (left, kFrame - pending_.size ());
        pending_.insert (pending_.end (), at, at + count);
        at += count;
        if (pending_.size () == kFrame)
        {
            addFrame (pending_.data ());
            pending_.clear ();
        }
    }
}

void MeanSpectrum::addFrame (const float* samples)
{
    const float* const window = hann ().data ();
    for (std::size_t i = 0; i < kFrame; ++i)
        frame_[i] = samples[i] * window[i];
    fftwf_execute_dft_r2c (framePlan (), frame_.data (),
                           reinterpret_cast<fftwf_complex*> (spectrum_.data ()));
    const float* const bins = spectrum_.data ();
    for (std::size_t bin = 0; bin < kBins; ++bin)
        powers_[bin] += static_cast<double> (bins[2 * bin] * bins[2 * bin] +
                                             bins[2 * bin + 1] * bins[2 * bin + 1]);
    ++numFrames_;
}

} // namespace melstrom
