#include "Source/Editor/Panels/ScalePanel.h"

#include "Source/Parameters/ParameterText.h"

#include <utility>

namespace melstrom
{

namespace
{
constexpr int kPadding = 10, kHeader = 22, kLine = 18;

juce::String nameOr (const ScalaText& file, const char* otherwise)
{
    return file.isThere () ? textOf (file.fileName) : juce::String (otherwise);
}
} // namespace

ScalePanel::ScalePanel (InstrumentProcessor& processor) : processor_ (processor)
{
    setOpaque (true);
    setTitle ("Scale");
    setFocusContainerType (FocusContainerType::focusContainer);
    load_.setTooltip (
        "A Scala scale (.scl) or keyboard map (.kbm). You can also drop the files on the window.");
    load_.onClick = [this] { choose (); };
    clear_.setTooltip ("Twelve equal steps, without files.");
    clear_.onClick = [this] { clear (); };
    addAndMakeVisible (load_);
    addAndMakeVisible (clear_);
    processor_.patchChanges ().addChangeListener (this);
    readNames ();
}

ScalePanel::~ScalePanel ()
{
    processor_.patchChanges ().removeChangeListener (this);
}

void ScalePanel::changeListenerCallback (juce::ChangeBroadcaster*)
{
    readNames ();
}

void ScalePanel::readNames ()
{
    const auto scala = processor_.scala ();
    juce::StringArray names {nameOr (scala.scale, "twelve equal steps"),
                             nameOr (scala.map, "every key, from key 60")};
    if (names == names_)
        return;
    names_ = std::move (names);
    repaint ();
}

void ScalePanel::load (const juce::StringArray& paths)
{
    for (const auto& path : paths)
    {
        const auto files = withScalaFile (processor_.scala (), path.toStdString ());
        const auto done = files ? processor_.setScala (*files) : Result<void> (files.error ());
        show (done);
        if (! done)
            return;
    }
}

void ScalePanel::clear ()
{
    show (processor_.setScala ({}));
}

void ScalePanel::show (const Result<void>& done)
{
    message_ = done ? juce::String () : textOf (done.error ().message);
    setTooltip (message_);
    readNames ();
    repaint ();
}

void ScalePanel::choose ()
{
    chooser_ = std::make_unique<juce::FileChooser> (
        "Load a scale or a keyboard map",
        juce::File::getSpecialLocation (juce::File::userDocumentsDirectory),
        "*.scl;*.SCL;*.kbm;*.KBM"); // some system dialogues are case-sensitive
    chooser_->launchAsync (juce::FileBrowserComponent::openMode |
                               juce::FileBrowserComponent::canSelectFiles |
                               juce::FileBrowserComponent::canSelectMultipleItems,
                           [safe = SafePointer (this)] (const juce::FileChooser& chosen)
                           {
                               juce::StringArray paths;
                               for (const auto& file : chosen.getResults ())
                                   paths.add (file.getFullPathName ());
                               if (safe != nullptr)
                                   safe->load (paths);
                           });
}

void ScalePanel::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    graphics.setColour (Theme::panel ());
    graphics.fillRoundedRectangle (getLocalBounds ().toFloat (), Theme::kCorner);
    auto area = getLocalBounds ().reduced (kPadding, 3);
    graphics.setColour (Theme::text ());
    graphics.setFont (Theme::font (Theme::kTitle, true));
    graphics.drawText ("Scale", area.removeFromTop (kHeader), juce::Justification::centredLeft);
    area.removeFromTop (Theme::kControl + Theme::kGap);
    for (int line = 0; line < names_.size (); ++line)
    {
        graphics.setFont (Theme::font (Theme::kSmallText));
        graphics.setColour (Theme::dimText ());
        graphics.drawText (line == 0 ? "Scale" : "Map", area.removeFromTop (kLine),
                           juce::Justification::centredLeft);
        graphics.setFont (Theme::font (Theme::kText));
        graphics.setColour (Theme::text ());
        graphics.drawText (names_[line], area.removeFromTop (kLine),
                           juce::Justification::centredLeft);
    }
    graphics.setColour (Theme::warning ());
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.drawFittedText (message_, area.withTrimmedTop (Theme::kGap),
                             juce::Justification::topLeft, 5);
}

void ScalePanel::resized ()
{
    auto buttons = getLocalBounds ()
                       .reduced (kPadding, 3)
                       .withTrimmedTop (kHeader)
                       .removeFromTop (Theme::kControl);
    load_.setBounds (buttons.removeFromLeft (buttons.getWidth () / 2).withTrimmedRight (4));
    clear_.setBounds (buttons);
}

} // namespace melstrom
