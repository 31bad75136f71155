// Marks on the plot of a timeline: from what a user points at, their areas, handles and drags, and
// how they are painted.
#pragma once

#include "Engine/Marks/Mark.h"
#include "Source/Timeline/TimelineMapping.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

struct TimelineSelection;

/** The digits that a screen justifies: to 1 us and 0.01 Hz, as fine as a point of any
    shown window; not below 0. */
double roundedSeconds (double seconds) noexcept;
double roundedHz (double frequencyHz) noexcept;

/** A mark from what a user points at: a box; without frequency limits a range of time. */
Mark markOf (const TimelineSelection& selection, const std::string& label);
Mark markAt (double seconds, const std::string& label); ///< a point

/** What the mouse holds: edges, or the whole mark if none is true. */
struct MarkGrip
{
    bool left = false, right = false, top = false, bottom = false;
    bool isWhole () const noexcept { return ! (left || right || top || bottom); }
    bool operator== (const MarkGrip&) const = default;
};

/** In points of the view. Sides without a limit of frequency lie on the edge of the plot; times
    outside of the window lie beside the plot. A point has no width. */
juce::Rectangle<float> areaOf (const Mark& mark, const TimelineMapping& mapping);

/** Where the label is written: above the area or, without room there, at its top; for points right
    of the line. width: of the text, with margins */
juce::Rectangle<float> labelAreaOf (const Mark& mark, const TimelineMapping& mapping, float width);

/** What of the mark lies at the place: an edge within 4 points, corners first; the line of a point;
    the inside. Edges that lie on the edge of the plot for want of a limit cannot be held. Boxes
    narrower than 10 points are held as a whole near their middle. Empty: nothing. */
std::optional<MarkGrip> gripAt (const Mark& mark, juce::Point<float> place,
                                const TimelineMapping& mapping);
juce::MouseCursor pointerOf (const MarkGrip& grip);

/** Places of the handles of a selected mark: corners, and middles of edges. */
std::vector<juce::Point<float>> handlesOf (const Mark& mark, const TimelineMapping& mapping);

/** The mark after a drag of the grip. An edge that passes the opposite edge stays on it. A whole
    mark keeps its duration and its bandwidth in Hz; it does not leave the begin of the sound, 0 Hz
    or the highest shown frequency. Moved values are rounded (roundedSeconds, roundedHz), others stay
    as they are.
    isTimeMoved, isFrequencyMoved: directions in which the drag counts */
struct MarkDrag
{
    juce::Point<float> from, to;
    bool isTimeMoved = true, isFrequencyMoved = true;
};
Mark dragged (const Mark& mark, const MarkGrip& grip, const MarkDrag& drag,
              const TimelineMapping& mapping);

struct PaintedMark
{
    const Mark* mark = nullptr; ///< not owned
    bool isSelected = false;
};

/** Boxes with outline, fill and label; points as a line with a flag; ranges without limits of
    frequency over the whole height. A label that would cover an earlier one of its line is left out,
    except those of selected marks, which are drawn last and with handles. Of marks that cover the
    same pixels, one is drawn.
    marks: rising by begin */
void paintMarks (juce::Graphics& graphics, const std::vector<PaintedMark>& marks,
                 const TimelineMapping& mapping);

} // namespace melstrom
