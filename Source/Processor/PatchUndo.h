// Undo steps: one for a gesture on a parameter, one for a replacement of the patch.
#pragma once

#include "Engine/Spec/Patch/Patch.h"
#include "Source/Parameters/PluginParameters.h"

#include <juce_data_structures/juce_data_structures.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace melstrom
{

/** Sides of a comparison of two patches. */
enum class PatchSide : std::int8_t
{
    a,
    b
};
constexpr PatchSide otherSide (PatchSide side) noexcept
{
    return side == PatchSide::a ? PatchSide::b : PatchSide::a;
}

/** A patch as an instance holds it. */
struct LoadedPatch
{
    Patch patch;
    bool isDirty = false; ///< differs from the patch of its name
    PatchSide side = PatchSide::a;
};

/** Listens to the gestures of all parameters of a patch. Gestures that overlap are one step.
    Gestures of other threads are no steps. Thread: message. */
class PatchUndo final : private juce::AudioProcessorParameter::Listener
{
public:
    /** show: makes an instance sound and show a patch. parameters: outlives this object. */
    PatchUndo (PluginParameters& parameters, std::function<void (const LoadedPatch&)> show);
    ~PatchUndo () override;

    juce::UndoManager& steps () noexcept { return steps_; }
    /** Adds a step of its own for a change that is already done: `after` sounds. */
    void note (LoadedPatch before, LoadedPatch after);
    /** Adds a step for any change that is already done. back, forth: undo and redo it. */
    void note (const std::string& name, std::function<void ()> back, std::function<void ()> forth);
    /** Forgets all steps. While a step runs, the next clearIfAsked does it: a host may restore a
        state while it is told of a step's change, and JUCE still needs the step then. */
    void clear ();
    void clearIfAsked ();

private:
    void parameterValueChanged (int, float) override {}
    void parameterGestureChanged (int parameterIndex, bool isStarting) override;

    PluginParameters& parameters_;
    std::function<void (const LoadedPatch&)> show_;
    juce::UndoManager steps_;
    bool isStepping_ = false, clearsLater_ = false;
    /** values at the start of the gestures under way */
    std::array<std::optional<float>, kNumPatchKeys> touched_ {};
    bool isStepOpen_ = false; ///< has changes, and a gesture that overlaps with them is under way
};

} // namespace melstrom
