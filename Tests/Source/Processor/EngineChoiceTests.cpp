// Engine `auto`: which engine plays voices, with which latency, and that no prepare waits for a
// GPU.
#include "Engine/Backend/GpuDevice.h"
#include "Tests/Support/Live/LiveClients.h"
#include "Tests/Support/Plugin/HostedChord.h"
#include "Tests/Support/Plugin/VanishingGpu.h"
#include "Tests/Support/Timing.h"

namespace melstrom::testing
{

namespace
{
using Kind = BackendChoice::Kind;

constexpr int kNever = -1;
/** Between a sine with 64 voices and setRichSound. */
constexpr Crossover kBetween {10'000, 10'000};

/** A processor and its host, which records the latency. */
struct Played
{
    Played ()
    {
        processor.loadPatch (Patch ()); // a sine
        processor.setNonRealtime (true);
    }
    void prepare () { processor.prepareToPlay (kRateHz, kBlock); }
    /** Peak of numBlocks blocks. The first block has a note. */
    float play (int numBlocks)
    {
        float peak = 0;
        juce::MidiBuffer midi;
        midi.addEvent (juce::MidiMessage::noteOn (1, 60, 0.8f), 0);
        for (int block = 0; block < numBlocks; ++block)
        {
            juce::AudioBuffer<float> audio (2, kBlock);
            audio.clear ();
            processor.processBlock (audio, midi);
            midi.clear ();
            peak = std::max (peak, audio.getMagnitude (0, kBlock));
        }
        return peak;
    }
    /** The latency by the host. Checks that the engine has the same. */
    int latency () const
    {
        CHECK (processor.getLatencySamples () == processor.health ().latencySamples);
        return processor.getLatencySamples ();
    }

    juce::ScopedJuceInitialiser_GUI juce;
    InstrumentProcessor processor;
};
} // namespace

TEST_CASE ("prepareToPlay does not wait for a GPU that starts", "[plugin][cuda]")
{
    for (const auto kind : {Kind::gpu, Kind::automatic})
    {
        VanishingGpu gpu (kNever, kBetween);
        gpu.hold ();
        {
            Played played;
            played.processor.setEngine (kind, LatencyMode::safe);
            played.processor.setNonRealtime (false);
            setRichSound (played.processor);
            const auto late = lateAfterAttempts ("prepared beside a driver that starts", 1.0,
                                                 [&] { played.prepare (); });
            INFO (late);
            CHECK (late.empty ()); // a waiting prepare would take seconds
            CHECK (waitFor ([&] { return gpu.numAsked () == 1; }));
            CHECK (gpu.numOpened () == 0);
            CHECK (played.latency () == kBlock);
            CHECK (played.processor.health ().backend == "cpu");
            CHECK (played.play (8) > 1e-3f); // the CPU plays meanwhile

            gpu.release ();
            played.processor.setNonRealtime (true);
            played.play (4);
            CHECK (waitFor (
                [&]
                {
                    played.play (1);
                    return played.processor.health ().backend == "cuda:0";
                }));
            CHECK (played.latency () == kBlock);
        }
    }
}

TEST_CASE ("auto takes the GPU for a patch that needs it, from one prepare to the next",
           "[plugin][cuda]")
{
    const VanishingGpu gpu (kNever, kBetween);
    {
        Played played;
        played.prepare ();
        CHECK (played.play (2) > 1e-3f);
        CHECK (played.latency () == 0); // for a sine
        CHECK (played.processor.health ().notice.empty ());
        CHECK (gpu.numAsked () == 0); // no driver is opened

        setRichSound (played.processor);
        played.play (2);
        CHECK (played.latency () == 0); // until the next prepare
        played.prepare ();
        CHECK (played.latency () == kBlock);
        played.play (2);
        CHECK (played.processor.health ().backend == "cuda:0");
        CHECK (gpu.numOpened () == 1);

        played.processor.loadPatch (Patch ());
        played.play (2);
        CHECK (played.latency () == kBlock);
        played.prepare ();
        CHECK (played.latency () == 0);
        CHECK (played.play (2) > 1e-3f);
        CHECK (played.processor.health ().backend == "cpu");
    }
}

TEST_CASE ("a sound that comes between prepare and the first block changes no latency",
           "[plugin][cuda]")
{
    const VanishingGpu gpu (kNever, kBetween);
    for (const bool hasScale : {false, true})
    {
        INFO ("with a scale: " << hasScale);
        Played heavy;
        setRichSound (heavy.processor);
        if (hasScale) // a scale needs a new engine on the same device
            REQUIRE (heavy.processor.setScala ({{"fifths.scl", "fifths\n2\n3/2\n2/1\n"}, {}}));
        juce::MemoryBlock state;
        heavy.processor.getStateInformation (state);
        Played played;
        played.prepare ();
        played.processor.setStateInformation (state.getData (),
                                              static_cast<int> (state.getSize ()));
        CHECK (played.latency () == 0);
        played.play (2);
        CHECK (played.latency () == 0);
        played.prepare ();
        CHECK (played.latency () == kBlock);
    }
}

TEST_CASE ("what is measured while an instrument plays counts from its next prepare on",
           "[plugin][cuda]")
{
    VanishingGpu gpu (kNever, std::nullopt);
    gpu.hold ();
    {
        Played played;
        setRichSound (played.processor);
        played.prepare ();
        CHECK (played.latency () == 0); // no measurement yet
        // The GPU starts for the measurement.
        CHECK (waitFor ([&] { return gpu.numAsked () == 1; }));
        CHECK (played.play (2) > 1e-3f);
        // A second process finished its measurement first.
        REQUIRE (SeededCrossover::set (kBetween));
        CHECK (played.play (2) > 1e-3f);
        CHECK (played.latency () == 0);
        played.prepare ();
        CHECK (played.latency () == kBlock);
        gpu.release ();
        played.play (2);
        CHECK (played.processor.health ().backend == "cuda:0");
    }
}

TEST_CASE ("a GPU that nobody has measured is measured while the CPU plays", "[plugin][cuda]")
{
    const VanishingGpu gpu (kNever, std::nullopt);
    {
        Played played;
        setRichSound (played.processor);
        played.prepare ();
        CHECK (waitFor (
            [&]
            {
                played.play (1);
                return knownCrossover ().has_value ();
            }));
        CHECK (played.latency () == 0);
        CHECK (played.processor.health ().backend == "cpu");
        CHECK (recallCrossover (defaultMeasuredFile (), measuredHere (), presentGpus ()) ==
               knownCrossover ());
    }
}

} // namespace melstrom::testing
