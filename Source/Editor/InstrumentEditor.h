// The window of the instrument.
#pragma once

#include "Source/Editor/Bars/HealthLine.h"
#include "Source/Editor/Bars/KeyboardBar.h"
#include "Source/Editor/Bars/LimiterLight.h"
#include "Source/Editor/Bars/TopBar.h"
#include "Source/Editor/EditorSize.h"
#include "Source/Editor/Panels/Pages.h"
#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Source/Editor/Widgets/SourceChips.h"
#include "Source/Spectrogram/SpectrogramPanel.h"

#include <memory>

namespace melstrom
{

/** From the top: patch and backend; the spectrogram, or a panel in its place; the pages of
    parameters; keys and macros, or a panel in their place; health. Keys that no control takes: Ctrl+Z undo, Ctrl+Shift+Z and
    Ctrl+Y redo, Ctrl+F browser, Ctrl+S save, Ctrl+Shift+S save as, Ctrl+1 .. 5 pages, Ctrl+Left and
    Ctrl+Right patches, Escape closes the panel. Thread: message. */
class InstrumentEditor final : public juce::AudioProcessorEditor,
                               public juce::FileDragAndDropTarget,
                               public juce::DragAndDropContainer,
                               private juce::Timer
{
public:
    explicit InstrumentEditor (InstrumentProcessor& instrument);
    ~InstrumentEditor () override;

    void openBrowser ();
    /** fault: why an earlier attempt failed; "": no earlier attempt */
    void openSaveAs (const juce::String& fault = {});
    /** Overwrites the file of the user's own patch. Asks for a name if the patch has no file of its
        own, or if a factory patch has the same name. */
    void save ();
    void openDrawing (int oscillator); ///< 0 or 1
    void openFrontEnd ();              ///< over the pages, below the spectrogram that it changes
    void closeOverlay ();
    void showPage (int page);
    /** Shows the present values; the timer calls it. */
    void refresh ();

    void paint (juce::Graphics& graphics) override;
    void resized () override;
    bool keyPressed (const juce::KeyPress& key) override;
    void focusGained (FocusChangeType cause) override;
    /** Accepts Scala's scales and keyboard maps. */
    bool isInterestedInFileDrag (const juce::StringArray& paths) override;
    void filesDropped (const juce::StringArray& paths, int x, int y) override;

private:
    enum class Covered : std::int8_t
    {
        spectrogram,
        pages ///< and the keys
    };
    void open (std::unique_ptr<OverlayPanel> panel, Covered covered = Covered::spectrogram);
    void showCovered (bool isShown); ///< hidden parts draw nothing and have no accessible names
    void timerCallback () override { refresh (); }
    /** JUCE gave the focus to the dragged component. */
    void dragOperationEnded (const juce::DragAndDropTarget::SourceDetails&) override
    {
        keyboard_.takeFocus ();
    }

    InstrumentProcessor& instrument_;
    EditorSize size_;
    juce::SharedResourcePointer<MelstromLook> look_;
    TopBar topBar_;
    SpectrogramPanel spectrogram_;
    Pages pages_;
    SourceChips sources_;
    KeyboardBar keyboard_;
    HealthLine health_;
    LimiterLight limiter_;
    std::unique_ptr<OverlayPanel> overlay_;
    Covered covered_ = Covered::spectrogram; ///< by the overlay
    juce::TooltipWindow tooltips_ {this};
};

} // namespace melstrom
