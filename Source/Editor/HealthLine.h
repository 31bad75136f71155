// The line at the bottom: who computes, how fast, and what went wrong.
#pragma once

#include "Source/Editor/Theme.h"
#include "Source/Processor/ProcessorHealth.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Asks four times a second, and repaints only what reads differently. The notice is its tooltip. Thread:
    message. */
class HealthLine final : public juce::Component,
                         public juce::SettableTooltipClient,
                         private juce::Timer
{
public:
    /** hasVoices: of the instrument */
    HealthLine (std::function<ProcessorHealth ()> read, bool hasVoices);

    void update (); ///< as the timer does
    void paint (juce::Graphics& graphics) override;

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
    std::vector<Item> items_;
    std::string notice_;
    std::optional<std::int64_t> numMisses_; ///< at the last update
    juce::uint32 lastMissMs_ = 0;
    bool hasMissed_ = false;
};

} // namespace melstrom
