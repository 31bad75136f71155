#include "Engine/Report/Origin/OriginSearch.h"

#include "Engine/Report/Origin/FieldSearch.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <vector>

namespace melstrom
{

namespace
{
constexpr double kExact = 1e-9; ///< a distance that only rounding leaves
constexpr double kFound = 1e-6; ///< no other start is tried
constexpr int kMostPasses = 6;
constexpr int kUsualRates[] = {8000, 16000, 22050, 24000, 32000, 44100, 48000};
/** Presets that stand for a family of front ends: they are tried at all rates. */
constexpr const char* kFamilies[] = {"librosa",           "torchaudio", "kaldi-fbank",
                                     "whisper-openai-80", "nemo-80",    "hifigan-22k",
                                     "librosa-mfcc",      "kaldi-mfcc", "torchaudio-mfcc"};

/** A length in samples keeps its time at another rate, except a power of two, which stays. */
void scaleLength (Length& length, double ratio)
{
    const auto samples = static_cast<unsigned> (length.value);
    if (length.unit == Length::Unit::samples && ! std::has_single_bit (samples))
        length.value =
            std::max (1.0, static_cast<double> (static_cast<int> (length.value * ratio)));
}

MelSpec atRate (const MelSpec& spec, int fromHz, std::optional<int> rateHz, int fileRateHz)
{
    MelSpec changed = spec;
    changed.rateHz = rateHz;
    const int toHz = rateHz.value_or (fileRateHz);
    if (fromHz == toHz)
        return changed;
    const double ratio = static_cast<double> (toHz) / fromHz;
    scaleLength (changed.window, ratio);
    scaleLength (changed.hop, ratio);
    if (changed.fftSamples && *changed.fftSamples < changed.window.samplesAt (toHz))
    {
        changed.fftSamples.reset ();
        changed.fftPowerOfTwo = true;
    }
    if (changed.highestHz && *changed.highestHz > toHz / 2.0)
        changed.highestHz.reset ();
    return changed;
}

class Search
{
public:
    Search (CandidateShapes& shapes, const SearchLimits& limits)
        : shapes_ (shapes), limits_ (limits)
    {
    }

    std::vector<Candidate> run ()
    {
        addStarts ();
        std::ranges::stable_sort (found_, {}, &Candidate::distance);
        const auto numStarts = shapes_.numComputed ();
        auto byField = searchFields (shapes_, found_);
        mostComputed_ = shapes_.numComputed () - numStarts + limits_.mostComputed;
        if (byField && byField->distance < kFound)
            return {*byField};
        auto begun = distinctStarts ();
        for (Candidate& candidate : begun)
        {
            improveAll (candidate, false);
            if (candidate.distance < kFound)
                break;
        }
        std::ranges::stable_sort (begun, {}, &Candidate::distance);
        for (Candidate& candidate : begun)
        {
            descend (candidate);
            if (candidate.distance < kFound)
                break;
        }
        if (byField)
            begun.push_back (std::move (*byField));
        std::ranges::stable_sort (begun, {}, &Candidate::distance);
        return begun;
    }

private:
    bool isSpent () const
    {
        return shapes_.numComputed () >= mostComputed_ || shapes_.isStopped ();
    }

    /** The kinds that a preset's spec can be compared as, with the number of bands that fits. */
    void addKinds (const std::string& preset, const MelSpec& spec, std::size_t reading)
    {
        const int numFeatures = shapes_.readings ()[reading].features.numFeatures;
        const int order = shapes_.deltaOrderOf (reading), numStatic = numFeatures / (1 + order);
        MelSpec changed = spec;
        changed.deltaOrder = order;
        if (spec.numCoefficients)
        {
            changed.numBands = std::max (spec.numBands, numStatic);
            changed.numCoefficients = numStatic;
            for (const auto norm : {BankNorm::none, BankNorm::slaney})
            {
                changed.bankNorm = norm;
                add (preset, changed, ArrayKind::cepstra, reading);
            }
            return;
        }
        changed.numBands = numStatic;
        changed.useEnergy = false;
        if (spec.pcen)
            add (preset, changed, ArrayKind::pcen, reading);
        changed.pcen.reset ();
        add (preset, changed, ArrayKind::energies, reading);
        add (preset, changed, ArrayKind::logs, reading);
        if (spec.bankStyle == BankStyle::kaldi && numStatic > 1)
        {
            changed.useEnergy = true;
            changed.numBands = numStatic - 1;
            add (preset, changed, ArrayKind::logs, reading);
        }
    }

