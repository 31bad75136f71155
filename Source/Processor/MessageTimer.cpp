#include "Source/Processor/MessageTimer.h"

#include <juce_events/juce_events.h>

#include <mutex>
#include <utility>

namespace melstrom
{

class MessageTimer::Beat final : public std::enable_shared_from_this<Beat>, private juce::Timer
{
public:
    explicit Beat (std::function<void ()> tick) : tick_ (std::move (tick)) {}

    void startHz (int ticksPerSecond) { startTimerHz (ticksPerSecond); }
    void end ()
    {
        stopTimer ();
        const std::lock_guard lock (mutex_);
        hasEnded_ = true;
    }

private:
    void timerCallback () override
    {
        const auto self = shared_from_this (); // keeps this object if the tick destroys its owner
        const std::lock_guard lock (mutex_);
        if (! hasEnded_)
            tick_ ();
    }

    std::recursive_mutex mutex_; ///< held while the tick runs
    bool hasEnded_ = false;
    const std::function<void ()> tick_;
};

MessageTimer::MessageTimer (std::function<void ()> tick)
    : beat_ (std::make_shared<Beat> (std::move (tick)))
{
}

MessageTimer::~MessageTimer ()
{
    beat_->end ();
    // JUCE may hold the timer's address between two of its locks. So the message thread itself
    // drops the object, in a message after the present one. Without a message manager no thread
    // calls the object.
    if (juce::MessageManager::getInstanceWithoutCreating () != nullptr)
        juce::MessageManager::callAsync ([beat = std::move (beat_)] {});
}

void MessageTimer::startHz (int ticksPerSecond)
{
    beat_->startHz (ticksPerSecond);
}

} // namespace melstrom
