#include "Standalone/Bench/BenchOffline.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/TimedRuns.h"
#include "Engine/Live/Voices/Synthesizer.h"
#include "Engine/Spec/Patch/PatchToml.h"

#include <algorithm>
#include <array>
#include <ostream>

namespace melstrom
{

namespace
{
using enum TextTable::Side;

constexpr std::array<std::uint8_t, 5> kKeys {36, 48, 55, 64, 71};
constexpr double kHeldSeconds = 8, kSeconds = 10;
constexpr int kBlockSamples = 1024;

std::vector<SynthEvent> chord ()
{
    std::vector<SynthEvent> events;
    for (const auto key : kKeys)
        events.push_back ({0, SynthEventKind::noteOn, 0, key, 0.8f});
    for (const auto key : kKeys)
        events.push_back ({static_cast<std::int64_t> (kHeldSeconds * kBenchRateHz),
                           SynthEventKind::noteOff, 0, key, 0.5f});
    return events;
}

/** Renders from sample 0 to kSeconds. */
Result<void> play (Synthesizer& synth, const std::vector<SynthEvent>& events,
                   std::vector<float>& left, std::vector<float>& right)
{
    constexpr auto numSamples = static_cast<std::int64_t> (kSeconds * kBenchRateHz);
    auto next = events.begin ();
    while (synth.position () < numSamples)
    {
        const auto isLater = [&] (const SynthEvent& event)
        { return event.sample >= synth.position () + kBlockSamples; };
        const auto end = std::find_if (next, events.end (), isLater);
        MELSTROM_TRY (synth.process (
            {std::span (next, end), nullptr, left.data (), right.data (), kBlockSamples}));
        next = end;
    }
    return {};
}

/** Median of three runs. */
Result<double> timesRealTime (Synthesizer& synth, const Patch& patch)
{
    MELSTROM_TRY (synth.setPatch (patch));
    const auto events = chord ();
    std::vector<float> left (kBlockSamples), right (kBlockSamples);
    const auto playOnce = [&]
    {
        synth.reset ();
        return secondsOf ([&] { return play (synth, events, left, right); });
    };
    MELSTROM_TRY_VALUE (const auto seconds, timedRuns ({0, 3}, playOnce));
    return kSeconds / seconds.median ();
}

} // namespace

Result<void> benchOffline (const BenchContext& context, std::vector<Contestant> contestants)
{
    BenchTable table (context.json["synth"]["offline"], {left, right, left},
                      {"patch", "partials", "renderer", "x real time"});
    for (auto& contestant : contestants)
    {
        const VoiceCapacity capacity {256, kBenchMostSegments, kBenchRateHz};
        MELSTROM_TRY_VALUE (const auto synth,
                            Synthesizer::make (std::move (contestant.renderer), capacity));
        for (const char* const name : {"Lead", "Pad", "Aurora", "Deep Current", "Solar Wind"})
        {
            MELSTROM_TRY (checkStop ());
            MELSTROM_TRY_VALUE (const auto patch, findPatch (name));
            MELSTROM_TRY_VALUE (const double ratio, timesRealTime (*synth, patch));
            const auto numSinusoids =
                sinusoidsOfNote (patch) * static_cast<std::int64_t> (kKeys.size ());
            table.addRow ({name, groupedText (numSinusoids), contestant.name, shortText (ratio)},
                          {{"patch", name},
                           {"renderer", contestant.name},
                           {"sinusoids", numSinusoids},
                           {"times_real_time", ratio}});
        }
    }
    context.out << "\nOffline: five notes for ten seconds, with noise and effects, which the CPU "
                   "always computes. The number of partials\nincludes those above the limit of the "
                   "sample rate.\n\n"
                << table.text ();
    return {};
}

} // namespace melstrom
