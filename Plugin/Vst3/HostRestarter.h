// Put before JUCE's wrapper for VST3 (see CMakeLists.txt): its class that restarts a component gives way to ours.
#pragma once

#if JucePlugin_Build_VST3 // the other formats compile an empty wrapper

    // What the wrapper includes first, in its order.
    #include <juce_core/system/juce_TargetPlatform.h>

    #include <juce_core/system/juce_CompilerWarnings.h>
    #define JUCE_VST3HEADERS_INCLUDE_HEADERS_ONLY 1
    #include <juce_audio_processors/format_types/juce_VST3Headers.h>
    #undef JUCE_VST3HEADERS_INCLUDE_HEADERS_ONLY
    #define JUCE_GUI_BASICS_INCLUDE_XHEADERS 1
    #include <juce_audio_plugin_client/juce_audio_plugin_client.h>
    #include <juce_audio_processors/utilities/juce_FlagCache.h>

    #include <juce_audio_processors/format_types/juce_VST3Common.h>

    #include <atomic>
    #include <thread>

namespace juce
{

/** Passes flags on to the host on the thread on which the host made the edit controller, which VST3 requires, and on no
    other. JUCE 7.0.5 passes them on on its message thread, which under Linux is one of its own until an editor is open.
    Flags from other threads wait for the next call on the host's thread; a call with no flags serves for that.
    Threads: `restart` any but audio. */
class HostRestarter
{
public:
    using Listener = ComponentRestarter::Listener;

    explicit HostRestarter (Listener& listener) : listener_ (listener) {}

    void restart (Steinberg::int32 newFlags)
    {
        waiting_.fetch_or (newFlags);
        if (std::this_thread::get_id () != hostThread_)
            return;
        if (const auto flags = waiting_.exchange (0); flags != 0)
            listener_.restartComponentOnMessageThread (flags);
    }

private:
    Listener& listener_;
    const std::thread::id hostThread_ = std::this_thread::get_id ();
    std::atomic<Steinberg::int32> waiting_ {0};
};

} // namespace juce

    #define ComponentRestarter HostRestarter
// The wrapper passes edits on to the host from JUCE's message thread. The host's own thread may do so, too, while it holds
// the message manager's lock: see InstrumentProcessor::setCurrentProgram.
    #define isThisTheMessageThread currentThreadHasLockedMessageManager
// The wrapper includes juce_FlagCache.h once more, which nothing guards: its second classes have names of their own.
    #define FlagCache WrapperFlagCache
    #define FlaggedFloatCache WrapperFlaggedFloatCache

#endif
