// The sound of the built plugins under random calls of a host: RELIABILITY H1.
#include "Tests/Support/Plugin/EachPlugin.h"
#include "Tests/Support/Plugin/HostFuzz.h"

#include <array>

namespace melstrom::testing
{

namespace
{
constexpr std::array kRatesHz {22050.0, 44100.0, 48000.0, 88200.0, 96000.0, 192000.0};
constexpr std::array kBlocks {64, 128, 256, 512, 1024, 1, 33, 441, 999};

float peakOf (const std::vector<std::vector<float>>& sound, int begin = 0)
{
    float peak = 0;
    for (const auto& channel : sound)
        for (auto n = static_cast<std::size_t> (begin); n < channel.size (); ++n)
            peak = std::max (peak, std::abs (channel[n]));
    return peak;
}

/** The chord of a freshly reset instance, offline. */
std::vector<std::vector<float>> chordOf (juce::AudioPluginInstance& plugin)
{
    plugin.releaseResources ();
    plugin.prepareToPlay (48000, 256);
    return playPlugin (plugin, 9600, 256, chordAt (100));
}

/** Whether any block is playable in the plugin's current layout. */
bool playsInLayout (juce::AudioPluginInstance& plugin, bool isInstrument, Chance& chance)
{
    plugin.prepareToPlay (48000, 256);
    bool isSound = true;
    for (int block = 0; block < 4; ++block)
        isSound = isSound && playAny (plugin, isInstrument, 256, chance);
    plugin.releaseResources ();
    return isSound;
}
} // namespace

TEST_CASE ("any patch gives sound that can be played at every rate and block size", "[host][fuzz]")
{
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            const bool isReleased = chance.oneIn (2);
            const auto parameters = soundParameters (instance);
            for (const double rateHz : kRatesHz)
                for (const int block : kBlocks)
                {
                    INFO (rateHz << " Hz, " << block << " samples");
                    instance.prepareToPlay (rateHz, block);
                    moveAll (parameters, chance);
                    for (int time = 0; time < 2; ++time)
                        REQUIRE (playAny (instance, plugin.isInstrument, block, chance));
                    if (isReleased)
                        instance.releaseResources ();
                }
        });
}

TEST_CASE ("parameters may move every thirty-two samples", "[host][fuzz]")
{
    constexpr int kStep = 32;
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            const auto parameters = ownParameters (instance);
            instance.prepareToPlay (chance.of (kRatesHz), 1024);
            for (const int block : {64, 128, 256, 512, 1024, 441, 999})
                for (int played = 0; played < 2 * block; played += kStep)
                {
                    moveSome (parameters, chance);
                    REQUIRE (
                        playAny (instance, plugin.isInstrument, kStep - chance.below (2), chance));
                }
        });
}

TEST_CASE ("a thousand patches leave no trace in the sound of another", "[host][fuzz]")
{
    // Fifty patches in each of twenty instances.
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            if (! plugin.isInstrument)
                return;
            instance.setNonRealtime (true);
            const auto state = stateBlockOf (instance);
            const auto before = chordOf (instance);
            REQUIRE (peakOf (before) > 0.01f);
            const auto parameters = ownParameters (instance);
            for (int patch = 0; patch < 50; ++patch)
            {
                moveAll (parameters, chance);
                REQUIRE (playAny (instance, true, 64, chance));
            }
            CHECK (chordOf (instance) != before);
            instance.setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
            CHECK (chordOf (instance) == before);
        });
}

TEST_CASE ("bypass at any time silences what sounds and nothing else", "[host][fuzz]")
{
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            if (plugin.format == "LV2") // JUCE's LV2 host plays on in processBlockBypassed
                return;
            instance.prepareToPlay (48000, 512);
            for (int round = 0; round < 5; ++round)
            {
                for (int block = chance.below (8); block >= 0; --block)
                    REQUIRE (
                        playAny (instance, plugin.isInstrument, 1 + chance.below (512), chance));
                for (int block = 0; block < 4; ++block)
                {
                    auto audio = anySound (2, 512, chance);
                    const juce::AudioBuffer<float> before (audio);
                    juce::MidiBuffer midi = chordAt (chance.below (512));
                    instance.processBlockBypassed (audio, midi);
                    // 10 ms for the fade, and the engine's latency.
                    if (plugin.isInstrument && 512 * block >= 480 + instance.getLatencySamples ())
                        CHECK (audio.getMagnitude (0, 512) == 0);
                    else if (! plugin.isInstrument)
                        CHECK (audio.getSample (1, 511) == before.getSample (1, 511));
                }
            }
            if (plugin.isInstrument)
                CHECK (peakOf (playPlugin (instance, 4800, 512, chordAt (0))) > 0.01f);
        });
}

