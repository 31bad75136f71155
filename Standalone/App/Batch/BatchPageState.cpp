#include "Standalone/App/Batch/BatchPageState.h"

#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>
#include <array>

namespace melstrom
{

namespace
{

constexpr const char *kTree = "batch", *kInput = "input", *kPath = "path";

struct TextField
{
    const char* name;
    juce::String BatchPageState::*text;
};

constexpr std::array kTexts {TextField {"out", &BatchPageState::outputFolder},
                             TextField {"preset", &BatchPageState::preset},
                             TextField {"format", &BatchPageState::format},
                             TextField {"dtype", &BatchPageState::type},
                             TextField {"labels", &BatchPageState::labels},
                             TextField {"split", &BatchPageState::split},
                             TextField {"backend", &BatchPageState::backend},
                             TextField {"threads", &BatchPageState::threads}};

bool isPresetName (const juce::String& text)
{
    const auto is = [&] (const MelPreset& preset)
    { return text == juce::String::fromUTF8 (preset.name.c_str ()); };
    return std::ranges::any_of (builtInPresets (), is) ||
           std::ranges::any_of (screenPresets (), is);
}

class Words
{
public:
    void add (const char* option) { words_.emplace_back (option); }
    void addPath (const juce::String& path) { words_.push_back (fullPath (path).toStdString ()); }
    void add (const char* option, const juce::String& value)
    {
        if (value.isEmpty ())
            return;
        add (option);
        words_.push_back (value.toStdString ());
    }
    std::vector<std::string> take () { return std::move (words_); }

private:
    std::vector<std::string> words_;
};

void addDataset (Words& words, const BatchPageState& state)
{
    for (const auto& input : state.inputs)
        words.addPath (input);
    words.add ("--out", fullPath (state.outputFolder));
    words.add ("--preset", isPresetName (state.preset) ? state.preset : fullPath (state.preset));
    words.add ("--format", state.format);
    words.add ("--dtype", state.type);
    words.add ("--labels", state.labels == "none" ? state.labels : fullPath (state.labels));
    words.add ("--split", state.split);
}

} // namespace

juce::String fullPath (const juce::String& path)
{
    return path.isEmpty ()
               ? juce::String ()
               : juce::File::getCurrentWorkingDirectory ().getChildFile (path).getFullPathName ();
}

juce::ValueTree BatchPageState::tree () const
{
    juce::ValueTree tree (kTree);
    for (const auto& field : kTexts)
        tree.setProperty (field.name, this->*field.text, nullptr);
    for (const auto& input : inputs)
        tree.appendChild (juce::ValueTree (kInput, {{kPath, input}}), nullptr);
    return tree;
}

BatchPageState BatchPageState::from (const juce::ValueTree& tree)
{
    BatchPageState state;
    if (! tree.hasType (kTree))
        return state;
    for (const auto& field : kTexts)
        state.*field.text = tree[field.name].toString ();
    for (const auto& child : tree)
        if (child.hasType (kInput) && child[kPath].toString ().isNotEmpty ())
            state.inputs.add (child[kPath].toString ());
    return state;
}

std::vector<std::string> batchArguments (const BatchPageState& state, BatchTask task)
{
    Words words;
    if (task == BatchTask::verify)
    {
        words.add ("--verify");
        words.add ("--out", fullPath (state.outputFolder));
    }
    else
    {
        words.add ("--batch");
        addDataset (words, state);
    }
    words.add ("--backend", state.backend);
    words.add ("--threads", state.threads);
    if (task == BatchTask::overwrite || task == BatchTask::listOverwritten)
        words.add ("--overwrite");
    if (task == BatchTask::dryRun || task == BatchTask::listOverwritten)
        words.add ("--dry-run");
    return words.take ();
}

std::string shellCommand (const std::vector<std::string>& arguments)
{
    std::string command = "melstrom";
    for (const auto& argument : arguments)
        command += " " + shellWord (argument);
    return printableCommand (command);
}

} // namespace melstrom
