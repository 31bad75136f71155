// The members of a spectrogram panel.
#pragma once

#include "Source/Export/FileSaving.h"
#include "Source/Look/IconButton.h"
#include "Source/Spectrogram/FrontEndControls.h"
#include "Source/Spectrogram/PanelMessages.h"
#include "Source/Spectrogram/SpectrogramControls.h"
#include "Source/Spectrogram/SpectrogramPanel.h"
#include "Source/Spectrogram/TapScreen.h"

#include <memory>
#include <vector>

namespace melstrom
{

/** Thread: message. */
struct SpectrogramPanel::Content
{
    Content (SpectrogramPanel& ownerPanel, SpectrogramSource& tapSource);

    // SpectrogramContent.cpp

    std::vector<TapScreen*> screens ();
    bool isShown (const TapScreen& screen) const;
    bool isFolded () const { return onFold != nullptr && shown.isFolded; }
    /** The screen that is exported: the output if both are shown. */
    TapScreen& mainScreen () { return isShown (output) ? output : *input; }
    /** Takes the processor's view. */
    void adopt ();
    /** Configures the taps after a change of front end, mix, device or rate. */
    void configure ();
    void placeScreens (juce::Rectangle<int> area);
    /** Sets the processor's view to `chosen`, except for the editor's size. */
    void take (ViewState chosen);
    /** Freezes the panel while the user chooses a name, so that the file has the sound of the
        moment of the request. */
    void saveSound (ExportKind kind);
    /** Owns the sound and the front end of now. */
    SaveWork workOf (ExportKind kind);
    void showMessage (const juce::String& text); ///< empty: none

    // SpectrogramFrontEnd.cpp

    void listenToFrontEnd ();
    void choose (const std::string& name); ///< empty: the user's own
    Result<void> edit (FrontEndField field, const std::string& text);
    Result<void> load (const juce::File& file);
    /** Shows the front end and stores it in the state. Fails: as parseFrontEnd and checkShown. */
    Result<void> takeOwn (const FrontEndText& own);
    /** Shows the error of `done`, or clears the message. Returns `done`. */
    Result<void> tell (Result<void> done);
    std::string text () const; ///< of the shown front end, as TOML
    void openLoad ();
    void openSave ();

    SpectrogramPanel& owner;
    SpectrogramSource& source;
    FrontEndControls frontEndControls;
    SpectrogramControls controls;
    MessageBar message;
    IconButton fold {Icon::fold, "Fold the spectrogram away"},
        gear {Icon::gear, "Settings of the spectrogram"};
    TapScreen output;
    std::unique_ptr<TapScreen> input; ///< null: no input to show
    ViewState shown;
    MelPreset frontEnd; ///< of `shown`
    std::shared_ptr<LiveDevice> device;
    std::function<void ()> onFold; ///< null: the panel cannot be folded
    bool isFrozen = false;
    double lastUpdateSeconds = 0;
    SaveDialog saving;
    FileSaving exports; ///< to files that `saving` asked for
    std::unique_ptr<juce::FileChooser> loading;
    juce::VBlankAttachment timer;
};

} // namespace melstrom
