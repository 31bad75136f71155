// Controls of a spectrogram's front end: choice, editable settings, files.
#pragma once

#include "Source/Spectrogram/CaptionedRows.h"
#include "Source/Spectrogram/FrontEndBox.h"
#include "Source/Spectrogram/FrontEndFields.h"
#include "Source/State/ViewState.h"

#include <array>
#include <functional>

namespace melstrom
{

/** A line of text. Return, or loss of the focus, enters it; Escape restores the shown text, and is
    left to the owner if nothing was typed. Thread: message. */
class FrontEndEntry final : public juce::TextEditor
{
public:
    FrontEndEntry ();
    /** Takes the text if it differs from the shown text. If it fails, the text stays, in the
        warning colour. */
    std::function<Result<void> (const std::string&)> onEnter;
    void show (const juce::String& text);

    bool keyPressed (const juce::KeyPress& key) override;

private:
    /** isLeft: the focus is lost; a refused text is reset */
    void enter (bool isLeft);
    juce::String shown_;
};

/** Thread: message. */
class FrontEndControls final : public CaptionedRows
{
public:
    FrontEndControls ();

    /** Takes the name of a built-in front end; empty: the user's own. */
    std::function<void (const std::string&)> onChoose;
    std::function<Result<void> (FrontEndField, const std::string&)> onEdit;
    std::function<void ()> onLoad, onSave, onAllSettings;
    /** Of the button that calls `onAllSettings`, on the screen. */
    juce::Rectangle<int> allSettingsBounds () const { return all_.getScreenBounds (); }

    /** Shows the front end without a callback. frontEnd: of the view */
    void show (const ViewState& view, const MelPreset& frontEnd);

private:
    FrontEndBox box_;
    std::array<FrontEndEntry, kFrontEndFields.size ()> entries_;
    juce::TextButton load_ {"Load..."}, save_ {"Save..."}, all_ {"All settings..."};
};

} // namespace melstrom
