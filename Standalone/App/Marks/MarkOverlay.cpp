#include "Standalone/App/Marks/MarkOverlay.h"

#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Marks/MarkCells.h"
#include "Standalone/App/Marks/MarkKeys.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace melstrom
{

namespace
{
constexpr float kReach = 4; ///< of a grip, and the start of a drag, in points

const char* nameOfDrag (const MarkGrip& grip, std::size_t numMarks)
{
    if (! grip.isWhole ())
        return "Resize mark";
    return numMarks == 1 ? "Move mark" : "Move marks";
}
} // namespace

MarkOverlay::MarkOverlay (MarkDocument& document, juce::TextEditor& labelEditor)
    : document_ (document), entry_ (document, labelEditor), revision_ (document.revision ())
{
    index_.build (document_.table ());
    entry_.onMessage = [this] (const juce::String& message)
    {
        if (onMessage)
            onMessage (message);
    };
    document_.addChangeListener (this);
}

MarkOverlay::~MarkOverlay ()
{
    document_.removeChangeListener (this);
}

void MarkOverlay::repaint ()
{
    if (onRepaint)
        onRepaint ();
}

void MarkOverlay::changeListenerCallback (juce::ChangeBroadcaster*)
{
    if (document_.revision () != revision_)
    {
        revision_ = document_.revision ();
        index_.build (document_.table ());
        hold_.reset ();
        moved_.clear ();
    }
    repaint ();
}

std::vector<std::size_t> MarkOverlay::within (const TimelineMapping& mapping) const
{
    return index_.within (mapping.time.beginSeconds, mapping.time.endSeconds ());
}

bool MarkOverlay::isVisible (const TimelineMapping& mapping)
{
    shown_ = mapping;
    return ! moved_.empty () || ! within (mapping).empty ();
}

void MarkOverlay::paint (juce::Graphics& graphics, const TimelineMapping& mapping)
{
    shown_ = mapping;
    const auto isMoved = [this] (std::size_t index)
    { return std::ranges::binary_search (moved_, index, {}, &IndexedMark::first); };
    std::vector<PaintedMark> marks;
    for (const std::size_t index : within (mapping))
        if (! isMoved (index))
            marks.push_back ({&document_[index], document_.isSelected (index)});
    for (const IndexedMark& each : moved_)
        marks.push_back ({&each.second, true});
    paintMarks (graphics, marks, mapping);
}

std::optional<MarkOverlay::Hit> MarkOverlay::hitAt (juce::Point<float> place,
                                                    const TimelineMapping& mapping) const
{
    std::optional<Hit> best;
    std::tuple<bool, bool, float> bestRank; // the smallest
    const auto found = index_.within (mapping.secondsAt (static_cast<double> (place.x - kReach)),
                                      mapping.secondsAt (static_cast<double> (place.x + kReach)));
    for (const std::size_t index : found)
        if (const auto grip = gripAt (document_[index], place, mapping))
        {
            const auto area = areaOf (document_[index], mapping);
            const bool isInside = grip->isWhole () && ! document_[index].isPoint ();
            const std::tuple rank (! document_.isSelected (index), isInside,
                                   area.getWidth () * area.getHeight ());
            if (! best || rank < bestRank)
            {
                best = Hit {index, *grip};
                bestRank = rank;
            }
        }
    return best;
}

bool MarkOverlay::takes (const Hit& hit) const
{
    return ! hit.grip.isWhole () || document_[hit.index].isPoint () ||
           document_.isSelected (hit.index);
}

/** Returns true: the press is taken, and no drag follows. */
bool MarkOverlay::toggle (std::size_t index)
{
    auto selection = document_.selection ();
    if (std::erase (selection, index) == 0)
        selection.push_back (index);
    document_.select (std::move (selection));
    return true;
}

bool MarkOverlay::mouseDown (const juce::MouseEvent& event, const TimelineMapping& mapping)
{
    if (! event.mods.isLeftButtonDown () || ! mapping.plot.toFloat ().contains (event.position))
        return false;
    const bool adds = event.mods.isCommandDown () || event.mods.isShiftDown ();
    const auto hit = hitAt (event.position, mapping);
    if (! hit)
    {
        if (! adds)
            document_.select ({});
        return false;
    }
    if (adds)
        return toggle (hit->index);
    const bool isTaken = takes (*hit);
    if (! document_.isSelected (hit->index))
        document_.select ({hit->index});
    if (isTaken)
        hold_ =
            Hold {*hit, event.position, mapping.secondsAt (static_cast<double> (event.position.x))};
    return isTaken;
}

void MarkOverlay::mouseDrag (const juce::MouseEvent& event, const TimelineMapping& mapping)
{
    if (! hold_)
        return;
    auto& [hit, from, fromSeconds, isTimeMoved, isFrequencyMoved] = *hold_;
    from.x = static_cast<float> (mapping.xOf (fromSeconds));
    const auto way = event.position - from;
    isTimeMoved = isTimeMoved || std::abs (way.x) >= kReach;
    isFrequencyMoved = isFrequencyMoved || std::abs (way.y) >= kReach;
    const MarkDrag drag {from, event.position, isTimeMoved, isFrequencyMoved};
    moved_.clear ();
    if (hit.grip.isWhole ())
        moved_ = document_.selectedMarks ();
    else
        moved_.emplace_back (hit.index, document_[hit.index]);
    for (auto& [index, mark] : moved_)
        mark = dragged (mark, hit.grip, drag, mapping);
    repaint ();
}

void MarkOverlay::mouseUp (const juce::MouseEvent&, const TimelineMapping&)
{
    if (! hold_)
        return;
    const auto grip = std::exchange (hold_, std::nullopt)->hit.grip;
    const auto marks = std::exchange (moved_, {});
    const auto done = document_.change (nameOfDrag (grip, marks.size ()), marks);
    if (onMessage)
        onMessage (done ? juce::String () : textOf (done.error ().message));
    repaint ();
}

bool MarkOverlay::mouseDoubleClick (const juce::MouseEvent& event, const TimelineMapping& mapping)
{
    const auto hit = hitAt (event.position, mapping);
    if (! hit)
        return false;
    hold_.reset ();
    moved_.clear ();
    document_.select ({hit->index});
    shown_ = mapping;
    return editLabel ();
}

bool MarkOverlay::editLabel ()
{
    constexpr int kEntryWidth = 180, kEntryHeight = 24;
    if (document_.selection ().size () != 1 || ! shown_)
        return false;
    const std::size_t index = document_.selection ().front ();
    const auto shown = within (*shown_);
    if (std::ranges::find (shown, index) == shown.end ())
        return false;
    const auto place = labelAreaOf (document_[index], *shown_, kEntryWidth).toNearestInt ();
    entry_.open (index, place.withHeight (kEntryHeight).constrainedWithin (shown_->plot));
    return true;
}

std::optional<juce::MouseCursor> MarkOverlay::pointerAt (juce::Point<float> place,
                                                         const TimelineMapping& mapping)
{
    const auto hit = hitAt (place, mapping);
    if (! hit)
        return std::nullopt;
    return takes (*hit) ? pointerOf (hit->grip)
                        : juce::MouseCursor (juce::MouseCursor::PointingHandCursor);
}

bool MarkOverlay::leave ()
{
    if (std::exchange (hold_, std::nullopt))
    {
        moved_.clear ();
        repaint ();
        return true;
    }
    const bool hadSelection = ! document_.selection ().empty ();
    document_.select ({});
    return hadSelection;
}

bool MarkOverlay::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress::escapeKey)
        return leave ();
    if (key == juce::KeyPress::returnKey || key == juce::KeyPress::F2Key)
        return editLabel ();
    return pressMarkKey (document_, key);
}

juce::String MarkOverlay::tooltipAt (juce::Point<float> place, const TimelineMapping& mapping)
{
    const auto hit = hitAt (place, mapping);
    if (! hit)
        return {};
    const Mark& mark = document_[hit->index];
    const juce::String label = textOf (mark.label), extent = textOf (shownExtent (mark));
    return label + (label.isEmpty () ? "" : "\n") + extent +
           "\nDrag: move, edges: resize, double click: label, Delete: remove";
}

juce::String MarkOverlay::reading (const TimelineMapping& mapping)
{
    return marksReading (document_, within (mapping));
}

} // namespace melstrom
