// Marks over a timeline: shown, selected, moved, resized and named.
#pragma once

#include "Source/Timeline/TimelineOverlay.h"
#include "Standalone/App/Marks/MarkDocument.h"
#include "Standalone/App/Marks/MarkIndex.h"
#include "Standalone/App/Marks/MarkLabelEntry.h"
#include "Standalone/App/Marks/MarkShape.h"

#include <functional>
#include <optional>
#include <vector>

namespace melstrom
{

/** Mouse: a press on an edge or a point, or inside of a selected mark, takes the drag: an edge
    resizes, else all selected marks move. A press inside of an unselected mark selects it, and a
    press beside all marks selects none; both leave the drag to the view, so that it can select time
    there. Ctrl or Shift adds and removes marks. A double click edits the label. A drag counts from
    4 points on, in each direction by itself, and is one step of the history.
    Keys: Delete removes the selected marks, Return or F2 edits the label of one, Escape leaves the
    drag, else the selection, Ctrl+A selects all marks, Ctrl+Z and Ctrl+Shift+Z undo and redo.
    Only marks within the window are looked at. Thread: message. */
class MarkOverlay final : public TimelineOverlay, private juce::ChangeListener
{
public:
    /** labelEditor: a hidden child of the view. Both outlive this object. */
    MarkOverlay (MarkDocument& document, juce::TextEditor& labelEditor);
    ~MarkOverlay () override;

    std::function<void ()> onRepaint;                    ///< the marks look different now
    std::function<void (const juce::String&)> onMessage; ///< why a change was refused; empty: none

    /** Edits the label of the selected mark, if exactly one is selected. False: it is not within the
        window that was painted last. */
    bool editLabel ();

    void paint (juce::Graphics& graphics, const TimelineMapping& mapping) override;
    bool isVisible (const TimelineMapping& mapping) override;
    bool mouseDown (const juce::MouseEvent& event, const TimelineMapping& mapping) override;
    void mouseDrag (const juce::MouseEvent& event, const TimelineMapping& mapping) override;
    void mouseUp (const juce::MouseEvent& event, const TimelineMapping& mapping) override;
    bool mouseDoubleClick (const juce::MouseEvent& event, const TimelineMapping& mapping) override;
    std::optional<juce::MouseCursor> pointerAt (juce::Point<float> place,
                                                const TimelineMapping& mapping) override;
    bool keyPressed (const juce::KeyPress& key) override;
    juce::String tooltipAt (juce::Point<float> place, const TimelineMapping& mapping) override;
    juce::String reading (const TimelineMapping& mapping) override; ///< the marks in the window

private:
    struct Hit
    {
        std::size_t index = 0;
        MarkGrip grip;
    };
    /** Selected marks first, then edges and points, then the mark with the smallest area. */
    std::optional<Hit> hitAt (juce::Point<float> place, const TimelineMapping& mapping) const;
    bool takes (const Hit& hit) const;
    std::vector<std::size_t> within (const TimelineMapping& mapping) const;
    bool toggle (std::size_t index);
    bool leave ();
    void repaint ();
    void changeListenerCallback (juce::ChangeBroadcaster*) override;

    /** A press that was taken. */
    struct Hold
    {
        Hit hit;
        juce::Point<float> from;
        double fromSeconds = 0; ///< stays under the mark when the window scrolls
        bool isTimeMoved = false, isFrequencyMoved = false;
    };

    MarkDocument& document_;
    MarkLabelEntry entry_;
    MarkIndex index_;
    std::uint64_t revision_ = 0; ///< of the document in index_
    std::optional<Hold> hold_;
    std::vector<IndexedMark> moved_; ///< marks as the drag shows them, by index
    std::optional<TimelineMapping> shown_;
};

} // namespace melstrom
