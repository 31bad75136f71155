#include "Source/Processor/AnalyzerProcessor.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/PluginRuns.h"

#include <cstring>
#include <limits>

namespace melstrom::testing
{

TEST_CASE ("the analyzer passes every bit on", "[plugin]")
{
    const juce::ScopedJuceInitialiser_GUI juce;
    AnalyzerProcessor analyzer;
    const bool isPrepared = GENERATE (false, true), isBypassed = GENERATE (false, true);
    const int numChannels = GENERATE (0, 1, 2);
    if (isPrepared)
        analyzer.prepareToPlay (48000, 64);
    analyzer.getBypassParameter ()->setValueNotifyingHost (isBypassed ? 1.0f : 0.0f);
    for (const int numSamples : {0, 1, 7, 64, 128, 4096})
    {
        juce::AudioBuffer<float> audio (numChannels, numSamples);
        const float values[] {0.1f, std::numeric_limits<float>::quiet_NaN (), 1e30f,
                              std::numeric_limits<float>::denorm_min (), -0.0f};
        int next = 0;
        for (int channel = 0; channel < numChannels; ++channel)
            for (int n = 0; n < numSamples; ++n)
                audio.setSample (channel, n, values[next++ % 5]);
        juce::AudioBuffer<float> passed (audio);
        juce::MidiBuffer midi;
        analyzer.processBlock (passed, midi);
        for (int channel = 0; channel < numChannels; ++channel)
            CHECK (std::memcmp (passed.getReadPointer (channel), audio.getReadPointer (channel),
                                sizeof (float) * static_cast<std::size_t> (numSamples)) == 0);
    }
    CHECK (analyzer.getLatencySamples () == 0);
}

TEST_CASE ("the analyzer has the same channels in and out", "[plugin]")
{
    const juce::ScopedJuceInitialiser_GUI juce;
    const AnalyzerProcessor analyzer;
    const auto isSupported =
        [&analyzer] (const juce::AudioChannelSet& in, const juce::AudioChannelSet& out)
    {
        juce::AudioProcessor::BusesLayout layout;
        layout.inputBuses.add (in);
        layout.outputBuses.add (out);
        return analyzer.isBusesLayoutSupported (layout);
    };
    const auto mono = juce::AudioChannelSet::mono (), stereo = juce::AudioChannelSet::stereo ();
    CHECK (isSupported (mono, mono));
    CHECK (isSupported (stereo, stereo));
    CHECK_FALSE (isSupported (mono, stereo));
    CHECK_FALSE (isSupported (stereo, mono));
    CHECK_FALSE (
        isSupported (juce::AudioChannelSet::disabled (), juce::AudioChannelSet::disabled ()));
}

TEST_CASE ("the analyzer's state comes back and a damaged one changes nothing", "[plugin]")
{
    const juce::ScopedJuceInitialiser_GUI juce;
    AnalyzerProcessor first, second;
    first.view ().spanSeconds = 17;
    first.view ().colours = "viridis";
    first.viewChanged ();
    first.setBackend (BackendChoice::Kind::cpu);
    first.getBypassParameter ()->setValueNotifyingHost (1.0f);
    const auto state = stateOf (first);
    setState (second, state);
    CHECK (second.view () == first.view ());
    CHECK (second.backend () == BackendChoice::Kind::cpu);
    CHECK (second.getBypassParameter ()->getValue () == 1.0f);
    CHECK (stateOf (second) == state);

    auto damaged = state;
    damaged.back () = static_cast<char> (damaged.back () ^ 1);
    setState (second, damaged);
    CHECK (stateOf (second) == state);
    CHECK_FALSE (second.health ().notice.empty ());
}

} // namespace melstrom::testing
