// The panel on which a user draws the spectrum of an oscillator.
#pragma once

#include "Source/Editor/Displays/DrawingEditor.h"
#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** Begins with the oscillator's spectrum. The first stroke sets the oscillator's shape to `drawn`.
    Each stroke sounds at once and is a step for undo. Thread: message. */
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
    std::vector<std::unique_ptr<juce::TextButton>> starts_; ///< initial shapes
};

} // namespace melstrom
