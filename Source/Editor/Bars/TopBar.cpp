#include "Source/Editor/Bars/TopBar.h"

#include "Source/Processor/OutputLimiter.h"

namespace melstrom
{

namespace
{
constexpr int kNameWidth = 132, kEngineWidth = 148, kMostStripWidth = 720;
}

void paintProductName (juce::Graphics& graphics, juce::Rectangle<int> area,
                       const juce::String& kind)
{
    juce::AttributedString text;
    text.setJustification (juce::Justification::centredLeft);
    text.append ("Melstrom", Theme::font (20.0f, true), Theme::text ());
    if (kind.isNotEmpty ())
        text.append ("  " + kind, Theme::font (Theme::kText), Theme::dimText ());
    text.draw (graphics, area.toFloat ());
}

TopBar::TopBar (InstrumentProcessor& processor)
    : processor_ (processor), patchStrip_ (processor),
      engine_ (
          [&processor] {
              return EngineMenu::Choice {processor.backend (), processor.latency ()};
          },
          [&processor] (const EngineMenu::Choice& choice)
          { processor.setEngine (choice.backend, choice.latency.value_or (LatencyMode::safe)); },
          EngineMenu::Switch {
              "Output of all instances",
              "Limiter: keeps the output below 0 dBFS; sound below -1 dBFS does not change",
              [&processor] { return processor.limiter ().isOn (); },
              [&processor] (bool isOn) { processor.limiter ().setOn (isOn); }})
{
    setOpaque (true);
    setTitle ("Patch and engine");
    undo_.onClick = [this] { processor_.undo ().undo (); };
    redo_.onClick = [this] { processor_.undo ().redo (); };
    for (auto* part :
         std::initializer_list<juce::Component*> {&patchStrip_, &undo_, &redo_, &engine_})
        addAndMakeVisible (part);
    processor_.undo ().addChangeListener (this);
    processor_.patchChanges ().addChangeListener (this);
    changeListenerCallback (nullptr);
}

TopBar::~TopBar ()
{
    processor_.undo ().removeChangeListener (this);
    processor_.patchChanges ().removeChangeListener (this);
}

void TopBar::changeListenerCallback (juce::ChangeBroadcaster*)
{
    undo_.setEnabled (processor_.undo ().canUndo ());
    redo_.setEnabled (processor_.undo ().canRedo ());
    engine_.update ();
}

void TopBar::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    paintProductName (graphics, getLocalBounds ().removeFromLeft (kNameWidth), {});
}

void TopBar::resized ()
{
    auto area = getLocalBounds ().withSizeKeepingCentre (getWidth (), Theme::kControl);
    engine_.setBounds (area.removeFromRight (kEngineWidth));
    area.removeFromRight (Theme::kGap);
    redo_.setBounds (area.removeFromRight (Theme::kControl + 4));
    area.removeFromRight (Theme::kGap - 2);
    undo_.setBounds (area.removeFromRight (Theme::kControl + 4));
    area.removeFromLeft (kNameWidth);
    area.removeFromRight (2 * Theme::kGap);
    // centred in the window if there is room
    const int width = std::min (area.getWidth (), kMostStripWidth);
    const int x = juce::jlimit (area.getX (), area.getRight () - width, (getWidth () - width) / 2);
    patchStrip_.setBounds (area.withX (x).withWidth (width));
}

} // namespace melstrom
