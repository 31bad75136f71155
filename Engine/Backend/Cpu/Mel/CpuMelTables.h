// Constants of a CPU mel plan: window, transform, bank, logarithm.
#pragma once

#include "Engine/Backend/Cpu/Lanes/LaneFftPlan.h"
#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Dsp/Mel/MelConstants.h"

#include <memory>
#include <optional>
#include <vector>

namespace melstrom
{

/** Power spectra of single frames by FFTW, for sizes that LaneFftPlan does not support. Thread:
    `transform` any. */
class FftwSpectrum
{
public:
    explicit FftwSpectrum (int numSamples);
    ~FftwSpectrum ();
    FftwSpectrum (const FftwSpectrum&) = delete;
    FftwSpectrum& operator= (const FftwSpectrum&) = delete;

    /** frame (fft) windowed samples, overwritten      spectrum (2 (fft/2 + 1)) re, im out. Any
        alignment. */
    void transform (float* frame, float* spectrum) const noexcept;

private:
    void* plan_ = nullptr;
};

/** Immutable after construction, shared by all threads. */
struct CpuMelTables : MelConstants // logarithms have base e
{
    explicit CpuMelTables (const MelGeometry& geometry);

    MelGeometry geometry;
    std::vector<float>
        window; ///< (window); times 1/2 if the lane transform is of even size, for its unpacking
    std::optional<LaneFftPlan> laneFft;
    std::unique_ptr<FftwSpectrum> fftw; ///< exactly one of laneFft and fftw is set
    MelBank bank;
    std::vector<float> dct; ///< (coefficients, bands), empty without MFCC
};

} // namespace melstrom
