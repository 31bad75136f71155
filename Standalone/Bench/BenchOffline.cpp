#include "Standalone/Bench/BenchOffline.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Live/Voices/Synthesizer.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ostream>
#include <vector>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;
using enum TextTable::Side;

constexpr std::array<std::uint8_t, 5> kKeys {36, 48, 55, 64, 71};
constexpr double kHeldSeconds = 8, kSeconds = 10;
constexpr int kBlockSamples = 1024, kNumRuns = 3;

std::vector<SynthEvent> chord (double rateHz)
{
    std::vector<SynthEvent> events;
    for (const auto key : kKeys)
        events.push_back ({0, SynthEventKind::noteOn, 0, key, 0.8f});
    for (const auto key : kKeys)
        events.push_back ({static_cast<std::int64_t> (kHeldSeconds * rateHz),
                           SynthEventKind::noteOff, 0, key, 0.5f});
    return events;
}

/** Renders once and returns the seconds it took. */
Result<double> playOnce (Synthesizer& synth, const std::vector<SynthEvent>& events,
                         std::int64_t numSamples)
{
    std::vector<float> left (kBlockSamples), right (kBlockSamples);
    synth.reset ();
    const auto start = std::chrono::steady_clock::now ();
    auto next = events.begin ();
    while (synth.position () < numSamples)
    {
        const auto end = std::find_if (next, events.end (),
                                       [&] (const SynthEvent& event) {
                                           return event.sample >= synth.position () + kBlockSamples;
                                       });
        SynthBlock block;
        block.events = std::span (next, end);
        block.left = left.data ();
        block.right = right.data ();
        block.numSamples = kBlockSamples;
        MELSTROM_TRY (synth.process (block));
        next = end;
    }
    return std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ();
}
struct OfflineTiming
{
    std::int64_t numSinusoids = 0; ///< of the five notes
    double timesRealTime = 0;      ///< median
};

Result<OfflineTiming> timeOffline (std::unique_ptr<VoiceRenderer> renderer,
                                   const VoiceCapacity& capacity, const Patch& patch)
{
    MELSTROM_TRY_VALUE (auto synth, Synthesizer::make (std::move (renderer), capacity));
    MELSTROM_TRY (synth->setPatch (patch));
    const auto events = chord (capacity.sampleRateHz);
    std::array<double, kNumRuns> seconds;
    for (double& run : seconds)
    {
        MELSTROM_TRY_VALUE (const auto played, playOnce (*synth, events,
                                                         static_cast<std::int64_t> (
                                                             kSeconds * capacity.sampleRateHz)));
        run = played;
    }
    std::ranges::sort (seconds);
    OfflineTiming timing;
    timing.timesRealTime = kSeconds / seconds[kNumRuns / 2];
    timing.numSinusoids = sinusoidsOfNote (patch) * static_cast<std::int64_t> (kKeys.size ());
    return timing;
}

/** Lends one renderer to several synthesizers in turn. */
class SharedVoices
{
public:
    explicit SharedVoices (VoiceRenderer& renderer) : renderer_ (renderer) {}
    std::unique_ptr<VoiceRenderer> lend () const { return std::make_unique<Lent> (renderer_); }

private:
    class Lent final : public VoiceRenderer
    {
    public:
        explicit Lent (VoiceRenderer& renderer) : renderer_ (renderer) {}
        ~Lent () override { renderer_.useTables (nullptr); } // its tables are destroyed
        std::string name () const override { return renderer_.name (); }
        Result<std::unique_ptr<PreparedTables>>
        prepareTables (const std::array<PartialTable, kNumOscillators>& tables) override
        {
            return renderer_.prepareTables (tables);
        }
        void useTables (const PreparedTables* tables) noexcept override
        {
            renderer_.useTables (tables);
        }
        Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
        {
            return renderer_.render (batch, left, right);
        }

    private:
        VoiceRenderer& renderer_;
    };

    VoiceRenderer& renderer_;
};

} // namespace

Result<void> benchOffline (const BenchContext& context, const std::vector<Contestant>& contestants)
{
    TextTable table ({left, right, left, right});
    table.addHeading ({"patch", "partials", "renderer", "x real time"});
    auto& rows = context.json["synth"]["offline"] = Json::array ();
    for (const auto& contestant : contestants)
    {
        const SharedVoices shared (*contestant.renderer);
        for (const char* const name : {"Lead", "Pad", "Aurora", "Deep Current", "Solar Wind"})
        {
            if (stopFlag ())
                return Error {ErrorCode::interrupted, "interrupted", {}};
            MELSTROM_TRY_VALUE (const auto patch, findPatch (name));
            MELSTROM_TRY_VALUE (
                const auto timing,
                timeOffline (shared.lend (), {256, kBenchMostSegments, kBenchRateHz}, patch));
            table.addRow ({name, groupedText (timing.numSinusoids), contestant.name,
                           shortText (timing.timesRealTime)});
            rows.push_back ({{"patch", name},
                             {"renderer", contestant.name},
                             {"sinusoids", timing.numSinusoids},
                             {"times_real_time", timing.timesRealTime}});
        }
    }
    context.out << "\nOffline: five notes for ten seconds, with noise and effects, which the CPU "
                   "always computes. The number of partials\nincludes those above the limit of the "
                   "sample rate.\n\n"
                << table.text ();
    return {};
}

} // namespace melstrom
