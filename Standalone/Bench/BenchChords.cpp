#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Live/Voices/LiveSynth.h"
#include "Engine/Realtime/Segments/VoiceShedding.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Standalone/Bench/HostThread.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace melstrom
{

namespace
{
using enum TextTable::Side;

constexpr int kBlockSamples = 128;
constexpr double kRateHz = 48000, kTrialSeconds = 12, kChordSeconds = 0.75;
constexpr auto kNumBlocks = static_cast<std::int64_t> (kTrialSeconds * kRateHz) / kBlockSamples;
constexpr std::array kPatches {"Aurora", "Solar Wind", "Glass Choir", "Deep Current"};

struct ChordTrial
{
    std::int64_t numLate = 0, numLateItself = 0, numShed = 0;
    int mostVoices = 0, highestLevel = 0;
    double p50 = 0, p999 = 0, worst = 0; ///< callback's time over the block's
};

/** Ten notes every kChordSeconds, on four roots in turn. The pedal goes down with the first chord.
    It is up for a moment before every eighth chord. */
std::vector<SynthEvent> eventsAt (std::int64_t sample)
{
    const auto every = static_cast<std::int64_t> (kChordSeconds * kRateHz) / kBlockSamples;
    const std::int64_t block = sample / kBlockSamples, chord = block / every;
    constexpr std::array kRoots {0, -3, 5, -5};
    constexpr std::array kKeys {36, 43, 48, 52, 55, 60, 64, 67, 72, 76};
    constexpr std::uint8_t kPedal = 64;
    const bool isStrike = block % every == 0, isRelease = block % every == every * 3 / 4;
    std::vector<SynthEvent> events;
    if (! isStrike && ! isRelease)
        return events;
    if (isStrike && chord % 8 == 0)
        for (const float pedal : {0.0f, 1.0f})
            events.push_back ({0, SynthEventKind::controller, 0, kPedal, pedal});
    const auto root = kRoots[static_cast<std::size_t> (chord % 4)];
    for (const int key : kKeys)
        events.push_back ({0, isStrike ? SynthEventKind::noteOn : SynthEventKind::noteOff, 0,
                           static_cast<std::uint8_t> (key + root), isStrike ? 0.8f : 0.0f});
    return events;
}

Result<ChordTrial> play (const Patch& patch, bool sheds)
{
    LiveSynthOptions options;
    options.sampleRateHz = kRateHz;
    options.maxBlockSamples = kBlockSamples;
    options.backend.kind = BackendChoice::Kind::cpu;
    if (! sheds)
        options.clock = nullptr;
    MELSTROM_TRY_VALUE (auto synth, LiveSynth::make (options, patch));
    constexpr double blockSeconds = kBlockSamples / kRateHz;
    HostThread host (blockSeconds, kNumBlocks, AfterLateBlock::goesOnFromEnd);
    ChordTrial trial;
    std::array<float, kBlockSamples> left {}, right {};
    MELSTROM_TRY (host.run (
        kNumBlocks,
        [&] (std::int64_t index)
        {
            const auto events = eventsAt (index * kBlockSamples);
            const LiveBlock block {events, {}, left.data (), right.data (), kBlockSamples, false};
            host.time (true, [&] { synth->process (block); });
            const auto health = synth->health ();
            trial.mostVoices = std::max (trial.mostVoices, health.numVoices);
            trial.highestLevel = std::max (trial.highestLevel, health.shedLevel);
            trial.numShed = health.numShedBlocks;
        }));
    const LiveTimes times = host.times ();
    trial.numLate = host.numLate ();
    trial.numLateItself = host.numLateItself ();
    trial.p50 = times.p50 / blockSeconds;
    trial.p999 = times.p999 / blockSeconds;
    trial.worst = times.worst / blockSeconds;
    return trial;
}

std::string percentText (double share)
{
    return fixedText (100 * share, 1) + " %";
}

void addRow (BenchTable& table, const std::string& name, bool sheds, const ChordTrial& trial)
{
    const auto shareShed = static_cast<double> (trial.numShed) / static_cast<double> (kNumBlocks);
    table.addRow ({name, sheds ? "with shedding" : "without shedding",
                   std::to_string (trial.mostVoices), std::to_string (trial.numLate),
                   std::to_string (trial.numLateItself), percentText (trial.p50),
                   percentText (trial.p999), percentText (trial.worst), percentText (shareShed),
                   std::to_string (trial.highestLevel)},
                  {{"patch", name},
                   {"sheds", sheds},
                   {"blocks", kNumBlocks},
                   {"late", trial.numLate},
                   {"late_itself", trial.numLateItself},
                   {"voices", trial.mostVoices},
                   {"load", {{"p50", trial.p50}, {"p99.9", trial.p999}, {"worst", trial.worst}}},
                   {"shed", trial.numShed},
                   {"highest_level", trial.highestLevel}});
}
} // namespace

Result<void> benchChords (const BenchContext& context)
{
    BenchTable table (context.json["chords"], {left, left},
                      {"patch", "sounds", "voices", "late", "by itself", "load p50", "p99.9",
                       "worst", "thinned", "highest level"});
    for (const char* const name : kPatches)
    {
        const auto patch = findPatch (name);
        if (! patch)
            return Error {ErrorCode::internalFault, std::string (name) + " is not a patch", {}};
        for (const bool sheds : {false, true})
        {
            MELSTROM_TRY (context.begin (std::string ("playing ") + name));
            MELSTROM_TRY_VALUE (const auto trial, play (*patch, sheds));
            addRow (table, name, sheds, trial);
        }
    }
    context.out
        << "\nTen-note chords under the pedal, one every " << fixedText (kChordSeconds, 2)
        << " s for " << fixedText (kTrialSeconds, 0) << " s, on one core of the CPU, 48 kHz, "
        << kNumBlocks << " blocks of " << kBlockSamples << ".\n"
        << "Late: blocks whose callback took longer than the block. By itself: blocks whose own "
           "processor time did,\n"
        << "without the time of other work on that processor. Load: time of the callback divided "
           "by the time of the block.\n"
        << "Thinned: blocks with shedding, at level 1 to " << kMostShedLevel << ".\n\n"
        << table.text ();
    return {};
}

} // namespace melstrom
