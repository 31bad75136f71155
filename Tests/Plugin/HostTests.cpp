// The built plugins in a host: RELIABILITY H2, H3, H6 and H7.
#include "Tests/Plugin/Host.h"
#include "Tests/Support/Catch.h"

#include <chrono>
#include <fstream>
#include <limits>
#include <random>
#include <thread>

#include <unistd.h>

namespace melstrom::testing
{

namespace
{
juce::MidiBuffer chordAt (int sample)
{
    juce::MidiBuffer midi;
    for (const int key : {48, 60, 64, 67})
        midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), sample);
    return midi;
}

float peakOf (const std::vector<std::vector<float>>& channels)
{
    float peak = 0;
    for (const auto& channel : channels)
        for (const float sample : channel)
            peak = std::max (peak, std::abs (sample));
    return peak;
}

std::int64_t residentBytes ()
{
    std::ifstream file ("/proc/self/statm");
    std::int64_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * sysconf (_SC_PAGESIZE);
}

bool isMapped (const std::string& library)
{
    std::ifstream maps ("/proc/self/maps");
    for (std::string line; std::getline (maps, line);)
        if (line.find (library) != std::string::npos)
            return true;
    return false;
}

/** Runs for each built plugin. */
template <typename Test>
void forEachPlugin (Test&& test)
{
    Host host;
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        test (host, plugin);
    }
}
} // namespace

TEST_CASE ("a scan takes less than a tenth of a second and touches no driver", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            (void)host.scan (plugin); // the disk's cache
            const auto begin = std::chrono::steady_clock::now ();
            const auto types = host.scan (plugin);
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now () - begin;
            REQUIRE (types.size () == 1);
            CHECK (types.front ().name.toStdString () == plugin.name);
            CHECK (types.front ().isInstrument == plugin.isInstrument);
            CHECK (types.front ().manufacturerName == "Melstrom");
            CHECK (taken.count () < 0.1);
            CHECK_FALSE (isMapped ("melstrom-cuda"));
            CHECK_FALSE (isMapped ("libcuda"));
        });
}

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
                    // A host's buffer is no longer than what it prepared; JUCE's VST3 and LV2 hosts would write past their own.
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

TEST_CASE ("a plugin may be prepared a thousand times", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            auto instance = host.load (plugin);
            for (int time = 0; time < 1000; ++time)
                instance->prepareToPlay (time % 2 == 0 ? 44100 : 48000, 64 << time % 4);
            instance->prepareToPlay (48000, 512);
            CHECK (isClean (playPlugin (*instance, 4800, 512, chordAt (0))));
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

TEST_CASE ("a state survives saving and loading byte for byte and needs no preparation", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            auto first = host.load (plugin);
            for (auto* const parameter : first->getParameters ())
                if (! parameter->getName (64).containsIgnoreCase ("bypass"))
                    parameter->setValueNotifyingHost (0.37f);
            first->prepareToPlay (48000, 512);
            (void)playPlugin (*first, 512, 512); // VST3 hosts hand parameters over with the audio
            pumpMessages (50);
            const auto state = stateOf (*first);
            // The host's own idea of a choice may lie between two of them until it hears what the plugin made of it.
            first->setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
            auto second = host.load (plugin);
            second->setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
            CHECK (stateOf (*second) == state);
            // A host that asks for a program after it has set a state does not lose the state.
            if (plugin.format != "LV2") // whose programs are presets: to choose one is to load it
                second->setCurrentProgram (second->getCurrentProgram ());
            second->prepareToPlay (44100, 64);
            CHECK (stateOf (*second) == state);
            (void) playPlugin (*second, 512, 64); // a host of LV2 hears of values with the audio
            pumpMessages (100);
            (void) playPlugin (*first, 512, 512);
            pumpMessages (100);
            for (int i = 0; i < second->getParameters ().size (); ++i)
            {
                const auto& parameter = *second->getParameters ()[i];
                // Wheels of VST3 are no state, and what has steps a host may remember between two of them.
                if (parameter.getName (64).startsWith ("MIDI CC") || parameter.isDiscrete ())
                    continue;
                INFO (parameter.getName (64).toStdString ());
                CHECK (parameter.getValue () == Approx (first->getParameters ()[i]->getValue ()).margin (1e-6));
            }
        });
}

TEST_CASE ("a state that is damaged changes nothing", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            if (plugin.format == "LV2") // there a state is Turtle, which the host alone reads and which JUCE's does not survive
                return;
            auto instance = host.load (plugin);
            const auto before = stateOf (*instance);
            std::mt19937 random (5);
            for (int round = 0; round < 200; ++round)
            {
                juce::MemoryBlock damaged (before);
                if (round % 2 == 0)
                    damaged.setSize (random () % damaged.getSize ());
                else
                    static_cast<unsigned char*> (
                        damaged.getData ())[random () % damaged.getSize ()] ^=
                        static_cast<unsigned char> (1 + random () % 255);
                instance->setStateInformation (damaged.getData (),
                                               static_cast<int> (damaged.getSize ()));
            }
            const auto after = stateOf (*instance);
            CHECK (after.getSize () == before.getSize ());
            instance->prepareToPlay (48000, 512);
            CHECK (isClean (playPlugin (*instance, 9600, 512, chordAt (0))));
        });
}

TEST_CASE ("a hundred instances play and a thousand come and go without leaving memory behind",
           "[host]")
{
    Host host;
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        std::vector<std::unique_ptr<juce::AudioPluginInstance>> instances;
        for (int i = 0; i < 100; ++i)
        {
            instances.push_back (host.load (plugin));
            instances.back ()->prepareToPlay (48000, 256);
        }
        for (auto& instance : instances)
            REQUIRE (isClean (playPlugin (*instance, 512, 256, chordAt (0))));
        instances.clear ();
        pumpMessages (20);
        const auto comeAndGo = [&] (int times)
        {
            for (int i = 0; i < times; ++i)
            {
                auto instance = host.load (plugin);
                instance->prepareToPlay (48000, 256);
                (void)playPlugin (*instance, 256, 256, chordAt (0));
            }
            pumpMessages (20);
            return residentBytes ();
        };
        const auto before = comeAndGo (50);
        const auto after = comeAndGo (250);
        CHECK (static_cast<double> (after) < 1.01 * static_cast<double> (before));
    }
}

} // namespace melstrom::testing
