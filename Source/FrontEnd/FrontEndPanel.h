// A front end with all its settings.
#pragma once

#include "Source/FrontEnd/EditedFrontEnd.h"
#include "Source/FrontEnd/FrontEndKeyList.h"
#include "Source/Spectrogram/FrontEndBox.h"
#include "Source/Spectrogram/PanelMessages.h"

#include <functional>

namespace melstrom
{

/** Chooses a front end, edits each key of it, loads and saves it as TOML. Each edit is written as
    TOML and read back as a file is, so that every refusal is a sentence of the spec. A refused edit
    changes nothing. Keyboard: Tab goes through all controls; Ctrl+F or / to the filter; Return
    enters a value; Escape restores it. Thread: message. */
class FrontEndPanel final : public juce::Component
{
public:
    FrontEndPanel ();

    /** Takes a front end that was chosen, edited or loaded. The owner checks what it can show
        (checkShown); its refusal appears in the panel, which then keeps the former front end. */
    std::function<Result<void> (const FrontEndText&)> onFrontEnd;

    /** Shows a front end without a callback. A derived one ("musical-changed") is compared with the
        built-in one of its name. */
    void show (const MelPreset& frontEnd);
    const FrontEndText& text () const noexcept { return edited_.text (); }
    /** Number of keys that differ from the preset or file. */
    int numChanged () const { return list_.numChanged (); }

    /** Takes a file. Fails: as frontEndFromFile and `onFrontEnd`; the message appears, too. */
    Result<void> load (const juce::File& file);
    /** Writes the front end as TOML; a loaded, unchanged one with its comments. Fails: as
        exportText. */
    Result<void> save (const juce::File& file) const;
    void takeFocus (); ///< to the filter

    bool keyPressed (const juce::KeyPress& key) override;
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    void describeAll ();
    void listen ();
    void choose (const std::string& name);
    Result<void> shown (Result<void> done); ///< shows what a successful call has changed
    void showAll ();
    void filter ();
    Result<void> tell (Result<void> done);

    EditedFrontEnd edited_;
    FrontEndBox box_;
    juce::TextEditor filter_;
    juce::TextButton load_ {"Load..."}, save_ {"Save..."}, resetAll_ {"Reset all"};
    juce::ToggleButton onlyChanged_ {"Changed"};
    MessageBar message_;
    FrontEndKeyList list_;
    LoadDialog loading_;
    SaveDialog saving_;
};

} // namespace melstrom
