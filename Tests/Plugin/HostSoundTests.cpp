// The sound of the built plugins in a host: RELIABILITY H2 and H3.
#include "Tests/Support/Plugin/EachPlugin.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <random>

namespace melstrom::testing
{

namespace
{
float peakOf (const std::vector<std::vector<float>>& channels)
{
    float peak = 0;
    for (const auto& channel : channels)
        for (const float sample : channel)
            peak = std::max (peak, std::abs (sample));
    return peak;
}
} // namespace

TEST_CASE ("the instrument sounds and falls silent again", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            if (! plugin.isInstrument)
                return;
            auto instance = host.load (plugin);
            instance->prepareToPlay (48000, 512);
            CHECK (peakOf (playPlugin (*instance, 4800, 512)) == 0);
            const auto sound = playPlugin (*instance, 96'000, 512, chordAt (100));
            CHECK (peakOf (sound) > 0.001f);
            CHECK (isClean (sound));
            juce::MidiBuffer off;
            off.addEvent (juce::MidiMessage::allNotesOff (1), 0);
            const auto tail = static_cast<int> (48000 * (instance->getTailLengthSeconds () + 12));
            (void)playPlugin (*instance, std::min (tail, 48000 * 40), 512, off);
            CHECK (peakOf (playPlugin (*instance, 4800, 512)) < 1e-4f);
        });
}

TEST_CASE ("the analyzer passes audio bit for bit and without latency", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            if (plugin.isInstrument)
                return;
            auto instance = host.load (plugin);
            instance->prepareToPlay (48000, 512);
            CHECK (instance->getLatencySamples () == 0);
            std::mt19937 random (11);
            std::uniform_int_distribution<std::uint32_t> bits;
            for (int block = 0; block < 200; ++block)
            {
                juce::AudioBuffer<float> audio (2, 1 + block % 512);
                for (int channel = 0; channel < 2; ++channel)
                    for (int n = 0; n < audio.getNumSamples (); ++n)
                        audio.setSample (
                            channel, n,
                            std::bit_cast<float> (bits (random))); // NaN and infinities, too
                const juce::AudioBuffer<float> before (audio);
                juce::MidiBuffer midi;
                instance->processBlock (audio, midi);
                for (int channel = 0; channel < 2; ++channel)
                    REQUIRE (std::memcmp (audio.getReadPointer (channel),
                                          before.getReadPointer (channel),
                                          sizeof (float) * static_cast<std::size_t> (
                                                               audio.getNumSamples ())) == 0);
            }
        });
}

TEST_CASE ("blocks of any size and rates of any kind are played", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            auto instance = host.load (plugin);
            for (const double rateHz :
                 {1000.0, 8000.0, 44100.0, 48000.0, 96000.0, 192000.0, 768000.0})
            {
                INFO (rateHz);
                instance->prepareToPlay (rateHz, 256);
                for (const int block : {1, 7, 256, 512, 4096})
                {
                    // A host's buffer is never longer than the prepared one. JUCE's VST3 and LV2
                    // hosts would write beyond their own buffers.
                    if (block > 256)
                        instance->prepareToPlay (rateHz, block);
                    CHECK (isClean (playPlugin (*instance, 2 * block, block, chordAt (0))));
                }
                juce::AudioBuffer<float> none (2, 0);
                juce::MidiBuffer midi;
                instance->processBlock (none, midi);
                instance->releaseResources ();
            }
        });
}

TEST_CASE ("a second of numbers that are none leaves nothing behind", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            auto instance = host.load (plugin);
            instance->enableAllBuses ();
            instance->prepareToPlay (48000, 480);
            const int numChannels = std::max (instance->getTotalNumInputChannels (),
                                              instance->getTotalNumOutputChannels ());
            constexpr std::array bad {std::numeric_limits<float>::quiet_NaN (),
                                      std::numeric_limits<float>::infinity (), 1e30f,
                                      std::numeric_limits<float>::denorm_min ()};
            for (int block = 0; block < 100; ++block)
            {
                juce::AudioBuffer<float> audio (numChannels, 480);
                for (int channel = 0; channel < numChannels; ++channel)
                    juce::FloatVectorOperations::fill (
                        audio.getWritePointer (channel),
                        bad[static_cast<std::size_t> (block) % bad.size ()], 480);
                juce::MidiBuffer midi;
                instance->processBlock (audio, midi);
                if (plugin.isInstrument)
                    for (int channel = 0; channel < 2; ++channel)
                        REQUIRE (audio.getMagnitude (channel, 0, 480) == 0);
            }
            CHECK (isClean (playPlugin (*instance, 48'000, 480, chordAt (0))));
        });
}

} // namespace melstrom::testing