    void add (const std::string& preset, const MelSpec& spec, ArrayKind kind, std::size_t reading)
    {
        Candidate candidate {spec, kind, reading, preset, CandidateShapes::kImpossible};
        if (shapes_.readings ()[reading].shapeOf (kind) == nullptr)
            return;
        // The floor of a preset counts only if the array shows it: the search finds it again.
        if (spec.logFloorKind == LogFloor::clamp && kind == ArrayKind::logs)
            candidate.spec.logFloor = std::min (spec.logFloor, usualFloors ().front ());
        const auto facts = shapes_.factsOf (candidate);
        std::vector<MelSpec> specs {candidate.spec, withFrames (candidate.spec, facts)};
        if (facts.rateHz > 16000) // many tools stop at the limit of speech
        {
            specs.push_back (specs.back ());
            specs.back ().highestHz = 8000;
        }
        for (const MelSpec& tried : specs)
        {
            candidate.spec = tried;
            if (! begun_
                      .insert (toToml (tried) + std::to_string (static_cast<int> (kind)) +
                               std::to_string (reading))
                      .second)
                continue;
            candidate.distance = shapes_.distanceOf (candidate);
            if (candidate.distance < CandidateShapes::kImpossible)
                found_.push_back (candidate);
        }
    }

    void addStarts ()
    {
        const int fileRateHz = shapes_.store ().info ().rateHz;
        for (std::size_t reading = 0; reading < shapes_.readings ().size (); ++reading)
        {
            const bool isSegments = shapes_.readings ()[reading].features.numUnits > 1;
            for (const MelPreset& preset : builtInPresets ())
            {
                const bool isOther = isSegments && preset.spec.layout != Layout::segments;
                if (isOther || preset.spec.stacksFrames ()) // presetRows tries stacked ones
                    continue;
                addKinds (preset.name, preset.spec, reading);
                const bool isFamily =
                    std::ranges::find (kFamilies, preset.name) != std::end (kFamilies);
                const int ownHz = preset.spec.rateHz.value_or (fileRateHz);
                if (isFamily && preset.spec.rateHz)
                    addKinds (preset.name, atRate (preset.spec, ownHz, std::nullopt, fileRateHz),
                              reading);
                for (const int rateHz : kUsualRates)
                    if (isFamily && rateHz != ownHz && rateHz != fileRateHz)
                        addKinds (preset.name, atRate (preset.spec, ownHz, rateHz, fileRateHz),
                                  reading);
            }
        }
    }

    /** The nearest candidates: one of each kind, rate and order of axes, then a second one of
        each. */
    std::vector<Candidate> distinctStarts () const
    {
        std::vector<Candidate> chosen;
        const auto most = static_cast<std::size_t> (limits_.numDescents);
        for (const int round : {1, 2})
            for (const Candidate& candidate : found_)
            {
                const auto isLike = [&] (const Candidate& other)
                {
                    return other.kind == candidate.kind && other.reading == candidate.reading &&
                           other.spec.rateHz == candidate.spec.rateHz;
                };
                const bool isNew = std::ranges::none_of (chosen, [&] (const Candidate& other)
                                                         { return other.spec == candidate.spec; });
                if (isNew && std::ranges::count_if (chosen, isLike) < round &&
                    chosen.size () < most - (round == 1 ? 2 : 0))
                    chosen.push_back (candidate);
            }
        std::ranges::stable_sort (chosen, {}, &Candidate::distance);
        return chosen;
    }

    /** True if a neighbour is nearer; the candidate becomes the nearest one. */
    bool improve (Candidate& candidate, MoveStage stage, bool isFine)
    {
        return shapes_.takeNearest (
            candidate, neighbours (stage, candidate, shapes_.factsOf (candidate), isFine),
            [this] (const Candidate&) { return isSpent (); });
    }

    bool improveAll (Candidate& candidate, bool isFine)
    {
        bool isBetter = false;
        for (const auto stage : kMoveStages)
        {
            // PCEN's many settings fit wrong bands too: they wait until the bands are near.
            if (stage == MoveStage::level && candidate.kind == ArrayKind::pcen && ! isFine)
                continue;
            isBetter = improve (candidate, stage, isFine) || isBetter;
        }
        return isBetter;
    }

    /** Until no stage comes nearer, first with the usual values, then with all. */
    void descend (Candidate& candidate)
    {
        bool isFine = false;
        for (int pass = 0; pass < kMostPasses && candidate.distance > kExact && ! isSpent ();
             ++pass)
        {
            const bool isBetter = improveAll (candidate, isFine);
            if (! isBetter && isFine)
                break;
            isFine = isFine || pass > 0 || ! isBetter;
        }
    }

    CandidateShapes& shapes_;
    const SearchLimits& limits_;
    std::int64_t mostComputed_ = 0; ///< starts and descents, not the search by field
    std::vector<Candidate> found_;
    std::set<std::string> begun_; ///< starts that were computed
};
} // namespace

std::vector<Candidate> searchShapes (CandidateShapes& shapes, const SearchLimits& limits)
{
    return Search (shapes, limits).run ();
}

} // namespace melstrom
