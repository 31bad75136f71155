// A sound that the app makes itself, for a look at it without a device and without files.
#pragma once

#include <juce_events/juce_events.h>

#include <atomic>
#include <functional>
#include <thread>

namespace melstrom
{

/** Renders a phrase with a built-in patch, as `melstrom --render` does, on a thread. The file lies
    in the user's data folder; its name has the version, so that another version makes its own and
    removes older ones. Thread: message. */
class DemoSound final : private juce::Timer
{
public:
    DemoSound () = default;
    ~DemoSound () override; ///< stops a render; then there is no file

    static juce::File file ();

    /** Calls onMade at once if the file is there. Does nothing while it is being made. */
    void make ();
    bool isMaking () const noexcept { return thread_.joinable (); }

    std::function<void (int percent)> onProgress;
    std::function<void (const juce::File&)> onMade;
    std::function<void (const juce::String&)> onFailed;

private:
    void render (const juce::File& target); ///< own thread
    void timerCallback () override;

    std::atomic<double> doneRatio_ {0};
    std::atomic<bool> isStopped_ {false}, hasEnded_ {false};
    juce::String fault_; ///< written before hasEnded_
    std::thread thread_;
};

} // namespace melstrom
