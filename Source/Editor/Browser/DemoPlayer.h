// Plays a phrase on the keyboard on the screen.
#pragma once

#include "Source/Midi/DemoPhrase.h"

#include <juce_audio_basics/juce_audio_basics.h>
#include <juce_events/juce_events.h>

#include <bitset>
#include <functional>
#include <vector>

namespace melstrom
{

/** Plays the keys on the screen in real time, whether or not the host's song runs. Thread:
    message. */
class DemoPlayer final : private juce::Timer
{
public:
    /** keys: outlives this object. seconds: a clock */
    explicit DemoPlayer (
        juce::MidiKeyboardState& keys,
        std::function<double ()> seconds = []
        { return juce::Time::getMillisecondCounterHiRes () / 1000; });
    ~DemoPlayer () override;

    /** Called when the phrase begins or ends. */
    std::function<void ()> onChange = [] {};

    void start (const std::vector<PhraseNote>& notes); ///< stops the former phrase
    void stop ();                                      ///< releases all keys
    bool isPlaying () const noexcept { return isTimerRunning (); }
    /** Plays the events that are due; the timer calls it. */
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
