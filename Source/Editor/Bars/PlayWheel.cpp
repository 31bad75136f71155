#include "Source/Editor/Bars/PlayWheel.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kDragPixels = 60; ///< drag over the whole range
constexpr int kLabel = 13;
constexpr float kGrip = 9;
} // namespace

PlayWheel::PlayWheel (KeyboardNotes& keys, Kind kind)
    : juce::Slider (LinearVertical, NoTextBox), keys_ (keys), kind_ (kind)
{
    const bool isPitch = kind == Kind::pitch;
    setRange (isPitch ? -1.0 : 0.0, 1.0);
    setValue (0, juce::dontSendNotification);
    setSliderSnapsToMousePosition (false);
    setMouseDragSensitivity (kDragPixels);
    setScrollWheelEnabled (! isPitch); // the scroll wheel would not spring back
    setWantsKeyboardFocus (! isPitch);
    setTitle (isPitch ? "Pitch wheel" : "Modulation wheel");
    setTooltip (isPitch ? "Pitch wheel: bends by the bend range of the patch and returns to the "
                          "middle"
                        : "Modulation wheel: MIDI controller 1, the source `wheel` of the matrix");
}

PlayWheel::~PlayWheel ()
{
    if (isMouseButtonDown ())
        springBack ();
}

void PlayWheel::refresh (const ShownPatch&)
{
    if (isMouseButtonDown ())
        return;
    const auto wheels = keys_.wheels ();
    const float now = kind_ == Kind::pitch ? wheels.bend : wheels.modulation;
    if (static_cast<double> (now) != getValue ())
        setValue (static_cast<double> (now), juce::dontSendNotification);
}

void PlayWheel::valueChanged ()
{
    const auto position = static_cast<float> (getValue ());
    if (kind_ == Kind::pitch)
        keys_.setBend (position);
    else
        keys_.setModulation (position);
}

void PlayWheel::springBack ()
{
    if (kind_ == Kind::pitch)
        setValue (0, juce::sendNotificationSync);
}

void PlayWheel::mouseUp (const juce::MouseEvent& event)
{
    juce::Slider::mouseUp (event);
    springBack ();
}

void PlayWheel::paint (juce::Graphics& graphics)
{
    auto area = getLocalBounds ();
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kTinyText));
    graphics.drawText (kind_ == Kind::pitch ? "Pitch" : "Mod", area.removeFromBottom (kLabel),
                       juce::Justification::centred, false);
    const auto track = area.toFloat ().withSizeKeepingCentre (
        std::min (20.0f, area.toFloat ().getWidth () - 6), area.toFloat ().getHeight () - 2);
    graphics.setColour (Theme::raised ());
    graphics.fillRoundedRectangle (track, 4.0f);
    graphics.setColour (Theme::outline ());
    graphics.drawRoundedRectangle (track, 4.0f, 1.0f);
    const auto yOf = [&track] (double position)
    {
        const float way = track.getHeight () - kGrip;
        return track.getBottom () - kGrip / 2 - way * static_cast<float> (position);
    };
    const float rest = yOf (valueToProportionOfLength (0)),
                now = yOf (valueToProportionOfLength (getValue ()));
    graphics.setColour (Theme::accent ().withAlpha (0.3f));
    graphics.fillRect (
        track.reduced (2.0f, 0).withTop (std::min (rest, now)).withBottom (std::max (rest, now)));
    graphics.setColour (isMouseOverOrDragging () ? Theme::accent ().brighter (0.2f)
                                                 : Theme::accent ());
    graphics.fillRoundedRectangle (juce::Rectangle<float> (track.getWidth () - 2, kGrip)
                                       .withCentre ({track.getCentreX (), now}),
                                   3.0f);
    if (hasKeyboardFocus (true))
        MelstromLook::drawFocusRing (graphics, getLocalBounds ().toFloat (), Theme::kCorner);
}

} // namespace melstrom
