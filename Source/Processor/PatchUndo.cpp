#include "Source/Processor/PatchUndo.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kParameterUnits = 1, kPatchUnits = 200; ///< memory, as juce::UndoManager counts it

class ParameterStep final : public juce::UndoableAction
{
public:
    ParameterStep (PatchAudioParameter& parameter, float before, float after)
        : parameter_ (parameter), before_ (before), after_ (after)
    {
    }
    bool perform () override { return set (after_); }
    bool undo () override { return set (before_); }
    int getSizeInUnits () override { return kParameterUnits; }

private:
    bool set (float value)
    {
        if (parameter_.value () != value) // at first it is there already
            parameter_.setAndTell (value);
        return true;
    }

    PatchAudioParameter& parameter_;
    const float before_, after_;
};

class PatchStep final : public juce::UndoableAction
{
public:
    PatchStep (const std::function<void (const LoadedPatch&)>& show, LoadedPatch before,
               LoadedPatch after)
        : show_ (show), before_ (std::move (before)), after_ (std::move (after))
    {
    }
    bool perform () override
    {
        show_ (after_);
        return true;
    }
    bool undo () override
    {
        show_ (before_);
        return true;
    }
    int getSizeInUnits () override { return kPatchUnits; }

private:
    const std::function<void (const LoadedPatch&)>& show_;
    const LoadedPatch before_, after_;
};

} // namespace

PatchUndo::PatchUndo (PluginParameters& parameters, std::function<void (const LoadedPatch&)> show)
    : parameters_ (parameters), show_ (std::move (show))
{
    for (int key = 0; key < kNumPatchKeys; ++key)
        parameters_[static_cast<PatchKey> (key)].addListener (this);
}

PatchUndo::~PatchUndo ()
{
    for (int key = 0; key < kNumPatchKeys; ++key)
        parameters_[static_cast<PatchKey> (key)].removeListener (this);
}

void PatchUndo::load (LoadedPatch before, LoadedPatch after)
{
    isStepOpen_ = false;
    steps_.beginNewTransaction (juce::String::fromUTF8 (after.patch.name.c_str ()));
    steps_.perform (new PatchStep (show_, std::move (before), std::move (after))); // JUCE takes it
}

void PatchUndo::parameterGestureChanged (int parameterIndex, bool isStarting)
{
    if (parameterIndex < 0 || parameterIndex >= kNumPatchKeys ||
        ! juce::MessageManager::existsAndIsCurrentThread ())
        return;
    auto& parameter =
        parameters_[static_cast<PatchKey> (parameterIndex)]; // they are the processor's first ones
    auto& touched = touched_[static_cast<std::size_t> (parameterIndex)];
    if (isStarting)
    {
        if (std::ranges::none_of (touched_, [] (const auto& value) { return value.has_value (); }))
            isStepOpen_ = false;
        touched = parameter.value ();
        return;
    }
    if (touched && *touched != parameter.value ())
    {
        if (! std::exchange (isStepOpen_, true))
            steps_.beginNewTransaction (parameter.getName (64));
        steps_.perform (
            new ParameterStep (parameter, *touched, parameter.value ())); // JUCE takes it
    }
    touched.reset ();
}

} // namespace melstrom
