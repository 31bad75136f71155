#include "Engine/Backend/Cpu/Mel/CpuMelTables.h"

#include "Engine/Core/FftwPlanner.h"
#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Dsp/Mel/Window.h"

#include <fftw3.h>

namespace melstrom
{

FftwSpectrum::FftwSpectrum (int numSamples)
{
    const std::lock_guard lock (fftwPlannerMutex ());
    auto* const frame = fftwf_alloc_real (static_cast<std::size_t> (numSamples));
    auto* const spectrum = fftwf_alloc_complex (static_cast<std::size_t> (numSamples / 2 + 1));
    // ESTIMATE chooses by rule, not by timing: every run has the same bits.
    plan_ = fftwf_plan_dft_r2c_1d (numSamples, frame, spectrum, FFTW_ESTIMATE | FFTW_UNALIGNED);
    fftwf_free (frame);
    fftwf_free (spectrum);
}

FftwSpectrum::~FftwSpectrum ()
{
    const std::lock_guard lock (fftwPlannerMutex ());
    fftwf_destroy_plan (static_cast<fftwf_plan> (plan_));
}

void FftwSpectrum::transform (float* frame, float* spectrum) const noexcept
{
    fftwf_execute_dft_r2c (static_cast<fftwf_plan> (plan_), frame,
                           reinterpret_cast<fftwf_complex*> (spectrum));
}

CpuMelTables::CpuMelTables (const MelGeometry& g)
    : MelConstants (melConstants (g, LogBase::e)), geometry (g), bank (makeMelBank (g))
{
    const MelSpec& spec = g.spec;
    if (LaneFftPlan::supports (g.fftSamples))
        laneFft.emplace (g.fftSamples);
    else
        fftw = std::make_unique<FftwSpectrum> (g.fftSamples);

    bank.weights = {}; // the two taps suffice, and a large bank is mostly zeros
    for (const double value : makeWindow (spec.windowShape, g.windowSamples))
        window.push_back (static_cast<float> (value) *
                          (laneFft && laneFft->isPacked () ? 0.5f : 1.0f));

    if (spec.numCoefficients)
        dct = makeDct (*spec.numCoefficients, g.numBands, spec.lifter, spec.dct);
}

} // namespace melstrom
