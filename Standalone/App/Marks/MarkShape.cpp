#include "Standalone/App/Marks/MarkShape.h"

#include "Source/Timeline/TimelineView.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr float kReach = 4, kNarrow = 10, kLabelHeight = 16;

bool isNear (float a, float b)
{
    return std::abs (a - b) <= kReach;
}

/** An edge at `edge`; of a narrow mark only its outer side, so that the middle stays free.
    outwards: 1 if larger values are outside */
bool holdsEdge (float place, float edge, float size, float outwards)
{
    return isNear (place, edge) && (size >= kNarrow || (place - edge) * outwards > 0);
}

void moveTime (Mark& mark, const MarkDrag& drag, const TimelineMapping& mapping)
{
    const double shift = std::max (mapping.secondsAt (drag.to.x) - mapping.secondsAt (drag.from.x),
                                   -mark.beginSeconds);
    mark.beginSeconds = roundedSeconds (mark.beginSeconds + shift);
    mark.endSeconds = roundedSeconds (mark.endSeconds + shift);
}

void moveFrequency (Mark& mark, const MarkDrag& drag, const TimelineMapping& mapping)
{
    double shift = mapping.frequencyAt (drag.to.y) - mapping.frequencyAt (drag.from.y);
    const double lowestHz = mark.lowHz.value_or (mark.highHz.value_or (0)),
                 highestHz = mark.highHz.value_or (lowestHz);
    shift = std::min (shift, std::max (0.0, mapping.frequency.highestHz () - highestHz));
    shift = std::max (shift, -lowestHz);
    if (mark.lowHz)
        mark.lowHz = roundedHz (*mark.lowHz + shift);
    if (mark.highHz)
        mark.highHz = roundedHz (*mark.highHz + shift);
}

/** Sixteenths of a point are exact wherever the plot lies in what is painted: so edges are smoothed
    to the same pixels. */
float onGrid (double place)
{
    return static_cast<float> (std::round (place * 16) / 16);
}

/** The edge moves by as much as the pointer. */
void resizeTime (Mark& mark, const MarkGrip& grip, const MarkDrag& drag,
                 const TimelineMapping& mapping)
{
    const double shift = mapping.secondsAt (drag.to.x) - mapping.secondsAt (drag.from.x);
    if (grip.left)
        mark.beginSeconds = std::min (roundedSeconds (mark.beginSeconds + shift), mark.endSeconds);
    if (grip.right)
        mark.endSeconds = std::max (roundedSeconds (mark.endSeconds + shift), mark.beginSeconds);
}

void resizeFrequency (Mark& mark, const MarkGrip& grip, const MarkDrag& drag,
                      const TimelineMapping& mapping)
{
    const auto shifted = [&] (double frequencyHz)
    {
        const double y = mapping.yOf (frequencyHz) + static_cast<double> (drag.to.y - drag.from.y);
        return roundedHz (mapping.frequencyAt (y));
    };
    if (grip.top && mark.highHz)
        mark.highHz = std::max (shifted (*mark.highHz), mark.lowHz.value_or (0));
    if (grip.bottom && mark.lowHz)
        mark.lowHz =
            std::min (shifted (*mark.lowHz), mark.highHz.value_or (mapping.frequency.highestHz ()));
}

} // namespace

double roundedSeconds (double seconds) noexcept
{
    return std::max (0.0, std::round (seconds * 1e6) / 1e6);
}

double roundedHz (double frequencyHz) noexcept
{
    return std::max (0.0, std::round (frequencyHz * 100) / 100);
}

Mark markOf (const TimelineSelection& selection, const std::string& label)
{
    const auto [begin, end] = std::minmax (selection.beginSeconds, selection.endSeconds);
    Mark mark {roundedSeconds (begin), roundedSeconds (end), {}, {}, label};
    if (selection.lowHz && selection.highHz)
    {
        const auto [low, high] = std::minmax (*selection.lowHz, *selection.highHz);
        mark.lowHz = roundedHz (low);
        mark.highHz = roundedHz (high);
    }
    return mark;
}

Mark markAt (double seconds, const std::string& label)
{
    return {roundedSeconds (seconds), roundedSeconds (seconds), {}, {}, label};
}

