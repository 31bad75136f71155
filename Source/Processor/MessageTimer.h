// A timer of the message thread whose owner may go on any thread.
#pragma once

#include <functional>
#include <memory>

namespace melstrom
{

/** juce::Timer does not wait for a callback that runs: in Linux hosts without an open editor JUCE's message
    thread is not the host's, and a timer that the host's thread destroys is used after it was freed. Here the
    object that JUCE calls belongs to the message thread, and reaches its owner through a lock.
    Threads: all calls any but audio. */
class MessageTimer
{
public:
    /** tick: thread: message. */
    explicit MessageTimer (std::function<void ()> tick);
    /** Returns when no tick runs, unless a tick of this very thread makes the call. No tick follows. */
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
