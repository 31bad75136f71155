#include "Standalone/App/Marks/MarkShape.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace melstrom
{

namespace
{

constexpr float kHalo = 3, kLine = 1.5f, kHandle = 7, kFlag = 9, kWidestLabel = 220;
constexpr float kLabelMargin = 4;

juce::Colour colourOf (const PaintedMark& painted)
{
    return painted.isSelected ? Theme::accent () : Theme::text ();
}

juce::Font labelFont ()
{
    return Theme::font (Theme::kSmallText);
}

/** Sides that are limits of the mark. */
juce::Path outlineOf (const Mark& mark, juce::Rectangle<float> area)
{
    juce::Path path;
    const auto line = [&path] (juce::Point<float> from, juce::Point<float> to)
    {
        path.startNewSubPath (from);
        path.lineTo (to);
    };
    line (area.getTopLeft (), area.getBottomLeft ());
    if (mark.isPoint ())
        return path;
    line (area.getTopRight (), area.getBottomRight ());
    if (mark.highHz)
        line (area.getTopLeft (), area.getTopRight ());
    if (mark.lowHz)
        line (area.getBottomLeft (), area.getBottomRight ());
    return path;
}

/** A dark halo keeps the outline visible on bright colours. */
void paintShape (juce::Graphics& graphics, const PaintedMark& painted,
                 const TimelineMapping& mapping)
{
    const Mark& mark = *painted.mark;
    const auto area = areaOf (mark, mapping);
    const auto colour = colourOf (painted);
    if (! mark.isPoint ())
    {
        graphics.setColour (colour.withAlpha (painted.isSelected ? 0.24f : 0.12f));
        graphics.fillRect (area);
    }
    const auto outline = outlineOf (mark, area);
    graphics.setColour (juce::Colours::black.withAlpha (0.55f));
    graphics.strokePath (outline, juce::PathStrokeType (kHalo));
    graphics.setColour (colour);
    graphics.strokePath (outline, juce::PathStrokeType (kLine));
    if (! mark.isPoint ())
        return;
    juce::Path flag;
    flag.addTriangle (area.getTopLeft (), area.getTopLeft ().translated (kFlag, kFlag / 2),
                      area.getTopLeft ().translated (0, kFlag));
    graphics.fillPath (flag);
}

void paintHandles (juce::Graphics& graphics, const Mark& mark, const TimelineMapping& mapping)
{
    for (const auto& place : handlesOf (mark, mapping))
    {
        const auto handle = juce::Rectangle<float> (kHandle, kHandle).withCentre (place);
        graphics.setColour (Theme::background ());
        graphics.fillRect (handle.expanded (1));
        graphics.setColour (Theme::text ());
        graphics.fillRect (handle);
    }
}

/** Writes labels from left to right. */
class LabelWriter
{
public:
    LabelWriter (juce::Graphics& graphics, const TimelineMapping& mapping)
        : graphics_ (graphics), mapping_ (mapping), font_ (labelFont ())
    {
    }

    void write (const PaintedMark& painted)
    {
        if (painted.mark->label.empty ())
            return;
        // The start of the label tells whether it is covered, without the width of its text.
        const auto start = labelAreaOf (*painted.mark, mapping_, 0);
        const int line = juce::roundToInt (start.getY () / start.getHeight ());
        const auto taken = lineEnds_.find (line);
        if (! painted.isSelected && taken != lineEnds_.end () && start.getX () < taken->second)
            return;
        const auto text = textOf (painted.mark->label);
        const float width = std::min (std::ceil (font_.getStringWidthFloat (text)) +
                                          2 * kLabelMargin + (painted.mark->isPoint () ? kFlag : 0),
                                      kWidestLabel);
        const auto area = labelAreaOf (*painted.mark, mapping_, width);
        graphics_.setColour (Theme::background ().withAlpha (0.7f));
        graphics_.fillRect (area);
        graphics_.setColour (colourOf (painted));
        graphics_.setFont (font_);
        graphics_.drawText (
            text,
            area.reduced (kLabelMargin, 0).withTrimmedLeft (painted.mark->isPoint () ? kFlag : 0),
            juce::Justification::centredLeft, true);
        lineEnds_[line] = area.getRight ();
    }

private:
    juce::Graphics& graphics_;
    const TimelineMapping& mapping_;
    const juce::Font font_;
    std::map<int, float> lineEnds_; ///< right end of the last label of each line
};

/** Marks below 2 points of width that no earlier mark covers, and all others. */
class SmallMarks
{
public:
    bool takes (const Mark& mark, const TimelineMapping& mapping)
    {
        const auto area = areaOf (mark, mapping);
        constexpr float kSmall = 2;
        return area.getWidth () >= kSmall ||
               drawn_
                   .emplace (juce::roundToInt (area.getX ()), juce::roundToInt (area.getY ()),
                             juce::roundToInt (area.getBottom ()))
                   .second;
    }

private:
    std::set<std::tuple<int, int, int>> drawn_;
};

} // namespace

void paintMarks (juce::Graphics& graphics, const std::vector<PaintedMark>& marks,
                 const TimelineMapping& mapping)
{
    const juce::Graphics::ScopedSaveState saved (graphics);
    graphics.reduceClipRegion (mapping.plot);
    LabelWriter labels (graphics, mapping);
    SmallMarks small;
    std::vector<PaintedMark> drawn;
    for (const PaintedMark& painted : marks)
        if (! painted.isSelected && small.takes (*painted.mark, mapping))
            drawn.push_back (painted);
    for (const PaintedMark& painted : drawn)
        paintShape (graphics, painted, mapping);
    for (const PaintedMark& painted : drawn)
        labels.write (painted);
    for (const PaintedMark& painted : marks)
        if (painted.isSelected)
        {
            paintShape (graphics, painted, mapping);
            paintHandles (graphics, *painted.mark, mapping);
            labels.write (painted);
        }
}

} // namespace melstrom