TEST_CASE ("buses may be switched one by one and take mono and stereo alone", "[host][fuzz]")
{
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            if (plugin.format == "LV2") // LV2 ports never change
                return;
            const std::array sets {juce::AudioChannelSet::mono (), juce::AudioChannelSet::stereo (),
                                   juce::AudioChannelSet::create5point1 ()};
            for (int round = 0; round < 8; ++round)
            {
                for (const bool isInput : {true, false})
                {
                    auto& bus = *instance.getBus (isInput, 0);
                    CHECK (bus.getName ().isNotEmpty ());
                    for (const bool isOn : {false, true})
                    {
                        CHECK (bus.enable (isOn));
                        CHECK (playsInLayout (instance, plugin.isInstrument, chance));
                    }
                }
                auto layout = instance.getBusesLayout ();
                auto& input = layout.inputBuses.getReference (0);
                auto& output = layout.outputBuses.getReference (0);
                input = chance.of (sets);
                output = chance.of (sets);
                const bool isTaken = input.size () <= 2 && output.size () <= 2 &&
                                     (plugin.isInstrument || input == output);
                INFO (input.getDescription () << " to " << output.getDescription ());
                CHECK (instance.setBusesLayout (layout) == isTaken);
                CHECK ((instance.getBusesLayout () == layout) == isTaken);
                CHECK (playsInLayout (instance, plugin.isInstrument, chance));
            }
        });
}

TEST_CASE ("a note is as late as the latency says", "[host][fuzz]")
{
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            if (! plugin.isInstrument)
                return;
            const double rateHz = chance.of (kRatesHz);
            const int block = chance.of (kBlocks) + 31, key = chance.below (10'000);
            INFO (rateHz << " Hz, " << block << " samples");
            chooseInit (instance);
            instance.prepareToPlay (rateHz, block);
            settleMessages ();
            const auto sound = playPlugin (instance, 20'000, block, chordAt (key))[0];
            const int expected = key + instance.getLatencySamples ();
            const auto found = std::find_if (sound.begin (), sound.end (),
                                             [] (float sample) { return sample != 0; });
            const auto first = static_cast<int> (found - sound.begin ());
            CHECK (instance.getLatencySamples () >= 0);
            CHECK (first >= expected);
            CHECK (first <= expected + 2); // a sine begins at zero
        });
}

TEST_CASE ("all is over when the tail is", "[host][fuzz]")
{
    constexpr int kBlock = 512,
                  kLate = 64; // a release begins and ends at control points
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            if (! plugin.isInstrument || plugin.format == "LV2") // JUCE's LV2 host reports no tail
                return;
            for (auto* const parameter : soundParameters (instance))
                for (const auto* const part :
                     {"Chorus", "Reverb", "Clip", "EQ", "Delay", "Amp Release", "Amp Curve"})
                    if (parameter->getName (64).startsWith (part))
                        parameter->setValueNotifyingHost (anyPosition (*parameter, chance) / 2);
            const double rateHz = chance.of (kRatesHz);
            instance.setNonRealtime (true);
            instance.prepareToPlay (rateHz, kBlock);
            const float peak = peakOf (playPlugin (instance, 40 * kBlock, kBlock, chordAt (0)));
            REQUIRE (peak > 0.01f);
            juce::MidiBuffer off;
            off.addEvent (juce::MidiMessage::allNotesOff (1), 0);
            const double seconds = instance.getTailLengthSeconds ();
            REQUIRE (seconds > 0);
            REQUIRE (seconds < 60);
            const int tail = static_cast<int> (rateHz * seconds) + instance.getLatencySamples ();
            const auto end = playPlugin (instance, tail + 2 * kBlock, kBlock, off);
            INFO (rateHz << " Hz, " << seconds << " seconds");
            CHECK (peakOf (end) > 0.001f * peak);
            CHECK (peakOf (end, tail + kLate) < 0.001f * peak);
        });
}

} // namespace melstrom::testing
