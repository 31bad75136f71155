#include "Source/Processor/PatchUndo.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kParameterUnits = 1, kPatchUnits = 200; ///< memory in units of juce::UndoManager

class ParameterStep final : public juce::UndoableAction
{
public:
    ParameterStep (bool& isStepping, PatchAudioParameter& parameter, float before, float after)
        : isStepping_ (isStepping), parameter_ (parameter), before_ (before), after_ (after)
    {
    }
    bool perform () override { return set (after_); }
    bool undo () override { return set (before_); }
    int getSizeInUnits () override { return kParameterUnits; }

private:
    bool set (float value)
    {
        const juce::ScopedValueSetter<bool> stepping (isStepping_, true);
        if (parameter_.value () != value) // the first perform finds the value set
            parameter_.setAndTell (value);
        return true;
    }

    bool& isStepping_;
    PatchAudioParameter& parameter_;
    const float before_, after_;
};

/** Change of a whole patch. */
class PatchStep final : public juce::UndoableAction
{
public:
    using Call = std::function<void ()>;
    PatchStep (bool& isStepping, Call back, Call forth)
        : isStepping_ (isStepping), back_ (std::move (back)), forth_ (std::move (forth))
    {
    }
    bool perform () override { return std::exchange (isDone_, false) || step (forth_); }
    bool undo () override { return step (back_); }
    int getSizeInUnits () override { return kPatchUnits; }

private:
    bool step (const Call& call)
    {
        const juce::ScopedValueSetter<bool> stepping (isStepping_, true);
        call ();
        return true;
    }

    bool& isStepping_;
    const Call back_, forth_;
    bool isDone_ = true; ///< JUCE calls perform when the step is added
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

void PatchUndo::note (LoadedPatch before, LoadedPatch after)
{
    const auto name = after.patch.name;
    note (
        name, [this, before = std::move (before)] { show_ (before); },
        [this, after = std::move (after)] { show_ (after); });
}

void PatchUndo::note (const std::string& name, std::function<void ()> back,
                      std::function<void ()> forth)
{
    isStepOpen_ = false;
    steps_.beginNewTransaction (juce::String::fromUTF8 (name.c_str ()));
    steps_.perform (
        new PatchStep (isStepping_, std::move (back), std::move (forth))); // JUCE takes ownership
}

void PatchUndo::clear ()
{
    clearsLater_ = isStepping_;
    if (! isStepping_)
        steps_.clearUndoHistory ();
}

void PatchUndo::clearIfAsked ()
{
    if (clearsLater_)
        clear ();
}

void PatchUndo::parameterGestureChanged (int parameterIndex, bool isStarting)
{
    if (parameterIndex < 0 || parameterIndex >= kNumPatchKeys ||
        ! juce::MessageManager::existsAndIsCurrentThread ())
        return;
    auto& parameter =
        parameters_[static_cast<PatchKey> (parameterIndex)]; // the processor's first ones
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
        steps_.perform (new ParameterStep (isStepping_, parameter, *touched,
                                           parameter.value ())); // JUCE takes ownership
    }
    touched.reset ();
}

} // namespace melstrom
