#include "Tests/Support/Voices/VoiceRuns.h"

#include "Tests/Reference/ReferenceVoices.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

namespace melstrom::testing
{

namespace
{
constexpr double kRateHz = 48000;
constexpr float kCanary = 12345.5f;

/** Random numbers in a range. Equal seeds give equal numbers. */
class Chance
{
public:
    explicit Chance (unsigned seed) : random_ (seed) {}
    double between (double low, double high)
    {
        return low + (high - low) * static_cast<double> (random_ ()) / 4294967295.0;
    }
    bool isTrue () { return random_ () % 2 == 0; }
    std::uint32_t word () { return static_cast<std::uint32_t> (random_ ()); }

private:
    std::mt19937 random_;
};

PartialTable makeTable (const VoiceRunOptions& options, Chance& chance)
{
    PartialTable table;
    for (int i = 0; i < options.numPartials; ++i)
    {
        const int harmonic = 1 + i / 3;
        Partial partial;
        partial.ratio = toCoefficient (harmonic * (i % 2 == 0 ? 1.0 : 1.001));
        partial.bandwidth =
            options.isWide && i % 3 != 0 ? toCoefficient (harmonic * chance.between (-2, 2)) : 0;
        partial.stretch = options.isWide ? toCoefficient (harmonic * std::log2 (harmonic)) : 0;
        partial.amplitude = static_cast<float> (chance.between (-1, 1) / harmonic);
        table.partials.push_back (partial);
    }
    table.numCopies = options.numCopies;
    table.copyGain = static_cast<float> (1 / std::sqrt (options.numCopies));
    for (int copy = 0; copy < options.numCopies && options.numCopies > 1; ++copy)
    {
        const auto at = static_cast<std::size_t> (copy);
        table.copyPositions[at] = 2048 * copy / (options.numCopies - 1) - 1024;
        table.copyPlaces[at] = (copy % 2 == 0 ? 1 : -1) * (1024 - 50 * copy);
        table.copyPhases[at] = 0x12345679u * static_cast<std::uint32_t> (copy);
    }
    table.phaseAmount = static_cast<float> (chance.between (0.3, 1));
    table.seed = chance.word ();
    return table;
}

/** A value that moves to a new value at each control point, or stays. */
Ramp stepped (float& value, bool moves, double low, double high, Chance& chance)
{
    const float start = value;
    if (moves)
        value = static_cast<float> (chance.between (low, high));
    return {start, value};
}

Spline splineOf (const Ramp& ramp)
{
    return {ramp.start, ramp.end};
}

/** An oscillator of one note, segment by segment. */
class NoteOscillator
{
public:
    NoteOscillator (const VoiceRunOptions& options, Chance& chance)
        : isWide_ (options.isWide), leavesOut_ (options.leavesOut),
          hz_ (std::exp2 (
              chance.between (std::log2 (options.lowestHz), std::log2 (options.highestHz))))
    {
        segment_.base.endRate = toTurnRate (hz_ / kRateHz);
        segment_.detune.endRate = toDetuneRate (0.006 * hz_ / kRateHz);
        segment_.bandwidth.endRate = isWide_ ? toTurnRate (0.02 * hz_ / kRateHz) : 0;
        segment_.stretch.endRate = isWide_ ? toTurnRate (0.004 * hz_ / kRateHz) : 0;
        segment_.isOn = true;
    }

    OscillatorSegment next (VoiceMotion motion, Chance& chance)
    {
        const bool bends = motion == VoiceMotion::bends || motion == VoiceMotion::sweeps;
        const bool gains = bends || motion == VoiceMotion::gains;
        segment_.level = splineOf (stepped (level_, true, 0, 1, chance));
        segment_.pan = splineOf (stepped (pan_, true, -0.7, 0.7, chance));
        segment_.spread = splineOf (stepped (spread_, true, 0, 1, chance));
        segment_.tilt = stepped (tilt_, gains, -0.6, 0.3, chance);
        segment_.centre = stepped (centre_, gains, 0.5, 1.5, chance);
        segment_.sides = stepped (sides_, gains, 0, 1.2, chance);
        if (leavesOut_)
            moveFloor (chance);
        const double depth = ! bends ? 0 : motion == VoiceMotion::sweeps ? 0.25 : 2e-4;
        goOn (segment_.base, toTurnRate (hz_ * factor (depth, chance) / kRateHz), bends);
        goOn (segment_.detune, toDetuneRate (0.006 * hz_ * factor (depth, chance) / kRateHz),
              bends);
        goOn (segment_.bandwidth, toTurnRate (0.02 * hz_ * factor (depth, chance) / kRateHz),
              bends && isWide_);
        goOn (segment_.stretch, toTurnRate (0.004 * hz_ * factor (depth, chance) / kRateHz),
              bends && isWide_);
        return segment_;
    }

private:
    static double factor (double depth, Chance& chance)
    {
        return 1 + chance.between (-depth, depth);
    }
    static void goOn (TurnRamp& ramp, std::int64_t rate, bool moves)
    {
        if (! isFirst_ (ramp))
            ramp.turns = turnsAfter (ramp.turns, ramp.startRate, ramp.endRate, kControlSamples,
                                     kControlSamples);
        ramp.startRate = ramp.endRate;
        ramp.endRate = moves ? rate : ramp.startRate;
    }
    static bool isFirst_ (const TurnRamp& ramp) { return ramp.startRate == 0; }

