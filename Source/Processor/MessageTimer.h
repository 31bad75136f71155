// A timer of the message thread whose owner may be destroyed on any thread.
#pragma once

#include <functional>
#include <memory>

namespace melstrom
{

/** juce::Timer does not wait for a running callback. In Linux hosts without an open editor, JUCE's
    message thread differs from the host's thread. If the host's thread destroys a juce::Timer
    there, JUCE uses it after it was freed. Here the message thread owns the object that JUCE calls,
    and the object reaches its owner through a lock. Threads: all calls any but audio. */
class MessageTimer
{
public:
    /** tick: called on the message thread. */
    explicit MessageTimer (std::function<void ()> tick);
    /** Waits until no tick runs. Does not wait if a tick on the same thread makes the call. No tick
        comes after it. */
    ~MessageTimer ();
    MessageTimer (const MessageTimer&) = delete;
    MessageTimer& operator= (const MessageTimer&) = delete;

    /** Needs JUCE's message manager. A later call changes the rate. */
    void startHz (int ticksPerSecond);

private:
    class Beat;
    std::shared_ptr<Beat> beat_;
};

} // namespace melstrom
