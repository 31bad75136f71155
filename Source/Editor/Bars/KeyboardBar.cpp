#include "Source/Editor/Bars/KeyboardBar.h"

#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kLowestOctave = 0, kHighestOctave = 9, kKeysInOctave = 12, kWhiteKeysInOctave = 7;
constexpr float kKeyWidth = 20.0f; ///< pixels of a white key, approximately
constexpr int kKnobWidth = 60, kShift = 50, kWheel = 32;
constexpr int kRepeatMs = 12; ///< longest gap between the two events of a key that X repeats
} // namespace

PianoKeys::PianoKeys (juce::MidiKeyboardState& played)
    : juce::MidiKeyboardComponent (played, horizontalKeyboard)
{
    setTitle ("Keyboard");
    setHelpText ("The keys a, w, s, e, d and so on play notes; z and x move the keys an octave "
                 "down and up.");
    setScrollButtonsVisible (false);
    setOctaveForMiddleC (4);
    setKeyPressBaseOctave (octave_ + 1); // JUCE counts from the octave of key 0
    setColour (whiteNoteColourId, juce::Colour (0xffd5dae1));
    setColour (blackNoteColourId, juce::Colour (0xff20252d));
    setColour (keySeparatorLineColourId, juce::Colour (0xff6f7985));
    setColour (textLabelColourId, juce::Colour (0xff4a535f));
    setColour (shadowColourId, juce::Colours::transparentBlack);
}

void PianoKeys::shiftOctave (int way)
{
    octave_ = juce::jlimit (kLowestOctave, kHighestOctave, octave_ + way);
    setKeyPressBaseOctave (octave_ + 1);
    fitRange ();
}

bool PianoKeys::keyPressed (const juce::KeyPress& key)
{
    const auto letter = key.getTextCharacter ();
    if (key.getModifiers ().isAnyModifierKeyDown () || (letter != 'z' && letter != 'x'))
        return juce::MidiKeyboardComponent::keyPressed (key);
    shiftOctave (letter == 'z' ? -1 : 1);
    return true;
}

/** X repeats a held key as a release and a press. JUCE joins the two only if both have arrived;
    otherwise a held key would sound again at each repeat. So a release counts only if the key is
    still up after kRepeatMs. */
bool PianoKeys::keyStateChanged (bool isKeyDown)
{
    if (isKeyDown)
        return juce::MidiKeyboardComponent::keyStateChanged (true);
    juce::Timer::callAfterDelay (kRepeatMs,
                                 [keys = juce::Component::SafePointer<PianoKeys> (this)]
                                 {
                                     if (keys != nullptr)
                                         keys->juce::MidiKeyboardComponent::keyStateChanged (false);
                                 });
    return false;
}

void PianoKeys::resized ()
{
    juce::MidiKeyboardComponent::resized ();
    fitRange ();
}

void PianoKeys::fitRange ()
{
    const float octaves = static_cast<float> (getWidth ()) / (kKeyWidth * kWhiteKeysInOctave);
    const int numOctaves = juce::jlimit (2, 7, juce::roundToInt (octaves));
    const int lowestKey = juce::jlimit (0, 120 - numOctaves * kKeysInOctave,
                                        kKeysInOctave * (octave_ + 1 - (numOctaves - 1) / 2));
    const int numWhite = numOctaves * kWhiteKeysInOctave + 1;
    setKeyWidth (static_cast<float> (getWidth ()) / static_cast<float> (numWhite));
    setAvailableRange (lowestKey, std::min (127, lowestKey + numOctaves * kKeysInOctave));
}

void PianoKeys::drawWhiteNote (int note, juce::Graphics& graphics, juce::Rectangle<float> area,
                               bool isDown, bool isOver, juce::Colour line, juce::Colour text)
{
    auto colour = findColour (whiteNoteColourId);
    if (isDown || isOver)
        colour = colour.interpolatedWith (Theme::accent (), isDown ? 0.75f : 0.25f);
    graphics.setColour (line);
    graphics.fillRect (area);
    graphics.setColour (colour);
    graphics.fillRect (area.withTrimmedRight (1.0f));
    if (note % kKeysInOctave != 0)
        return;
    graphics.setColour (text);
    graphics.setFont (Theme::font (Theme::kTinyText));
    graphics.drawText (getWhiteNoteText (note),
                       area.removeFromBottom (15.0f).withTrimmedRight (1.0f),
                       juce::Justification::centred, false);
}