    /** Rests in every second segment; else moves by up to 6 dB. */
    void moveFloor (Chance& chance)
    {
        segment_.floor.start = segment_.floor.end > 0 ? segment_.floor.end : 1e-3f;
        const double change = chance.word () % 2 == 0 ? 0 : chance.between (-1, 1);
        segment_.floor.end = segment_.floor.start * static_cast<float> (std::exp2 (change));
    }

    bool isWide_, leavesOut_;
    double hz_;
    OscillatorSegment segment_;
    float level_ = 0, pan_ = 0, spread_ = 0.5f, tilt_ = 0, centre_ = 1, sides_ = 0.8f;
};

/** A note and its place in the batch. */
struct Note
{
    Note (const VoiceRunOptions& options, int index, Chance& chance)
        : noteSeed (chance.word ()),
          motion (options.motion), oscillators {NoteOscillator (options, chance),
                                                NoteOscillator (options, chance)}
    {
        first = index % 3 == 0 ? 0 : static_cast<int> (chance.between (0, options.numSegments / 2));
        end = index % 4 == 0 ? options.numSegments
                             : static_cast<int> (chance.between (first + 1, options.numSegments));
    }

    VoiceSegment next (const VoiceRunOptions& options, int segment, Chance& chance)
    {
        if (options.motion == VoiceMotion::mixed && segment % 3 == 0)
            motion = static_cast<VoiceMotion> (chance.word () % 4);
        VoiceSegment voice;
        voice.segment = segment;
        voice.firstSample = segment == first ? static_cast<int> (noteSeed % kControlSamples) : 0;
        voice.noteSeed = noteSeed;
        voice.filter.type = options.filter;
        voice.filter.slope = options.slope;
        const bool gains = motion != VoiceMotion::rests;
        voice.filter.cutoff = stepped (cutoff, gains, 0.005, 0.2, chance);
        voice.filter.resonance = stepped (resonance, gains, 0.5, 8, chance);
        for (std::size_t i = 0; i < oscillators.size (); ++i)
            voice.oscillators[i] = oscillators[i].next (motion, chance);
        voice.oscillators[1].isOn = noteSeed % 4 != 0;
        return voice;
    }

    std::uint32_t noteSeed;
    VoiceMotion motion;
    std::array<NoteOscillator, kNumOscillators> oscillators;
    int first = 0, end = 0;
    float cutoff = 0.03f, resonance = 2;
};

void checkCanaries (const std::vector<float>& padded)
{
    if (padded.front () != kCanary || padded.back () != kCanary)
        throw std::runtime_error ("a renderer wrote beside its output");
}
} // namespace

std::vector<VoiceSegment> VoiceRun::part (int firstSegment, int endSegment) const
{
    std::vector<VoiceSegment> part;
    for (VoiceSegment voice : voices)
        if (voice.segment >= firstSegment && voice.segment < endSegment)
        {
            voice.segment -= firstSegment;
            part.push_back (voice);
        }
    return part;
}

VoiceRun makeVoiceRun (const VoiceRunOptions& options)
{
    Chance chance (options.seed);
    VoiceRun run;
    run.numSegments = options.numSegments;
    VoiceRunOptions second = options;
    second.numCopies = 1;
    second.numPartials = options.numPartials / 2;
    run.tables = {makeTable (options, chance), makeTable (second, chance)};
    std::vector<Note> notes;
    for (int i = 0; i < options.numNotes; ++i)
        notes.emplace_back (options, i, chance);
    for (int segment = 0; segment < options.numSegments; ++segment)
        for (Note& note : notes)
            if (segment >= note.first && segment < note.end)
                run.voices.push_back (note.next (options, segment, chance));
    return run;
}

StereoSound renderCut (VoiceRenderer& renderer, const VoiceRun& run, const std::vector<int>& cuts)
{
    StereoSound sound;
    for (std::size_t i = 0; i + 1 < cuts.size (); ++i)
    {
        const auto part = run.part (cuts[i], cuts[i + 1]);
        const int numSegments = cuts[i + 1] - cuts[i];
        const auto numSamples = static_cast<std::size_t> (numSegments * kControlSamples);
        std::vector<float> left (numSamples + 2, kCanary), right (numSamples + 2, kCanary);
        const auto done =
            renderer.render ({part, numSegments}, left.data () + 1, right.data () + 1);
        checkCanaries (left);
        checkCanaries (right);
        if (! done)
            throw std::runtime_error (done.error ().message);
        sound.left.insert (sound.left.end (), left.begin () + 1, left.end () - 1);
        sound.right.insert (sound.right.end (), right.begin () + 1, right.end () - 1);
    }
    return sound;
}

double residualDb (const VoiceRun& run, const StereoSound& sound)
{
    const auto reference = referenceVoices (run.tables, run.voices, run.numSegments);
    double error = 0, power = 0;
    for (std::size_t i = 0; i < reference.left.size (); ++i)
    {
        error += std::pow (reference.left[i] - static_cast<double> (sound.left[i]), 2) +
                 std::pow (reference.right[i] - static_cast<double> (sound.right[i]), 2);
        power += std::pow (reference.left[i], 2) + std::pow (reference.right[i], 2);
    }
    return 10 * std::log10 (error / power);
}

} // namespace melstrom::testing
