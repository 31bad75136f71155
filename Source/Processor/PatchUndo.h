// Steps back and forth: a gesture on a parameter is one, a patch that is loaded or drawn in another.
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

/** Of two patches that are compared. */
enum class PatchSide : std::int8_t
{
    a,
    b
};
constexpr PatchSide otherSide (PatchSide side) noexcept
{
    return side == PatchSide::a ? PatchSide::b : PatchSide::a;
}

/** A patch as an instance has it. */
struct LoadedPatch
{
    Patch patch;
    bool isDirty = false; ///< differs from the one of its name
    PatchSide side = PatchSide::a;
};

/** Listens to the gestures of all parameters of a patch; those that overlap are one step. Thread: message;
    gestures of other threads are no steps. */
class PatchUndo final : private juce::AudioProcessorParameter::Listener
{
public:
    /** show: makes an instance sound and show a patch. parameters: outlives this. */
    PatchUndo (PluginParameters& parameters, std::function<void (const LoadedPatch&)> show);
    ~PatchUndo () override;

    juce::UndoManager& steps () noexcept { return steps_; }
    /** A step of its own, which was done already: `after` is what sounds. */
    void note (LoadedPatch before, LoadedPatch after);
    /** The same of anything. back, forth: undo and redo it */
    void note (const std::string& name, std::function<void ()> back, std::function<void ()> forth);
    /** Forgets all steps; where a step is under way, at the next clearIfAsked: a host may restore a state while it is
        told of what a step changed, and JUCE still needs the step then. */
    void clear ();
    void clearIfAsked ();

private:
    void parameterValueChanged (int, float) override {}
    void parameterGestureChanged (int parameterIndex, bool isStarting) override;

    PluginParameters& parameters_;
    std::function<void (const LoadedPatch&)> show_;
    juce::UndoManager steps_;
    bool isStepping_ = false, clearsLater_ = false;
    /** Values when the gestures that go on began. */
    std::array<std::optional<float>, kNumPatchKeys> touched_ {};
    bool isStepOpen_ = false; ///< has changes of a gesture, and others overlap with that
};

} // namespace melstrom
