// Eight times the sample rate and back, for nonlinear curves.
#pragma once

#include <array>
#include <cstddef>

namespace melstrom
{

inline constexpr int kOversampling = 8;

/** Both channels of one sample. */
struct StereoSample
{
    float left = 0, right = 0;
};

/** Coefficients of a half-band low-pass in two branches of all-passes (c + z^-1) / (1 + c z^-1),
    even sections in the branch without delay. Elliptic: the highest attenuation for this number of
    sections. Instantiated for 8, 3 and 2 sections in Oversampling.cpp.
    transition  width of the band between pass and stop band, in shares of the higher rate, > 0
    source      Valenzuela & Constantinides 1983, "Digital signal processing schemes for efficient
                interpolation and decimation"; series as in de Soras' HIIR library */
template <std::size_t kSections>
std::array<float, kSections> halfBandCoefficients (double transition);

/** Twice the rate and back, both causal. `up` and `down` of one object use the same state: use one
    object per direction. */
template <std::size_t kSections>
class HalfBand
{
public:
    explicit HalfBand (double transition)
        : coefficients_ (halfBandCoefficients<kSections> (transition))
    {
    }
    void reset () noexcept { states_ = {}; }
    /** Converts one sample of the lower rate to two of the higher. */
    std::array<StereoSample, 2> up (StereoSample in) noexcept;
    /** Converts two samples of the higher rate, the earlier one first, to one of the lower. */
    StereoSample down (StereoSample first, StereoSample second) noexcept;

private:
    void pass (StereoSample& even, StereoSample& odd) noexcept;

    std::array<float, kSections> coefficients_;
    /** last inputs of both branches, then the last output of each section */
    std::array<StereoSample, kSections + 2> states_ {};
};

/** A signal that goes up eight times, passes a curve and comes down has no alias of the filters
    above -81 dB (first stage; the other stages attenuate by 88 and 92 dB). The band up to 0.48 of
    the rate passes within 0.001 dB. There is no block latency: the filters have minimum phase and
    delay low frequencies by kOversamplingDelaySamples. Allocates nothing.
    thread  the rendering thread; construction any */
class Oversampling
{
public:
    using Samples = std::array<StereoSample, kOversampling>;
    void reset () noexcept;
    Samples up (StereoSample in) noexcept;
    StereoSample down (const Samples& in) noexcept;

private:
    static constexpr std::size_t kSections[] {8, 3, 2};
    /** The first stage passes up to 0.48 and blocks from 0.52 of the lower rate on; the other
        stages only block images of the first stage's pass band. */
    static constexpr double kTransitions[] {0.02, 0.24, 0.37};

    HalfBand<kSections[0]> up2_ {kTransitions[0]}, down2_ {kTransitions[0]};
    HalfBand<kSections[1]> up4_ {kTransitions[1]}, down4_ {kTransitions[1]};
    HalfBand<kSections[2]> up8_ {kTransitions[2]}, down8_ {kTransitions[2]};
};

/** Group delay of `up` and `down` together at low frequencies, in samples of the lower rate: the
    sum of (1 - c) / (1 + c) of each section, weighted by its rate. 3.67 at 1/24 of the rate, 4.3 at
    1/3. Measured in SoftClipTests. */
inline constexpr double kOversamplingDelaySamples = 3.66376;

} // namespace melstrom
