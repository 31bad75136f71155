// The members of a spectrogram panel.
#pragma once

#include "Source/Export/FileSaving.h"
#include "Source/Export/PictureCopy.h"
#include "Source/Look/IconButton.h"
#include "Source/Spectrogram/FrontEndControls.h"
#include "Source/Spectrogram/PanelMessages.h"
#include "Source/Spectrogram/SpectrogramControls.h"
#include "Source/Spectrogram/SpectrogramPanel.h"
#include "Source/Spectrogram/TapScreen.h"
#include "Source/Spectrogram/ViewModel.h"

#include <memory>
#include <vector>

namespace melstrom
{

/** Thread: message. */
struct SpectrogramPanel::Content
{
    Content (SpectrogramPanel& ownerPanel, SpectrogramSource& tapSource);

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
    /** Gives the model's view to the processor, except for the editor's size. */
    void store ();
    /** Freezes the panel while the user chooses a name, so that the file has the sound of the
        moment of the request. */
    void save (ExportKind kind);
    /** Owns the sound and the front end of now. */
    SaveWork workOf (ExportKind kind);
    void showMessage (const juce::String& text); ///< empty: none

    void listenToFrontEnd ();
    Result<void> edit (FrontEndField field, const std::string& text);
    /** Shows the error of `done`, or clears the message. Returns `done`. */
    Result<void> tell (Result<void> done);

    SpectrogramPanel& owner;
    SpectrogramSource& source;
    FrontEndControls frontEndControls;
    SpectrogramControls controls;
    MessageBar message;
    IconButton fold {Icon::fold, "Fold the spectrogram away"},
        gear {Icon::gear, "Settings of the spectrogram"};
    TapScreen output;
    std::unique_ptr<TapScreen> input; ///< null: no input to show
    ViewModel model;
    ViewState shown; ///< the processor's view, as adopted
    std::shared_ptr<LiveDevice> device;
    std::function<void ()> onFold; ///< null: the panel cannot be folded
    bool isFrozen = false;
    double lastUpdateSeconds = 0;
    SaveDialog saving;
    LoadDialog loading;
    juce::SharedResourcePointer<PictureClipboard> clipboard;
    FileSaving exports; ///< to files that `saving` asked for
    juce::VBlankAttachment timer;
};

} // namespace melstrom
