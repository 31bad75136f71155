// Parameters that are a choice, and those that are on or off.
#pragma once

#include "Source/Editor/ShownPatch.h"
#include "Source/Editor/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

namespace melstrom
{

/** Right click for a menu; with the focus: up and down, Return opens. Targets of the matrix stand in a menu for
    each group. Thread: message. */
class ParameterCombo final : public juce::ComboBox, public ShownControl
{
public:
    ParameterCombo (InstrumentProcessor& processor, PatchKey key);

    PatchKey key () const noexcept { return key_; }
    void refresh (const ShownPatch& shown) override; ///< pale while it waits for a controller
    juce::String getTooltip () override;
    void mouseDown (const juce::MouseEvent& event) override;

private:
    void fill ();
    void fillTargets ();
    InstrumentProcessor& processor_;
    const PatchKey key_;
    std::optional<juce::ComboBoxParameterAttachment> attachment_; ///< made when there are items
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
    InstrumentProcessor& processor_;
    const PatchKey key_;
    juce::ButtonParameterAttachment attachment_;
};

} // namespace melstrom
