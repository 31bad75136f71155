#include "Standalone/App/Window/MidiInputList.h"

#include "Source/Look/Theme.h"

namespace melstrom
{

namespace
{
constexpr int kLine = 24;
/** JUCE's selector begins its controls at this share of its width. */
constexpr double kLabelShare = 0.35;
} // namespace

MidiInputList::MidiInputList (MidiInputs& inputs) : inputs_ (inputs)
{
    setTitle ("MIDI inputs");
    setFocusContainerType (FocusContainerType::focusContainer);
    inputs_.onChange = [this] { update (); };
    inputs_.look ();
    update ();
}

MidiInputList::~MidiInputList ()
{
    inputs_.onChange = nullptr;
}

void MidiInputList::update ()
{
    switches_.clear ();
    for (const auto& input : inputs_.inputs ())
    {
        auto text = input.name;
        if (input.isOn && ! input.isOpen)
            text += " (cannot be opened; another program may have it)";
        auto& button = *switches_.emplace_back (std::make_unique<juce::ToggleButton> (text));
        button.setTitle ("MIDI input: " + text);
        button.setTooltip ("The synthesizer plays what comes from here");
        button.setToggleState (input.isOn, juce::dontSendNotification);
        button.onClick = [this, &button, name = input.name]
        {
            // later: it ends this button
            juce::MessageManager::callAsync (
                [safe = SafePointer<MidiInputList> (this), name, isOn = button.getToggleState ()]
                {
                    if (safe != nullptr)
                        safe->inputs_.turnOn (name, isOn);
                });
        };
        addAndMakeVisible (button);
    }
    if (onHeight)
        onHeight ();
    resized ();
    repaint ();
}

int MidiInputList::height () const
{
    return kLine * std::max (1, static_cast<int> (switches_.size ())) + Theme::kGap;
}

void MidiInputList::resized ()
{
    auto area = getLocalBounds ().withTrimmedLeft (juce::roundToInt (kLabelShare * getWidth ()));
    for (auto& button : switches_)
        button->setBounds (area.removeFromTop (kLine));
}

void MidiInputList::paint (juce::Graphics& graphics)
{
    const int left = juce::roundToInt (kLabelShare * getWidth ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.setColour (Theme::text ());
    graphics.drawText ("MIDI inputs:", 0, 0, left - Theme::kGap, kLine,
                       juce::Justification::centredRight);
    graphics.setColour (Theme::dimText ());
    if (switches_.empty ())
        graphics.drawText ("none is connected; a keyboard is heard as soon as it is", left, 0,
                           getWidth () - left, kLine, juce::Justification::centredLeft);
}

} // namespace melstrom
