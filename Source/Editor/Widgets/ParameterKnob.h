// The control of a number: a knob with its label, or a bar.
#pragma once

#include "Source/Editor/Widgets/ModulationRing.h"
#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Editor/Widgets/ValueEntry.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <memory>
#include <optional>

namespace melstrom
{

/** Drag (Shift or Ctrl: finely), wheel, double click for the initial value, right click for a menu.
    With the focus: up and down 1 % (Shift: 0.1 %), page up and down 10 %, Home and End the ends,
    Delete the initial value, Return to type a value. A knob accepts a dropped modulation source;
    its ring shows the matrix's effect and changes the depth. Does not listen to the parameter:
    `refresh` shows changes. Thread: message. */
class ParameterKnob final : public juce::Slider, public ShownControl, public juce::DragAndDropTarget
{
public:
    enum class Form
    {
        rotary,
        bar
    };
    ParameterKnob (InstrumentProcessor& processor, PatchKey key, Form form = Form::rotary);
    ~ParameterKnob () override;

    /** Places of a knob's circle and label in an area. */
    struct Places
    {
        juce::Rectangle<int> circle, label;
    };
    static Places placesIn (juce::Rectangle<int> area);

    PatchKey key () const noexcept { return key_; }
    /** Paler, for an idle parameter; still works. */
    void setDimmed (bool isDimmed);
    /** Replaces the row's label. */
    void setLabel (const juce::String& label);
    /** Sets the patch's name for the parameter; "": none, shows the row's label. */
    void setPatchName (const juce::String& name);
    /** Takes a new name from the user; empty: the parameter cannot be renamed. */
    std::function<void (const juce::String&)> onRename;
    void enterValue ();
    void enterName ();

    void refresh (const ShownPatch& shown) override;
    juce::String getTooltip () override;
    void paint (juce::Graphics& graphics) override;
    void mouseDown (const juce::MouseEvent& event) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;
    void mouseDoubleClick (const juce::MouseEvent& event) override;
    void mouseMove (const juce::MouseEvent& event) override;
    void mouseEnter (const juce::MouseEvent& event) override;
    void mouseExit (const juce::MouseEvent& event) override;
    void mouseWheelMove (const juce::MouseEvent& event,
                         const juce::MouseWheelDetails& wheel) override;
    bool keyPressed (const juce::KeyPress& key) override;
    bool isInterestedInDragSource (const SourceDetails& details) override;
    void itemDragEnter (const SourceDetails& details) override;
    void itemDragExit (const SourceDetails& details) override;
    void itemDropped (const SourceDetails& details) override;
    void focusGained (FocusChangeType cause) override;
    void focusLost (FocusChangeType cause) override;

private:
    /** called after a change by the user */
    void valueChanged () override;
    void startedDragging () override;
    void stoppedDragging () override;
    void takeRange ();
    void paintRotary (juce::Graphics& graphics);
    void paintBar (juce::Graphics& graphics);
    void paintLabel (juce::Graphics& graphics, juce::Rectangle<int> area);
    void showEntry (const juce::String& title, const juce::String& text, ValueEntry::Accept accept);
    void showMenu ();
    bool isOnRing (juce::Point<float> place) const;
    void moveTo (double position);
    void moveBy (double share);

    InstrumentProcessor& processor_;
    const PatchKey key_;
    const Form form_;
    PatchAudioParameter& parameter_;
    ModulationRing ring_;
    juce::String label_, shortLabel_, patchName_;
    bool isDimmed_ = false, isArmed_ = false, isHovered_ = false, isOverRing_ = false;
    bool isDropPlace_ = false;           ///< a dragged source is over the knob
    std::optional<float> movedPosition_; ///< under modulation
    juce::Point<float> lastPlace_;
    double dragPosition_ = 0; ///< before rounding to steps
    std::unique_ptr<ValueEntry> entry_;
    std::optional<ScopedDragNotification> drag_; ///< gesture under way
};

} // namespace melstrom
