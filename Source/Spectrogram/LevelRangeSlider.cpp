#include "Source/Spectrogram/SpectrogramControls.h"

#include "Source/Look/Theme.h"

#include <algorithm>

namespace melstrom
{

namespace
{

constexpr double kUsualLowestDb = -90, kUsualHighestDb = 0, kStepDb = 1, kLargeStepDb = 10;
constexpr float kTrackHeight = 4, kThumb = 12;

} // namespace

LevelRangeSlider::LevelRangeSlider () : juce::Slider (TwoValueHorizontal, NoTextBox)
{
    setRange (kLeastDb, kMostDb, kStepDb);
    setTextValueSuffix (" dB");
    setWantsKeyboardFocus (true);
    setTitle ("Range in decibels");
}

void LevelRangeSlider::setLevels (double lowestDb, double highestDb,
                                  juce::NotificationType notification)
{
    const double lowest = std::clamp (lowestDb, kLeastDb, kMostDb - kNarrowestDb);
    setMinAndMaxValues (lowest, std::clamp (highestDb, lowest + kNarrowestDb, kMostDb),
                        notification);
}

/** Keeps the two ends kNarrowestDb apart: the other end stops the moved end. */
void LevelRangeSlider::valueChanged ()
{
    if (getMaxValue () - getMinValue () >= kNarrowestDb)
        return;
    if (getThumbBeingDragged () == 2)
        setMaxValue (std::min (kMostDb, getMinValue () + kNarrowestDb), juce::dontSendNotification);
    if (getMaxValue () - getMinValue () < kNarrowestDb)
        setMinValue (getMaxValue () - kNarrowestDb, juce::dontSendNotification);
}

void LevelRangeSlider::paint (juce::Graphics& graphics)
{
    const auto middle = static_cast<float> (getHeight ()) / 2;
    const auto xOf = [this] (double level) { return getPositionOfValue (level); };
    const float lowest = xOf (getMinValue ()), highest = xOf (getMaxValue ());
    const auto track = [&] (float from, float to)
    { return juce::Rectangle<float> (from, middle - kTrackHeight / 2, to - from, kTrackHeight); };
    graphics.setColour (Theme::raised ());
    graphics.fillRoundedRectangle (track (xOf (kLeastDb), xOf (kMostDb)), kTrackHeight / 2);
    graphics.setColour (Theme::accent ().withAlpha (0.55f));
    graphics.fillRect (track (lowest, highest));
    for (const float x : {lowest, highest})
    {
        const auto thumb = juce::Rectangle<float> (kThumb, kThumb).withCentre ({x, middle});
        graphics.setColour (findColour (juce::Slider::thumbColourId));
        graphics.fillEllipse (thumb);
    }
    if (hasKeyboardFocus (false))
    {
        graphics.setColour (Theme::accent ());
        graphics.drawRoundedRectangle (getLocalBounds ().toFloat ().reduced (0.75f), Theme::kCorner,
                                       1.5f);
    }
}

bool LevelRangeSlider::keyPressed (const juce::KeyPress& key)
{
    const int code = key.getKeyCode ();
    double step = 0;
    if (code == juce::KeyPress::leftKey || code == juce::KeyPress::rightKey)
        step = code == juce::KeyPress::leftKey ? -kStepDb : kStepDb;
    else if (code == juce::KeyPress::pageDownKey || code == juce::KeyPress::pageUpKey)
        step = code == juce::KeyPress::pageDownKey ? -kLargeStepDb : kLargeStepDb;
    else if (code == juce::KeyPress::backspaceKey)
        setLevels (kUsualLowestDb, kUsualHighestDb, juce::sendNotificationSync);
    else
        return false;
    const double lowest = getMinValue (), highest = getMaxValue ();
    if (step != 0 && key.getModifiers ().isShiftDown ())
        setLevels (lowest, std::max (highest + step, lowest + kNarrowestDb),
                   juce::sendNotificationSync);
    else if (step != 0)
        setLevels (std::min (lowest + step, highest - kNarrowestDb), highest,
                   juce::sendNotificationSync);
    return true;
}

void LevelRangeSlider::mouseDoubleClick (const juce::MouseEvent&)
{
    setLevels (kUsualLowestDb, kUsualHighestDb, juce::sendNotificationSync);
}

} // namespace melstrom
