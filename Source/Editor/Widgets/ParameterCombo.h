// Parameters that are a choice, and those that are on or off.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** Right click for a menu; with the focus: up and down, Return opens. Targets of the matrix stand in a menu for
    each group. Listens to nothing: `refresh` shows what others have set. Thread: message. */
class ParameterCombo final : public juce::ComboBox, public ShownControl
{
public:
    ParameterCombo (InstrumentProcessor& processor, PatchKey key);

    PatchKey key () const noexcept { return key_; }
    /** Pale while it waits for a controller. */
    void refresh (const ShownPatch& shown) override;
    juce::String getTooltip () override;
    void mouseDown (const juce::MouseEvent& event) override;

private:
    void fill ();
    void fillTargets ();
    void show (float value);
    void takeChoice ();
    InstrumentProcessor& processor_;
    const PatchKey key_;
    int agreedIndex_ = -1; ///< parameter and box last had both
};

/** The same for what is on or off. */
class ParameterToggle final : public juce::ToggleButton, public ShownControl
{
public:
    ParameterToggle (InstrumentProcessor& processor, PatchKey key);

    PatchKey key () const noexcept { return key_; }
    void refresh (const ShownPatch& shown) override;
    juce::String getTooltip () override;
    void mouseDown (const juce::MouseEvent& event) override;

private:
    void show (float value);
    void takeClick ();
    InstrumentProcessor& processor_;
    const PatchKey key_;
};

} // namespace melstrom
