// A tap between a host's thread that prepares, a message thread that reads, and an audio thread.
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/LiveRuns.h"
#include "Tests/Support/Live/TapRig.h"

#include <array>
#include <map>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr std::array kRatesHz {44100, 48000, 96000};

/** The level of the sound identifies its rate. */
float levelOf (double rateHz)
{
    return static_cast<float> (rateHz / 1e6);
}

/** Values read on the message thread. Each is compared with its allowed values at that moment. */
struct Reader
{
    explicit Reader (MelTap& of) : tap (of) {}

    void pop ()
    {
        const TapRows rows = tap.pop ();
        isRight &= rows.generation >= generation;
        generation = rows.generation;
        if (rows.numRows == 0)
            return;
        numRows += rows.numRows;
        const auto size = static_cast<int> (rows.values.size ());
        isRight &= size % rows.numRows == 0;
        // All rows of a generation have the same size.
        const auto [known, isNew] = featuresOf.emplace (rows.generation, size / rows.numRows);
        isRight &= known->second == size / rows.numRows;
    }
    void lookAtGeometry ()
    {
        const int before = generation;
        const auto geometry = tap.geometry ();
        pop ();
        const auto known = featuresOf.find (generation);
        if (before == generation && geometry && known != featuresOf.end ())
            isRight &= known->second == geometry->numFeatures;
        if (geometry)
            isRight &= std::ranges::count (kRatesHz, geometry->rateHz) +
                           std::ranges::count (ownRatesHz, geometry->rateHz) >
                       0;
    }
    void lookAtSound ()
    {
        constexpr double seconds = 0.01;
        const TapSamples heard = tap.lastSamples (seconds);
        isRight &= heard.channels.size () == 2;
        isRight &= heard.channels[0].size () == heard.channels[1].size ();
        isRight &= static_cast<double> (heard.channels[0].size ()) <= seconds * heard.rateHz + 1;
        numSamples += heard.channels[0].size ();
        for (const auto& channel : heard.channels)
            isRight &= std::ranges::count (channel, levelOf (heard.rateHz)) == std::ssize (channel);
    }

    MelTap& tap;
    std::vector<int> ownRatesHz;
    std::map<int, int> featuresOf;
    int generation = 0, numRows = 0;
    std::size_t numSamples = 0;
    bool isRight = true;
};

/** Prepares at one rate after the other and pushes some sound at each rate. */
void play (MelTap& tap, int numPrepares, std::atomic<int>& numFailures)
{
    for (int i = 0; i < numPrepares; ++i)
    {
        const double rateHz = kRatesHz[static_cast<std::size_t> (i) % kRatesHz.size ()];
        numFailures += ! tap.prepare (rateHz, 64).ok ();
        const std::vector<float> sound (2048, levelOf (rateHz));
        for (int block = 0; block < 1 + i % 4; ++block)
        {
            tap.push (sound.data (), sound.data (), static_cast<int> (sound.size ()));
            std::this_thread::yield ();
        }
        if (i % 8 == 0) // rows take longer than a prepare
            std::this_thread::sleep_for (std::chrono::milliseconds (5));
    }
}
} // namespace

TEST_CASE ("a host prepares at changing rates while an editor reads and sets",
           "[live][tap][threads]")
{
    constexpr int kPrepares = 1000;
    const auto tap = std::move (*MelTap::make ());
    const auto device = cpuOnly ();
    std::vector<TapSettings> settings;
    for (const char* const preset : {"librosa-db", "vggish", "torchaudio"})
        settings.push_back ({findPreset (preset)->spec, TapMix::sum, 0.05});
    Reader reader (*tap);
    for (const auto& one : settings)
        if (one.spec.rateHz)
            reader.ownRatesHz.push_back (*one.spec.rateHz);
    tap->watch (true);
    REQUIRE (tap->set (settings[0], device).ok ());

    std::atomic<int> numFailures {0};
    std::atomic<bool> hasEnded {false};
    std::thread host (
        [&]
        {
            play (*tap, kPrepares, numFailures);
            hasEnded = true;
        });
    for (int look = 0; ! hasEnded; ++look)
    {
        reader.pop ();
        reader.lookAtGeometry ();
        reader.lookAtSound ();
        (void)tap->firstSampleOf (look % 7);
        (void)tap->backendName ();
        auto next = settings[static_cast<std::size_t> (look / 16) % settings.size ()];
        next.historySeconds = 0.02 * (1 + look % 5);
        if (look % 16 == 0)
            numFailures += ! tap->set (next, device).ok ();
        if (look % 64 == 63)
            for (const bool isWatched : {false, true})
                tap->watch (isWatched);
        std::this_thread::sleep_for (std::chrono::microseconds (200));
    }
    host.join ();
    CHECK (numFailures == 0);
    CHECK (reader.isRight);
    CHECK (reader.generation >= kPrepares);
    CHECK (reader.numRows > 0);
    CHECK (reader.numSamples > 0);
}