void PianoKeys::drawBlackNote (int, juce::Graphics& graphics, juce::Rectangle<float> area,
                               bool isDown, bool isOver, juce::Colour fill)
{
    graphics.setColour (Theme::background ());
    graphics.fillRect (area);
    graphics.setColour (isDown ? Theme::accent ()
                               : (isOver ? fill.brighter (0.5f) : fill.brighter (0.12f)));
    graphics.fillRect (area.reduced (1.5f, 0).withTrimmedBottom (isDown ? 2.0f : 4.0f));
}

void PianoKeys::focusGained (FocusChangeType)
{
    repaint ();
}

KeyboardBar::KeyboardBar (InstrumentProcessor& processor)
    : processor_ (processor), pitch_ (processor.played (), PlayWheel::Kind::pitch),
      modulation_ (processor.played (), PlayWheel::Kind::modulation), keys_ (processor.keyboard ())
{
    setOpaque (true);
    setTitle ("Keyboard, wheels, macros and volume");
    lower_.onClick = [this] { keys_.shiftOctave (-1); };
    higher_.onClick = [this] { keys_.shiftOctave (1); };
    lower_.setTooltip ("An octave down (z)");
    higher_.setTooltip ("An octave up (x)");
    for (auto* const part :
         std::initializer_list<juce::Component*> {&lower_, &higher_, &pitch_, &modulation_, &keys_})
        addAndMakeVisible (part);
    for (int macro = 0; macro < kNumMacros; ++macro)
    {
        knobs_.push_back (
            std::make_unique<ParameterKnob> (processor, keyAfter (PatchKey::macro1, macro)));
        knobs_.back ()->onRename = [this, macro] (const juce::String& name)
        {
            auto patch = processor_.patch ();
            patch.macroNames[static_cast<std::size_t> (macro)] = name.toStdString ();
            processor_.changePatch (patch);
        };
    }
    knobs_.push_back (std::make_unique<ParameterKnob> (processor, PatchKey::volume));
    for (auto& knob : knobs_)
        addAndMakeVisible (*knob);
    processor_.patchChanges ().addChangeListener (this);
    showNames ();
}

KeyboardBar::~KeyboardBar ()
{
    processor_.patchChanges ().removeChangeListener (this);
}

void KeyboardBar::showNames ()
{
    const auto names = processor_.patch ().macroNames;
    for (std::size_t macro = 0; macro < names.size (); ++macro)
        knobs_[macro]->setPatchName (textOf (names[macro]));
}

void KeyboardBar::takeFocus ()
{
    if (keys_.isShowing ())
        keys_.grabKeyboardFocus ();
}

void KeyboardBar::refresh (const ShownPatch& shown)
{
    pitch_.refresh (shown);
    modulation_.refresh (shown);
    for (auto& knob : knobs_)
        knob->refresh (shown);
}

void KeyboardBar::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    graphics.setColour (Theme::panel ());
    const int left = knobs_.front ()->getX () - 4;
    graphics.fillRoundedRectangle (getLocalBounds ().withLeft (left).toFloat (), Theme::kCorner);
}

void KeyboardBar::resized ()
{
    auto area = getLocalBounds ();
    auto knobs =
        area.removeFromRight (kKnobWidth * static_cast<int> (knobs_.size ()) + 8).reduced (4, 2);
    for (auto& knob : knobs_)
        knob->setBounds (knobs.removeFromLeft (kKnobWidth));
    area.removeFromRight (Theme::kGap);
    auto shifts = area.removeFromLeft (kShift);
    higher_.setBounds (shifts.removeFromTop (shifts.getHeight () / 2).withTrimmedBottom (1));
    lower_.setBounds (shifts.withTrimmedTop (1));
    area.removeFromLeft (4);
    pitch_.setBounds (area.removeFromLeft (kWheel));
    modulation_.setBounds (area.removeFromLeft (kWheel));
    area.removeFromLeft (4);
    keys_.setBounds (area);
}

} // namespace melstrom