juce::Rectangle<float> areaOf (const Mark& mark, const TimelineMapping& mapping)
{
    const auto plot = mapping.plot.toFloat ();
    const auto xOf = [&] (double seconds)
    {
        // JUCE's fills need coordinates of moderate size
        const auto x = mapping.xOf (seconds);
        return onGrid (std::clamp<double> (x, plot.getX () - plot.getWidth (),
                                           plot.getRight () + plot.getWidth ()));
    };
    const auto yOf = [&] (const std::optional<double>& frequencyHz, float without)
    {
        return frequencyHz ? std::clamp (onGrid (mapping.yOf (*frequencyHz)), plot.getY (),
                                         plot.getBottom ())
                           : without;
    };
    return juce::Rectangle<float>::leftTopRightBottom (
        xOf (mark.beginSeconds), yOf (mark.highHz, plot.getY ()), xOf (mark.endSeconds),
        yOf (mark.lowHz, plot.getBottom ()));
}

juce::Rectangle<float> labelAreaOf (const Mark& mark, const TimelineMapping& mapping, float width)
{
    const auto plot = mapping.plot.toFloat ();
    const auto area = areaOf (mark, mapping);
    const bool hasRoomAbove = area.getY () - kLabelHeight >= plot.getY () && ! mark.isPoint ();
    const float y = hasRoomAbove ? area.getY () - kLabelHeight : area.getY () + 1;
    const float x = std::max (area.getX () + (mark.isPoint () ? 1.0f : 0.0f), plot.getX ());
    return {x, std::min (y, plot.getBottom () - kLabelHeight), width, kLabelHeight};
}

std::optional<MarkGrip> gripAt (const Mark& mark, juce::Point<float> place,
                                const TimelineMapping& mapping)
{
    const auto area = areaOf (mark, mapping);
    if (! mapping.plot.toFloat ().contains (place) ||
        ! area.expanded (kReach, kReach).contains (place))
        return std::nullopt;
    if (mark.isPoint ())
        return MarkGrip {};
    MarkGrip grip;
    grip.left = holdsEdge (place.x, area.getX (), area.getWidth (), -1);
    grip.right = ! grip.left && holdsEdge (place.x, area.getRight (), area.getWidth (), 1);
    grip.top = mark.highHz && holdsEdge (place.y, area.getY (), area.getHeight (), -1);
    grip.bottom =
        mark.lowHz && ! grip.top && holdsEdge (place.y, area.getBottom (), area.getHeight (), 1);
    return grip;
}

juce::MouseCursor pointerOf (const MarkGrip& grip)
{
    using Cursor = juce::MouseCursor;
    if (grip.isWhole ())
        return Cursor::DraggingHandCursor;
    if ((grip.left && grip.top) || (grip.right && grip.bottom))
        return grip.top ? Cursor::TopLeftCornerResizeCursor : Cursor::BottomRightCornerResizeCursor;
    if (grip.top && grip.right)
        return Cursor::TopRightCornerResizeCursor;
    if (grip.bottom && grip.left)
        return Cursor::BottomLeftCornerResizeCursor;
    return grip.left || grip.right ? Cursor::LeftRightResizeCursor : Cursor::UpDownResizeCursor;
}

std::vector<juce::Point<float>> handlesOf (const Mark& mark, const TimelineMapping& mapping)
{
    const auto area = areaOf (mark, mapping);
    const auto centre = area.getCentre ();
    if (mark.isPoint ())
        return {centre};
    std::vector<juce::Point<float>> handles {{area.getX (), centre.y},
                                             {area.getRight (), centre.y}};
    for (const auto& [limit, y] :
         {std::pair (mark.highHz, area.getY ()), std::pair (mark.lowHz, area.getBottom ())})
        if (limit)
            for (const float x : {area.getX (), centre.x, area.getRight ()})
                handles.emplace_back (x, y);
    return handles;
}

Mark dragged (const Mark& mark, const MarkGrip& grip, const MarkDrag& drag,
              const TimelineMapping& mapping)
{
    Mark moved = mark;
    if (drag.isTimeMoved && drag.to.x != drag.from.x) // a value that stays is not rounded
        grip.isWhole () ? moveTime (moved, drag, mapping) : resizeTime (moved, grip, drag, mapping);
    if (drag.isFrequencyMoved && drag.to.y != drag.from.y)
        grip.isWhole () ? moveFrequency (moved, drag, mapping)
                        : resizeFrequency (moved, grip, drag, mapping);
    return moved;
}

} // namespace melstrom
