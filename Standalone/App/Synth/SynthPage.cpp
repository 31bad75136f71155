#include "Standalone/App/Synth/SynthPage.h"

#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kMargin = 10;
}

SynthPage::SynthPage (AppAudio& audio) : audio_ (audio)
{
    setTitle ("Synthesizer");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (auto* part : std::initializer_list<juce::Component*> {&open_, &stop_, &song_})
        addAndMakeVisible (part);
    open_.setTooltip ("Plays a MIDI file with the present patch; or drop the file here");
    open_.onClick = [this] { openDialog (); };
    stop_.setTooltip ("Ends the MIDI file");
    stop_.onClick = [this] { audio_.stopMidi (); };
    stop_.setEnabled (false);
    song_.setFont (Theme::font (Theme::kText));
    song_.setColour (juce::Label::textColourId, Theme::dimText ());
}

SynthPage::~SynthPage ()
{
    editor_.reset (); // before its processor
}

void SynthPage::visibilityChanged ()
{
    if (! isVisible () || editor_ != nullptr)
        return;
    editor_.reset (audio_.instrument ().createEditorIfNeeded ());
    if (editor_ == nullptr)
        return;
    editor_->setResizable (false, false); // the window has the corner
    addAndMakeVisible (*editor_);
    resized ();
}

void SynthPage::takeFocus ()
{
    if (editor_ != nullptr && editor_->isShowing ())
        editor_->grabKeyboardFocus ();
}

void SynthPage::update ()
{
    const bool isPlaying = audio_.isMidiPlaying ();
    stop_.setEnabled (isPlaying);
    if (! isPlaying && song_.getText ().isNotEmpty ())
        song_.setText ({}, juce::dontSendNotification);
}

Result<void> SynthPage::playMidi (const juce::File& file)
{
    MELSTROM_TRY (audio_.playMidi (file));
    song_.setText (file.getFileName (), juce::dontSendNotification);
    update ();
    return {};
}

void SynthPage::openDialog ()
{
    chooser_ = std::make_unique<juce::FileChooser> (
        "Play a MIDI file", juce::File::getSpecialLocation (juce::File::userDocumentsDirectory),
        "*.mid;*.midi");
    chooser_->launchAsync (juce::FileBrowserComponent::openMode |
                               juce::FileBrowserComponent::canSelectFiles,
                           [safe = SafePointer (this)] (const juce::FileChooser& chosen)
                           {
                               if (safe == nullptr || chosen.getResult () == juce::File ())
                                   return;
                               const auto begun = safe->playMidi (chosen.getResult ());
                               if (! begun && safe->onMessage)
                                   safe->onMessage (textOf (begun.error ().message));
                           });
}

void SynthPage::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void SynthPage::resized ()
{
    auto area = getLocalBounds ();
    auto row =
        area.removeFromTop (Theme::kControl + 2 * Theme::kGap).reduced (kMargin, Theme::kGap);
    open_.setBounds (row.removeFromLeft (140));
    row.removeFromLeft (Theme::kGap);
    stop_.setBounds (row.removeFromLeft (60));
    row.removeFromLeft (Theme::kGap);
    song_.setBounds (row);
    if (editor_ != nullptr)
        editor_->setBounds (area);
}

} // namespace melstrom
