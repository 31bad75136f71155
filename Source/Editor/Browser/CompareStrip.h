// Buttons that compare two patches, A and B.
#pragma once

#include "Source/Look/IconButton.h"
#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** A and B, with the sounding side lit, and a button that copies it to the other side. Thread:
    message. */
class CompareStrip final : public juce::Component, private juce::ChangeListener
{
public:
    static constexpr int kWidth = 78;

    explicit CompareStrip (InstrumentProcessor& processor);
    ~CompareStrip () override;
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster*) override { update (); }
    void update ();
    InstrumentProcessor& processor_;
    juce::TextButton a_ {"A"}, b_ {"B"};
    IconButton copy_ {Icon::copy, "Copy to the other side"};
};

} // namespace melstrom
