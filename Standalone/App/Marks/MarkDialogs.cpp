#include "Standalone/App/Marks/MarkDialogs.h"

#include "Source/Parameters/ParameterText.h"

#include <utility>

namespace melstrom
{

void MarkDialogs::confirm (const Question& question, std::function<void ()> onYes)
{
    juce::AlertWindow::showAsync (juce::MessageBoxOptions ()
                                      .withIconType (juce::MessageBoxIconType::QuestionIcon)
                                      .withTitle (textOf (question.title))
                                      .withMessage (textOf (question.text))
                                      .withButton (textOf (question.yes))
                                      .withButton ("Cancel")
                                      .withAssociatedComponent (owner_.getComponent ()),
                                  [owner = owner_, onYes = std::move (onYes)] (int answer)
                                  {
                                      constexpr int kFirstButton = 1;
                                      if (owner != nullptr && answer == kFirstButton)
                                          onYes ();
                                  });
}

void MarkDialogs::choose (const juce::String& title, const std::filesystem::path& start, int flags,
                          PathAnswer onChosen)
{
    const auto file = start.is_absolute ()
                          ? juce::File (textOf (start.string ()))
                          : juce::File::getSpecialLocation (juce::File::userDocumentsDirectory)
                                .getChildFile (textOf (start.string ()));
    chooser_ =
        std::make_unique<juce::FileChooser> (title, file, "*.txt;*.csv;*.tsv;*.table;*.Table");
    chooser_->launchAsync (
        flags,
        [owner = owner_, onChosen = std::move (onChosen)] (const juce::FileChooser& chosen)
        {
            if (const auto result = chosen.getResult ();
                owner != nullptr && result != juce::File ())
                onChosen (result.getFullPathName ().toStdString ());
        });
}

void MarkDialogs::chooseToOpen (const std::filesystem::path& start, PathAnswer onChosen)
{
    using Browser = juce::FileBrowserComponent;
    choose ("Open marks", start, Browser::openMode | Browser::canSelectFiles, std::move (onChosen));
}

void MarkDialogs::chooseToSave (const std::filesystem::path& suggested, PathAnswer onChosen)
{
    using Browser = juce::FileBrowserComponent;
    choose ("Save marks: .txt Audacity, .selections.txt Raven, .csv", suggested,
            Browser::saveMode | Browser::canSelectFiles | Browser::warnAboutOverwriting,
            std::move (onChosen));
}

} // namespace melstrom
