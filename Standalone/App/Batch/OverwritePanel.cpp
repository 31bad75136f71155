#include "Standalone/App/Batch/OverwritePanel.h"

#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

OverwritePanel::OverwritePanel (const juce::String& folder, const std::vector<std::string>& names)
    : OverlayPanel ("Replace the files of another run?")
{
    const auto number = juce::String (names.size ()) + (names.size () == 1 ? " file" : " files");
    question_.setText ("These " + number + " of " + folder +
                           " are deleted before the new run begins. This cannot be undone.",
                       juce::dontSendNotification);
    question_.setFont (Theme::font (Theme::kText));
    question_.setJustificationType (juce::Justification::topLeft);
    juce::String list;
    for (const auto& name : names)
        list << textOf (name) << "\n";
    names_.setTitle ("Files that are deleted");
    names_.setTooltip ("Files that are deleted (--overwrite)");
    names_.setMultiLine (true, false);
    names_.setReadOnly (true);
    names_.setFont (Theme::font (Theme::kText));
    names_.setText (list, juce::dontSendNotification);
    remove_.setButtonText ("Delete " + number + " and start");
    remove_.setTooltip ("Deletes the listed files, then starts the run (--overwrite)");
    remove_.setColour (juce::TextButton::buttonColourId, Theme::warning ().withAlpha (0.35f));
    remove_.onClick = [this]
    {
        if (onConfirm)
            onConfirm ();
        close ();
    };
    keep_.setTooltip ("Deletes nothing and starts nothing (Escape)");
    keep_.onClick = [this] { close (); };
    int order = 1;
    for (auto* part :
         std::initializer_list<juce::Component*> {&keep_, &remove_, &names_, &question_})
    {
        addAndMakeVisible (part);
        part->setExplicitFocusOrder (order++);
    }
}

std::set<juce::String> OverwritePanel::names () const
{
    const auto lines = juce::StringArray::fromLines (names_.getText ().trim ());
    return {lines.begin (), lines.end ()};
}

void OverwritePanel::takeFocus ()
{
    keep_.grabKeyboardFocus ();
}

void OverwritePanel::layOut (juce::Rectangle<int> content)
{
    constexpr int kQuestion = 40, kKeep = 110, kRemove = 220;
    question_.setBounds (content.removeFromTop (kQuestion));
    auto buttons = content.removeFromBottom (Theme::kControl);
    content.removeFromBottom (2 * Theme::kGap);
    names_.setBounds (content);
    remove_.setBounds (buttons.removeFromRight (kRemove));
    buttons.removeFromRight (Theme::kGap);
    keep_.setBounds (buttons.removeFromRight (kKeep));
}

} // namespace melstrom
