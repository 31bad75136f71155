#include "Standalone/App/Batch/BatchResults.h"

#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kHeading = 26, kBetween = 16, kNarrow = 820;
constexpr int kTall = 160; ///< from here on there is room for one above the other
} // namespace

BatchResults::BatchResults ()
{
    copyReport_.onClick = [this] { juce::SystemClipboard::copyTextToClipboard (report_.text ()); };
    copyProblems_.onClick = [this]
    { juce::SystemClipboard::copyTextToClipboard (problems_.text ()); };
    int order = 1;
    for (auto* part : std::initializer_list<juce::Component*> {&report_, &copyReport_, &problems_,
                                                               &copyProblems_})
    {
        addAndMakeVisible (part);
        part->setExplicitFocusOrder (order++);
    }
}

void BatchResults::show (const BatchEnd& end)
{
    report_.show (textOf (end.report));
    problems_.show (end.problems);
    problemsPart_.heading = end.problems.empty ()
                                ? juce::String ("Problems")
                                : "Problems (" + juce::String (end.problems.size ()) + ")";
    repaint ();
}

void BatchResults::clear ()
{
    show ({});
}

void BatchResults::place (juce::Rectangle<int> area, Part& part, juce::Component& content,
                          juce::Component& copy)
{
    part.headingArea = area.removeFromTop (kHeading);
    copy.setBounds (
        part.headingArea.withLeft (part.headingArea.getRight () - kHeading).reduced (2));
    content.setBounds (area);
}

void BatchResults::resized ()
{
    auto area = getLocalBounds ();
    const bool isStacked = getWidth () < kNarrow && getHeight () >= kTall;
    auto first = isStacked ? area.removeFromTop ((area.getHeight () - Theme::kGap) / 2)
                           : area.removeFromLeft ((area.getWidth () - kBetween) / 2);
    if (isStacked)
        area.removeFromTop (Theme::kGap);
    else
        area.removeFromLeft (kBetween);
    place (first, reportPart_, report_, copyReport_);
    place (area, problemsPart_, problems_, copyProblems_);
}

void BatchResults::paint (juce::Graphics& graphics)
{
    graphics.setFont (Theme::font (Theme::kTitle, true));
    graphics.setColour (Theme::text ());
    for (const auto* const part : {&reportPart_, &problemsPart_})
        graphics.drawText (part->heading, part->headingArea, juce::Justification::centredLeft);
}

} // namespace melstrom
