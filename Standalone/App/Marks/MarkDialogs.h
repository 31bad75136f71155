// The questions about files of marks as dialogues.
#pragma once

#include "Standalone/App/Marks/MarkPrompts.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <memory>

namespace melstrom
{

/** Answers after the end of `owner` are dropped. */
class MarkDialogs final : public MarkPrompts
{
public:
    explicit MarkDialogs (juce::Component& owner) : owner_ (&owner) {}

    void confirm (const Question& question, std::function<void ()> onYes) override;
    void chooseToOpen (const std::filesystem::path& start, PathAnswer onChosen) override;
    void chooseToSave (const std::filesystem::path& suggested, PathAnswer onChosen) override;

private:
    void choose (const juce::String& title, const std::filesystem::path& start, int flags,
                 PathAnswer onChosen);

    juce::Component::SafePointer<juce::Component> owner_;
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom
