#include "Standalone/App/Batch/BatchFields.h"

#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>

namespace melstrom
{

namespace
{

std::vector<ChoiceBox::Choice> presetChoices ()
{
    std::vector<ChoiceBox::Choice> choices;
    for (const auto* const list : {&builtInPresets (), &screenPresets ()})
    {
        juce::String heading = list == &screenPresets () ? "For the eye" : "Research";
        for (const auto& preset : *list)
            choices.push_back (
                {textOf (preset.name), textOf (preset.name), std::exchange (heading, {})});
    }
    return choices;
}

} // namespace

BatchFields::BatchFields ()
    : preset_ ("Feature", presetChoices (), {"From a file...", "*.toml"}),
      format_ ("Format", {{"NumPy", ""}, {"HDF5", "h5"}}),
      type_ ("Type", {{"As the feature", ""}, {"float32", "f32"}, {"float16", "f16"}}),
      labels_ ("Labels", {{"Names of folders", ""}, {"None", "none"}},
               {"From a table...", "*.csv;*.tsv;*.txt"}),
      backend_ ("Compute on", {{"Automatic", ""}, {"CPU", "cpu"}, {"GPU (CUDA)", "cuda"}})
{
    setItems ({{&preset_, "Feature", 190, true},
               {&format_, "Format", 84},
               {&type_, "Type", 120},
               {&labels_, "Labels", 140, true},
               {&split_, "Split", 84},
               {&backend_, "Compute on", 112},
               {&threads_, "Threads", 62}});
    describe (preset_, "Feature",
              "Feature to compute: the same numbers as the tool in its name, or a feature of your "
              "own from a TOML file, which you can also drop here (--preset)");
    describe (format_, "Format", "NumPy files, or one HDF5 file for each split (--format)");
    describe (type_, "Type", "Type of the stored numbers (--dtype)");
    describe (labels_, "Labels",
              "The label of a file is the name of its folder, or comes from a table of path,label "
              "(--labels)");
    describe (split_, "Split",
              "Training, validation and testing: a ratio such as 8:1:1, folders, fold=NAME or "
              "none; empty: as the inputs say (--split)");
    describe (backend_, "Compute on",
              "Device that computes; automatic: a GPU if there is one (--backend)");
    describe (threads_, "Threads", "Threads of the CPU, 1 to 256; empty: all cores (--threads)");
    preset_.setTextWhenNothingSelected ("Choose...");
    for (auto* const box : {&preset_, &format_, &type_, &labels_, &backend_})
    {
        box->setValue ({});
        box->onValue = [this] { onChange (); };
    }
    split_.setTextToShowWhenEmpty ("8:1:1, ...", Theme::dimText ().darker (0.3f));
    threads_.setTextToShowWhenEmpty ("all", Theme::dimText ().darker (0.3f));
    for (auto* const text : {&split_, &threads_})
    {
        text->setFont (Theme::font (Theme::kText));
        text->setJustification (juce::Justification::centredLeft);
        text->setSelectAllWhenFocused (true);
        text->onTextChange = [this] { onChange (); };
    }
}

void BatchFields::read (BatchPageState& state) const
{
    state.preset = preset_.value ();
    state.format = format_.value ();
    state.type = type_.value ();
    state.labels = labels_.value ();
    state.split = split_.getText ().trim ();
    state.backend = backend_.value ();
    state.threads = threads_.getText ().trim ();
}

void BatchFields::show (const BatchPageState& state)
{
    preset_.setValue (state.preset);
    format_.setValue (state.format);
    type_.setValue (state.type);
    labels_.setValue (state.labels);
    split_.setText (state.split, juce::dontSendNotification);
    backend_.setValue (state.backend);
    threads_.setText (state.threads, juce::dontSendNotification);
}

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
