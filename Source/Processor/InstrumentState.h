// What a host saves of an instrument, under the mutex of control.
#pragma once

#include "Engine/Spec/Tuning/ScalaFiles.h"
#include "Source/Parameters/PluginParameters.h"
#include "Source/Processor/EngineSlot.h"
#include "Source/Processor/InstrumentPrograms.h"
#include "Source/Processor/PatchUndo.h"
#include "Source/State/PluginState.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** Patches of both sides, scale, setting of the engine, and a copy of the message thread's data.
    Holds the only mutex of control. A call is one transaction: other threads see a patch or a
    state as a whole. No call tells the host, makes an engine or waits for a device. A parameter Lock
    stands for the held mutex. Threads: any but audio, unless stated. */
class InstrumentState
{
public:
    using Lock = std::unique_lock<std::mutex>;

    /** Data that the message thread owns. */
    struct ScreenState
    {
        ViewState view;
        LearnedControllers controllers;
    };
    /** A patch that took the place of another. */
    struct Replacement
    {
        LoadedPatch before, after;
        PatchValues former {}; ///< for PluginParameters::tell
    };
    struct CopyOfSide
    {
        std::optional<LoadedPatch> before; ///< as setWaiting takes it
        LoadedPatch after;                 ///< the patch that sounds, on the other side
    };
    struct Restored
    {
        PatchValues former; ///< for PluginParameters::tell
        bool isOtherEngine = false, isOtherScale = false;
    };

    /** Begins with the opening patch. parameters, engines: outlive this object. */
    InstrumentState (PluginParameters& parameters, EngineSlot& engines);

    Patch patch () const { return patch (lock ()); }    ///< with the present values
    bool isDirty () const { return isDirty (lock ()); } ///< differs from the patch of its name
    PatchSide side () const;                            ///< the side that sounds
    ScalaFiles scala () const;
    BackendChoice::Kind backend () const noexcept { return backend_; }
    LatencyMode latency () const noexcept { return latency_; }
    ProgramChoice& program () noexcept { return program_; } ///< threads: any

    /** Sounds the patch on its side. If that is the other side, the patch that sounded waits on its
        own. Returns the former values, for PluginParameters::tell. */
    PatchValues place (const LoadedPatch& loaded) { return place (loaded, lock ()); }
    /** Sounds the patch on the present side. Empty: no change, because `after` is dirty and equals
        the patch that sounds. */
    std::optional<Replacement> load (LoadedPatch after);
    /** Empty: the side sounds already. */
    std::optional<Replacement> chooseSide (PatchSide chosen);
    /** Sounds the program, and keeps the replacement for takePrograms. Returns as `place`. */
    PatchValues placeProgram (int index);
    /** placeProgram of the program that the host asked for. Empty: no other program than the one
        that sounds. */
    std::optional<PatchValues> placeAskedProgram ();
    /** Replacements by programs since the last call or `restore`, for the undo history. */
    std::vector<Replacement> takePrograms ();
    /** Gives the patch that sounds these texts and clears its dirty mark. */
    void rename (const Patch& named);

    /** patch: of the other side. Empty: that side begins with the patch that sounds. */
    void setWaiting (const std::optional<LoadedPatch>& patch);
    CopyOfSide copyForOtherSide () const; ///< for setWaiting

    /** False: no change. tuning: of the files. */
    bool setScala (const ScalaFiles& files, const Tuning& tuning);
    bool setEngine (BackendChoice::Kind backend, LatencyMode latency); ///< false: no change

    /** ours: of the message thread; null on other threads, which save the copy. */
    PluginState saved (const ScreenState* ours) const;
    /** rateHz: for ProgramChoice::expectEcho. */
    Restored restore (const PluginState& state, double rateHz);
    /** Returns the message thread's data of a restored state, once. If there is none, copies
        `ours`. Thread: message. */
    std::optional<ScreenState> exchange (ScreenState ours);
    void copyView (const ViewState& view); ///< thread: message

    void setFault (const Result<void>& restored);
    std::string fault () const; ///< of the last state; empty: none

    // For InstrumentEngines, which guards its data by the same mutex.

    [[nodiscard]] Lock lock () const { return Lock (mutex_); }
    Patch patch (const Lock&) const;
    const std::optional<Tuning>& tuning (const Lock&) const noexcept { return tuning_; }
    /** Number of changes of settings that engines are made of. An engine is made without the mutex
        and is used only if the number is still the same. */
    std::uint64_t numChanges (const Lock&) const noexcept { return numChanges_; }
    void countChange (const Lock&) noexcept { ++numChanges_; }

private:
    bool isDirty (const Lock&) const;
    LoadedPatch sounding (const Lock& held) const;
    void setLoaded (const LoadedPatch& loaded, const Lock&);
    PatchValues place (const LoadedPatch& loaded, const Lock& held);
    /** Players' settings of `before` stay. */
    Replacement replace (LoadedPatch before, LoadedPatch after, const Lock& held);
    PatchValues placeProgram (int index, const Lock& held);
    void placeScala (const ScalaFiles& files, const Tuning& tuning, const Lock& held);

    PluginParameters& parameters_;
    EngineSlot& engines_;
    ProgramChoice program_;

    /** of all members below; backend_ and latency_ are read without it */
    mutable std::mutex mutex_;
    std::atomic<BackendChoice::Kind> backend_ {BackendChoice::Kind::automatic};
    std::atomic<LatencyMode> latency_ {LatencyMode::safe};
    LoadedPatch loaded_;                 ///< as loaded or saved last; its side sounds
    std::optional<LoadedPatch> waiting_; ///< of the other side; see setWaiting
    ScalaFiles scala_;
    std::optional<Tuning> tuning_; ///< of scala_; empty: no files
    ScreenState screen_;
    bool isScreenNewer_ = false; ///< screen_ is newer than the message thread's data
    std::vector<Replacement> programs_;
    std::string fault_;
    std::uint64_t numChanges_ = 0;
};

} // namespace melstrom
