// Eight times the sample rate and back, for a curve that bends a waveform.
#pragma once

#include <array>
#include <cstddef>

namespace melstrom
{

inline constexpr int kOversampling = 8;

/** Both sides of one sample. */
struct StereoSample
{
    float left = 0, right = 0;
};

/** Coefficients of a half-band low-pass in two branches of all-passes (c + z^-1) / (1 + c z^-1),
    even ones in the branch without delay. Elliptic: of all filters with so many sections the one
    that blocks most. Written for kSections in Oversampling.cpp.
    transition  width of the band between passing and blocking, in shares of the higher rate, > 0
    source      Valenzuela & Constantinides 1983, "Digital signal processing schemes for efficient
                interpolation and decimation"; series as in de Soras' HIIR library */
template <std::size_t kSections>
std::array<float, kSections> halfBandCoefficients (double transition);

/** Twice the rate and back. Both directions are causal. `up` and `down` of one object share
    no state: use one object a direction. */
template <std::size_t kSections>
class HalfBand
{
public:
    explicit HalfBand (double transition)
        : coefficients_ (halfBandCoefficients<kSections> (transition))
    {
    }
    void reset () noexcept { states_ = {}; }
    /** One sample of the lower rate becomes two of the higher. */
    std::array<StereoSample, 2> up (StereoSample in) noexcept;
    /** Two samples of the higher rate, the earlier first, become one of the lower. */
    StereoSample down (StereoSample first, StereoSample second) noexcept;

private:
    void pass (StereoSample& even, StereoSample& odd) noexcept;

    std::array<float, kSections> coefficients_;
    /** Last inputs of both branches, then the last output of each section. */
    std::array<StereoSample, kSections + 2> states_ {};
};

/** What goes up eight times, is bent there and comes down again has no alias above -81 dB (first
    stage; the others block 88 and 92 dB). The band up to 0.48 of the rate passes within 0.001 dB.
    No sample is held back: the filters are of minimum phase and delay low frequencies by
    kOversamplingDelaySamples. Nothing is allocated.
    thread  the one that renders; construction any */
class Oversampling
{
public:
    using Samples = std::array<StereoSample, kOversampling>;
    void reset () noexcept;
    Samples up (StereoSample in) noexcept;
    StereoSample down (const Samples& in) noexcept;

private:
    static constexpr std::size_t kSections[] {8, 3, 2};
    /** The first stage passes up to 0.48 and blocks from 0.52 of the lower rate on; the others have
        to block only images of what the first one passes. */
    static constexpr double kTransitions[] {0.02, 0.24, 0.37};

    HalfBand<kSections[0]> up2_ {kTransitions[0]}, down2_ {kTransitions[0]};
    HalfBand<kSections[1]> up4_ {kTransitions[1]}, down4_ {kTransitions[1]};
    HalfBand<kSections[2]> up8_ {kTransitions[2]}, down8_ {kTransitions[2]};
};

/** Group delay of `up` and `down` together at low frequencies, in samples of the lower rate: the sum
    of (1 - c) / (1 + c) of each section, weighted by its rate. 3.67 at 1/24 of the rate, 4.3 at a
    third. Measured in SoftClipTests. */
inline constexpr double kOversamplingDelaySamples = 3.66376;

} // namespace melstrom
