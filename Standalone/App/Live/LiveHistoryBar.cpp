#include "Standalone/App/Live/LiveHistoryBar.h"

#include "Engine/Core/NumberText.h"

#include <array>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr std::size_t kMegabyte = 1'000'000;
constexpr std::array kChoicesMegabytes {250, 500, 1000, 2000, 4000, 8000};
constexpr int kCaptionWidth = 60, kLimitWidth = 104;

} // namespace

juce::String megabytesText (std::size_t bytes)
{
    return juce::String (std::llround (static_cast<double> (bytes) / kMegabyte)) + " MB";
}

LiveHistoryBar::LiveHistoryBar ()
{
    setTitle ("History");
    for (auto* part : std::initializer_list<juce::Component*> {&caption_, &limit_, &contents_})
        addAndMakeVisible (part);
    for (auto* label : {&caption_, &contents_})
    {
        label->setFont (Theme::font (Theme::kText));
        label->setColour (juce::Label::textColourId, Theme::text ());
        label->setMinimumHorizontalScale (1);
    }
    for (const int megabytes : kChoicesMegabytes)
        limit_.addItem (juce::String (megabytes) + " MB", megabytes);
    limit_.setTitle ("Memory of the history");
    limit_.setTooltip ("Memory for rows, sound and waveform of the live page. A quarter is for "
                       "sound, which is exported and from which a new front end computes its "
                       "rows. The oldest goes first");
    limit_.onChange = [this]
    {
        if (const int megabytes = limit_.getSelectedId (); megabytes > 0)
            onLimit (static_cast<std::size_t> (megabytes) * kMegabyte);
    };
}

juce::String LiveHistoryBar::textOf (const LiveHistory& history)
{
    const juce::String dot = juce::CharPointer_UTF8 (" \xc2\xb7 ");
    const auto lastOf = [] (double seconds)
    { return "the last " + juce::String (clockText (std::floor (std::max (seconds, 0.0)))); };
    const auto memory = history.memory ();
    return lastOf (history.endSeconds () - history.beginSeconds ()) + dot + "rows " +
           megabytesText (memory.rowBytes) + dot + "sound " + megabytesText (memory.soundBytes) +
           ": " + lastOf (history.soundSeconds ()) + dot + "waveform " +
           megabytesText (memory.waveBytes);
}

void LiveHistoryBar::show (const LiveHistory& history)
{
    const auto megabytes = static_cast<int> (history.mostBytes () / kMegabyte);
    if (limit_.getSelectedId () != megabytes)
    {
        limit_.setSelectedId (megabytes, juce::dontSendNotification);
        if (limit_.getSelectedId () == 0)
            limit_.setText (megabytesText (history.mostBytes ()), juce::dontSendNotification);
    }
    contents_.setText (textOf (history), juce::dontSendNotification);
}

void LiveHistoryBar::resized ()
{
    auto area = getLocalBounds ();
    caption_.setBounds (area.removeFromLeft (kCaptionWidth));
    limit_.setBounds (area.removeFromLeft (kLimitWidth));
    area.removeFromLeft (Theme::kGap);
    contents_.setBounds (area);
}

} // namespace melstrom
