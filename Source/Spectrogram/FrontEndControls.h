// The front end of a spectrogram: which one, what of it can be edited, files.
#pragma once

#include "Source/Spectrogram/CaptionedRows.h"
#include "Source/Spectrogram/FrontEndFields.h"
#include "Source/State/ViewState.h"

#include <array>
#include <functional>

namespace melstrom
{

/** A line that counts when Return is pressed or the focus leaves; Escape brings back what was shown. Thread: message. */
class FrontEndEntry final : public juce::TextEditor
{
public:
    FrontEndEntry ();
    /** Gets what was typed, where it is not what was shown. Fails: the line stays, in the colour of a warning. */
    std::function<Result<void> (const std::string&)> onEnter;
    void show (const juce::String& text);

private:
    /** isLeft: what is refused is taken back */
    void enter (bool isLeft);
    juce::String shown_;
};

/** The box has the front ends of the program, the user's own below them, and those that equal a tool under "Research".
    Thread: message. */
class FrontEndControls final : public CaptionedRows
{
public:
    FrontEndControls ();

    /** A front end of the program, by its name; empty: the user's own. */
    std::function<void (const std::string&)> onChoose;
    std::function<Result<void> (FrontEndField, const std::string&)> onEdit;
    std::function<void ()> onLoad, onSave;

    /** Shows it and tells nobody. frontEnd: of the view */
    void show (const ViewState& view, const MelPreset& frontEnd);

private:
    void fillBox (const juce::String& ownName);
    void choose ();

    juce::ComboBox box_ {"Front end"};
    std::array<FrontEndEntry, kFrontEndFields.size ()> entries_;
    juce::TextButton load_ {"Load..."}, save_ {"Save..."};
    juce::String ownName_; ///< in the box; empty: there is none
};

} // namespace melstrom
