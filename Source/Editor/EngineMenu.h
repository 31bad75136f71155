// The button that says who computes, and lets one choose.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Live/LiveSynth.h"
#include "Source/Editor/Theme.h"

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
    /** read: what is chosen now; choose: what has been chosen */
    EngineMenu (std::function<Choice ()> read, std::function<void (const Choice&)> choose);

    /** Shows what is chosen. */
    void update ();

private:
    void showMenu ();
    std::function<Choice ()> read_;
    std::function<void (const Choice&)> choose_;
};

} // namespace melstrom
