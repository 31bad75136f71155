// The spectrogram of one tap with axes and a cursor.
#pragma once

#include "Source/Spectrogram/AxisPainting.h"
#include "Source/Spectrogram/SpectrogramImage.h"
#include "Source/Spectrogram/TapTrace.h"
#include "Source/State/ViewState.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <optional>

namespace melstrom
{

/** Paints the rows of its trace. Repaints only the plot if only columns were added. The mouse, or
    the arrow keys with the focus, move a cursor (Shift: ten points at once; Escape removes it).
    Thread: message. */
class SpectrogramView final : public juce::Component
{
public:
    explicit SpectrogramView (const juce::String& name);

    /** Begins anew at row 0 with a different geometry. */
    void begin (const MelGeometry& geometry);
    void append (const TapRows& rows) { trace_.append (rows, view_.lowestDb); }
    /** Takes axis, range, colours, span, peaks and note lines. Resets the peaks when peak hold is
        switched on. */
    void setView (const ViewState& view);
    void setFrozen (bool isFrozen);
    void setDetails (const juce::String& details); ///< above the plot, on the right
    /** Sets the text over the plot that tells why no rows are shown; empty:
        none. */
    void setNotice (const juce::String& notice);
    /** Sets the text over the plot while isEmpty () is true and there is no notice. */
    void setHint (const juce::String& hint);
    /** True if no level of the shown rows reaches the range. */
    bool isEmpty () const noexcept;

    /** Draws new columns, and requests a repaint if there are any. */
    void update ();

    /** "1234.5 Hz · D#6 +12 ct · band 57 · -43.2 dB · -2.31 s". Bands count from 0; the time is
        relative to now. Omits the level where the row is missing. Empty without a cursor. */
    juce::String cursorText () const;
    /** place: in this component's points; clamped to the plot; empty: no cursor. */
    void setCursor (std::optional<juce::Point<int>> place);
    juce::Rectangle<int> plot () const noexcept { return plot_; }

    void paint (juce::Graphics& graphics) override;
    void resized () override;
    void mouseMove (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseExit (const juce::MouseEvent& event) override;
    void mouseDoubleClick (const juce::MouseEvent& event) override; ///< resets the peaks
    bool keyPressed (const juce::KeyPress& key) override;
    void focusGained (FocusChangeType cause) override;
    void focusLost (FocusChangeType cause) override;
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;

private:
    void layOut ();
    void remap ();
    void paintHeader (juce::Graphics& graphics) const;
    void paintPlot (juce::Graphics& graphics) const;
    void paintWords (juce::Graphics& graphics) const;
    void paintCursor (juce::Graphics& graphics) const;
    const ColourMap& colours () const;
    std::span<const float> newestRow () const;

    TapTrace trace_;
    SpectrogramImage image_;
    ViewState view_;
    juce::Rectangle<int> header_, frequencyArea_, plot_, timeArea_, peakArea_, levelArea_;
    juce::String details_, notice_, hint_;
    bool wasEmpty_ = true;                   ///< as painted
    std::optional<juce::Point<int>> cursor_; ///< in the plot, from its top left corner
    juce::String shownCursorText_;
    float scale_ = 1; ///< screen pixels to a point
};

} // namespace melstrom
