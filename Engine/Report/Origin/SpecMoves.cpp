#include "Engine/Report/Origin/SpecMoves.h"

#include "Engine/Report/Origin/MoveLists.h"

#include <algorithm>
#include <optional>

namespace melstrom
{

namespace
{
Specs emphasisMoves (const MelSpec& spec, bool isFine)
{
    Specs specs;
    for (const bool removesMean : {false, true})
        for (const auto scope : {PreemphasisScope::signal, PreemphasisScope::frame})
            addEach (specs, spec, {0.0, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99},
                     [&] (MelSpec& changed, double factor)
                     {
                         changed.removeFrameMean = removesMean;
                         changed.preemphasis = factor;
                         changed.preemphasisScope = scope;
                     });
    if (isFine && spec.preemphasis > 0)
        for (const double step : {0.0025, 0.005, 0.01, 0.02, 0.04, 0.08})
            addEach (
                specs, spec,
                {std::max (spec.preemphasis - step, 0.01), std::min (spec.preemphasis + step, 1.0)},
                [] (MelSpec& changed, double factor) { changed.preemphasis = factor; });
    return specs;
}

Specs levelMoves (const MelSpec& spec, ArrayKind kind)
{
    Specs specs;
    if (kind == ArrayKind::energies)
        return specs;
    if (kind == ArrayKind::pcen)
    {
        MelSpec base = spec;
        if (! base.pcen)
            base.pcen.emplace ();
        addEach (specs, base, {1.0, 32768.0, 2147483648.0},
                 [] (MelSpec& changed, double scale) { changed.sampleScale = scale; });
        addEach (specs, base, {0.5, 0.6, 0.8, 0.9, 0.95, 0.98, 1.0},
                 [] (MelSpec& changed, double gain) { changed.pcen->gain = gain; });
        addEach (specs, base, {1.0, 2.0, 10.0},
                 [] (MelSpec& changed, double bias) { changed.pcen->bias = bias; });
        addEach (specs, base, {0.25, 0.33, 0.5, 1.0},
                 [] (MelSpec& changed, double power) { changed.pcen->power = power; });
        addEach (specs, base, {0.015, 0.06, 0.1, 0.2, 0.3, 0.395, 0.4, 0.5, 1.0},
                 [] (MelSpec& changed, double seconds)
                 { changed.pcen->timeConstantSeconds = seconds; });
        addEach (specs, base, {1e-12, 1e-9, 1e-8, 1e-6},
                 [] (MelSpec& changed, double epsilon) { changed.pcen->epsilon = epsilon; });
        return specs;
    }
    std::vector<std::optional<double>> ranges {spec.topDb};
    if (kind == ArrayKind::cepstra)
        ranges = {std::nullopt, 80.0};
    for (const auto& topDb : ranges)
        for (const double scale : {1.0, 32768.0})
            for (const auto floorKind : {LogFloor::clamp, LogFloor::add})
                for (const double floor : usualFloors ())
                {
                    specs.push_back (spec);
                    specs.back ().topDb = topDb;
                    if (topDb)
                        specs.back ().log = LogKind::decibel;
                    specs.back ().sampleScale = scale;
                    specs.back ().logFloorKind = floorKind;
                    specs.back ().logFloor = floor;
                }
    return specs;
}

Specs loadingMoves (const MelSpec& spec, const ArrayFacts& facts)
{
    Specs specs;
    if (facts.rateHz != facts.fileRateHz)
    {
        using enum ResamplerKind;
        for (const auto kind : {soxrVhq, soxrHq, sincHann, kaiserBest, ffmpeg, kaldi})
        {
            MelSpec changed = spec;
            changed.resampler = kind;
            changed.resamplerWidth = MelSpec {}.resamplerWidth;
            changed.resamplerRolloff = MelSpec {}.resamplerRolloff;
            changed.loader = Loader::plain;
            specs.push_back (changed);
            if (kind == sincHann)
                addEach (specs, changed, {16, 64, 128},
                         [] (MelSpec& wide, int width) { wide.resamplerWidth = width; });
            if (kind == ffmpeg)
                addEach (specs, changed, {Loader::ffmpegS16},
                         [] (MelSpec& rounded, Loader loader) { rounded.loader = loader; });
            if (kind == ffmpeg && facts.numChannels > 1)
                addEach (specs, changed, {Loader::ffmpegF32},
                         [] (MelSpec& mixed, Loader loader) { mixed.loader = loader; });
        }
        for (auto& changed : specs)
            changed = withFrames (changed, facts);
    }
    for (int channel = 0; channel < std::min (facts.numChannels, 8) && facts.numChannels > 1;
         ++channel)
    {
        specs.push_back (spec);
        specs.back ().channels = ChannelMode::one;
        specs.back ().channelIndex = channel;
    }
    if (facts.numChannels > 1)
        addEach (specs, spec, {ChannelMode::mean},
                 [] (MelSpec& changed, ChannelMode mode) { changed.channels = mode; });
    return specs;
}

Specs cepstraMoves (const Candidate& candidate, const ArrayFacts& facts)
{
    const MelSpec& spec = candidate.spec;
    Specs specs;
    if (candidate.kind == ArrayKind::cepstra)
    {
        for (int bands = 10; bands <= 128; bands += bands < 64 ? 1 : 4)
            addEach (specs, spec, {bands},
                     [] (MelSpec& changed, int number) { changed.numBands = number; });
        addEach (specs, spec, {false, true},
                 [] (MelSpec& changed, bool takes) { changed.useEnergy = takes; });
        return specs;
    }
    const int numStatic = facts.numFeatures / (1 + spec.deltaOrder);
    if (candidate.kind == ArrayKind::logs)
        addEach (specs, spec, {false, true},
                 [numStatic] (MelSpec& changed, bool takes)
                 {
                     changed.useEnergy = takes;
                     changed.numBands = std::max (numStatic - (takes ? 1 : 0), 1);
                 });
    return specs;
}
} // namespace

const std::vector<double>& usualFloors ()
{
    static const std::vector<double> floors {1e-30,
                                             1e-20,
                                             1e-16,
                                             2.220446049250313e-16,
                                             1e-12,
                                             1e-10,
                                             1e-9,
                                             1e-8,
                                             5.960464477539063e-08,
                                             1e-7,
                                             1.1920928955078125e-07,
                                             1e-6,
                                             1e-5,
                                             1e-4,
                                             1e-3,
                                             1e-2,
                                             1e-1,
                                             1};
    return floors;
}

std::vector<MelSpec> neighbours (MoveStage stage, const Candidate& candidate,
                                 const ArrayFacts& facts, bool isFine)
{
    const MelSpec& spec = candidate.spec;
    switch (stage)
    {
        case MoveStage::framing: return framings (spec, facts);
        case MoveStage::window: return windowMoves (spec, facts, isFine);
        case MoveStage::windowShape:
        {
            using enum WindowShape;
            Specs specs;
            addEach (specs, spec,
                     {hannPeriodic, hannSymmetric, hannHalfSample, povey, hammingPeriodic,
                      hammingSymmetric, blackman, rectangular},
                     [] (MelSpec& changed, WindowShape shape) { changed.windowShape = shape; });
            return specs;
        }
        case MoveStage::bank: return bankMoves (spec, facts, isFine);
        case MoveStage::limits: return limitMoves (spec, facts, isFine);
        case MoveStage::emphasis: return emphasisMoves (spec, isFine);
        case MoveStage::spectrum:
        {
            Specs specs;
            addEach (specs, spec, {Spectrum::power},
                     [] (MelSpec& changed, Spectrum kind) { changed.spectrum = kind; });
            addEach (specs, spec, {0.0, 1e-9, 1e-6},
                     [] (MelSpec& changed, double epsilon)
                     {
                         changed.spectrum = Spectrum::magnitude;
                         changed.magnitudeEpsilon = epsilon;
                     });
            return specs;
        }
        case MoveStage::level: return levelMoves (spec, candidate.kind);
        case MoveStage::loading: return loadingMoves (spec, facts);
        case MoveStage::cepstra: return cepstraMoves (candidate, facts);
    }
    return {};
}

} // namespace melstrom
