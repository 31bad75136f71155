#include "Source/Editor/Browser/CompareStrip.h"

#include "Source/Processor/PatchUndo.h"

namespace melstrom
{

CompareStrip::CompareStrip (InstrumentProcessor& processor) : processor_ (processor)
{
    setTitle ("Compare");
    const auto choose = [this] (PatchSide side)
    {
        processor_.chooseSide (side);
        update ();
    };
    a_.onClick = [choose] { choose (PatchSide::a); };
    b_.onClick = [choose] { choose (PatchSide::b); };
    copy_.onClick = [this] { processor_.copyToOtherSide (); };
    for (auto* const button : std::initializer_list<juce::Button*> {&a_, &b_, &copy_})
        addAndMakeVisible (*button);
    processor_.patchChanges ().addChangeListener (this);
    update ();
}

CompareStrip::~CompareStrip ()
{
    processor_.patchChanges ().removeChangeListener (this);
}

void CompareStrip::update ()
{
    const bool isB = processor_.side () == PatchSide::b;
    const auto show = [] (juce::Button& button, bool isLit)
    {
        button.setToggleState (isLit, juce::dontSendNotification);
        button.setTooltip (isLit ? "This sound plays; the other sound waits"
                                 : "Play the other sound, to compare both");
    };
    show (a_, ! isB);
    show (b_, isB);
    copy_.setTooltip (isB ? "Copy B to A" : "Copy A to B");
}

void CompareStrip::resized ()
{
    auto area = getLocalBounds ();
    const int width = area.getWidth () / 3;
    a_.setBounds (area.removeFromLeft (width).withTrimmedRight (1));
    b_.setBounds (area.removeFromLeft (width).withTrimmedRight (2));
    copy_.setBounds (area);
}

} // namespace melstrom
