// What a spectrogram panel is made of.
#pragma once

#include "Source/Look/IconButton.h"
#include "Source/Spectrogram/FrontEndControls.h"
#include "Source/Spectrogram/MessageBar.h"
#include "Source/Spectrogram/SaveDialog.h"
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
    /** The one that is saved: where both are shown, the output. */
    TapScreen& mainScreen () { return isShown (output) ? output : *input; }
    /** Takes over what the processor's view says. */
    void adopt ();
    /** Tells the taps what is wanted, where it changed. */
    void configure ();
    void placeScreens (juce::Rectangle<int> area);
    /** What was chosen becomes the processor's view; the editor keeps its size itself. */
    void take (ViewState chosen);
    /** What was on the screen when it was asked for is saved, not what is there when a name is
        found. */
    void saveSound (ExportKind kind);

    // SpectrogramFrontEnd.cpp

    void listenToFrontEnd ();
    void choose (const std::string& name); ///< empty: the user's own
    Result<void> edit (FrontEndField field, const std::string& text);
    Result<void> load (const juce::File& file);
    /** Shows it from now on, and keeps it in the state. Fails: as parseFrontEnd and checkShown. */
    Result<void> takeOwn (const FrontEndText& own);
    /** Says why something was refused, or nothing any more. */
    Result<void> tell (Result<void> done);
    std::string text () const; ///< of the front end that is shown, as TOML
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
    std::unique_ptr<TapScreen> input; ///< null: there is no input to be looked at
    ViewState shown;
    MelPreset frontEnd; ///< of `shown`
    std::shared_ptr<LiveDevice> device;
    std::function<void ()> onFold; ///< null: it cannot be folded
    bool isFrozen = false;
    double lastUpdateSeconds = 0;
    SaveDialog saving;
    std::unique_ptr<juce::FileChooser> loading;
    juce::VBlankAttachment timer;
};

} // namespace melstrom
