#include "Engine/Report/Origin/FrameFit.h"

#include "Engine/Spec/Mel/MelGeometry.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostHops = 12, kMostTriedHops = 64;

void setHop (MelSpec& spec, int samples, int rateHz)
{
    if (spec.hop.samplesAt (rateHz) != samples)
        spec.hop = {static_cast<double> (samples), Length::Unit::samples};
}

/** How unusual a hop is: 0 for a power of two and for 10 ms. */
int rank (int hop, int rateHz)
{
    if (std::has_single_bit (static_cast<unsigned> (hop)) || 100 * hop == rateHz)
        return 0;
    if (1000 * hop % rateHz == 0 || 2000 * hop % rateHz == 0)
        return 1;
    return hop % 20 == 0 ? 2 : hop % 16 == 0 ? 3 : hop % 5 == 0 ? 4 : 5;
}

bool makesFrames (const MelSpec& spec, const ArrayFacts& facts)
{
    const auto geometry = geometryAt (spec, facts.rateHz);
    return geometry && geometry->numFrames (facts.signalSamples) == facts.numFrames;
}

/** Least and largest hop with which this framing may make the array's number of frames. */
std::pair<int, int> hopRange (const MelSpec& spec, const ArrayFacts& facts)
{
    const auto window = spec.window.samplesAt (facts.rateHz);
    const auto geometry = geometryAt (spec, facts.rateHz);
    const int span =
        spec.windowPlacement == WindowPlacement::left || ! geometry ? window : geometry->fftSamples;
    const double samples = static_cast<double> (facts.signalSamples),
                 frames = static_cast<double> (facts.numFrames) + (spec.dropLastFrame ? 1 : 0);
    double length = samples, few = frames, many = frames + 1; // few hops fit, many do not
    switch (spec.framing)
    {
        case Framing::valid:
            length = samples - span;
            few = frames - 1;
            many = frames;
            break;
        case Framing::centred:
            few = frames - 1;
            many = frames;
            break;
        case Framing::kaldiEdges:
            few = frames - 0.5;
            many = frames + 0.5;
            break;
        case Framing::hifigan: break;
    }
    if (spec.fillLastFrame)
    {
        few -= 1;
        many -= 1;
    }
    constexpr double mostHop = 65536;
    const double least = std::clamp (length / std::max (many, 0.5), 1.0, mostHop),
                 most = std::clamp (length / std::max (few, 0.5), 1.0, mostHop);
    return {std::max (static_cast<int> (least) - 1, 1), static_cast<int> (most) + 1};
}

/** Hops that make exactly the array's number of frames, the usual ones first. */
std::vector<int> fittingHops (MelSpec spec, const ArrayFacts& facts)
{
    const auto [least, most] = hopRange (spec, facts);
    std::vector<int> hops;
    for (int hop = least; hop <= most; ++hop)
        hops.push_back (hop);
    std::ranges::stable_sort (hops, {}, [&] (int hop) { return rank (hop, facts.rateHz); });
    std::vector<int> fitting;
    for (std::size_t i = 0; i < hops.size () && i < kMostTriedHops && fitting.size () < kMostHops;
         ++i)
    {
        setHop (spec, hops[i], facts.rateHz);
        if (makesFrames (spec, facts))
            fitting.push_back (hops[i]);
    }
    return fitting;
}

/** Every combination of the fields that say where frames lie. */
std::vector<MelSpec> placements (const MelSpec& spec)
{
    std::vector<MelSpec> specs;
    for (const auto framing :
         {Framing::valid, Framing::centred, Framing::kaldiEdges, Framing::hifigan})
        for (const auto placement : {WindowPlacement::centred, WindowPlacement::left})
            for (const auto padding : {Padding::constant, Padding::reflect, Padding::symmetric})
                for (const bool drops : {false, true})
                {
                    if (framing == Framing::valid && padding != Padding::constant)
                        continue;
                    MelSpec changed = spec;
                    changed.framing = framing;
                    changed.windowPlacement = placement;
                    changed.padding = padding;
                    changed.dropLastFrame = drops;
                    changed.fillLastFrame = false;
                    specs.push_back (changed);
                    if (framing == Framing::hifigan && ! drops)
                    {
                        changed.fillLastFrame = true;
                        specs.push_back (changed);
                    }
                }
    return specs;
}
} // namespace

std::vector<MelSpec> framings (const MelSpec& spec, const ArrayFacts& facts)
{
    std::vector<MelSpec> specs;
    if (! facts.isSegments)
        for (MelSpec& placed : placements (spec))
            for (const int hop : fittingHops (placed, facts))
            {
                setHop (placed, hop, facts.rateHz);
                specs.push_back (placed);
            }
    return specs.empty () ? placements (spec) : specs;
}

std::vector<MelSpec> hops (const MelSpec& spec, const ArrayFacts& facts)
{
    std::vector<MelSpec> specs;
    if (! facts.isSegments)
        for (const int hop : fittingHops (spec, facts))
        {
            specs.push_back (spec);
            setHop (specs.back (), hop, facts.rateHz);
        }
    return specs;
}

std::vector<MelSpec> nearestFramings (const MelSpec& spec, const ArrayFacts& facts)
{
    std::vector<MelSpec> specs = placements (spec);
    if (facts.isSegments)
        return specs;
    const int now = spec.hop.samplesAt (facts.rateHz);
    for (MelSpec& placed : specs)
        if (! makesFrames (placed, facts))
        {
            const auto fitting = fittingHops (placed, facts);
            if (! fitting.empty ())
                setHop (placed,
                        *std::ranges::min_element (
                            fitting, {}, [now] (int hop) { return std::abs (hop - now); }),
                        facts.rateHz);
        }
    return specs;
}

MelSpec withFrames (const MelSpec& spec, const ArrayFacts& facts)
{
    if (facts.isSegments || makesFrames (spec, facts))
        return spec;
    MelSpec best = spec;
    int bestStep = -1;
    const int now = spec.hop.samplesAt (facts.rateHz);
    for (const auto framing :
         {spec.framing, Framing::centred, Framing::valid, Framing::kaldiEdges, Framing::hifigan})
        for (const bool drops : {spec.dropLastFrame, ! spec.dropLastFrame})
        {
            MelSpec changed = spec;
            changed.framing = framing;
            changed.dropLastFrame = drops;
            for (const int hop : fittingHops (changed, facts))
                if (bestStep < 0 || std::abs (hop - now) < bestStep)
                {
                    best = changed;
                    setHop (best, hop, facts.rateHz);
                    bestStep = std::abs (hop - now);
                }
            if (bestStep == 0)
                return best;
        }
    return best;
}

void setTransform (MelSpec& spec, int windowSamples, int fftSamples)
{
    const int power = static_cast<int> (std::bit_ceil (static_cast<unsigned> (windowSamples)));
    spec.fftSamples.reset ();
    spec.fftPowerOfTwo = fftSamples == power && fftSamples != windowSamples;
    if (fftSamples != power && fftSamples != windowSamples)
        spec.fftSamples = fftSamples;
}

} // namespace melstrom
