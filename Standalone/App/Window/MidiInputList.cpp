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
    inputs_.look ();
    inputs_.onChange = [this] { update (); };
    update ();
}

MidiInputList::~MidiInputList ()
{
    inputs_.onChange = nullptr;
}

void MidiInputList::update ()
{
    const auto& inputs = inputs_.inputs ();
    switches_.resize (inputs.size ());
    for (std::size_t n = 0; n < inputs.size (); ++n)
    {
        const auto& input = inputs[n];
        auto& button = switches_[n]; // one that has the keyboard stays
        if (button == nullptr || button->getName () != input.name)
        {
            button = std::make_unique<juce::ToggleButton> ();
            button->setName (input.name);
            button->onClick = [this, &one = *button]
            { inputs_.turnOn (one.getName (), one.getToggleState ()); };
            addAndMakeVisible (*button);
        }
        const bool isHeard = input.fault.isEmpty ();
        const auto text = isHeard ? input.name : input.name + " (" + input.fault + ")";
        button->setTooltip (isHeard ? "The synthesizer plays what comes from here"
                                    : text + ". It is tried again every two seconds");
        button->setButtonText (text);
        button->setTitle ("MIDI input: " + text);
        button->setToggleState (input.isOn, juce::dontSendNotification);
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
