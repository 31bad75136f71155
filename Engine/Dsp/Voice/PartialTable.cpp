#include "Engine/Dsp/Voice/PartialTable.h"

#include "Engine/Dsp/Voice/CounterHash.h"
#include "Engine/Dsp/Voice/FixedPhase.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{
/** Quantile of the Gaussian of deviation 1, by Newton's method from 0. share: 0.001 .. 0.999, where
    the method converges. */
double gaussianQuantile (double share)
{
    double z = 0;
    for (int step = 0; step < 40; ++step)
    {
        const double below = 0.5 * std::erfc (-z / std::numbers::sqrt2);
        const double density = std::exp (-0.5 * z * z) / std::sqrt (2.0 * std::numbers::pi);
        z -= std::clamp ((below - share) / density, -0.5, 0.5);
    }
    return z;
}

/** Quantile of a side of a cluster. The Gaussian has numSides equal shares. Each share holds one
    side, at a random place in the middle 4/5 of the share: evenly spaced sides would beat in
    step. */
double sidePosition (int harmonicIndex, int side, int numSides)
{
    const auto index = static_cast<std::uint32_t> (harmonicIndex * kMaxDensity + side);
    constexpr std::uint32_t kClusterSeed = 0x50414453; // arbitrary: "PADS"
    const double share = 0.1 + 0.8 * shareOf (hashOf (kClusterSeed, index));
    return gaussianQuantile ((side + share) / numSides);
}

/** Never 0, which marks a centre. */
std::int32_t sideCoefficient (double bandwidth)
{
    const std::int32_t coefficient = toCoefficient (std::clamp (bandwidth, -8191.0, 8191.0));
    return coefficient == 0 ? 1 : coefficient;
}

void addCluster (std::vector<Partial>& partials, double ratio, double amplitude, int density,
                 double bandwidthScale)
{
    const int harmonicIndex = static_cast<int> (partials.size ()) / density;
    Partial partial;
    partial.ratio = toCoefficient (ratio);
    partial.stretch = toCoefficient (ratio * std::log2 (ratio));
    partial.amplitude = static_cast<float> (amplitude / std::sqrt (density));
    partials.push_back (partial);
    for (int side = 0; side < density - 1; ++side)
    {
        const double z = sidePosition (harmonicIndex, side, density - 1);
        partial.bandwidth = sideCoefficient (std::pow (ratio, bandwidthScale) * z);
        partials.push_back (partial);
    }
}

void setCopies (PartialTable& table, int numCopies)
{
    table.numCopies = numCopies;
    table.copyGain = static_cast<float> (1.0 / std::sqrt (numCopies));
    table.copyPositions = unisonPositions (numCopies);
    table.copyPlaces = unisonPlaces (numCopies);
}

/** phase: the oscillator's parameter */
void setStartPhases (PartialTable& table, PhaseMode mode, float phase)
{
    switch (mode)
    {
        case PhaseMode::random: table.phaseAmount = phase; break;
        case PhaseMode::reset: break;
        case PhaseMode::spread: table.copyPhases = unisonPhases (table.numCopies); break;
    }
}
} // namespace

PartialTable makePartialTable (const Patch& patch, int oscillator)
{
    const auto key = [oscillator] (PatchKey first) { return oscillatorKey (oscillator, first); };
    const auto spectrum =
        harmonicSpectrum (patch.choice<SpectrumShape> (key (PatchKey::osc1Spectrum)),
                          std::clamp (patch.whole (key (PatchKey::osc1Partials)), 1, kMaxPartials),
                          patch[key (PatchKey::osc1PulseWidth)],
                          patch.drawings[static_cast<std::size_t> (oscillator)]);
    const int density = std::clamp (patch.whole (key (PatchKey::osc1Density)), 1, kMaxDensity);
    const double scale = patch[key (PatchKey::osc1BandwidthScale)];

    PartialTable table;
    table.partials.reserve (spectrum.ratios.size () * static_cast<std::size_t> (density));
    constexpr double kSilent = 1e-10; // above the rounding error of sin (pi h w) at its zeros
    for (std::size_t i = 0; i < spectrum.ratios.size (); ++i)
        if (std::abs (spectrum.amplitudes[i]) * spectrum.ratios[i] > kSilent)
            addCluster (table.partials, spectrum.ratios[i], spectrum.amplitudes[i], density, scale);
    setCopies (table, std::clamp (patch.whole (key (PatchKey::osc1Unison)), 1, kMaxCopies));
    table.centreShare = static_cast<float> (1.0 / std::sqrt (density));
    setStartPhases (table, patch.choice<PhaseMode> (PatchKey::phaseMode),
                    patch[key (PatchKey::osc1Phase)]);
    table.seed = hashOf (static_cast<std::uint32_t> (patch.whole (PatchKey::seed)),
                         static_cast<std::uint32_t> (oscillator));
    return table;
}

std::int64_t sinusoidsOfNote (const Patch& patch)
{
    std::int64_t count = 0;
    for (int i = 0; i < kNumOscillators; ++i)
    {
        if (patch.whole (oscillatorKey (i, PatchKey::osc1On)) == 0)
            continue;
        const PartialTable table = makePartialTable (patch, i);
        count += static_cast<std::int64_t> (table.partials.size ()) * table.numCopies;
    }
    return count;
}

} // namespace melstrom
