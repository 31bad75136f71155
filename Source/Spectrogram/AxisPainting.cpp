#include "Source/Spectrogram/AxisPainting.h"

#include "Engine/Dsp/Mel/BandLevels.h"
#include "Source/Look/Theme.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr int kTick = 5, kMinorTick = 3, kLabelHeight = 14, kClosestLabels = 20;
constexpr float kNoteLineAlpha = 0.16f;
constexpr int kNotesWidth = 24, kBarWidth = 12, kClosestTimes = 64, kClosestLevels = 32;

/** Top of a label around y, clamped so that the area contains it. */
int labelTop (int y, juce::Rectangle<int> area)
{
    return std::clamp (y - kLabelHeight / 2, area.getY () - 2,
                       area.getBottom () - kLabelHeight + 2);
}

void paintLabel (juce::Graphics& graphics, const juce::String& text, juce::Rectangle<int> area,
                 juce::Justification justification, juce::Colour colour)
{
    graphics.setColour (colour);
    graphics.drawText (text, area, justification, false);
}

int yOf (double place, juce::Rectangle<int> area)
{
    return area.getBottom () - 1 - static_cast<int> (std::lround (place * (area.getHeight () - 1)));
}

/** 1, 2, 5, 10, 20 or 50 dB: the smallest step whose labels do not touch. */
int levelStep (double dbPerPoint)
{
    for (const int step : {1, 2, 5, 10, 20})
        if (step / dbPerPoint >= kClosestLevels)
            return step;
    return 50;
}

} // namespace

void paintFrequencyAxis (juce::Graphics& graphics, juce::Rectangle<int> area,
                         const FrequencyAxis& axis)
{
    graphics.setFont (Theme::font (Theme::kSmallText));
    const auto notes = area.removeFromLeft (kNotesWidth);
    for (const auto& tick : axis.noteTicks (area.getHeight (), kClosestLabels))
        if (! tick.label.empty ())
            paintLabel (
                graphics, tick.label,
                notes.withY (labelTop (yOf (tick.place, area), area)).withHeight (kLabelHeight),
                juce::Justification::centredLeft, Theme::dimText ().withAlpha (0.75f));
    for (const auto& tick : axis.ticks (area.getHeight (), kClosestLabels))
    {
        const int y = yOf (tick.place, area), length = tick.label.empty () ? kMinorTick : kTick;
        graphics.setColour (tick.label.empty () ? Theme::outline () : Theme::dimText ());
        graphics.fillRect (area.getRight () - length, y, length, 1);
        if (! tick.label.empty ())
            paintLabel (graphics, tick.label,
                        area.withTrimmedRight (kTick + 3)
                            .withY (labelTop (y, area))
                            .withHeight (kLabelHeight),
                        juce::Justification::centredRight, Theme::text ());
    }
}

void paintNoteLines (juce::Graphics& graphics, juce::Rectangle<int> plot, const FrequencyAxis& axis)
{
    graphics.setColour (juce::Colours::white.withAlpha (kNoteLineAlpha));
    for (const auto& tick : axis.noteTicks (plot.getHeight (), kClosestLabels))
        graphics.fillRect (plot.getX (), yOf (tick.place, plot), plot.getWidth (), 1);
}

void paintTimeAxis (juce::Graphics& graphics, juce::Rectangle<int> area, const TimeAxis& axis)
{
    graphics.setFont (Theme::font (Theme::kSmallText));
    for (const auto& tick : axis.ticks (kClosestTimes))
    {
        const int x =
            area.getX () + static_cast<int> (std::lround (tick.place * (area.getWidth () - 1)));
        const int length = tick.label.empty () ? kMinorTick : kTick;
        graphics.setColour (tick.label.empty () ? Theme::outline () : Theme::dimText ());
        graphics.fillRect (x, area.getY (), 1, length);
        if (tick.label.empty ())
            continue;
        auto label = juce::Rectangle<int> (x - kClosestTimes / 2, area.getY () + kTick + 1,
                                           kClosestTimes, kLabelHeight);
        auto justification = juce::Justification::centred;
        if (label.getX () < area.getX ())
        {
            label.setX (area.getX ());
            justification = juce::Justification::left;
        }
        if (label.getRight () > area.getRight ())
        {
            label.setX (area.getRight () - label.getWidth ());
            justification = juce::Justification::right;
        }
        paintLabel (graphics, tick.label, label, justification, Theme::text ());
    }
}

void paintLevelBar (juce::Graphics& graphics, juce::Rectangle<int> area, const ColourMap& colours,
                    double lowestDb, double highestDb)
{
    const auto bar = area.removeFromLeft (kBarWidth);
    for (int y = 0; y < bar.getHeight (); ++y)
    {
        const auto colour = colours.at (1 - (y + 0.5) / bar.getHeight ());
        graphics.setColour (juce::Colour (colour.red, colour.green, colour.blue));
        graphics.fillRect (bar.getX (), bar.getY () + y, bar.getWidth (), 1);
    }
    graphics.setFont (Theme::font (Theme::kSmallText));
    const int step = levelStep ((highestDb - lowestDb) / std::max (1, bar.getHeight ()));
    for (int level = static_cast<int> (std::ceil (lowestDb / step)) * step; level <= highestDb;
         level += step)
    {
        const int y = yOf ((level - lowestDb) / (highestDb - lowestDb), bar);
        graphics.setColour (Theme::dimText ());
        graphics.fillRect (area.getX (), y, kTick, 1);
        const bool isTop = level + step > highestDb;
        paintLabel (
            graphics, juce::String (level) + (isTop ? " dB" : ""),
            area.withTrimmedLeft (kTick + 3).withY (labelTop (y, bar)).withHeight (kLabelHeight),
            juce::Justification::centredLeft, Theme::text ());
    }
}

float LevelRange::shareOf (float decibels) const noexcept
{
    return std::clamp ((decibels - static_cast<float> (lowestDb)) /
                           static_cast<float> (highestDb - lowestDb),
                       0.0f, 1.0f);
}

void paintPeaks (juce::Graphics& graphics, juce::Rectangle<int> area, const FrequencyAxis& axis,
                 std::span<const float> levels, std::span<const float> peaks,
                 const LevelRange& range)
{
    graphics.setColour (Theme::panel ());
    graphics.fillRect (area);
    const auto ranges = axis.bandsOfPixels (area.getHeight ());
    const auto xOf = [&] (std::span<const float> values, BandRange bands)
    {
        float most = BandLevels::kSilenceDb;
        for (int band = bands.first; band <= bands.last && band < static_cast<int> (values.size ());
             ++band)
            most = std::max (most, values[static_cast<std::size_t> (band)]);
        return static_cast<int> (range.shareOf (most) * static_cast<float> (area.getWidth () - 2));
    };
    int before = -1;
    for (int y = 0; y < area.getHeight (); ++y)
    {
        const auto bands = ranges[static_cast<std::size_t> (y)];
        if (const int length = xOf (levels, bands); length > 0)
        {
            graphics.setColour (Theme::accent ().withAlpha (0.35f));
            graphics.fillRect (area.getX (), area.getY () + y, length, 1);
        }
        if (peaks.empty ())
            continue;
        const int peak = xOf (peaks, bands), former = before < 0 ? peak : before;
        graphics.setColour (Theme::accent ());
        graphics.fillRect (area.getX () + std::min (former, peak), area.getY () + y,
                           std::max (2, std::abs (peak - former) + 1), 1);
        before = peak;
    }
}

} // namespace melstrom
