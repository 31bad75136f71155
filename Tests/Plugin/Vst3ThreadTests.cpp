// On which threads a VST3 host is called.
#include "Tests/Plugin/RawVst3Host.h"

namespace melstrom::testing
{

using vst3::OneChange;
using vst3::RawHost;

TEST_CASE ("a VST3 host without an open editor is called on its own thread alone",
           "[host][threads]")
{
    RawHost host;
    host.chooseProgram (4); // before it is active
    CHECK (host.handler.numCalls > 20);
    host.setActive (true);
    for (const int program : {5, 9, 3})
    {
        const int before = host.handler.numCalls;
        host.chooseProgram (program);
        CHECK (host.handler.numCalls > before + 20); // the values of the program
        host.play (60);                              // several ticks of the plugin's message thread
    }
    host.setActive (false);
    host.setActive (true);
    host.play (60);
    host.setActive (false);
    CHECK (host.handler.numElsewhere == 0);
}

TEST_CASE ("a VST3 host without an open editor hears of learnt controllers with the audio",
           "[host][threads]")
{
    constexpr int kController = 20;
    PluginState state;
    for (const auto key : {PatchKey::filterCutoff, PatchKey::osc1Level, PatchKey::reverbMix})
        state.controllers.learn ({LearnedController::kAnyChannel, kController, key});
    RawHost host;
    host.restore (state);
    host.setActive (true);
    host.play (60);
    const auto numBefore = host.changes.numTold ();
    OneChange controller (host.idOfController (kController), 0.75);
    host.play (60, &controller);
    CHECK (host.changes.numTold () >= numBefore + 3);
    host.setActive (false);
    CHECK (host.handler.numElsewhere == 0);
}

} // namespace melstrom::testing
