#include "Source/Editor/Displays/SpectrumDisplay.h"

#include "Engine/Dsp/Voice/PartialTable.h"
#include "Source/Look/IconButton.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{
constexpr double kShownRatios = 32, kLowestDb = -60;
constexpr float kPencil = 12, kInvitation = 40; ///< pixels: side of the icon; width with its text
} // namespace

SpectrumDisplay::SpectrumDisplay (InstrumentProcessor& processor, int oscillator,
                                  std::function<void ()> openDrawing)
    : processor_ (processor), oscillator_ (oscillator), openDrawing_ (std::move (openDrawing))
{
    setTitle ("Harmonics of oscillator " + juce::String (oscillator + 1));
    setTooltip ("The first " + juce::String (juce::roundToInt (kShownRatios)) +
                " harmonics, over a range of 60 dB. Click to draw them.");
    setWantsKeyboardFocus (true);
    setMouseCursor (juce::MouseCursor::PointingHandCursor);
    processor_.patchChanges ().addChangeListener (this);
    readDrawing ();
}

SpectrumDisplay::~SpectrumDisplay ()
{
    processor_.patchChanges ().removeChangeListener (this);
}

void SpectrumDisplay::readDrawing ()
{
    auto drawing = processor_.patch ().drawings[static_cast<std::size_t> (oscillator_)];
    if (drawing == drawing_)
        return;
    drawing_ = std::move (drawing);
    repaint ();
}

void SpectrumDisplay::changeListenerCallback (juce::ChangeBroadcaster*)
{
    readDrawing ();
}

SpectrumDisplay::Values SpectrumDisplay::read (const ShownPatch& shown) const
{
    const auto of = [&] (PatchKey key) { return shown.set[oscillatorKey (oscillator_, key)]; };
    return {of (PatchKey::osc1Spectrum), of (PatchKey::osc1PulseWidth), of (PatchKey::osc1Partials),
            of (PatchKey::osc1Tilt)};
}

void SpectrumDisplay::paintValues (juce::Graphics& graphics, juce::Rectangle<float> area,
                                   const Values& values)
{
    const auto spectrum =
        harmonicSpectrum (static_cast<SpectrumShape> (std::lround (values[0])),
                          static_cast<int> (values[2]), static_cast<double> (values[1]), drawing_);
    std::vector<double> levelsDb;
    for (std::size_t i = 0; i < spectrum.ratios.size () && spectrum.ratios[i] <= kShownRatios; ++i)
        levelsDb.push_back (20 * std::log10 (std::max (std::abs (spectrum.amplitudes[i]), 1e-9)) +
                            static_cast<double> (values[3]) * std::log2 (spectrum.ratios[i]));
    paintGridLine (graphics, area, 0);
    const float step = area.getWidth () / static_cast<float> (kShownRatios);
    const double loudest =
        levelsDb.empty () ? 0 : *std::max_element (levelsDb.begin (), levelsDb.end ());
    graphics.setColour (Theme::accent ());
    for (std::size_t i = 0; i < levelsDb.size (); ++i)
    {
        const auto height =
            static_cast<float> (1 - (levelsDb[i] - loudest) / kLowestDb) * area.getHeight ();
        if (height > 0)
            graphics.fillRect (area.getX () + step * static_cast<float> (spectrum.ratios[i] - 0.5),
                               area.getBottom () - height, std::max (1.0f, step * 0.55f), height);
    }
    paintInvitation (graphics, area);
    if (hasKeyboardFocus (false))
        MelstromLook::drawFocusRing (graphics, getLocalBounds ().toFloat (), Theme::kCorner - 1.0f);
}

void SpectrumDisplay::paintInvitation (juce::Graphics& graphics, juce::Rectangle<float> area) const
{
    const bool isOver = isMouseOver ();
    const auto colour = isOver ? Theme::text () : Theme::dimText ();
    if (isOver)
    {
        graphics.setColour (Theme::accent ().withAlpha (0.6f));
        graphics.drawRoundedRectangle (getLocalBounds ().toFloat ().reduced (0.5f),
                                       Theme::kCorner - 1.0f, 1.0f);
    }
    auto place = area.removeFromTop (kPencil).removeFromRight (kInvitation);
    drawIcon (graphics, Icon::pencil, place.removeFromRight (kPencil), colour);
    graphics.setColour (colour);
    graphics.setFont (Theme::font (Theme::kTinyText));
    if (isOver)
        graphics.drawText ("Draw", place.withTrimmedRight (3), juce::Justification::centredRight,
                           false);
}

void SpectrumDisplay::mouseEnter (const juce::MouseEvent&)
{
    repaint ();
}
void SpectrumDisplay::mouseExit (const juce::MouseEvent&)
{
    repaint ();
}

void SpectrumDisplay::mouseUp (const juce::MouseEvent& event)
{
    if (event.mouseWasClicked () && ! event.mods.isPopupMenu ())
        openDrawing_ ();
}

bool SpectrumDisplay::keyPressed (const juce::KeyPress& key)
{
    if (key != juce::KeyPress::returnKey)
        return false;
    openDrawing_ ();
    return true;
}

void SpectrumDisplay::focusGained (FocusChangeType)
{
    repaint ();
}
void SpectrumDisplay::focusLost (FocusChangeType)
{
    repaint ();
}

} // namespace melstrom
