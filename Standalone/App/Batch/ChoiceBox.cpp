#include "Standalone/App/Batch/ChoiceBox.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kFirstId = 1, kFileId = 10000, kAskId = 10001;
}

ChoiceBox::ChoiceBox (const juce::String& title, std::vector<Choice> choices,
                      const FileChoice& file)
    : juce::ComboBox (title), choices_ (std::move (choices)), file_ (file)
{
    setTitle (title);
    fill ();
    onChange = [this] { choose (); };
}

void ChoiceBox::fill ()
{
    clear (juce::dontSendNotification);
    int id = kFirstId;
    for (const auto& choice : choices_)
    {
        if (choice.heading.isNotEmpty ())
            addSectionHeading (choice.heading);
        addItem (choice.text, id++);
    }
    if (file_.text.isEmpty ())
        return;
    addSeparator ();
    if (path_.isNotEmpty ())
        addItem (juce::File::createFileWithoutCheckingPath (path_).getFileName (), kFileId);
    addItem (file_.text, kAskId);
}

juce::String ChoiceBox::value () const
{
    return value_;
}

void ChoiceBox::setValue (const juce::String& value)
{
    const auto found = std::ranges::find (choices_, value, &Choice::value);
    const bool isFile = found == choices_.end () && file_.text.isNotEmpty () && value.isNotEmpty ();
    if (found == choices_.end () && ! isFile)
        return;
    if (isFile)
    {
        path_ = value;
        fill ();
    }
    value_ = value;
    setSelectedId (isFile ? kFileId : kFirstId + static_cast<int> (found - choices_.begin ()),
                   juce::dontSendNotification);
}

void ChoiceBox::choose ()
{
    const int id = getSelectedId ();
    if (id == kAskId)
        return askForFile ();
    if (id == 0)
        return;
    value_ = id == kFileId ? path_ : choices_[static_cast<std::size_t> (id - kFirstId)].value;
    if (onValue)
        onValue ();
}

void ChoiceBox::askForFile ()
{
    setSelectedId (0, juce::dontSendNotification);
    setValue (value_); // the former choice, if the dialogue is cancelled
    const auto answer = [safe = juce::Component::SafePointer (this)] (const juce::FileChooser& done)
    {
        if (safe == nullptr || done.getResult () == juce::File ())
            return;
        safe->setValue (done.getResult ().getFullPathName ());
        if (safe->onValue)
            safe->onValue ();
    };
    chooser_ = std::make_unique<juce::FileChooser> (
        getTitle (), path_.isEmpty () ? juce::File () : juce::File (path_), file_.patterns);
    chooser_->launchAsync (
        juce::FileBrowserComponent::openMode | juce::FileBrowserComponent::canSelectFiles, answer);
}

} // namespace melstrom
