#include "Source/Editor/Bars/HealthLine.h"

#include "Source/Parameters/ParameterText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kUpdatesHz = 4;
constexpr juce::uint32 kWarningMs = 10000; ///< a miss counts as recent for this time
constexpr float kItemGap = 18.0f, kLabelGap = 5.0f;
constexpr int kIconWidth = 26, kIconHeight = 20;

juce::String percent (double share)
{
    const double value = share * 100.0;
    return (value < 9.95 ? juce::String (value, 1) : juce::String (juce::roundToInt (value))) +
           " %";
}

juce::String latencyText (const LiveHealth& health)
{
    if (health.latencySamples == 0)
        return "none";
    auto text = juce::String (health.latencySamples) +
                (health.latencySamples == 1 ? " sample" : " samples");
    if (health.sampleRateHz > 0)
        text << ", " << juce::String (1000.0 * health.latencySamples / health.sampleRateHz, 1)
             << " ms";
    return text;
}

juce::String backendText (const LiveHealth& health)
{
    const auto device = textOf (health.deviceName);
    const auto backend = textOf (health.backend).toUpperCase ();
    if (device.isEmpty () && backend.isEmpty ())
        return "Engine not started";
    return device.startsWithIgnoreCase (backend) ? device : (backend + " " + device).trim ();
}
} // namespace

HealthLine::HealthLine (std::function<ProcessorHealth ()> read, bool hasVoices)
    : read_ (std::move (read)), hasVoices_ (hasVoices)
{
    setOpaque (true);
    setTitle ("Health of the engine");
    setAccessible (true);
    icon_.setClickingTogglesState (true);
    icon_.onClick = [this] { repaint (); };
    addAndMakeVisible (icon_);
    update ();
    startTimerHz (kUpdatesHz);
}

std::vector<HealthLine::Item> HealthLine::itemsOf (const ProcessorHealth& health) const
{
    std::vector<Item> items;
    const auto add = [&items] (const char* label, const juce::String& value, bool isWarning = false)
    {
        items.push_back ({label, value, isWarning});
    };
    // Only a lost GPU is a warning. The tooltip tells that a machine has no GPU.
    add ("", backendText (health), health.isDeviceLost);
    if (health.sampleRateHz > 0)
        add ("Rate", juce::String (health.sampleRateHz / 1000.0, 1) + " kHz");
    add ("Latency", latencyText (health));
    add ("Load", percent (health.load.p50), health.load.p50 > 0.8);
    add ("p99.9", percent (health.load.p999), health.load.p999 > 1.0);
    add ("Misses", juce::String (health.numMisses), hasMissed_);
    if (hasVoices_)
        add ("Voices", juce::String (health.numVoices));
    if (health.numShedBlocks > 0)
        add ("Thinned", juce::String (health.numShedBlocks), health.shedLevel > 0);
    if (health.numLostEvents > 0)
        add ("Lost events", juce::String (health.numLostEvents), true);
    if (health.numInvalidSamples > 0)
        add ("Invalid samples", juce::String (health.numInvalidSamples), true);
    return items;
}

void HealthLine::update ()
{
    const auto health = read_ ();
    const auto now = juce::Time::getMillisecondCounter ();
    if (numMisses_ && health.numMisses > *numMisses_)
    {
        lastMissMs_ = now;
        hasMissed_ = true;
    }
    numMisses_ = health.numMisses;
    hasMissed_ = hasMissed_ && now - lastMissMs_ < kWarningMs;
    auto items = itemsOf (health);
    if (items == items_ && health.notice == notice_)
        return;
    items_ = std::move (items);
    notice_ = health.notice;
    isWarning_ = std::ranges::any_of (items_, &Item::isWarning);
    icon_.setWarning (isWarning_);
    setTooltip (
        health.notice.empty ()
            ? juce::String ("Load: time of the callback divided by the time of the block; median "
                            "and 99.9 %. Misses: blocks that the CPU computed for the GPU. "
                            "Thinned: blocks without some tails and quiet partials, to be in time.")
            : textOf (health.notice));
    icon_.setTooltip (health.notice.empty () ? icon_.getTitle () + ": the backend and its load"
                                             : textOf (health.notice));
    juce::StringArray spoken;
    for (const auto& item : items_)
        spoken.add ((item.label + " " + item.value).trim ());
    setDescription (spoken.joinIntoString ("; "));
    repaint ();
}

void HealthLine::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    if (! isOpen ())
        return;
    const auto font = Theme::font (Theme::kSmallText);
    graphics.setFont (font);
    auto x = static_cast<float> (icon_.getRight ()) + kItemGap / 2;
    const auto write = [&] (const juce::String& text, juce::Colour colour, float gap)
    {
        const float width = font.getStringWidthFloat (text);
        graphics.setColour (colour);
        graphics.drawText (
            text, juce::Rectangle<float> (x, 0, width + 2.0f, static_cast<float> (getHeight ())),
            juce::Justification::centredLeft, false);
        x += width + gap;
    };
    for (const auto& item : items_)
    {
        if (item.label.isNotEmpty ())
            write (item.label, Theme::dimText (), kLabelGap);
        write (item.value, item.isWarning ? Theme::warning () : Theme::text (), kItemGap);
    }
}

void HealthLine::resized ()
{
    icon_.setBounds (getLocalBounds ()
                         .removeFromLeft (kIconWidth)
                         .withSizeKeepingCentre (kIconWidth, kIconHeight));
}

} // namespace melstrom
