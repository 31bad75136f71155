// A host's saved states of the built plugins: RELIABILITY H7.
#include "Tests/Support/Plugin/EachPlugin.h"
#include "Tests/Support/Plugin/HostFuzz.h"

#include <random>

namespace melstrom::testing
{

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
            (void)playPlugin (*first, 512, 512); // VST3 hosts pass parameters with the audio
            pumpMessages (50);
            const auto state = stateBlockOf (*first);
            // The host's value of a choice may lie between two choices until the plugin reports the
            // rounded value.
            first->setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
            auto second = host.load (plugin);
            second->setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
            CHECK (stateBlockOf (*second) == state);
            // A host that asks for a program after it has set a state keeps the state.
            if (plugin.format != "LV2") // LV2 programs are presets: choosing one loads it
                second->setCurrentProgram (second->getCurrentProgram ());
            second->prepareToPlay (44100, 64);
            CHECK (stateBlockOf (*second) == state);
            (void)playPlugin (*second, 512, 64); // an LV2 host receives values with the audio
            pumpMessages (100);
            (void)playPlugin (*first, 512, 512);
            pumpMessages (100);
            for (int i = 0; i < second->getParameters ().size (); ++i)
            {
                const auto& parameter = *second->getParameters ()[i];
                // VST3 wheels are not part of a state, and a host may store a value between two
                // steps.
                if (parameter.getName (64).startsWith ("MIDI CC") || numStepsOf (parameter) > 0)
                    continue;
                INFO (parameter.getName (64).toStdString ());
                CHECK (parameter.getValue () ==
                       Approx (first->getParameters ()[i]->getValue ()).margin (1e-6));
            }
        });
}

TEST_CASE ("a state that is damaged changes nothing", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            if (plugin.format ==
                // An LV2 state is Turtle, which only the host parses, and JUCE's parser crashes on
                // damaged Turtle.
                "LV2")
                return;
            auto instance = host.load (plugin);
            const auto before = stateBlockOf (*instance);
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
            const auto after = stateBlockOf (*instance);
            CHECK (after.getSize () == before.getSize ());
            instance->prepareToPlay (48000, 512);
            CHECK (isClean (playPlugin (*instance, 9600, 512, chordAt (0))));
        });
}

} // namespace melstrom::testing
