#include "Source/Editor/Bars/LimiterLight.h"

namespace melstrom
{

namespace
{
constexpr int kUpdatesHz = 10;
constexpr float kDot = 8.0f, kDotGap = 6.0f, kGlow = 2.0f;
constexpr double kLeastShownDb = 0.1; // a smaller reduction would read as 0 dB

juce::String textOf (bool isOn, double db)
{
    if (! isOn)
        return "Limiter off";
    if (! (db > 0))
        return "Limiter";
    const auto number = db < 99.95 ? juce::String (std::max (kLeastShownDb, db), 1)
                                   : juce::String (juce::roundToInt (db));
    return "Limiter " + juce::String::fromUTF8 ("\xe2\x88\x92") + number + " dB";
}
} // namespace

LimiterLight::LimiterLight (std::function<Reading ()> read) : read_ (std::move (read))
{
    setOpaque (true);
    setTitle ("Limiter");
    setAccessible (true);
    setTooltip ("The limiter is the last stage of the sound. It reduces sound above -1 dBFS, so "
                "that the output stays below 0 dBFS; the light shows the reduction. It adds no "
                "latency and does not change sound below -1 dBFS. The engine menu switches it on "
                "and off for all instances.");
    (void)read_ (); // drops the reduction before the editor opened
    update (juce::Time::getMillisecondCounter ());
    startTimerHz (kUpdatesHz);
}

void LimiterLight::update (juce::uint32 nowMs)
{
    const auto reading = read_ ();
    isOn_ = reading.isOn;
    if (! isOn_)
        shownDb_ = 0;
    else if (reading.reductionDb > 0)
    {
        // the deepest of the last kHoldMs; after kHoldMs a shallower reduction replaces it
        if (reading.reductionDb >= shownDb_ || nowMs - shownMs_ >= kHoldMs)
        {
            shownDb_ = reading.reductionDb;
            shownMs_ = nowMs;
        }
        lastMs_ = nowMs;
    }
    else if (nowMs - lastMs_ >= kHoldMs)
        shownDb_ = 0;
    auto text = textOf (isOn_, shownDb_);
    if (text == text_)
        return;
    text_ = std::move (text);
    setDescription (text_);
    repaint ();
}

void LimiterLight::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    auto area = getLocalBounds ().toFloat ().withTrimmedLeft (kGlow);
    const auto dot = area.removeFromLeft (kDot).withSizeKeepingCentre (kDot, kDot);
    area.removeFromLeft (kDotGap);
    const auto lit = Theme::modulation ();
    if (isLit ())
    {
        graphics.setColour (lit.withAlpha (0.25f));
        graphics.fillEllipse (dot.expanded (kGlow));
        graphics.setColour (lit);
        graphics.fillEllipse (dot);
    }
    else
    {
        graphics.setColour (Theme::raised ());
        graphics.fillEllipse (dot);
        graphics.setColour (Theme::outline ());
        graphics.drawEllipse (dot.reduced (0.5f), 1.0f);
    }
    graphics.setColour (! isOn_ ? Theme::warning () : isLit () ? lit : Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.drawText (text_, area, juce::Justification::centredLeft, false);
}

} // namespace melstrom
