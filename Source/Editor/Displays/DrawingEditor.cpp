#include "Source/Editor/Displays/DrawingEditor.h"

#include "Engine/Spec/Patch/Patch.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr float kNumbers = 16.0f, kKeyStep = 0.05f;

bool isNumbered (int harmonic)
{
    return harmonic == 0 || (harmonic + 1) % 8 == 0;
}
} // namespace

DrawingEditor::DrawingEditor (std::vector<float> amplitudes) : amplitudes_ (std::move (amplitudes))
{
    setOpaque (true);
    setTitle ("Harmonics");
    setHelpText ("Left and right choose a harmonic, up and down change it, Delete silences it.");
    setWantsKeyboardFocus (true);
    setMouseCursor (juce::MouseCursor::CrosshairCursor);
}

void DrawingEditor::setAmplitudes (std::vector<float> amplitudes)
{
    amplitudes_ = std::move (amplitudes);
    repaint ();
    onDrawn ();
}

juce::Rectangle<float> DrawingEditor::drawnArea () const
{
    return getLocalBounds ().toFloat ().reduced (8.0f, 6.0f).withTrimmedBottom (kNumbers);
}

int DrawingEditor::harmonicAt (float x) const
{
    const auto area = drawnArea ();
    return juce::jlimit (0, kShown - 1,
                         static_cast<int> ((x - area.getX ()) / area.getWidth () * kShown));
}

void DrawingEditor::set (int harmonic, float amplitude)
{
    const auto index = static_cast<std::size_t> (harmonic);
    if (amplitudes_.size () <= index)
        amplitudes_.resize (index + 1, 0.0f);
    amplitudes_[index] = juce::jlimit (-1.0f, 1.0f, amplitude);
    repaint ();
}

void DrawingEditor::drawTo (juce::Point<float> place)
{
    const auto area = drawnArea ();
    const auto from = last_.value_or (place);
    const int first = harmonicAt (from.x), end = harmonicAt (place.x), way = end >= first ? 1 : -1;
    for (int harmonic = first;; harmonic += way)
    {
        const float share =
            first == end ? 1.0f
                         : static_cast<float> (harmonic - first) / static_cast<float> (end - first);
        const float y = from.y + share * (place.y - from.y);
        const float amplitude = (area.getCentreY () - y) / (area.getHeight () / 2);
        set (harmonic, std::abs (amplitude) < 0.02f ? 0.0f : amplitude); // snaps to 0 below 0.02
        if (harmonic == end)
            break;
    }
    chosen_ = end;
    last_ = place;
}

void DrawingEditor::mouseDown (const juce::MouseEvent& event)
{
    last_.reset ();
    drawTo (event.position);
}

void DrawingEditor::mouseDrag (const juce::MouseEvent& event)
{
    drawTo (event.position);
}

void DrawingEditor::mouseUp (const juce::MouseEvent&)
{
    last_.reset ();
    onDrawn ();
}

bool DrawingEditor::keyPressed (const juce::KeyPress& key)
{
    const auto index = static_cast<std::size_t> (chosen_);
    const float now = index < amplitudes_.size () ? amplitudes_[index] : 0.0f;
    const int code = key.getKeyCode ();
    if (code == juce::KeyPress::leftKey || code == juce::KeyPress::rightKey)
    {
        chosen_ =
            juce::jlimit (0, kShown - 1, chosen_ + (code == juce::KeyPress::leftKey ? -1 : 1));
        repaint ();
        return true;
    }
    if (code == juce::KeyPress::upKey || code == juce::KeyPress::downKey)
        set (chosen_, now + (code == juce::KeyPress::upKey ? kKeyStep : -kKeyStep));
    else if (code == juce::KeyPress::deleteKey || code == juce::KeyPress::backspaceKey)
        set (chosen_, 0);
    else
        return false;
    onDrawn ();
    return true;
}

void DrawingEditor::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    const auto area = drawnArea ();
    const float step = area.getWidth () / kShown, zero = area.getCentreY ();
    graphics.setFont (Theme::font (Theme::kTinyText));
    for (int harmonic = 0; harmonic < kShown; ++harmonic)
    {
        const auto index = static_cast<std::size_t> (harmonic);
        const float x = area.getX () + step * static_cast<float> (harmonic);
        const float height =
            (index < amplitudes_.size () ? amplitudes_[index] : 0.0f) * area.getHeight () / 2;
        graphics.setColour (Theme::panel ());
        graphics.fillRect (x + 1, area.getY (), step - 2, area.getHeight ());
        graphics.setColour (harmonic == chosen_ && hasKeyboardFocus (false) ? Theme::text ()
                                                                            : Theme::accent ());
        graphics.fillRect (x + 1, std::min (zero, zero - height), step - 2,
                           std::max (1.0f, std::abs (height)));
        if (! isNumbered (harmonic))
            continue;
        graphics.setColour (Theme::dimText ());
        graphics.drawText (
            juce::String (harmonic + 1),
            juce::Rectangle<float> (x - 12, area.getBottom () + 2, step + 24, kNumbers - 2),
            juce::Justification::centred, false);
    }
    if (hasKeyboardFocus (false))
        MelstromLook::drawFocusRing (graphics, getLocalBounds ().toFloat (), 2.0f);
}

void DrawingEditor::focusGained (FocusChangeType)
{
    repaint ();
}
void DrawingEditor::focusLost (FocusChangeType)
{
    repaint ();
}

} // namespace melstrom
