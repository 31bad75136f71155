#include "Source/Spectrogram/PanelMessages.h"

#include <utility>

namespace melstrom
{

namespace
{

void show (const Error& error, juce::Component& owner)
{
    juce::AlertWindow::showAsync (juce::MessageBoxOptions ()
                                      .withIconType (juce::MessageBoxIconType::WarningIcon)
                                      .withTitle ("Nothing was saved")
                                      .withMessage (juce::String::fromUTF8 (error.message.c_str ()))
                                      .withButton ("OK")
                                      .withAssociatedComponent (&owner),
                                  nullptr);
}

} // namespace

void SaveDialog::open (juce::Component& owner, const juce::String& fileName,
                       std::function<Result<void> (const juce::File&)> save,
                       std::function<void ()> closed)
{
    const auto extension = fileName.fromLastOccurrenceOf (".", true, false);
    const auto folder = juce::File::getSpecialLocation (juce::File::userDocumentsDirectory);
    chooser_ = std::make_unique<juce::FileChooser> (
        "Save as", folder.getChildFile (juce::File::createLegalFileName (fileName)),
        "*" + extension);
    const auto answer = [safe = juce::Component::SafePointer (&owner), extension,
                         save = std::move (save),
                         closed = std::move (closed)] (const juce::FileChooser& chosen)
    {
        if (safe == nullptr)
            return;
        if (const auto file = chosen.getResult (); file != juce::File ())
            if (const auto done = save (file.withFileExtension (extension)); ! done)
                show (done.error (), *safe);
        closed ();
    };
    chooser_->launchAsync (juce::FileBrowserComponent::saveMode |
                               juce::FileBrowserComponent::warnAboutOverwriting,
                           answer);
}

void LoadDialog::open (juce::Component& owner, std::function<void (const juce::File&)> load)
{
    chooser_ = std::make_unique<juce::FileChooser> (
        "Load a front end", juce::File::getSpecialLocation (juce::File::userDocumentsDirectory),
        "*.toml");
    chooser_->launchAsync (
        juce::FileBrowserComponent::openMode | juce::FileBrowserComponent::canSelectFiles,
        [safe = juce::Component::SafePointer (&owner),
         load = std::move (load)] (const juce::FileChooser& chosen)
        {
            if (const auto file = chosen.getResult (); safe != nullptr && file != juce::File ())
                load (file);
        });
}

} // namespace melstrom
