#include "Source/Editor/InstrumentEditor.h"

#include "Engine/Realtime/Control/Modulation.h"
#include "Engine/Spec/Tuning/ScalaFiles.h"
#include "Source/Editor/Browser/BrowserPanel.h"
#include "Source/Editor/Browser/SaveAsPanel.h"
#include "Source/Editor/Panels/DrawingPanel.h"
#include "Source/Editor/Panels/FrontEndOverlay.h"
#include "Source/Editor/Widgets/ParameterEdit.h"
#include "Source/Parameters/ParameterText.h"
#include "Source/Processor/OutputLimiter.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kRefreshHz = 30, kMargin = 10, kTopBar = 42, kHealth = 24;
constexpr int kPages = 250, kKeyboard = 66; ///< heights in a window of kUsualHeight
constexpr float kUsualHeight = 700, kLeastScale = 0.9f, kMostScale = 1.5f;

ShownPatch shownPatchOf (InstrumentProcessor& processor)
{
    ShownPatch shown;
    shown.set = processor.parameters ().values ();
    if (PatchValues sounding = shown.set; processor.shownValues (sounding))
        shown.sounding = sounding;
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (isMatrixRowActive (shown.set, row))
            shown.targets.set (static_cast<std::size_t> (*matrixTargetOf (shown.set, row)));
    shown.armed = processor.midiLearn ().armed ();
    return shown;
}
} // namespace

InstrumentEditor::InstrumentEditor (InstrumentProcessor& instrument)
    : juce::AudioProcessorEditor (instrument), instrument_ (instrument), size_ (*this, instrument),
      topBar_ (instrument), spectrogram_ (instrument),
      pages_ (instrument, [this] (int oscillator) { openDrawing (oscillator); }),
      sources_ (instrument), keyboard_ (instrument),
      health_ ([&instrument] { return instrument.health (); }, true),
      limiter_ (
          [&instrument]
          {
              auto& limiter = instrument.limiter ();
              return LimiterLight::Reading {limiter.isOn (), limiter.takeReductionDb ()};
          })
{
    setLookAndFeel (look_);
    setOpaque (true);
    setTitle ("Melstrom");
    setWantsKeyboardFocus (true);
    setFocusContainerType (FocusContainerType::keyboardFocusContainer);
    for (auto* part : std::initializer_list<juce::Component*> {
             &topBar_, &spectrogram_, &pages_, &sources_, &keyboard_, &health_, &limiter_})
        addAndMakeVisible (part);
    pages_.onPageShown = [this] { refresh (); };
    spectrogram_.allowFolding ([this] { resized (); });
    spectrogram_.onAllSettings = [this] { openFrontEnd (); };
    spectrogram_.setHint ("Press A, S, D or F to play, or click the keys below.\n"
                          "Z and X go an octave down and up.");
    topBar_.patchStrip ().onBrowse = [this] { openBrowser (); };
    topBar_.patchStrip ().onSave = [this] { save (); };
    topBar_.patchStrip ().onSaveAs = [this] { openSaveAs (); };
    size_.restore ();
    refresh ();
    startTimerHz (kRefreshHz);
}

InstrumentEditor::~InstrumentEditor ()
{
    stopTimer ();
    overlay_.reset ();
    setLookAndFeel (nullptr);
}

void InstrumentEditor::refresh ()
{
    const auto shown = shownPatchOf (instrument_);
    pages_.refresh (shown);
    sources_.refresh (shown);
    keyboard_.refresh (shown);
}

void InstrumentEditor::showPage (int page)
{
    pages_.showPage (page);
}

void InstrumentEditor::open (std::unique_ptr<OverlayPanel> panel, Covered covered)
{
    closeOverlay ();
    overlay_ = std::move (panel);
    covered_ = covered;
    overlay_->onClose = [this] { closeOverlay (); };
    addAndMakeVisible (*overlay_);
    resized (); // the panel needs room also while the spectrogram is folded
    showCovered (false);
    overlay_->takeFocus ();
}

void InstrumentEditor::showCovered (bool isShown)
{
    if (covered_ == Covered::spectrogram)
        return spectrogram_.setVisible (isShown);
    for (auto* part : std::initializer_list<juce::Component*> {&pages_, &sources_, &keyboard_})
        part->setVisible (isShown);
}

void InstrumentEditor::closeOverlay ()
{
    if (overlay_ == nullptr)
        return;
    showCovered (true);
    overlay_.reset ();
    resized ();
    keyboard_.takeFocus ();
}

