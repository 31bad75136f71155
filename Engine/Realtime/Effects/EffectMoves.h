// Modulation of the effects by controllers and the matrix, at control points.
#pragma once

#include "Engine/Realtime/Control/ControlPoint.h"
#include "Engine/Realtime/Control/Modulation.h"
#include "Engine/Realtime/Control/ParameterMotion.h"
#include "Engine/Realtime/Control/SongTime.h"
#include "Engine/Realtime/Control/SynthEvent.h"
#include "Engine/Realtime/Effects/Effects.h"

namespace melstrom
{

/** All notes and channels share the effects. A controller has its last sent value of any channel;
    in an MPE zone only the master's. Of the matrix, only rows with shared sources apply: see
    sharedSources.
      mix      the patch's, moved by the matrix like a voice's parameter, plus kSendShare x
               controller 91 (reverb) or 93 (chorus); 1 at most
    Sources glide by the patch's controller_glide; mixes also move by DryWet. The result depends
    only on the events and the control points.
    Thread: the rendering thread; allocates nothing. The first object of a process must not be
    constructed on an audio thread. */
class EffectMoves
{
public:
    /** Controllers 91 and 93 add at most half of a mix's range: there wet is as loud as dry. */
    static constexpr float kSendShare = 0.5f;

    explicit EffectMoves (double sampleRateHz) noexcept;

    /** Sets all parameters at once. */
    void jumpTo (const PatchValues& values) noexcept;
    /** Restarts time; all controllers return to their initial values. */
    void reset () noexcept;

    /** Whether events of this kind may change the effects. */
    static bool hears (const SynthEvent& event) noexcept;
    /** Call at the event's sample. */
    void apply (const SynthEvent& event) noexcept;
    /** Whether `advance` is due at a control point. Call it there, after that sample's events. */
    bool isMoving () const noexcept;
    /** sample: a control point, later than the last one. song: null: no song runs. */
    void advance (std::int64_t sample, const SongTime* song) noexcept;

    /** Values as last set, without modulation. */
    const PatchValues& values () const noexcept { return values_; }
    /** Mixes with modulation, from now on. */
    EffectMixes mixes () const noexcept;

private:
    void control (Controller number, float value) noexcept;
    void follow () noexcept; ///< recomputes the values derived from the patch
    ControlContext context () const noexcept;
    ModulationSources sources () const noexcept;
    void keepPast () noexcept;
    double mixOf (PatchKey key, double move, float send) const noexcept;

    PatchValues values_;
    ParameterMotion motion_; ///< of macros, depths, rates of LFOs
    ChannelStates zones_;    ///< used for its zones only
    ControllerValues sent_;
    float reverbSend_ = 0, chorusSend_ = 0;
    Voice ear_; ///< used for its controllers only: those of all notes
    ControlContext context_;
    std::uint32_t used_ = 0; ///< a bit for each source of a row that moves a mix
    EffectMixes moves_;      ///< moves of positions by the matrix
    bool hasNews_ = false;   ///< changes since the last `advance`
    bool hasBegun_ = false;  ///< `advance` was called
};

} // namespace melstrom
