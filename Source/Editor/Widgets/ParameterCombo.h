// Controls for choices and for on/off parameters.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** A right click opens a menu. With the focus: up and down choose, Return opens. Targets of the
    matrix have a submenu for each group. Does not listen to the parameter: `refresh` shows changes.
    Thread: message. */
class ParameterCombo final : public juce::ComboBox, public ShownControl
{
public:
    ParameterCombo (InstrumentProcessor& processor, PatchKey key);

    PatchKey key () const noexcept { return key_; }
    /** Paler while the parameter waits for a MIDI controller. */
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
    int agreedIndex_ = -1; ///< last index that parameter and box had in common
};

/** Like ParameterCombo, for an on/off parameter. */
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
