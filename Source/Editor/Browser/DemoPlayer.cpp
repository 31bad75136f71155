#include "Source/Editor/Browser/DemoPlayer.h"

#include <algorithm>
#include <tuple>

namespace melstrom
{

namespace
{
constexpr int kTickMs = 5, kChannel = 1; ///< kChannel: of the keys on the screen
}

DemoPlayer::DemoPlayer (juce::MidiKeyboardState& keys, std::function<double ()> seconds)
    : keys_ (keys), seconds_ (std::move (seconds))
{
}

DemoPlayer::~DemoPlayer ()
{
    end ();
}

void DemoPlayer::start (const std::vector<PhraseNote>& notes)
{
    end ();
    events_.clear ();
    for (const auto& note : notes)
    {
        events_.push_back ({note.beginSeconds, note.key, true, note.velocity});
        events_.push_back ({note.beginSeconds + note.seconds, note.key, false, 0.0f});
    }
    // at the same instant note-offs come first
    std::ranges::stable_sort (
        events_, {}, [] (const Event& event) { return std::tuple (event.seconds, event.isOn); });
    next_ = 0;
    beginSeconds_ = seconds_ ();
    startTimer (kTickMs);
    onChange ();
    advance ();
}

void DemoPlayer::advance ()
{
    const double now = seconds_ () - beginSeconds_;
    for (; next_ < events_.size () && events_[next_].seconds <= now; ++next_)
    {
        const auto& event = events_[next_];
        isDown_.set (static_cast<std::size_t> (event.key), event.isOn);
        if (event.isOn)
            keys_.noteOn (kChannel, event.key, event.velocity);
        else
            keys_.noteOff (kChannel, event.key, 0.0f);
    }
    if (next_ == events_.size ())
        stop ();
}

void DemoPlayer::stop ()
{
    if (! isPlaying ())
        return;
    end ();
    onChange ();
}

void DemoPlayer::end ()
{
    stopTimer ();
    for (std::size_t key = 0; key < isDown_.size (); ++key)
        if (isDown_[key])
            keys_.noteOff (kChannel, static_cast<int> (key), 0.0f);
    isDown_.reset ();
}

} // namespace melstrom
