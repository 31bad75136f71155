// A light that shows the limiter's gain reduction.
#pragma once

#include "Source/Look/Theme.h"

#include <functional>

namespace melstrom
{

/** Lit while the limiter reduces and for kHoldMs after, with the deepest reduction of that time.
    Reads it ten times a second and repaints only after a change. Thread: message. */
class LimiterLight final : public juce::Component,
                           public juce::SettableTooltipClient,
                           private juce::Timer
{
public:
    static constexpr juce::uint32 kHoldMs = 1000;
    static constexpr int kWidth = 118; ///< pixels; fits the longest text

    struct Reading
    {
        bool isOn = true;
        double reductionDb = 0; ///< deepest since the last reading
    };
    explicit LimiterLight (std::function<Reading ()> read);

    /** As the timer does. nowMs: of juce::Time::getMillisecondCounter */
    void update (juce::uint32 nowMs);
    bool isLit () const noexcept { return shownDb_ > 0; }
    const juce::String& text () const noexcept { return text_; }
    void paint (juce::Graphics& graphics) override;

private:
    void timerCallback () override { update (juce::Time::getMillisecondCounter ()); }

    std::function<Reading ()> read_;
    juce::String text_;
    bool isOn_ = true;
    double shownDb_ = 0; ///< 0: not lit
    juce::uint32 shownMs_ = 0, lastMs_ = 0;
};

} // namespace melstrom
