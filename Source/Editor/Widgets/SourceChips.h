// Modulation sources that a user drags to a knob.
#pragma once

#include "Engine/Spec/Patch/PatchChoices.h"
#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <memory>
#include <optional>
#include <vector>

namespace melstrom
{

/** The source of a drag; empty: the drag is of a different kind. */
std::optional<ModulationSource> draggedSource (const juce::var& description);

/** A source. Filled if a row of the matrix uses it. Thread: message. */
class SourceChip final : public juce::Component, public juce::SettableTooltipClient
{
public:
    explicit SourceChip (ModulationSource source);

    ModulationSource source () const noexcept { return source_; }
    void setUsed (bool isUsed);
    void setPatchName (const juce::String& name); ///< "": shows the source's own name
    void paint (juce::Graphics& graphics) override;
    void mouseEnter (const juce::MouseEvent& event) override;
    void mouseExit (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;

private:
    const ModulationSource source_;
    juce::String patchName_;
    bool isUsed_ = false;
};

/** All sources in a row, within a juce::DragAndDropContainer. Macros have the patch's names.
    Thread: message. */
class SourceChips final : public juce::Component, public ShownControl, private juce::ChangeListener
{
public:
    explicit SourceChips (InstrumentProcessor& processor);
    ~SourceChips () override;
    void refresh (const ShownPatch& shown) override;
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster*) override { showNames (); }
    void showNames ();
    InstrumentProcessor& processor_;
    std::vector<std::unique_ptr<SourceChip>> chips_;
};

} // namespace melstrom
