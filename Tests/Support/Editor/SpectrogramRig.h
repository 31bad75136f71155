// A spectrogram panel with taps that a test feeds.
#pragma once

#include "Source/Spectrogram/SpectrogramPanel.h"
#include "Source/Spectrogram/SpectrogramView.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/FakeSpectrogramSource.h"
#include "Tests/Support/Editor/FindComponent.h"

#include <cstdlib>
#include <memory>
#include <vector>

namespace melstrom::testing
{

/** A panel of 1000 x 600 with its source. */
struct SpectrogramRig
{
    explicit SpectrogramRig (bool hasInput = false, ViewState state = {}) : source (hasInput)
    {
        source.state = std::move (state);
        panel = std::make_unique<SpectrogramPanel> (source);
        panel->setSize (1000, 600);
    }

    juce::ScopedJuceInitialiser_GUI gui;
    FakeSpectrogramSource source;
    std::unique_ptr<SpectrogramPanel> panel;

    SpectrogramView& view (const juce::String& name) const
    {
        for (auto* const child : panel->getChildren ())
            if (auto* const found = dynamic_cast<SpectrogramView*> (child);
                found != nullptr && found->getName () == name)
                return *found;
        FAIL ("no view of that name");
        std::abort ();
    }

    /** Delivers rows of the tap's own kind; all bands have the value `value`. */
    void give (int numRows, float value)
    {
        auto& rows = source.output.rows;
        const auto numBands = static_cast<std::size_t> (source.output.geometry ()->numBands);
        rows.values.assign (numBands * static_cast<std::size_t> (numRows), value);
        rows.numRows = numRows;
        panel->update ();
    }

    juce::Colour colourNow () const
    {
        auto& shown = view ("Output");
        const auto picture = shown.createComponentSnapshot (shown.getLocalBounds (), true, 1);
        return picture.getPixelAt (shown.plot ().getRight () - 2, shown.plot ().getCentreY ());
    }
};

inline juce::ComboBox& boxOf (juce::Component& panel, const juce::String& title)
{
    for (auto* const box : allOf<juce::ComboBox> (panel))
        if (box->getTitle () == title)
            return *box;
    FAIL ("no box of that title");
    std::abort ();
}

} // namespace melstrom::testing
