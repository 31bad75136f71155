// The built plugins, called by several threads of a host at once: RELIABILITY H1.
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Plugin/EachPlugin.h"
#include "Tests/Support/Plugin/HostedAudio.h"

#include <thread>

namespace melstrom::testing
{

namespace
{
/** Runs on its own thread while messages are processed. The destructor joins it. */
template <typename Work>
void besideMessages (Work&& work)
{
    std::atomic<bool> isDone {false};
    std::thread thread (
        [&]
        {
            work ();
            isDone = true;
        });
    while (! isDone)
        pumpMessages (2);
    thread.join ();
}

std::vector<float> positionsOf (const Parameters& parameters)
{
    std::vector<float> positions;
    for (const auto* const parameter : parameters)
        positions.push_back (parameter->getValue ());
    return positions;
}

/** A new instance with this state has those positions. */
void checkState (Host& host, const BuiltPlugin& plugin, const juce::MemoryBlock& state,
                 const std::vector<float>& positions)
{
    auto other = host.load (plugin);
    other->prepareToPlay (48000, 256);
    other->setStateInformation (state.getData (), static_cast<int> (state.getSize ()));
    (void)playPlugin (*other, 256, 256); // an LV2 host receives values with the audio
    pumpMessages (20);
    const auto parameters = ownParameters (*other);
    REQUIRE (parameters.size () == positions.size ());
    for (std::size_t i = 0; i < parameters.size (); ++i)
    {
        INFO (parameters[i]->getName (64).toStdString ());
        CHECK (parameters[i]->getValue () == Approx (positions[i]).margin (1e-5));
    }
}
} // namespace

TEST_CASE ("parameters may be moved by several threads while another plays", "[host][fuzz]")
{
    Host host;
    forEachPluginAndSeed (
        [&host] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            instance.prepareToPlay (48000, 256);
            const auto parameters = ownParameters (instance);
            HostedAudio audio (instance, plugin.isInstrument, 128, 1);
            {
                const Automation first (parameters, 2), second (parameters, 3),
                    third (parameters, 4);
                audio.awaitBlocks (30);
            }
            audio.settle ();
            moveAll (parameters, chance); // the last values must stay
            const auto positions = positionsOf (parameters);
            audio.settle ();
            audio.stop ();
            CHECK (audio.isPlayable ());
            CHECK (positionsOf (parameters) == positions);
            checkState (host, plugin, stateBlockOf (instance), positions);
        });
}

TEST_CASE ("a state may be saved and restored by another thread while one plays", "[host][fuzz]")
{
    Host host;
    forEachPluginAndSeed (
        [&host] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            instance.prepareToPlay (48000, 256);
            const auto parameters = ownParameters (instance);
            moveAll (parameters, chance);
            HostedAudio audio (instance, plugin.isInstrument, 128, 1);
            audio.settle ();
            const auto positions = positionsOf (parameters);
            const auto state = stateBlockOf (instance);
            besideMessages (
                [&]
                {
                    for (int round = 0; round < 2; ++round)
                    {
                        moveAll (parameters, chance);
                        audio.awaitBlocksElsewhere (2);
                        (void)stateBlockOf (instance);
                        std::this_thread::sleep_for (std::chrono::milliseconds (40));
                        audio.awaitBlocksElsewhere (2);
                        instance.setStateInformation (state.getData (),
                                                      static_cast<int> (state.getSize ()));
                    }
                });
            audio.settle ();
            audio.stop ();
            CHECK (audio.isPlayable ());
            const auto after = positionsOf (parameters);
            for (std::size_t i = 0; i < parameters.size (); ++i)
            {
                INFO (parameters[i]->getName (64).toStdString ());
                CHECK (after[i] == Approx (positions[i]).margin (1e-5));
            }
            checkState (host, plugin, stateBlockOf (instance), positions);
        });
}

TEST_CASE ("an editor comes and goes while sound and automation go on", "[host][fuzz][screen]")
{
    REQUIRE (hasDisplay ());
    forEachPluginAndSeed (
        [] (juce::AudioPluginInstance& instance, const BuiltPlugin& plugin, Chance& chance)
        {
            if (chance.oneIn (3))
            {
                EditorWindow unprepared (instance);
                CHECK (unprepared.editor ().getWidth () > 0);
            }
            instance.prepareToPlay (48000, 256);
            HostedAudio audio (instance, plugin.isInstrument, 128, 1);
            const Automation automation (ownParameters (instance), 2);
            {
                EditorWindow window (instance);
                audio.awaitBlocks (20);
                window.editor ().setSize (800 + chance.below (600), 500 + chance.below (400));
                audio.awaitBlocks (20);
            }
            audio.awaitBlocks (10);
            CHECK (audio.isPlayable ());
        });
}

} // namespace melstrom::testing
