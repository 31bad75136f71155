// Sources of modulation to drag to a knob.
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

/** The source that a drag brings; empty: the drag is of something else. */
std::optional<ModulationSource> draggedSource (const juce::var& description);

/** One of them. Filled where a row of the matrix uses it. Thread: message. */
class SourceChip final : public juce::Component, public juce::SettableTooltipClient
{
public:
    explicit SourceChip (ModulationSource source);

    ModulationSource source () const noexcept { return source_; }
    void setUsed (bool isUsed);
    void setPatchName (const juce::String& name); ///< "": it has its own alone
    void paint (juce::Graphics& graphics) override;
    void mouseEnter (const juce::MouseEvent& event) override;
    void mouseExit (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;

private:
    const ModulationSource source_;
    juce::String patchName_;
    bool isUsed_ = false;
};

/** In a row, within a juce::DragAndDropContainer; macros by the names that the patch gives them. Thread: message. */
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
