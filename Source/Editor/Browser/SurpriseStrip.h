// Buttons that make a random patch.
#pragma once

#include "Source/Look/IconButton.h"
#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** A die, and a menu of locked groups, which stay unchanged. The patch's name contains the seed.
    Thread: message. */
class SurpriseStrip final : public juce::Component
{
public:
    static constexpr int kWidth = 52;

    explicit SurpriseStrip (InstrumentProcessor& processor);

    void surpriseMe ();
    void resized () override;

private:
    void showLocks ();
    void toggle (std::size_t group);
    InstrumentProcessor& processor_;
    IconButton die_ {Icon::dice, "Surprise me"}, locks_ {Icon::lock, "Lock groups"};
};

} // namespace melstrom
