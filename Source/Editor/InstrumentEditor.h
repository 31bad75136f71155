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

/** From the top: patch and engine; the spectrogram, or a panel in its place; the pages of the sound; keys and
    macros; health. Keys, where no control takes them: Ctrl+Z and Ctrl+Shift+Z, Ctrl+F browser, Ctrl+S save,
    Ctrl+Shift+S save as, Ctrl+1 .. 5 pages, Ctrl+Left and Right patches, Escape closes what lies over the spectrogram. Thread: message. */
class InstrumentEditor final : public juce::AudioProcessorEditor,
                               public juce::FileDragAndDropTarget,
                               public juce::DragAndDropContainer,
                               private juce::Timer
{
public:
    explicit InstrumentEditor (InstrumentProcessor& instrument);
    ~InstrumentEditor () override;

    void openBrowser ();
    /** fault: why the sound could not be saved before; "": it was not tried */
    void openSaveAs (const juce::String& fault = {});
    /** Over the file of the user's own patch; asks for a name where there is none, or the factory has it as well. */
    void save ();
    void openDrawing (int oscillator); ///< 0 or 1
    void closeOverlay ();
    void showPage (int page);
    /** What its timer does: shows values as they are now. */
    void refresh ();

    void paint (juce::Graphics& graphics) override;
    void resized () override;
    bool keyPressed (const juce::KeyPress& key) override;
    void focusGained (FocusChangeType cause) override;
    /** Scala's scales and keyboard maps. */
    bool isInterestedInFileDrag (const juce::StringArray& paths) override;
    void filesDropped (const juce::StringArray& paths, int x, int y) override;

private:
    void open (std::unique_ptr<OverlayPanel> panel);
    void timerCallback () override { refresh (); }
    /** JUCE gave the focus to what was dragged. */
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
    std::unique_ptr<OverlayPanel> overlay_; ///< over the spectrogram
    juce::TooltipWindow tooltips_ {this};
};

} // namespace melstrom
