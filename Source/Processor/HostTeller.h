// Tells the host of changes of an instrument, on a thread that its format allows.
#pragma once

#include "Source/Parameters/PluginParameters.h"

#include <array>
#include <atomic>
#include <thread>

namespace melstrom
{

/** Threads: H made the processor, J is JUCE's message thread, T the background thread of the live
    worker. In Linux hosts J differs from H until an editor is open. A VST3 host takes calls on H
    alone; while J is not H, T tells of values, which then go out with the audio. Threads: any but
    audio, unless stated. */
class HostTeller
{
public:
    /** Both references outlive this object. Thread: H. */
    HostTeller (juce::AudioProcessor& processor, PluginParameters& parameters);

    bool isHostedAsVst3 () const; ///< on Linux, where J may differ from H
    bool isHostedAsLv2 () const;
    /** True if J is not H in a VST3 host: T tells instead of J. */
    bool tellsInBackground () const;
    bool isHostThread () const; ///< the calling thread is H
    /** An open editor changes J. Thread: J. */
    void followMessageThread () { isMessageThreadHosts_ = isHostThread (); }

    /** Sends the parameter's present value. goesWithAudio: tellAgain repeats it. */
    void tellValue (PatchKey key, bool goesWithAudio);
    /** After the values that differ from `former` were told: tellAgain repeats them if they went
        out with the audio. */
    void noteTold (const PatchValues& former);
    /** While an editor is open in a VST3 host: sends notices that waited for H, and repeats values
        that went out with the audio. Some hosts ignore those, and JUCE 7.0.5 does not show them.
        Thread: J. */
    void tellAgain ();

    /** Tells the opening patch to an LV2 host, once. Such a host knows the values of Init from the
        Turtle file; the first block sends the others. A VST3 host asks for values. */
    void tellOpeningPatch ();
    void tellOfPatch (); ///< the patch changed, and so did the state
    void tellOfState (); ///< the state changed in something other than a parameter

    /** The screen shows the patch anew at J's next tick. */
    void tellScreen () noexcept { hasScreenNews_ = true; }
    bool takeScreenNews () noexcept { return hasScreenNews_.exchange (false); }

private:
    juce::AudioProcessor& processor_;
    PluginParameters& parameters_;
    const std::thread::id hostThread_ = std::this_thread::get_id (); ///< H in a VST3 host
    std::atomic<bool> isMessageThreadHosts_ {false};                 ///< J was H at the last tick
    std::atomic<bool> hasToldOpening_ {false}, hasScreenNews_ {false};
    std::array<std::atomic<bool>, kNumPatchKeys> told_ {}; ///< with the audio, not yet again by J
};

} // namespace melstrom
