#include "Source/Editor/Widgets/ModulationRing.h"

#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
constexpr float kLine = 3, kThinLine = 1.6f, kDot = 5;
constexpr float kCatch = 3; ///< pixels inside and outside the ring that catch the mouse
} // namespace

ModulationRing::ModulationRing (PluginParameters& parameters, PatchKey key)
    : parameters_ (parameters), target_ (matrixTargetIndex (key).value_or (0))
{
}

ModulationRing::~ModulationRing ()
{
    endDrag ();
}

bool ModulationRing::refresh (const PatchValues& set)
{
    std::vector<Arc> arcs;
    for (int row = 0; target_ != 0 && row < kNumMatrixRows; ++row)
    {
        const int source = set.whole (matrixKey (row, PatchKey::matrixSource));
        if (source != 0 && set.whole (matrixKey (row, PatchKey::matrixTarget)) == target_)
            arcs.push_back ({row, source, set[matrixKey (row, PatchKey::matrixDepth)]});
    }
    const bool isOther = arcs != arcs_;
    arcs_ = std::move (arcs);
    const int row = chosenRow ().value_or (-1);
    return std::exchange (shown_, row) != row || isOther;
}

const ModulationRing::Arc* ModulationRing::chosen () const noexcept
{
    if (arcs_.empty ())
        return nullptr;
    const auto wanted = std::ranges::find (arcs_, wanted_, &Arc::row);
    return wanted == arcs_.end () ? &arcs_.front () : &*wanted;
}

std::optional<int> ModulationRing::chosenRow () const noexcept
{
    const auto* const arc = chosen ();
    return arc != nullptr ? std::optional (arc->row) : std::nullopt;
}

juce::String ModulationRing::text () const
{
    const auto* const arc = chosen ();
    return arc != nullptr ? modulationText (arc->source, arc->depth) : juce::String ();
}

bool ModulationRing::contains (juce::Rectangle<float> circle, juce::Point<float> place) const
{
    const float radius = circle.getWidth () / 2;
    const float distance = circle.getCentre ().getDistanceFrom (place);
    return isThere () && distance > radius - kWidth - kCatch && distance < radius + kCatch;
}

void ModulationRing::paint (juce::Graphics& graphics, juce::Rectangle<float> circle,
                            const juce::Slider::RotaryParameters& angles, float position,
                            std::optional<float> moved) const
{
    const auto centre = circle.getCentre ();
    const float radius = circle.getWidth () / 2 - kWidth / 2;
    const auto angleOf = [&angles] (float at)
    {
        return angles.startAngleRadians +
               juce::jlimit (0.0f, 1.0f, at) * (angles.endAngleRadians - angles.startAngleRadians);
    };
    const auto paintDot = [&] (float at, juce::Colour colour)
    {
        graphics.setColour (colour);
        graphics.fillEllipse (
            juce::Rectangle<float> (kDot, kDot)
                .withCentre (centre.getPointOnCircumference (radius, angleOf (at))));
    };
    const auto paintArc = [&] (const Arc& arc, float width, juce::Colour colour)
    {
        juce::Path path;
        path.addCentredArc (centre.x, centre.y, radius, radius, 0, angleOf (position),
                            angleOf (position + arc.depth), true);
        graphics.setColour (colour);
        graphics.strokePath (path, juce::PathStrokeType (width));
    };
    const auto* const bright = chosen ();
    for (const auto& arc : arcs_)
        if (&arc != bright)
            paintArc (arc, kThinLine, Theme::modulation ().withAlpha (0.5f));
    if (bright != nullptr)
    {
        paintArc (*bright, kLine, Theme::modulation ());
        paintDot (position + bright->depth, Theme::modulation ());
    }
    if (moved)
        paintDot (*moved, Theme::text ());
}

void ModulationRing::beginDrag ()
{
    const auto* const arc = chosen ();
    if (arc == nullptr || dragged_)
        return;
    auto& depth = parameters_[matrixKey (arc->row, PatchKey::matrixDepth)];
    dragged_.emplace (Drag {depth, static_cast<double> (depth.value ())});
    depth.beginChangeGesture ();
}

void ModulationRing::dragBy (double share)
{
    if (! dragged_)
        return;
    auto& [depth, now] = *dragged_;
    const auto& row = depth.row ();
    now = std::clamp (now + share, static_cast<double> (row.lowest),
                      static_cast<double> (row.highest));
    const float position = positionOf (row, static_cast<float> (now));
    if (position != depth.getValue ())
        depth.setValueNotifyingHost (position);
}

void ModulationRing::endDrag ()
{
    if (! dragged_)
        return;
    dragged_->depth.endChangeGesture ();
    dragged_.reset ();
}

} // namespace melstrom
