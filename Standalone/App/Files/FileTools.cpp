#include "Standalone/App/Files/FileTools.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kBlendWidth = 112;
/** From this width on, the kind of comparison has room beside "No comparison". */
constexpr int kBothWidth = 260;
} // namespace

FileTools::FileTools ()
{
    setTitle ("File tools");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (auto* part : std::initializer_list<juce::Component*> {&play_, &all_, &peaks_, &marks_,
                                                               &second_, &blend_, &export_, &gear_})
        addAndMakeVisible (part);
    const auto describe = [] (juce::Button& button, const char* title, const char* tooltip)
    {
        button.setTitle (title);
        button.setTooltip (tooltip);
    };
    describe (play_, "Play", "Plays the selection, or from the cursor on (Space)");
    play_.onClick = [this] { onPlay (); };
    describe (all_, "Show all", "Shows the whole file (0)");
    all_.onClick = [this] { onShowAll (); };
    describe (peaks_, "Spectrum", "Average and peak spectrum of what is shown (P)");
    peaks_.setClickingTogglesState (true);
    peaks_.onClick = [this] { onPeaks (peaks_.getToggleState ()); };
    describe (marks_, "Marks", "The list of marks (L); M makes a mark of the selection");
    marks_.setClickingTogglesState (true);
    marks_.onClick = [this] { onMarks (); };
    export_.onExport = [this] (ExportKind kind) { onExport (kind); };
    gear_.setClickingTogglesState (true);
    gear_.onClick = [this] { onGear (); };

    second_.setTitle ("Compare with");
    second_.setTooltip ("A second open file, over the first or in difference");
    second_.onChange = [this]
    {
        blend_.setEnabled (second () >= 0);
        resized ();
        onCompare ();
    };
    blend_.addItemList ({"Over", "Difference", "Second alone"}, 1);
    blend_.setSelectedId (1, juce::dontSendNotification);
    blend_.setTitle ("Comparison");
    blend_.setTooltip ("Over: the louder of both; difference: second minus first in dB");
    blend_.onChange = [this] { onCompare (); };
    showFiles ({}, -1);
}

TimelineBlend FileTools::blend () const
{
    if (second () < 0)
        return TimelineBlend::first;
    switch (blend_.getSelectedId ())
    {
        case 1: return TimelineBlend::over;
        case 2: return TimelineBlend::difference;
        default: return TimelineBlend::second;
    }
}

void FileTools::showPlaying (bool isPlaying)
{
    play_.setButtonText (isPlaying ? "Stop" : "Play");
}

void FileTools::showFiles (const juce::StringArray& names, int second)
{
    second_.clear (juce::dontSendNotification);
    second_.addItem ("No comparison", 1);
    for (int n = 0; n < names.size (); ++n)
        second_.addItem (names[n].isEmpty () ? "?" : names[n], n + 2);
    second_.setSelectedId (second + 2 > 1 ? second + 2 : 1, juce::dontSendNotification);
    blend_.setEnabled (second >= 0);
    resized ();
}

void FileTools::resized ()
{
    auto area = getLocalBounds ();
    const auto take = [&area] (juce::Component& part, int width)
    {
        part.setBounds (area.removeFromLeft (width));
        area.removeFromLeft (Theme::kGap);
    };
    gear_.setBounds (area.removeFromRight (Theme::kControl));
    area.removeFromRight (Theme::kGap);
    export_.setBounds (area.removeFromRight (88));
    area.removeFromRight (Theme::kGap);
    take (play_, 64);
    take (all_, 44);
    take (peaks_, 84);
    take (marks_, 68);
    const int blend = second () >= 0 || area.getWidth () >= kBothWidth ? kBlendWidth : 0;
    take (second_, std::clamp (area.getWidth () - blend - 2 * Theme::kGap, 0, 220));
    blend_.setVisible (blend > 0);
    take (blend_, std::clamp (area.getWidth (), 0, blend));
}

} // namespace melstrom
