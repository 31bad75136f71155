// Drawing of a knob and of a bar.
#include "Source/Editor/Widgets/ParameterKnob.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr float kDim = 0.38f; ///< alpha of idle parameters
constexpr int kLabel = 16, kLargestCircle = 58;
} // namespace

ParameterKnob::Places ParameterKnob::placesIn (juce::Rectangle<int> area)
{
    const int size = std::min ({area.getWidth (), area.getHeight () - kLabel, kLargestCircle});
    const auto both = area.withSizeKeepingCentre (area.getWidth (), size + kLabel);
    return {both.withHeight (size).withSizeKeepingCentre (size, size),
            both.withTop (both.getY () + size)};
}

void ParameterKnob::paint (juce::Graphics& graphics)
{
    if (isDimmed_)
        graphics.beginTransparencyLayer (kDim);
    if (form_ == Form::rotary)
        paintRotary (graphics);
    else
        paintBar (graphics);
    if (isDimmed_)
        graphics.endTransparencyLayer ();
}

void ParameterKnob::paintRotary (juce::Graphics& graphics)
{
    const auto [circle, label] = placesIn (getLocalBounds ());
    paintLabel (graphics, label);
    const auto angles = getRotaryParameters ();
    const auto position = static_cast<float> (valueToProportionOfLength (getValue ()));
    const auto knob =
        ring_.isThere () ? circle.reduced (static_cast<int> (ModulationRing::kWidth)) : circle;
    getLookAndFeel ().drawRotarySlider (graphics, knob.getX (), knob.getY (), knob.getWidth (),
                                        knob.getHeight (), position, angles.startAngleRadians,
                                        angles.endAngleRadians, *this);
    ring_.paint (graphics, circle.toFloat (), angles, position, movedPosition_);
    if (isDropPlace_)
    {
        graphics.setColour (Theme::modulation ());
        graphics.drawEllipse (circle.toFloat ().reduced (1.0f), 2.0f);
    }
    if (hasKeyboardFocus (true))
        MelstromLook::drawFocusRing (graphics, getLocalBounds ().toFloat (), Theme::kCorner);
}

void ParameterKnob::paintLabel (juce::Graphics& graphics, juce::Rectangle<int> area)
{
    const auto font = Theme::font (Theme::kSmallText);
    graphics.setFont (font);
    const bool showsValue = isHovered_ || drag_.has_value ();
    auto text = showsValue ? shownValueText (parameter_.row (), parameter_.value ()) : label_;
    if (! showsValue && font.getStringWidthFloat (text) > static_cast<float> (area.getWidth ()))
        text = shortLabel_;
    if (isOverRing_ || ring_.isDragged ())
        text = ring_.text ();
    if (isArmed_)
        text = "move CC";
    const bool isOrange = isArmed_ || isOverRing_ || ring_.isDragged ();
    graphics.setColour (isOrange ? Theme::modulation ()
                                 : (showsValue ? Theme::text () : Theme::dimText ()));
    graphics.drawFittedText (text, area, juce::Justification::centred, 1, 0.75f);
}

void ParameterKnob::paintBar (juce::Graphics& graphics)
{
    const auto area = getLocalBounds ().toFloat ().reduced (0.5f);
    const auto xOf = [&] (double value)
    {
        return area.getX () +
               area.getWidth () * static_cast<float> (valueToProportionOfLength (value));
    };
    const float zero = xOf (std::max (0.0, getMinimum ())), end = xOf (getValue ());
    graphics.setColour (Theme::background ());
    graphics.fillRoundedRectangle (area, 3.0f);
    graphics.setColour (Theme::modulation ().withAlpha (0.45f));
    graphics.fillRect (juce::Rectangle<float>::leftTopRightBottom (
        std::min (zero, end), area.getY () + 2.0f, std::max (zero, end), area.getBottom () - 2.0f));
    graphics.setColour (Theme::outline ());
    graphics.fillRect (zero - 0.5f, area.getY (), 1.0f, 4.0f);
    graphics.fillRect (zero - 0.5f, area.getBottom () - 4.0f, 1.0f, 4.0f);
    graphics.drawRoundedRectangle (area, 3.0f, 1.0f);
    graphics.setFont (Theme::font (Theme::kSmallText));
    const auto quiet = getValue () == 0 ? Theme::dimText () : Theme::text ();
    graphics.setColour (isArmed_ ? Theme::modulation () : quiet);
    const auto text =
        isArmed_ ? juce::String ("move CC")
                 : juce::String (getValue (),
                                 std::abs (getValue ()) < 0.0995 && getValue () != 0 ? 3 : 2);
    graphics.drawFittedText (text, getLocalBounds (), juce::Justification::centred, 1);
    if (hasKeyboardFocus (true))
        MelstromLook::drawFocusRing (graphics, area, 3.0f);
}

} // namespace melstrom
