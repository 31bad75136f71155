#include "Source/Editor/Panels/DrawingPanel.h"

#include "Engine/Dsp/Voice/PartialTable.h"
#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
/** Amplitudes at whole multiples of the fundamental, scaled so that the loudest is 1. */
std::vector<float> amplitudesOf (const HarmonicSpectrum& spectrum)
{
    std::vector<float> amplitudes;
    double loudest = 1e-9;
    for (std::size_t i = 0; i < spectrum.ratios.size (); ++i)
    {
        const auto index =
            static_cast<std::size_t> (std::max (0L, std::lround (spectrum.ratios[i]) - 1));
        if (index >= static_cast<std::size_t> (kMaxPartials))
            continue;
        amplitudes.resize (std::max (amplitudes.size (), index + 1), 0.0f);
        amplitudes[index] += static_cast<float> (spectrum.amplitudes[i]);
        loudest = std::max (loudest, std::abs (static_cast<double> (amplitudes[index])));
    }
    for (auto& amplitude : amplitudes)
        amplitude = static_cast<float> (static_cast<double> (amplitude) / loudest);
    return amplitudes;
}

std::vector<float> presentAmplitudes (const Patch& patch, int oscillator)
{
    const auto shape =
        patch.choice<SpectrumShape> (oscillatorKey (oscillator, PatchKey::osc1Spectrum));
    const auto& drawing = patch.drawings[static_cast<std::size_t> (oscillator)];
    if (shape == SpectrumShape::drawn)
        return drawing;
    const auto width =
        static_cast<double> (patch[oscillatorKey (oscillator, PatchKey::osc1PulseWidth)]);
    return amplitudesOf (harmonicSpectrum (shape, DrawingEditor::kShown, width, drawing));
}
} // namespace

DrawingPanel::DrawingPanel (InstrumentProcessor& processor, int oscillator)
    : OverlayPanel ("Harmonics of oscillator " + juce::String (oscillator + 1)),
      processor_ (processor), oscillator_ (oscillator),
      editor_ (presentAmplitudes (processor.patch (), oscillator))
{
    editor_.onDrawn = [this] { apply (); };
    addAndMakeVisible (editor_);
    const auto addStart = [this] (const juce::String& text, const std::vector<float>& amplitudes)
    {
        auto& button = starts_.emplace_back (std::make_unique<juce::TextButton> (text));
        button->setTooltip ("Begin with: " + text.toLowerCase ());
        button->onClick = [this, amplitudes] { editor_.setAmplitudes (amplitudes); };
        addAndMakeVisible (*button);
    };
    for (const auto shape : {SpectrumShape::saw, SpectrumShape::square, SpectrumShape::triangle,
                             SpectrumShape::organ, SpectrumShape::choir})
        addStart (
            choiceText (
                parameterOf (PatchKey::osc1Spectrum).choices[static_cast<std::size_t> (shape)]),
            amplitudesOf (harmonicSpectrum (shape, DrawingEditor::kShown, 0.5, {})));
    addStart ("Sine", {1.0f});
}

void DrawingPanel::takeFocus ()
{
    editor_.grabKeyboardFocus ();
}

void DrawingPanel::apply ()
{
    auto patch = processor_.patch ();
    patch.drawings[static_cast<std::size_t> (oscillator_)] = editor_.amplitudes ();
    patch[oscillatorKey (oscillator_, PatchKey::osc1Spectrum)] =
        static_cast<float> (SpectrumShape::drawn);
    processor_.changePatch (patch);
}

void DrawingPanel::layOut (juce::Rectangle<int> content)
{
    auto buttons = content.removeFromBottom (Theme::kControl);
    content.removeFromBottom (Theme::kGap);
    for (auto& button : starts_)
    {
        button->setBounds (buttons.removeFromLeft (80));
        buttons.removeFromLeft (Theme::kGap);
    }
    editor_.setBounds (content);
}

} // namespace melstrom
