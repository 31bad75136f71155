// Marks on the plot of a timeline: their areas, handles and drags.
#pragma once

#include "Engine/Marks/Mark.h"
#include "Source/Timeline/TimelineMapping.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <optional>
#include <vector>

namespace melstrom
{

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
    or the highest shown frequency. Moved values are rounded (NewMark.h), others stay as they are.
    isTimeMoved, isFrequencyMoved: directions in which the drag counts */
struct MarkDrag
{
    juce::Point<float> from, to;
    bool isTimeMoved = true, isFrequencyMoved = true;
};
Mark dragged (const Mark& mark, const MarkGrip& grip, const MarkDrag& drag,
              const TimelineMapping& mapping);

} // namespace melstrom
