// All that a CPU mel plan knows before the first sample: window, transform, bank, logarithm.
#pragma once

#include "Engine/Backend/Cpu/Lanes/LaneFftPlan.h"
#include "Engine/Dsp/Mel/MelBank.h"

#include <memory>
#include <optional>
#include <vector>

namespace melstrom
{

/** Power spectra of single frames by FFTW, for sizes that LaneFftPlan does not take. Thread:
    `power` any. */
class FftwSpectrum
{
public:
    explicit FftwSpectrum (int numSamples);
    ~FftwSpectrum ();
    FftwSpectrum (const FftwSpectrum&) = delete;
    FftwSpectrum& operator= (const FftwSpectrum&) = delete;

    /** frame (fft) windowed samples, overwritten      spectrum (2 (fft/2 + 1)) re, im out. Both
        from alignedFloats. */
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
    std::vector<float> window; ///< (window), times 1/2 for the lane transform's unpacking
    std::optional<LaneFftPlan> laneFft;
    std::unique_ptr<FftwSpectrum> fftw; ///< exactly one of the two
    MelBank bank;
    std::vector<float> dct; ///< (coefficients, bands), empty without MFCC

    bool hasFrameSteps = false; ///< dither, mean, energy or pre-emphasis within a frame
    bool isMagnitude = false;
    bool hasLog = false;
    float logScale = 1;             ///< what a natural logarithm is multiplied with
    float logOffset = 0;            ///< what is taken off afterwards: the dB reference
    float logClamp = 0, logAdd = 0; ///< log (max (x, clamp) + add)
    int numPlanes = 0;              ///< rows of the planar buffer: energy, then bands
};

} // namespace melstrom
