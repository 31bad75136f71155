// Changes of an instrument's sound and settings, passed on to state, engine, host and undo history.
#pragma once

#include "Source/Parameters/PluginParameters.h"
#include "Source/Processor/PatchUndo.h"
#include "Source/State/PluginState.h"

namespace melstrom
{

class HostTeller;
class InstrumentEngines;
class InstrumentSound;
class InstrumentState;

/** Each call stores a change in InstrumentState, makes an engine if one is needed, and tells the
    host. Owns the undo history and the view, which belong to the message thread. */
class InstrumentChanges
{
public:
    /** All references outlive this object. */
    InstrumentChanges (PluginParameters& parameters, InstrumentState& state,
                       InstrumentEngines& engines, InstrumentSound& sound, HostTeller& teller);

    // Message thread. All but viewChanged and takeSteps begin with takePending.

    juce::UndoManager& undo ();
    ViewState& view (); ///< see SpectrogramSource
    void viewChanged ();
    /** Sounds the patch as one step for undo. No step if it is dirty and equals the patch that
        sounds. */
    void load (const Patch& patch, bool isDirty);
    // Each is a step for undo.
    void chooseSide (PatchSide chosen);
    void copyToOtherSide ();
    /** Takes controllers and view of a state that another thread restored. Only this thread may
        write them. */
    void takePending ();
    /** Adds programs that other threads loaded to the undo history. */
    void takeSteps ();

    // Any thread but audio.

    void rename (const Patch& named);
    Result<void> setScala (const ScalaFiles& files); ///< see InstrumentProcessor
    void setEngine (BackendChoice::Kind backend, LatencyMode latency);
    PluginState saved () const;
    void restore (const PluginState& state);
    /** Loads the program that the host asked for. */
    void takeAskedProgram ();

    /** Loads the program if it is new, now or in takeAskedProgram. Thread: any, also audio. */
    void chooseProgram (int index);

private:
    /** Sounds and shows the patch, without a step for undo. */
    void show (const LoadedPatch& loaded);
    void setWaiting (const std::optional<LoadedPatch>& patch);
    void tell (const PatchValues& former);

    PluginParameters& parameters_;
    InstrumentState& state_;
    InstrumentEngines& engines_;
    InstrumentSound& sound_;
    HostTeller& teller_;
    PatchUndo undo_;
    ViewState view_;
};

} // namespace melstrom
