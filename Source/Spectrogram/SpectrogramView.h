// One tap's spectrogram with its axes and a cursor.
#pragma once

#include "Source/Spectrogram/AxisPainting.h"
#include "Source/Spectrogram/SpectrogramImage.h"
#include "Source/Spectrogram/TapTrace.h"
#include "Source/State/ViewState.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <optional>

namespace melstrom
{

/** Paints what its trace has; where nothing but columns came, only the plot is painted again. The
    mouse, or the arrow keys where it has the focus, move a cursor (with shift ten points at once;
    escape takes it away). Thread: message. */
class SpectrogramView final : public juce::Component
{
public:
    explicit SpectrogramView (const juce::String& name);

    /** Rows from 0 on, of another kind. */
    void begin (const MelGeometry& geometry);
    void append (const TapRows& rows) { trace_.append (rows, view_.lowestDb); }
    /** Takes axis, range, colours, span, peaks and lines of notes. Peaks begin anew where they were
        not held before. */
    void setView (const ViewState& view);
    void setFrozen (bool isFrozen);
    void setDetails (const juce::String& details); ///< above the plot, to the right
    void setNotice (const juce::String&
                        notice); ///< over the plot: why there is nothing to see; empty: there is
    /** Over the plot while no level in it reaches the range, and there is no notice: what to do. */
    void setHint (const juce::String& hint);
    /** Whether no level of the rows that are shown reaches the range. */
    bool isEmpty () const noexcept;

    /** Draws the columns that have come, and asks for a repaint if there are any. */
    void update ();

    /** "1234.5 Hz · D#6 +12 ct · band 57 · -43.2 dB · -2.31 s": bands are counted from 0, times
        from now. Without the level where no row is; empty without a cursor. */
    juce::String cursorText () const;
    void setCursor (
        std::optional<juce::Point<int>> place); ///< in this component's points; held to the plot
    juce::Rectangle<int> plot () const noexcept { return plot_; }

    void paint (juce::Graphics& graphics) override;
    void resized () override;
    void mouseMove (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseExit (const juce::MouseEvent& event) override;
    void mouseDoubleClick (const juce::MouseEvent& event) override; ///< forgets the peaks
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
    std::optional<juce::Point<int>> cursor_; ///< within the plot, from its left upper corner
    juce::String shownCursorText_;
    float scale_ = 1; ///< pixels of the screen to a point
};

} // namespace melstrom