void InstrumentEditor::openBrowser ()
{
    open (std::make_unique<BrowserPanel> (instrument_));
}
void InstrumentEditor::openSaveAs (const juce::String& fault)
{
    open (std::make_unique<SaveAsPanel> (instrument_, fault));
}

void InstrumentEditor::save ()
{
    const auto patch = instrument_.patch ();
    if (! instrument_.patches ().isUsersAlone (patch.name))
        return openSaveAs ();
    const auto saved = instrument_.patches ().save (patch);
    if (auto* const browser = dynamic_cast<BrowserPanel*> (overlay_.get ()))
        browser->showStore ();
    if (saved)
        instrument_.renamePatch (patch);
    else
        openSaveAs (textOf (saved.error ().message));
}

void InstrumentEditor::openDrawing (int oscillator)
{
    open (std::make_unique<DrawingPanel> (instrument_, oscillator));
}

void InstrumentEditor::openFrontEnd ()
{
    open (std::make_unique<FrontEndOverlay> (spectrogram_), Covered::pages);
}

void InstrumentEditor::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void InstrumentEditor::resized ()
{
    auto area = getLocalBounds ().reduced (kMargin, 0);
    topBar_.setBounds (area.removeFromTop (kTopBar));
    auto bottom = area.removeFromBottom (kHealth).withTrimmedRight (kMargin);
    limiter_.setBounds (bottom.removeFromRight (LimiterLight::kWidth));
    health_.setBounds (bottom);
    const float scale =
        juce::jlimit (kLeastScale, kMostScale, static_cast<float> (getHeight ()) / kUsualHeight);
    keyboard_.setBounds (
        area.removeFromBottom (juce::roundToInt (kKeyboard * std::min (scale, 1.2f))));
    area.removeFromBottom (Theme::kGap);
    // a folded spectrogram leaves its room to the pages
    const bool isFolded =
        spectrogram_.isFolded () && (overlay_ == nullptr || covered_ == Covered::pages);
    const int pagesHeight = isFolded
                                ? area.getHeight () - SpectrogramPanel::kFoldedHeight - Theme::kGap
                                : juce::roundToInt (kPages * scale);
    pages_.setBounds (area.removeFromBottom (pagesHeight));
    sources_.setBounds (pages_.getBounds ()
                            .withHeight (Pages::kTabs - 4)
                            .withTrimmedLeft (pages_.tabsWidth () + Theme::kGap));
    area.removeFromBottom (Theme::kGap);
    spectrogram_.setBounds (area);
    if (overlay_ != nullptr)
        overlay_->setBounds (covered_ == Covered::spectrogram
                                 ? area
                                 : pages_.getBounds ().getUnion (keyboard_.getBounds ()));
    refresh ();
    size_.keep ();
}

bool InstrumentEditor::keyPressed (const juce::KeyPress& key)
{
    using juce::KeyPress;
    using juce::ModifierKeys;
    const auto command = ModifierKeys::commandModifier;
    const int code = key.getKeyCode ();
    if (key == KeyPress ('z', command, 0))
        instrument_.undo ().undo ();
    else if (key == KeyPress ('z', command | ModifierKeys::shiftModifier, 0) ||
             key == KeyPress ('y', command, 0))
        instrument_.undo ().redo ();
    else if (key == KeyPress ('f', command, 0))
        openBrowser ();
    else if (key == KeyPress ('s', command, 0))
        save ();
    else if (key == KeyPress ('s', command | ModifierKeys::shiftModifier, 0))
        openSaveAs ();
    else if (key.getModifiers ().isCommandDown () && code >= '1' && code < '1' + pages_.numPages ())
        showPage (code - '1');
    else if (key == KeyPress (KeyPress::leftKey, command, 0) ||
             key == KeyPress (KeyPress::rightKey, command, 0))
        topBar_.patchStrip ().step (code == KeyPress::leftKey ? -1 : 1);
    else if (key == KeyPress::escapeKey && overlay_ != nullptr)
        closeOverlay ();
    else
        return false;
    return true;
}

void InstrumentEditor::focusGained (FocusChangeType)
{
    keyboard_.takeFocus (); // letters play notes; unused keys come back to this editor
}

bool InstrumentEditor::isInterestedInFileDrag (const juce::StringArray& paths)
{
    return std::any_of (paths.begin (), paths.end (),
                        [] (const juce::String& path)
                        { return isScalaFile (path.toStdString ()); });
}

void InstrumentEditor::filesDropped (const juce::StringArray& paths, int, int)
{
    pages_.loadScales (paths);
    refresh ();
}

juce::AudioProcessorEditor* makeInstrumentEditor (InstrumentProcessor& processor)
{
    return new InstrumentEditor (processor);
}

} // namespace melstrom
