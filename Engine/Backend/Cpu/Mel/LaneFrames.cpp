// Samples to planes of band energies or their logarithms, one frame a lane.
#include "Engine/Backend/Cpu/Mel/LaneKernels.h"

#include "Engine/Dsp/Mel/Dither.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "Engine/Backend/Cpu/Mel/LaneFrames.cpp"
#include "Engine/Core/LaneTargets.h"
// clang-format off
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
#include "Engine/Backend/Cpu/Lanes/LaneBlocks-inl.h"
#include "Engine/Backend/Cpu/Lanes/LaneSpectrum-inl.h"
// clang-format on

HWY_BEFORE_NAMESPACE ();
namespace melstrom::HWY_NAMESPACE
{
/** Gathers samples of kLanes frames, one frame a lane: rows (window) of kLanes. Lanes past the
    run's end repeat the last frame. */
HWY_INLINE void gatherFrames (const CpuMelTables& tables, const FrameRun& run, int firstFrame,
                              float* rows)
{
    const LaneTag d;
    const float* frames[kMaxLanes];
    for (int lane = 0; lane < static_cast<int> (kLanes); ++lane)
    {
        // Lane 4 b + i is block b of row i: see loadBlocks.
        const std::ptrdiff_t frame = std::min (firstFrame + lane, run.numFrames - 1);
        frames[lane] = run.samples + frame * run.hopSamples;
    }
    const auto count = static_cast<std::size_t> (tables.geometry.windowSamples);
    for (std::size_t n = 0; n < count; n += 4)
    {
        Lane v[4];
        for (std::size_t i = 0; i < 4; ++i)
            v[i] = loadBlocks (d, frames + i, n);
        transposeBlocks (d, v);
        for (std::size_t i = 0; i < std::min<std::size_t> (4, count - n); ++i)
            hn::Store (v[i], d, rows + kLanes * (n + i));
    }
}

HWY_INLINE void addDither (const CpuMelTables& tables, const FrameRun& run, int firstFrame,
                           float* rows)
{
    const float amplitude = tables.ditherAmplitude;
    for (int n = 0; n < tables.geometry.windowSamples; ++n)
        for (int lane = 0; lane < static_cast<int> (kLanes); ++lane)
            rows[static_cast<std::size_t> (n) * kLanes + static_cast<std::size_t> (lane)] +=
                amplitude *
                ditherAt (tables.ditherSeed, run.signalId, run.firstFrame + firstFrame + lane, n);
}

/** Sums f (row) over all rows in four interleaved accumulators, to keep the rounding error low. */
template <class Function>
HWY_INLINE Lane sumRows (const float* rows, std::size_t count, Function f)
{
    const LaneTag d;
    Lane sums[4] = {hn::Zero (d), hn::Zero (d), hn::Zero (d), hn::Zero (d)};
    for (std::size_t n = 0; n < count; ++n)
        sums[n % 4] = f (hn::Load (d, rows + kLanes * n), sums[n % 4]);
    return hn::Add (hn::Add (sums[0], sums[1]), hn::Add (sums[2], sums[3]));
}

/** Kaldi's steps on a frame, in Kaldi's order: dither, mean, energy, pre-emphasis. energies:
    (lanes) or null. */
HWY_INLINE void runFrameSteps (const CpuMelTables& tables, const FrameRun& run, int firstFrame,
                               float* rows, float* energies)
{
    const LaneTag d;
    const auto count = static_cast<std::size_t> (tables.geometry.windowSamples);
    if (tables.ditherAmplitude != 0)
        addDither (tables, run, firstFrame, rows);
    if (tables.removeFrameMean)
    {
        const Lane sum = sumRows (rows, count, [] (Lane x, Lane acc) { return hn::Add (x, acc); });
        const Lane mean = hn::Div (sum, hn::Set (d, static_cast<float> (count)));
        for (std::size_t n = 0; n < count; ++n)
            hn::Store (hn::Sub (hn::Load (d, rows + kLanes * n), mean), d, rows + kLanes * n);
    }
    if (energies != nullptr)
    {
        const Lane energy =
            sumRows (rows, count, [] (Lane x, Lane acc) { return hn::MulAdd (x, x, acc); });
        const Lane floored = hn::Max (energy, hn::Set (d, tables.energyFloor));
        hn::StoreU (hn::Log (d, floored), d, energies);
    }
    if (tables.framePreemphasis != 0)
    {
        const Lane factor = hn::Set (d, tables.framePreemphasis);
        for (std::size_t n = count; n-- > 0;)
        {
            const Lane before = hn::Load (d, rows + kLanes * (n > 0 ? n - 1 : 0));
            hn::Store (hn::NegMulAdd (before, factor, hn::Load (d, rows + kLanes * n)), d,
                       rows + kLanes * n);
        }
    }
}

/** Multiplies by the window; rows of the transform outside the window become zero. */
HWY_INLINE void applyWindow (const CpuMelTables& tables, float* transformRows)
{
    const LaneTag d;
    const auto offset = static_cast<std::size_t> (tables.windowOffset);
    const std::size_t end = offset + tables.window.size ();
    const auto total = static_cast<std::size_t> (tables.geometry.fftSamples);
    for (std::size_t n = 0; n < tables.window.size (); ++n)
    {
        float* const row = transformRows + kLanes * (offset + n);
        hn::Store (hn::Mul (hn::Load (d, row), hn::Set (d, tables.window[n])), d, row);
    }
    std::fill (transformRows, transformRows + kLanes * offset, 0.0f);
    std::fill (transformRows + kLanes * end, transformRows + kLanes * total, 0.0f);
}

/** For very large transform sizes with a large prime factor: one lane after another through FFTW. */
HWY_INLINE void powerByFftw (const CpuMelTables& tables, const float* rows, float* power,
                             float* scratch)
{
    const auto count = static_cast<std::size_t> (tables.geometry.fftSamples);
    const auto bins = static_cast<std::size_t> (tables.geometry.numBins);
    float* const spectrum = scratch + (count + 15) / 16 * 16;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
    {
        for (std::size_t n = 0; n < count; ++n)
            scratch[n] = rows[kLanes * n + lane];
        tables.fftw->transform (scratch, spectrum);
        for (std::size_t k = 0; k < bins; ++k)
            power[kLanes * k + lane] =
                spectrum[2 * k] * spectrum[2 * k] + spectrum[2 * k + 1] * spectrum[2 * k + 1];
    }
}

/** Logarithm of a band's energy, with clamp, offset and scale; identity without a logarithm. */
HWY_INLINE Lane compress (const CpuMelTables& tables, Lane energy)
{
    const LaneTag d;
    if (! tables.hasLog)
        return energy;
    const Lane floored =
        hn::Add (hn::Max (energy, hn::Set (d, tables.logClamp)), hn::Set (d, tables.logAdd));
    return hn::MulSub (hn::Log (d, floored), hn::Set (d, tables.logScale),
                       hn::Set (d, tables.logOffset));
}

/** Each bin adds to two bands: it falls in one band and rises in the next. */
template <bool isMagnitude>
HWY_INLINE void projectBands (const CpuMelTables& tables, const float* power, float* planes,
                              std::size_t stride)
{
    const LaneTag d;
    const MelBank& bank = tables.bank;
    const Lane epsilon = hn::Set (d, tables.magnitudeEpsilon);
    Lane rising = hn::Zero (d);
    for (int interval = 0; interval <= bank.numBands; ++interval)
    {
        Lane falling = rising;
        rising = hn::Zero (d);
        const auto end =
            static_cast<std::size_t> (bank.firstBin[static_cast<std::size_t> (interval) + 1]);
        for (auto k = static_cast<std::size_t> (bank.firstBin[static_cast<std::size_t> (interval)]);
             k < end; ++k)
        {
            Lane value = hn::Load (d, power + kLanes * k);
            if constexpr (isMagnitude)
                value = hn::Sqrt (hn::Add (value, epsilon));
            falling = hn::MulAdd (value, hn::Set (d, bank.fall[k]), falling);
            rising = hn::MulAdd (value, hn::Set (d, bank.rise[k]), rising);
        }
        if (interval > 0)
            hn::StoreU (compress (tables, falling), d,
                        planes + stride * static_cast<std::size_t> (interval - 1));
    }
}

HWY_INLINE void computeGroup (const CpuMelTables& tables, const FrameRun& run, int firstFrame,
                              float* scratch)
{
    const auto rows = static_cast<std::size_t> (tables.geometry.fftSamples);
    const std::size_t bufferFloats = kLanes * (tables.laneFft ? tables.laneFft->bufferRows : rows);
    float* const first = scratch;
    float* const second = scratch + bufferFloats;
    float* const windowed = first + kLanes * static_cast<std::size_t> (tables.windowOffset);
    float* planes = run.planes + firstFrame;

    gatherFrames (tables, run, firstFrame, windowed);
    if (tables.hasFrameSteps)
    {
        runFrameSteps (tables, run, firstFrame, windowed, tables.useEnergy ? planes : nullptr);
        planes += tables.useEnergy ? run.stride : 0;
    }
    applyWindow (tables, first);

    float* power = second;
    if (tables.laneFft)
        power = transformToPower (*tables.laneFft, first, second);
    else
        powerByFftw (tables, first, second, second + bufferFloats);

    if (tables.isMagnitude)
        projectBands<true> (tables, power, planes, run.stride);
    else
        projectBands<false> (tables, power, planes, run.stride);
}

void computeFramesHere (const CpuMelTables& tables, const FrameRun& run, float* scratch)
{
    for (int frame = 0; frame < run.numFrames; frame += static_cast<int> (kLanes))
        computeGroup (tables, run, frame, scratch);
}

} // namespace melstrom::HWY_NAMESPACE
HWY_AFTER_NAMESPACE ();

#if HWY_ONCE
namespace melstrom
{
HWY_EXPORT (computeFramesHere);

std::size_t frameScratchFloats (const MelGeometry& geometry) noexcept
{
    if (LaneFftPlan::supports (geometry.fftSamples))
        return 2 * kMaxLanes * LaneFftPlan::bufferRowsOf (geometry.fftSamples);
    const auto rows = static_cast<std::size_t> (geometry.fftSamples);
    return 2 * kMaxLanes * rows + 3 * rows + 64;
}

void computeFrames (const CpuMelTables& tables, const FrameRun& run, float* scratch) noexcept
{
    HWY_DYNAMIC_DISPATCH (computeFramesHere) (tables, run, scratch);
}

} // namespace melstrom
#endif
