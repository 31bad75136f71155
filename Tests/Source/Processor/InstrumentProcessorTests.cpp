#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/PluginRuns.h"

#include <limits>
#include <thread>

namespace melstrom::testing
{

namespace
{
juce::MidiMessage noteOff (int key)
{
    return juce::MidiMessage::noteOff (1, key);
}

/** Fills a buffer with all kinds of garbage that a host may leave, in turn. */
void fillWithRubbish (juce::AudioBuffer<float>& audio)
{
    const float rubbish[] {std::numeric_limits<float>::quiet_NaN (),
                           std::numeric_limits<float>::infinity (), 1e30f,
                           std::numeric_limits<float>::denorm_min (), -1.0f};
    int next = 0;
    for (int channel = 0; channel < audio.getNumChannels (); ++channel)
        for (int n = 0; n < audio.getNumSamples (); ++n)
            audio.setSample (channel, n, rubbish[next++ % 5]);
}

float peakOf (const juce::AudioBuffer<float>& audio)
{
    std::vector<float> samples;
    for (int channel = 0; channel < audio.getNumChannels (); ++channel)
        samples.insert (samples.end (), audio.getReadPointer (channel),
                        audio.getReadPointer (channel) + audio.getNumSamples ());
    return testing::peakOf (samples);
}
} // namespace

TEST_CASE ("an instrument that is not prepared is silent whatever it is handed", "[plugin]")
{
    PluginRun run;
    for (int stage = 0; stage < 2; ++stage)
    {
        juce::AudioBuffer<float> audio (2, 512);
        juce::MidiBuffer midi;
        midi.addEvent (noteOn (60), 0);
        fillWithRubbish (audio);
        run.processor.processBlock (audio, midi);
        CHECK (peakOf (audio) == 0.0f);
        run.processor.prepareToPlay (kRateHz, 512);
        run.processor.releaseResources ();
    }
}

TEST_CASE ("a note sounds the same in blocks of any size and beyond the prepared one", "[plugin]")
{
    const std::vector<std::pair<int, juce::MidiMessage>> song {
        {0, noteOn (60)}, {700, noteOn (67)}, {2500, noteOff (60)}};
    constexpr int kNumSamples = 4096, kPrepared = 512;
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, kPrepared);
    const auto expected = run.play (song, kNumSamples, kPrepared);
    REQUIRE (testing::peakOf (expected) > kHeard);
    for (const int blockSamples : {1, 7, 2 * kPrepared, kNumSamples})
    {
        INFO ("blocks of " << blockSamples);
        run.processor.prepareToPlay (kRateHz, kPrepared);
        CHECK (run.play (song, kNumSamples, blockSamples) == expected);
    }
}

TEST_CASE ("what comes in never reaches the instrument's output", "[plugin]")
{
    PluginRun run;
    auto layout = run.processor.getBusesLayout ();
    layout.inputBuses.getReference (0) = juce::AudioChannelSet::stereo ();
    REQUIRE (run.processor.setBusesLayout (layout));
    run.processor.prepareToPlay (kRateHz, 512);
    const auto play = [&] (bool isRubbish)
    {
        run.processor.prepareToPlay (kRateHz, 512);
        juce::AudioBuffer<float> audio (2, 512);
        audio.clear ();
        if (isRubbish)
            fillWithRubbish (audio);
        juce::MidiBuffer midi;
        midi.addEvent (noteOn (60), 3);
        run.processor.processBlock (audio, midi);
        return std::vector<float> (audio.getReadPointer (0), audio.getReadPointer (0) + 512);
    };
    const auto clean = play (false);
    REQUIRE (testing::peakOf (clean) > kHeard);
    CHECK (play (true) == clean);
}

TEST_CASE ("channels that a host leaves out or adds do no harm", "[plugin]")
{
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 256);
    for (const int numChannels : {0, 1, 2, 5})
    {
        INFO (numChannels << " channels");
        juce::AudioBuffer<float> audio (numChannels, 256);
        fillWithRubbish (audio);
        juce::MidiBuffer midi;
        midi.addEvent (noteOn (60), 0);
        run.processor.processBlock (audio, midi);
        for (int channel = 0; channel < numChannels; ++channel)
            CHECK ((audio.getMagnitude (channel, 0, 256) > kHeard) == (channel < 2));
    }
}

