// The editor's timer polls values, so controls show changes by others. Changes by the user go out
// as gestures.
#include "Source/Editor/Widgets/ParameterCombo.h"
#include "Source/Editor/Widgets/ParameterKnob.h"
#include "Source/Editor/Widgets/ValueEntry.h"
#include "Tests/Support/Editor/EditorRun.h"
#include "Tests/Support/Editor/MouseAt.h"

#include <string>
#include <thread>
#include <vector>

namespace melstrom::testing
{

namespace
{
/** Sets a value on a separate thread, as an automating host does. value: in the row's unit. */
void automate (PatchAudioParameter& parameter, float value)
{
    std::thread ([&] { parameter.setValueNotifyingHost (positionOf (parameter.row (), value)); })
        .join ();
}

/** Records a host's notifications about one parameter: "b" begin, "v" value, "e" end. */
class Told final : public juce::AudioProcessorParameter::Listener
{
public:
    explicit Told (PatchAudioParameter& parameter) : parameter_ (parameter)
    {
        parameter_.addListener (this);
    }
    ~Told () override { parameter_.removeListener (this); }
    void parameterValueChanged (int, float) override { calls += "v"; }
    void parameterGestureChanged (int, bool isStarting) override
    {
        calls += isStarting ? "b" : "e";
    }
    std::string calls;

private:
    PatchAudioParameter& parameter_;
};

/** Replaces a component's cached picture: records the areas to be redrawn. */
class Repaints final : public juce::CachedComponentImage
{
public:
    explicit Repaints (std::vector<juce::Rectangle<int>>& areas) : areas_ (areas) {}
    void paint (juce::Graphics&) override {}
    bool invalidateAll () override { return note ({0, 0, 9999, 9999}); }
    bool invalidate (const juce::Rectangle<int>& area) override { return note (area); }
    void releaseResources () override {}

private:
    bool note (juce::Rectangle<int> area)
    {
        areas_.push_back (area);
        return false;
    }
    std::vector<juce::Rectangle<int>>& areas_;
};
} // namespace

TEST_CASE ("knobs, bars, boxes and switches show what a host sets on another thread", "[editor]")
{
    EditorRun shown;
    auto& knob = shown.control<ParameterKnob> (PatchKey::filterCutoff);
    auto& box = shown.control<ParameterCombo> (PatchKey::osc1Spectrum);
    auto& toggle = shown.control<ParameterToggle> (PatchKey::osc2On);
    const bool isOn = toggle.getToggleState ();
    automate (shown.parameter (PatchKey::filterCutoff), 1234.5f);
    automate (shown.parameter (PatchKey::osc1Spectrum), 2.0f);
    automate (shown.parameter (PatchKey::osc2On), isOn ? 0.0f : 1.0f);
    const auto cutoff = static_cast<double> (shown.parameter (PatchKey::filterCutoff).value ());
    CHECK (cutoff == Approx (1234.5));
    CHECK (EditorRun::pumpUntil ([&] { return knob.getValue () == cutoff; }));
    CHECK (EditorRun::pumpUntil ([&] { return box.getSelectedItemIndex () == 2; }));
    CHECK (EditorRun::pumpUntil ([&] { return toggle.getToggleState () != isOn; }));
    // No change came back as a user's change.
    CHECK_FALSE (shown.run.processor.undo ().canUndo ());
    CHECK (static_cast<double> (shown.parameter (PatchKey::filterCutoff).value ()) == cutoff);
}

TEST_CASE ("a page shows values as they are when it comes up", "[editor]")
{
    EditorRun shown;
    auto& depth = shown.control<ParameterKnob> (PatchKey::matrixDepth);
    auto& target = shown.control<ParameterCombo> (PatchKey::matrixTarget);
    automate (shown.parameter (PatchKey::matrixDepth), 0.375f);
    automate (shown.parameter (PatchKey::matrixTarget), 3.0f);
    EditorRun::pump (200);
    REQUIRE_FALSE (depth.getParentComponent ()->isVisible ());
    CHECK (depth.getValue () == 0);
    for (auto* const button : allOf<juce::TextButton> (find<Pages> (shown.editor ())))
        if (button->getButtonText () == "Motion")
            button->setToggleState (true, juce::sendNotificationSync); // a click
    REQUIRE (depth.getParentComponent ()->isVisible ());
    REQUIRE (find<Pages> (shown.editor ()).page () == 1);
    CHECK (depth.getValue () == Approx (0.375));
    CHECK (target.getSelectedItemIndex () == 3);
}

TEST_CASE ("what a user does to a control is one gesture and one step", "[editor]")
{
    EditorRun shown;
    const auto checkStep = [&] (PatchKey key, const auto& act)
    {
        auto& parameter = shown.parameter (key);
        const float before = parameter.value ();
        std::string calls;
        {
            Told told (parameter);
            act ();
            EditorRun::pump (100);
            calls = told.calls;
        }
        INFO (parameter.row ().id << ": " << calls);
        REQUIRE (calls.size () >= 3);
        CHECK (calls.front () == 'b');
        CHECK (calls.back () == 'e');
        CHECK (calls.find_first_not_of ('v', 1) == calls.size () - 1);
        const float after = parameter.value ();
        CHECK (after != before);
        auto& undo = shown.run.processor.undo ();
        REQUIRE (undo.undo ());
        CHECK (parameter.value () == before);
        REQUIRE (undo.redo ());
        CHECK (parameter.value () == after);
    };
    auto& knob = shown.control<ParameterKnob> (PatchKey::filterCutoff);
    const auto shows = [&]
    {
        const auto value = static_cast<double> (shown.parameter (PatchKey::filterCutoff).value ());
        return EditorRun::pumpUntil ([&] { return knob.getValue () == value; });
    };
    checkStep (PatchKey::filterCutoff,
               [&]
               {
                   knob.mouseDown (mouseAt (knob, {30, 30}));
                   knob.mouseDrag (mouseAt (knob, {30, 60}));
                   knob.mouseDrag (mouseAt (knob, {30, 90}));
                   knob.mouseUp (mouseAt (knob, {30, 90}));
               });
    CHECK (shows ());
    checkStep (PatchKey::filterCutoff,
               [&]
               {
                   knob.enterValue ();
                   auto& entry = find<ValueEntry> (shown.editor ());
                   entry.setText ("440");
                   entry.onReturnKey ();
               });
    CHECK (shows ());
    CHECK (knob.getValue () == Approx (440));
    checkStep (PatchKey::filterCutoff, [&] { knob.mouseDoubleClick (mouseAt (knob, {30, 30})); });
    CHECK (shows ());
    CHECK (knob.getValue () == static_cast<double> (parameterOf (PatchKey::filterCutoff).initial));
    auto& box = shown.control<ParameterCombo> (PatchKey::osc1Spectrum);
    checkStep (PatchKey::osc1Spectrum, [&] { box.setSelectedItemIndex (4); });
    CHECK (shown.parameter (PatchKey::osc1Spectrum).value () == 4.0f);
    checkStep (PatchKey::osc2On,
               [&] { shown.control<ParameterToggle> (PatchKey::osc2On).triggerClick (); });
}

TEST_CASE ("a look at the parameters takes back no choice that is under way", "[editor]")
{
    EditorRun shown;
    auto& box = shown.control<ParameterCombo> (PatchKey::osc1Spectrum);
    auto& parameter = shown.parameter (PatchKey::osc1Spectrum);
    box.setSelectedItemIndex (3); // JUCE tells of it by a message
    shown.editor ().refresh ();
    EditorRun::pump (50);
    CHECK (parameter.value () == 3.0f);
    automate (parameter, 1.0f);
    box.setSelectedItemIndex (5);
    shown.editor ().refresh ();
    EditorRun::pump (50);
    CHECK (parameter.value () == 5.0f);
    CHECK (box.getSelectedItemIndex () == 5);
    // The editor follows a host that sets a different value, also if it sets the former value.
    automate (parameter, 3.0f);
    CHECK (EditorRun::pumpUntil ([&] { return box.getSelectedItemIndex () == 3; }));
    CHECK (parameter.value () == 3.0f);
}

TEST_CASE ("a controller that is learnt on the screen moves its knob there", "[editor]")
{
    constexpr int kController = 20;
    EditorRun shown;
    auto& processor = shown.run.processor;
    processor.prepareToPlay (kRateHz, 256);
    const auto play = [&] (int value)
    {
        (void)shown.run.play ({{0, juce::MidiMessage::controllerEvent (1, kController, value)}},
                              256, 256);
        EditorRun::pump (150);
    };
    processor.midiLearn ().arm (PatchKey::filterCutoff);
    play (3);
    REQUIRE (processor.midiLearn ().controllers ().of (PatchKey::filterCutoff));
    play (64);
    const auto& row = parameterOf (PatchKey::filterCutoff);
    const auto expected = static_cast<double> (valueAt (row, 64.0f / 127.0f));
    auto& knob = shown.control<ParameterKnob> (PatchKey::filterCutoff);
    CHECK (EditorRun::pumpUntil (
        [&] { return knob.getValue () != static_cast<double> (row.initial); }));
    CHECK (knob.getValue () == Approx (expected).epsilon (0.01));
}

TEST_CASE ("parameters that rest are not drawn again and one that moves is drawn alone", "[editor]")
{
    EditorRun shown;
    auto& pages = find<Pages> (shown.editor ());
    auto& knob = shown.control<ParameterKnob> (PatchKey::chorusMix);
    auto& seen = shown.control<ParameterKnob> (PatchKey::osc1Level);
    REQUIRE_FALSE (knob.getParentComponent ()->isVisible ());
    EditorRun::pump (200);
    std::vector<juce::Rectangle<int>> areas;
    pages.setCachedComponentImage (new Repaints (areas)); // JUCE takes it, and draws all once
    areas.clear ();
    EditorRun::pump (300);
    CHECK (areas.empty ());
    automate (shown.parameter (PatchKey::chorusMix), 0.5f); // on a hidden page
    EditorRun::pump (300);
    CHECK (areas.empty ());
    automate (shown.parameter (PatchKey::osc1Level), 0.5f);
    CHECK (EditorRun::pumpUntil ([&] { return ! areas.empty (); }));
    EditorRun::pump (100);
    const auto own = pages.getLocalArea (&seen, seen.getLocalBounds ());
    CHECK (areas.size () <= 2);
    for (const auto& area : areas)
        CHECK (own.expanded (2).contains (area));
    pages.setCachedComponentImage (nullptr);
}

} // namespace melstrom::testing
