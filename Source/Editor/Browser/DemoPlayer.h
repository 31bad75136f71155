// Plays a phrase on the keyboard of the screen.
#pragma once

#include "Source/Midi/DemoPhrase.h"

#include <juce_audio_basics/juce_audio_basics.h>
#include <juce_events/juce_events.h>

#include <bitset>
#include <functional>
#include <vector>

namespace melstrom
{

/** Notes go the way of the keys on the screen, in real time, whether the host's song runs or not. Thread: message. */
class DemoPlayer final : private juce::Timer
{
public:
    /** keys: outlives this. seconds: a clock */
    explicit DemoPlayer (
        juce::MidiKeyboardState& keys,
        std::function<double ()> seconds = []
        { return juce::Time::getMillisecondCounterHiRes () / 1000; });
    ~DemoPlayer () override;

    /** It began, or came to its end. */
    std::function<void ()> onChange = [] {};

    void start (const std::vector<PhraseNote>& notes); ///< a former phrase ends
    void stop ();                                      ///< no key stays down
    bool isPlaying () const noexcept { return isTimerRunning (); }
    /** What its timer does: plays what is due. */
    void advance ();

private:
    struct Event
    {
        double seconds;
        int key;
        bool isOn;
        float velocity;
    };
    void timerCallback () override { advance (); }
    void end ();

    juce::MidiKeyboardState& keys_;
    const std::function<double ()> seconds_;
    std::vector<Event> events_;
    std::size_t next_ = 0;
    double beginSeconds_ = 0;
    std::bitset<128> isDown_;
};

} // namespace melstrom
