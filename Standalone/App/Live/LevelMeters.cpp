#include "Standalone/App/Live/LevelMeters.h"

#include "Source/Look/Theme.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

constexpr double kLowestDb = -60, kFallDbPerSecond = 20, kLoudDb = -1;
constexpr double kBarsSeconds = 0.03; ///< between two paints of the bars
constexpr int kClipHeight = 16, kScaleStepDb = 12, kScaleWidth = 18, kScaleGap = 3;
constexpr int kBarGap = 2, kLineHeight = 2;

double decibelsOf (float level)
{
    return level > 0 ? std::max (20 * std::log10 (static_cast<double> (level)), -100.0) : -100;
}

class LevelValue final : public juce::AccessibilityTextValueInterface
{
public:
    explicit LevelValue (const LevelMeters& meters) : meters_ (meters) {}
    bool isReadOnly () const override { return true; }
    juce::String getCurrentValueAsString () const override { return meters_.text (); }
    void setValueAsString (const juce::String&) override {}

private:
    const LevelMeters& meters_;
};

} // namespace

LevelMeters::LevelMeters ()
{
    setTitle ("Level meters");
    setTooltip ("Peak (line) and RMS (bar) of left and right in dB below full scale; the number "
                "counts clipped samples. Click or Return: forget them");
    setWantsKeyboardFocus (true);
}

void LevelMeters::show (const std::array<ChannelLevel, 2>& levels, double secondsPassed)
{
    for (std::size_t n = 0; n < shown_.size (); ++n)
    {
        auto& shown = shown_[n];
        shown.peakDb =
            std::max (decibelsOf (levels[n].peak), shown.peakDb - kFallDbPerSecond * secondsPassed);
        shown.rmsDb = std::max (decibelsOf (levels[n].rms),
                                shown.rmsDb - 2 * kFallDbPerSecond * secondsPassed);
        shown.numClipped = levels[n].numClipped;
    }
    const auto numClipped = shown_[0].numClipped + shown_[1].numClipped;
    if (std::exchange (paintedClipped_, numClipped) != numClipped)
        repaint (getLocalBounds ().removeFromTop (kClipHeight));
    sinceBarsSeconds_ += secondsPassed;
    if (sinceBarsSeconds_ < kBarsSeconds)
        return;
    sinceBarsSeconds_ = 0;
    for (const std::size_t channel : {0u, 1u})
        showBar (channel);
}

/** Repaints only where a level has moved. */
void LevelMeters::showBar (std::size_t channel)
{
    const auto now = barNow (channel);
    const auto before = std::exchange (bars_[channel], now);
    if (now == before)
        return;
    const auto [top, bottom] =
        std::minmax ({before.rmsTop, before.peakTop, now.rmsTop, now.peakTop});
    repaint (areaOf (channel).withTop (top).withBottom (bottom + kLineHeight));
}

LevelMeters::Bar LevelMeters::barNow (std::size_t channel) const
{
    const auto& shown = shown_[channel];
    return {yOf (shown.rmsDb), yOf (shown.peakDb), shown.peakDb > kLoudDb};
}

juce::Rectangle<int> LevelMeters::areaOf (std::size_t channel) const
{
    auto area = bars ();
    const int width = (area.getWidth () - kBarGap) / 2;
    return area.withX (area.getX () + static_cast<int> (channel) * (width + kBarGap))
        .withWidth (width);
}

juce::Rectangle<int> LevelMeters::bars () const
{
    return getLocalBounds ()
        .withTrimmedTop (kClipHeight + Theme::kGap)
        .withTrimmedLeft (kScaleWidth + kScaleGap);
}

int LevelMeters::yOf (double decibels) const
{
    const auto area = bars ();
    const double place = std::clamp (decibels / kLowestDb, 0.0, 1.0);
    return area.getY () + juce::roundToInt (place * area.getHeight ());
}

juce::String LevelMeters::text () const
{
    const auto channel = [] (const char* name, const Shown& shown)
    { return juce::String (name) + " " + juce::String (shown.peakDb, 1) + " dB, "; };
    const auto numClipped = shown_[0].numClipped + shown_[1].numClipped;
    return channel ("left", shown_[0]) + channel ("right", shown_[1]) +
           (numClipped > 0 ? juce::String (numClipped) + " samples clipped" : "not clipped");
}

void LevelMeters::paintLight (juce::Graphics& graphics) const
{
    const auto numClipped = shown_[0].numClipped + shown_[1].numClipped;
    const auto light = getLocalBounds ().removeFromTop (kClipHeight).reduced (1);
    graphics.setColour (numClipped > 0 ? Theme::warning () : Theme::raised ());
    graphics.fillRoundedRectangle (light.toFloat (), 3);
    graphics.setFont (Theme::font (Theme::kTinyText, true));
    graphics.setColour (numClipped > 0 ? Theme::background () : Theme::dimText ());
    graphics.drawText (numClipped > 999 ? juce::String ("clip")
                       : numClipped > 0 ? juce::String (numClipped)
                                        : juce::String ("0 clip"),
                       light, juce::Justification::centred, false);
}

void LevelMeters::paintScale (juce::Graphics& graphics) const
{
    const auto area = bars ();
    graphics.setFont (Theme::font (Theme::kTinyText));
    graphics.setColour (Theme::dimText ());
    for (int level = 0; level >= static_cast<int> (kLowestDb); level -= kScaleStepDb)
        graphics.drawText (juce::String (-level),
                           juce::Rectangle<int> (
                               0,
                               std::clamp (yOf (level) - 6, area.getY (), area.getBottom () - 12),
                               kScaleWidth, 12),
                           juce::Justification::centredRight, false);
}

void LevelMeters::paint (juce::Graphics& graphics)
{
    if (graphics.clipRegionIntersects (getLocalBounds ().removeFromTop (kClipHeight)))
        paintLight (graphics);
    if (graphics.clipRegionIntersects (getLocalBounds ().removeFromLeft (kScaleWidth)))
        paintScale (graphics);
    for (std::size_t channel = 0; channel < shown_.size (); ++channel)
    {
        const auto& shown = bars_[channel];
        const auto bar = areaOf (channel);
        graphics.setColour (Theme::raised ());
        graphics.fillRect (bar);
        graphics.setColour (Theme::accent ().withAlpha (0.85f));
        graphics.fillRect (bar.withTop (shown.rmsTop));
        graphics.setColour (shown.isLoud ? Theme::warning () : Theme::text ());
        graphics.fillRect (bar.withTop (shown.peakTop).withHeight (kLineHeight));
    }
    if (hasKeyboardFocus (true))
        MelstromLook::drawFocusRing (graphics, getLocalBounds ().toFloat (), 3);
}

void LevelMeters::resized ()
{
    for (const std::size_t channel : {0u, 1u})
        bars_[channel] = barNow (channel);
}

void LevelMeters::mouseUp (const juce::MouseEvent&)
{
    if (onForget)
        onForget ();
}

bool LevelMeters::keyPressed (const juce::KeyPress& key)
{
    if (key != juce::KeyPress::returnKey || ! onForget)
        return false;
    onForget ();
    return true;
}

std::unique_ptr<juce::AccessibilityHandler> LevelMeters::createAccessibilityHandler ()
{
    return std::make_unique<juce::AccessibilityHandler> (
        *this, juce::AccessibilityRole::progressBar, juce::AccessibilityActions (),
        juce::AccessibilityHandler::Interfaces {std::make_unique<LevelValue> (*this)});
}

} // namespace melstrom
