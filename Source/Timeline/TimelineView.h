// Spectrogram and waveform of one or two sounds of any length, with zoom, cursor and selection.
#pragma once

#include "Source/State/ViewState.h"
#include "Source/Timeline/TimelineLayer.h"
#include "Source/Timeline/TimelineOverlay.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace melstrom
{

/** Box in time and, if the user drew one, in frequency. */
struct TimelineSelection
{
    double beginSeconds = 0, endSeconds = 0;
    std::optional<double> lowHz, highHz; ///< both or none
    bool operator== (const TimelineSelection&) const = default;
};

/** From the top: header with title, cursor reading and details; waveform strip; plot with axes of
    frequency and time; scroll bar. At the side on demand: average and peak spectrum of what is
    shown, and the level bar.
    Mouse: wheel zooms at the pointer (Shift: scrolls, Ctrl or over the frequency axis: frequency); a
    drag on the plot selects a box, with Alt and in the waveform time alone; the edges of a selection
    can be dragged; with the middle button or Space a drag moves the window; a drag on an axis
    scrolls; a double click on an axis shows everything, on the spectrum it resets held peaks. Keys:
    arrows move the cursor (Shift: ten points), + and - zoom at the cursor (Ctrl: frequency), Page Up
    and Page Down scroll, Home and End go to the ends, 0 shows everything (Ctrl: all frequencies), [
    and ] begin and end the selection at the cursor, { and } set its lowest and highest frequency
    there, Return clicks there, Escape removes selection, then cursor. Below one sample a point the waveform shows samples.
    While the view follows, zoom in time keeps the newest sound at the right edge.
    Draws only what changed; rows that are missing have the background's colour, and a gap is never
    closed. Thread: message. */
class TimelineView final : public juce::Component, public juce::TooltipClient
{
public:
    explicit TimelineView (const juce::String& name);
    ~TimelineView () override;

    // What is shown.

    void setLayers (const TimelineLayer& first, const TimelineLayer& second = {});
    void setBlend (TimelineBlend blend);
    /** Axis, range, colours, note lines, peaks (the peaks of the spectrum are held); other members
        are not used. */
    void setView (const ViewState& view);
    void setCaption (const juce::String& title, const juce::String& details);
    /** Over the plot: why nothing is shown; empty: none. */
    void setNotice (const juce::String& notice);
    void showSpectrum (bool isShown); ///< average and peak spectrum at the side
    /** Topmost first; not owned. */
    void setOverlays (std::vector<TimelineOverlay*> overlays);
    void overlaysChanged (); ///< one of them paints otherwise from now on

    // Time.

    TimeWindow window () const noexcept;
    void setWindow (const TimeWindow& window);
    /** The right edge follows the end of the first layer, until the user scrolls away; scrolling to
        the end follows again. */
    void setFollowing (bool isFollowing);
    bool isFollowing () const noexcept;
    void showAll ();
    /** The shown frequencies, clamped to those of the layers; empty: all. */
    std::optional<FrequencyRange> frequencies () const;
    void setFrequencies (const std::optional<FrequencyRange>& range);
    /** Line of the position that is played; empty: none. */
    void setPlayhead (std::optional<double> seconds);

    // Cursor and selection.

    std::optional<TimelineSelection> selection () const;
    void setSelection (const std::optional<TimelineSelection>& selection);
    /** In points of this component; clamped to the plot; empty: no cursor. */
    void setCursor (std::optional<juce::Point<int>> place);
    std::optional<double> cursorSeconds () const;
    /** "12.345 s · 1234.5 Hz · D#6 +12 ct · band 57 · -43.2 dB"; two layers give two levels.
        Empty without a cursor. */
    juce::String cursorText () const;
    /** For screen readers: cursor, selection, and what the overlays show. */
    juce::String reading () const;

    // Callbacks. Thread: message.

    std::function<void ()> onWindow;              ///< the shown time changed, for any reason
    std::function<void ()> onFrequencies;         ///< the shown frequencies changed, for any reason
    std::function<void ()> onSelection;           ///< the user changed it; also during a drag
    std::function<void (double seconds)> onClick; ///< a click without a drag; removes the selection

    /** Takes new rows; repaints what changed. The owner calls it for each frame of the screen.
        Returns false if it shows nothing new: nothing changed, or the screen's server is busy. */
    bool update ();
    TimelineMapping mapping () const;
    /** What the plot shows, one image pixel for each point, with axes. */
    juce::Image picture ();

    void paint (juce::Graphics& graphics) override;
    void resized () override;
    void mouseMove (const juce::MouseEvent& event) override;
    void mouseDown (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;
    void mouseExit (const juce::MouseEvent& event) override;
    void mouseDoubleClick (const juce::MouseEvent& event) override;
    void mouseWheelMove (const juce::MouseEvent& event,
                         const juce::MouseWheelDetails& wheel) override;
    bool keyPressed (const juce::KeyPress& key) override;
    void focusGained (FocusChangeType cause) override;
    void focusLost (FocusChangeType cause) override;
    juce::String getTooltip () override;
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;

private:
    struct Content;
    std::unique_ptr<Content> content_;
};

} // namespace melstrom
