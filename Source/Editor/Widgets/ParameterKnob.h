// A parameter that is a number: a knob with its label, or a bar.
#pragma once

#include "Source/Editor/Widgets/ModulationRing.h"
#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Editor/Widgets/ValueEntry.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <memory>
#include <optional>

namespace melstrom
{

/** Drag (Shift or Ctrl: finely), wheel, double click for the initial value, right click for a menu. With the
    focus: up and down 1 % (Shift: 0.1 %), page up and down 10 %, Home and End the ends, Delete the initial value,
    Return to type one. A round one takes a source of modulation that is dropped on it; its ring shows what the matrix does
    to it, and changes the depth. Listens to nothing: `refresh` shows what others have set. Thread: message. */
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

    /** Where in an area a round knob and its label are drawn. */
    struct Places
    {
        juce::Rectangle<int> circle, label;
    };
    static Places placesIn (juce::Rectangle<int> area);

    PatchKey key () const noexcept { return key_; }
    /** Of a group that is off: paler, and works as before. */
    void setDimmed (bool isDimmed);
    /** Instead of the row's own. */
    void setLabel (const juce::String& label);
    /** What a patch calls it; "": nothing, and the label is the row's. */
    void setPatchName (const juce::String& name);
    /** Where a user may give it a name: takes the new one. */
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

    /** by the user */
private:
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
    bool isDropPlace_ = false;           ///< a source is held over it
    std::optional<float> movedPosition_; ///< by the matrix
    juce::Point<float> lastPlace_;
    double dragPosition_ = 0; ///< what has been dragged to, before steps of whole numbers
    std::unique_ptr<ValueEntry> entry_;
    std::optional<ScopedDragNotification> drag_; ///< a gesture that goes on
};

} // namespace melstrom
