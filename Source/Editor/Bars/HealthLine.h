// An icon at the bottom, and behind it a line: who computes, how fast, and what went wrong.
#pragma once

#include "Source/Look/IconButton.h"
#include "Source/Processor/ProcessorHealth.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** The line is seen once the icon was clicked. The icon has the colour of a warning while something is wrong, and the
    notice is its tooltip. Asks four times a second, and repaints only what reads differently. Thread: message. */
class HealthLine final : public juce::Component,
                         public juce::SettableTooltipClient,
                         private juce::Timer
{
public:
    /** hasVoices: of the instrument */
    HealthLine (std::function<ProcessorHealth ()> read, bool hasVoices);

    void update (); ///< as the timer does
    bool isOpen () const { return icon_.getToggleState (); }
    bool isWarning () const noexcept { return isWarning_; } ///< something is wrong
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
