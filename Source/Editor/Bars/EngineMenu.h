// The button that says who computes, and lets one choose.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Live/Voices/LiveSynth.h"
#include "Source/Look/Theme.h"

#include <functional>
#include <optional>

namespace melstrom
{

/** Backend, and latency where there is a choice. Thread: message. */
class EngineMenu final : public juce::TextButton
{
public:
    struct Choice
    {
        BackendChoice::Kind backend = BackendChoice::Kind::automatic;
        std::optional<LatencyMode> latency; ///< empty: has none
    };
    /** What can be switched on and off besides, under a heading of its own. */
    struct Switch
    {
        juce::String heading, line;
        std::function<bool ()> isOn;
        std::function<void (bool)> set;
    };
    /** read: what is chosen now; choose: what has been chosen; output: empty: there is no switch */
    EngineMenu (std::function<Choice ()> read, std::function<void (const Choice&)> choose,
                std::optional<Switch> output = {});

    /** Shows what is chosen. */
    void update ();
    /** What a click shows; its items act. */
    juce::PopupMenu menu ();

private:
    void showMenu ();
    std::function<Choice ()> read_;
    std::function<void (const Choice&)> choose_;
    std::optional<Switch> output_;
};

} // namespace melstrom
