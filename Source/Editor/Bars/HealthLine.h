// An icon at the bottom of the window that opens a line of health: backend, load and faults.
#pragma once

#include "Source/Look/IconButton.h"
#include "Source/Processor/ProcessorHealth.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** A click on the icon shows or hides the line. The icon takes the warning colour while a fault
    lasts. Its tooltip is the notice. Reads the health four times a second and repaints only after a
    change. Thread: message. */
class HealthLine final : public juce::Component,
                         public juce::SettableTooltipClient,
                         private juce::Timer
{
public:
    /** hasVoices: true for the instrument */
    HealthLine (std::function<ProcessorHealth ()> read, bool hasVoices);

    void update (); ///< as the timer does
    bool isOpen () const { return icon_.getToggleState (); }
    bool isWarning () const noexcept { return isWarning_; } ///< a fault lasts
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    struct Item
    {
        juce::String label, value;
        bool isWarning = false;
        bool operator== (const Item&) const = default;
    };
    std::vector<Item> itemsOf (const ProcessorHealth& health) const;
    void timerCallback () override { update (); }

    std::function<ProcessorHealth ()> read_;
    const bool hasVoices_;
    IconButton icon_ {Icon::health, "Health of the engine"};
    bool isWarning_ = false;
    std::vector<Item> items_;
    std::string notice_;
    std::optional<std::int64_t> numMisses_; ///< at the last update
    juce::uint32 lastMissMs_ = 0;
    bool hasMissed_ = false;
};

} // namespace melstrom
