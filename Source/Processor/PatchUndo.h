// Steps back and forth: a gesture on a parameter is one, a patch that is loaded another.
#pragma once

#include "Engine/Spec/Patch/Patch.h"
#include "Source/Parameters/PluginParameters.h"

#include <juce_data_structures/juce_data_structures.h>

#include <array>
#include <functional>
#include <optional>

namespace melstrom
{

/** A patch as an instance has it. */
struct LoadedPatch
{
    Patch patch;
    bool isDirty = false; ///< differs from the one of its name
};

/** Listens to the gestures of all parameters of a patch. Thread: message; gestures of other threads
    are no steps. */
class PatchUndo final : private juce::AudioProcessorParameter::Listener
{
public:
    /** show: makes an instance sound and show a patch. parameters: outlives this. */
    PatchUndo (PluginParameters& parameters, std::function<void (const LoadedPatch&)> show);
    ~PatchUndo () override;

    juce::UndoManager& steps () noexcept { return steps_; }
    /** Shows `after` as a step of its own. */
    void load (LoadedPatch before, LoadedPatch after);

private:
    void parameterValueChanged (int, float) override {}
    void parameterGestureChanged (int parameterIndex, bool isStarting) override;

    PluginParameters& parameters_;
    std::function<void (const LoadedPatch&)> show_;
    juce::UndoManager steps_;
    std::array<std::optional<float>, kNumPatchKeys>
        touched_ {}; ///< values when the gestures that last began
};

} // namespace melstrom