TEST_CASE ("extreme rates and block sizes give finite sound", "[plugin]")
{
    for (const double rateHz : {1000.0, 44100.0, 768000.0})
        for (const int blockSamples : {1, 4096})
        {
            INFO (rateHz << " Hz, blocks of " << blockSamples);
            PluginRun run;
            run.processor.prepareToPlay (rateHz, blockSamples);
            const auto sound = run.play ({{0, noteOn (60)}}, 4096, blockSamples);
            CHECK (testing::peakOf (sound) < 10.0f);
        }
}

TEST_CASE ("what MIDI cannot mean is passed over", "[plugin]")
{
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 512);
    juce::AudioBuffer<float> audio (2, 512);
    juce::MidiBuffer midi;
    const juce::uint8 cut[] {0x90}, high[] {0x90, 0xff, 0xff}, noStatus[] {0x40, 0x40, 0x40};
    const std::vector<juce::uint8> exclusive (300, 0x11);
    midi.addEvent (cut, 1, 0);
    midi.addEvent (high, 3, 0);
    midi.addEvent (noStatus, 3, 0);
    midi.addEvent (juce::MidiMessage::createSysExMessage (exclusive.data (), 300), 0);
    run.processor.processBlock (audio, midi);
    CHECK (peakOf (audio) == 0.0f);
    CHECK (run.processor.health ().numLostEvents == 0);
}

TEST_CASE ("a note of a block without samples begins with the next one", "[plugin]")
{
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 512);
    juce::AudioBuffer<float> empty (2, 0);
    juce::MidiBuffer midi;
    midi.addEvent (noteOn (60), 0);
    run.processor.processBlock (empty, midi);
    CHECK (testing::peakOf (run.play (512)) > kHeard);
}

TEST_CASE ("events without room are counted and leave no note behind", "[plugin]")
{
    PluginRun run;
    run.processor.parameters ()[PatchKey::ampRelease].setSilently (0.01f);
    run.processor.prepareToPlay (kRateHz, 512);
    std::vector<std::pair<int, juce::MidiMessage>> flood;
    for (int i = 0; i < 5000; ++i)
        flood.emplace_back (0, noteOn (i % 128));
    run.play (flood, 512, 512);
    CHECK (run.processor.health ().numLostEvents >= 5000 - 4096);
    run.play (48000);
    CHECK (testing::peakOf (run.play (512)) < 1e-4f);
}

TEST_CASE ("all sound off silences its channel despite a pedal, and no other", "[plugin]")
{
    for (const int other : {1, 2})
    {
        INFO ("a note on channel " << other);
        PluginRun run;
        run.processor.parameters ()[PatchKey::ampRelease].setSilently (4.0f);
        run.processor.prepareToPlay (kRateHz, 512);
        run.play ({{0, juce::MidiMessage::controllerEvent (1, 64, 127)},
                   {0, juce::MidiMessage::noteOn (1, 48, 0.9f)},
                   {0, juce::MidiMessage::noteOn (other, 60, 0.9f)},
                   {600, noteOff (48)}},
                  24000, 512);
        REQUIRE (testing::peakOf (run.play (512)) > kHeard);
        run.play ({{0, juce::MidiMessage::allSoundOff (1)}}, 48000, 512);
        CHECK ((testing::peakOf (run.play (512)) > kHeard) == (other == 2));
    }
}

TEST_CASE ("the keyboard on the screen sounds", "[plugin]")
{
    PluginRun run;
    run.processor.prepareToPlay (kRateHz, 512);
    run.processor.keyboard ().noteOn (1, 60, 0.9f);
    CHECK (testing::peakOf (run.play (512)) > kHeard);
}

TEST_CASE ("keys that were pressed before prepare do not sound after it", "[plugin]")
{
    PluginRun run;
    run.processor.keyboard ().noteOn (1, 60, 0.9f);
    run.processor.prepareToPlay (kRateHz, 512);
    CHECK (testing::peakOf (run.play (512)) == 0.0f);
}

} // namespace melstrom::testing
