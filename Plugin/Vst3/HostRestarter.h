// Included before JUCE's VST3 wrapper (see CMakeLists.txt): replaces its ComponentRestarter.
#pragma once

#if JucePlugin_Build_VST3 // the other formats compile an empty wrapper

    // The wrapper's first includes, in its order.
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

/** Passes flags to the host only on the thread on which the host made the edit controller, as VST3
    requires. JUCE 7.0.5 passes them on its message thread, which on Linux differs from the host's
    thread until an editor is open. Flags from other threads wait for the next call on the host's
    thread; a call without flags is enough. Threads: `restart` any but audio. */
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
// The wrapper passes edits to the host only on JUCE's message thread. The macro also allows the
// host's thread while it holds the message manager's lock: see
// InstrumentProcessor::setCurrentProgram.
    #define isThisTheMessageThread currentThreadHasLockedMessageManager
// The wrapper includes juce_FlagCache.h again, unguarded: the second copy gets new class names.
    #define FlagCache WrapperFlagCache
    #define FlaggedFloatCache WrapperFlaggedFloatCache

#endif
