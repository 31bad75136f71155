// Constants of a CPU mel plan: window, transform, bank, logarithm.
#pragma once

#include "Engine/Backend/Cpu/Lanes/LaneFftPlan.h"
#include "Engine/Dsp/Mel/MelBank.h"

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
struct CpuMelTables
{
    explicit CpuMelTables (const MelGeometry& geometry);

    MelGeometry geometry;
    int windowOffset = 0;      ///< first windowed sample within the transform
    std::vector<float> window; ///< (window); times 1/2 for the lane transform's unpacking
    std::optional<LaneFftPlan> laneFft;
    std::unique_ptr<FftwSpectrum> fftw; ///< exactly one of laneFft and fftw is set
    MelBank bank;
    std::vector<float> dct; ///< (coefficients, bands), empty without MFCC

    bool hasFrameSteps = false; ///< dither, mean, energy or pre-emphasis within a frame
    bool isMagnitude = false;
    bool hasLog = false;
    float logScale = 1;             ///< factor of the natural logarithm
    float logOffset = 0;            ///< dB reference, subtracted after the scale
    float logClamp = 0, logAdd = 0; ///< log (max (x, clamp) + add)
    int numPlanes = 0;              ///< rows of the planar buffer: energy, then bands
};

} // namespace melstrom
