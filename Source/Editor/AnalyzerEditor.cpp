#include "Source/Editor/AnalyzerEditor.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kMargin = 10, kFooter = 34, kEngineWidth = 130, kCorner = 18;
constexpr int kLeastPanel = 380, kMostPanel = 640; ///< widths of the front end's settings
} // namespace

AnalyzerEditor::AnalyzerEditor (AnalyzerProcessor& analyzer)
    : juce::AudioProcessorEditor (analyzer), size_ (*this, analyzer), spectrogram_ (analyzer),
      health_ ([&analyzer] { return analyzer.health (); }, false),
      engine_ (
          [&analyzer] {
              return EngineMenu::Choice {analyzer.backend (), {}};
          },
          [&analyzer] (const EngineMenu::Choice& choice) { analyzer.setBackend (choice.backend); })
{
    setLookAndFeel (look_);
    setOpaque (true);
    setTitle ("Melstrom Analyzer");
    setFocusContainerType (FocusContainerType::keyboardFocusContainer);
    spectrogram_.setHint ("No sound yet: play the track of this effect.");
    spectrogram_.onAllSettings = [this] { openFrontEnd (); };
    addAndMakeVisible (spectrogram_);
    addAndMakeVisible (health_);
    addAndMakeVisible (engine_);
    size_.restore ();
}

AnalyzerEditor::~AnalyzerEditor ()
{
    setLookAndFeel (nullptr);
}

void AnalyzerEditor::openFrontEnd ()
{
    if (frontEnd_ == nullptr)
    {
        frontEnd_ = std::make_unique<FrontEndOverlay> (spectrogram_);
        frontEnd_->onClose = [this] { closeFrontEnd (); };
        addAndMakeVisible (*frontEnd_);
        resized ();
    }
    frontEnd_->takeFocus ();
}

void AnalyzerEditor::closeFrontEnd ()
{
    frontEnd_.reset ();
    resized ();
    spectrogram_.grabKeyboardFocus ();
}

void AnalyzerEditor::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void AnalyzerEditor::resized ()
{
    auto area = getLocalBounds ().reduced (kMargin, 0).withTrimmedTop (kMargin);
    auto footer = area.removeFromBottom (kFooter).withTrimmedRight (kCorner - kMargin);
    engine_.setBounds (footer.removeFromRight (kEngineWidth)
                           .withSizeKeepingCentre (kEngineWidth, Theme::kControl));
    footer.removeFromRight (Theme::kGap);
    health_.setBounds (footer);
    if (frontEnd_ != nullptr)
    {
        frontEnd_->setBounds (
            area.removeFromRight (std::clamp (area.getWidth () / 2, kLeastPanel, kMostPanel)));
        area.removeFromRight (Theme::kGap);
    }
    spectrogram_.setBounds (area);
    size_.keep ();
}

juce::AudioProcessorEditor* makeAnalyzerEditor (AnalyzerProcessor& processor)
{
    return new AnalyzerEditor (processor);
}

} // namespace melstrom
