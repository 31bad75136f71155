// Draws the spectrum of an oscillator.
#pragma once

#include "Source/Editor/Displays/DrawingEditor.h"
#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** Begins with what the oscillator has; the first stroke makes its spectrum `drawn`. Each stroke is heard and
    is a step for undo. Thread: message. */
class DrawingPanel final : public OverlayPanel
{
public:
    DrawingPanel (InstrumentProcessor& processor, int oscillator); ///< 0 or 1

    void takeFocus () override;

private:
    void layOut (juce::Rectangle<int> content) override;
    void apply ();
    InstrumentProcessor& processor_;
    const int oscillator_;
    DrawingEditor editor_;
    std::vector<std::unique_ptr<juce::TextButton>> starts_; ///< shapes to begin with
};

} // namespace melstrom
