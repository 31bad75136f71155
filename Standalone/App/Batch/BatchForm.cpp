#include "Standalone/App/Batch/BatchForm.h"

#include "Source/Look/Theme.h"

namespace melstrom
{

namespace
{
constexpr int kCaption = 15, kInputs = 64, kButton = 92, kBetween = 2 * Theme::kGap;

bool isPreset (const juce::String& path)
{
    return path.endsWithIgnoreCase (".toml");
}
} // namespace

BatchForm::BatchForm ()
{
    setUpText (inputs_, "Audio",
               "Folders, audio files, tars and lists, one path a line. Drop them here, or type");
    inputs_.setMultiLine (true, false);
    inputs_.setReturnKeyStartsNewLine (true);
    inputs_.setTextToShowWhenEmpty ("Drop folders or audio files here", //
                                    Theme::dimText ().darker (0.3f));
    setUpText (output_, "Dataset folder", "Folder of the dataset; a new folder, or an empty one");
    output_.setJustification (juce::Justification::centredLeft);
    const auto setUpButton = [this] (juce::TextButton& button, const juce::String& title,
                                     const juce::String& tooltip, std::function<void ()> press)
    {
        button.setTitle (title);
        button.setTooltip (tooltip);
        button.onClick = std::move (press);
        addAndMakeVisible (button);
    };
    setUpButton (addFolder_, "Add folders", "Adds folders of audio to the inputs",
                 [this] { askForInputs (true); });
    setUpButton (addFiles_, "Add files", "Adds audio files, tars or lists to the inputs",
                 [this] { askForInputs (false); });
    setUpButton (chooseOutput_, "Choose the dataset folder", "Chooses the folder of the dataset",
                 [this] { askForOutput (); });
    fields_.onChange = [this] { changed (); };
    addAndMakeVisible (fields_);
    int order = 1;
    for (auto* part : std::initializer_list<juce::Component*> {&inputs_, &addFolder_, &addFiles_,
                                                               &fields_, &output_, &chooseOutput_})
        part->setExplicitFocusOrder (order++);
}

void BatchForm::setUpText (juce::TextEditor& editor, const juce::String& title,
                           const juce::String& tooltip)
{
    editor.setTitle (title);
    editor.setTooltip (tooltip);
    editor.setFont (Theme::font (Theme::kText));
    editor.setTabKeyUsedAsCharacter (false);
    editor.onTextChange = [this] { changed (); };
    addAndMakeVisible (editor);
}

void BatchForm::changed ()
{
    if (onChange)
        onChange ();
}

BatchPageState BatchForm::state () const
{
    BatchPageState state;
    for (const auto& line : juce::StringArray::fromLines (inputs_.getText ()))
        if (line.trim ().isNotEmpty ())
            state.inputs.add (line.trim ());
    state.outputFolder = output_.getText ().trim ();
    fields_.read (state);
    return state;
}

void BatchForm::show (const BatchPageState& state)
{
    inputs_.setText (state.inputs.joinIntoString ("\n"), juce::dontSendNotification);
    output_.setText (state.outputFolder, juce::dontSendNotification);
    fields_.show (state);
}

void BatchForm::addInputs (const juce::StringArray& paths)
{
    auto shown = state ();
    for (const auto& path : paths)
        shown.inputs.addIfNotAlreadyThere (path);
    show (shown);
    changed ();
}

void BatchForm::askForInputs (bool forFolders)
{
    using Browser = juce::FileBrowserComponent;
    chooser_ = std::make_unique<juce::FileChooser> (forFolders ? "Folders of audio"
                                                               : "Audio files, tars or lists");
    const auto answer = [safe = juce::Component::SafePointer (this)] (const juce::FileChooser& done)
    {
        juce::StringArray paths;
        for (const auto& file : done.getResults ())
            paths.add (file.getFullPathName ());
        if (safe != nullptr && ! paths.isEmpty ())
            safe->addInputs (paths);
    };
    chooser_->launchAsync (
        Browser::openMode | Browser::canSelectMultipleItems |
            (forFolders ? Browser::canSelectDirectories : Browser::canSelectFiles),
        answer);
}

void BatchForm::askForOutput ()
{
    using Browser = juce::FileBrowserComponent;
    chooser_ = std::make_unique<juce::FileChooser> ("Folder of the dataset",
                                                    fullPath (output_.getText ()));
    const auto answer = [safe = juce::Component::SafePointer (this)] (const juce::FileChooser& done)
    {
        if (safe != nullptr && done.getResult () != juce::File ())
            safe->output_.setText (done.getResult ().getFullPathName ());
    };
    chooser_->launchAsync (Browser::openMode | Browser::canSelectDirectories, answer);
}

bool BatchForm::isInterestedInFileDrag (const juce::StringArray&)
{
    return isEnabled ();
}

void BatchForm::fileDragEnter (const juce::StringArray&, int, int)
{
    markDrag (true);
}

void BatchForm::fileDragExit (const juce::StringArray&)
{
    markDrag (false);
}

void BatchForm::markDrag (bool isOver)
{
    isDraggedOver_ = isOver;
    repaint ();
}

void BatchForm::filesDropped (const juce::StringArray& files, int x, int y)
{
    markDrag (false);
    if (output_.getBounds ().contains (x, y) && files.size () == 1)
        return output_.setText (files[0]);
    auto rest = files;
    auto shown = state ();
    for (const auto& file : files)
        if (isPreset (file))
        {
            shown.preset = file;
            rest.removeString (file);
        }
    show (shown);
    addInputs (rest);
}

int BatchForm::heightFor (int width) const
{
    return kCaption + kInputs + kBetween + fields_.heightFor (width) + kBetween + kCaption +
           Theme::kControl;
}

void BatchForm::resized ()
{
    auto area = getLocalBounds ();
    auto audio = area.removeFromTop (kCaption + kInputs).withTrimmedTop (kCaption);
    auto buttons = audio.removeFromRight (kButton);
    audio.removeFromRight (Theme::kGap);
    inputs_.setBounds (audio);
    addFolder_.setBounds (buttons.removeFromTop (Theme::kControl));
    addFiles_.setBounds (buttons.removeFromBottom (Theme::kControl));
    area.removeFromTop (kBetween);
    fields_.setBounds (area.removeFromTop (fields_.heightFor (getWidth ())));
    area.removeFromTop (kBetween);
    auto folder = area.removeFromTop (kCaption + Theme::kControl).withTrimmedTop (kCaption);
    chooseOutput_.setBounds (folder.removeFromRight (kButton));
    folder.removeFromRight (Theme::kGap);
    output_.setBounds (folder);
}

void BatchForm::paint (juce::Graphics& graphics)
{
    graphics.setFont (Theme::font (Theme::kSmallText));
    graphics.setColour (Theme::dimText ());
    for (const auto* const editor : {&inputs_, &output_})
        graphics.drawText (editor->getTitle (), editor->getX (), editor->getY () - kCaption,
                           editor->getWidth (), kCaption, juce::Justification::topLeft);
}

void BatchForm::paintOverChildren (juce::Graphics& graphics)
{
    if (! isDraggedOver_)
        return;
    for (const auto* const editor : {&inputs_, &output_})
        MelstromLook::drawFocusRing (graphics, editor->getBounds ().toFloat ().expanded (1.0f),
                                     Theme::kCorner);
}

} // namespace melstrom
