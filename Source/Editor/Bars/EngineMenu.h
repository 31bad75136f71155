// A button that shows the backend and opens a menu to choose it.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Live/Voices/LiveSynth.h"
#include "Source/Look/Theme.h"

#include <functional>
#include <optional>

namespace melstrom
{

/** Backend, latency if the owner has one, and an optional switch. Thread: message. */
class EngineMenu final : public juce::TextButton
{
public:
    struct Choice
    {
        BackendChoice::Kind backend = BackendChoice::Kind::automatic;
        std::optional<LatencyMode> latency; ///< empty: no choice of latency
    };
    /** An additional on/off item under its own heading. */
    struct Switch
    {
        juce::String heading, line;
        std::function<bool ()> isOn;
        std::function<void (bool)> set;
    };
    /** read: returns the present choice; choose: takes a new choice; output: empty: no switch */
    EngineMenu (std::function<Choice ()> read, std::function<void (const Choice&)> choose,
                std::optional<Switch> output = {});

    /** Shows the present choice. */
    void update ();
    /** The menu that a click opens. */
    juce::PopupMenu menu ();

private:
    void showMenu ();
    std::function<Choice ()> read_;
    std::function<void (const Choice&)> choose_;
    std::optional<Switch> output_;
};

} // namespace melstrom
