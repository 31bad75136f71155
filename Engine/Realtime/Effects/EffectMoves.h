// What players and the matrix do to the effects, at control points.
#pragma once

#include "Engine/Realtime/Control/ControlPoint.h"
#include "Engine/Realtime/Control/Modulation.h"
#include "Engine/Realtime/Control/ParameterMotion.h"
#include "Engine/Realtime/Control/SongTime.h"
#include "Engine/Realtime/Control/SynthEvent.h"
#include "Engine/Realtime/Effects/Effects.h"

namespace melstrom
{

/** The effects are one for all notes and channels. They hear each controller as it was sent last, on whatever channel; in a zone of
    MPE its master's alone. Rows of the matrix count whose sources all notes share: see sharedSources.
      mix      the patch's, moved by the matrix like a voice's parameter, plus kSendShare x controller 91 (reverb) or 93 (chorus);
               1 at most
    Sources glide in the patch's controller_glide; mixes move by DryWet besides. What comes out is a function of the events and
    of the control points.   thread: the one that renders; allocates nothing. The first object that a process makes is not for
    an audio thread. */
class EffectMoves
{
public:
    /** Controllers 91 and 93 turn the knob of a mix by half of its way at most: to where wet is as loud as dry. */
    static constexpr float kSendShare = 0.5f;

    explicit EffectMoves (double sampleRateHz) noexcept;

    /** All parameters at once. */
    void jumpTo (const PatchValues& values) noexcept;
    /** Time begins anew, and controllers are where they are before any is sent. */
    void reset () noexcept;

    /** Kinds that may change something. */
    static bool hears (const SynthEvent& event) noexcept;
    /** At its sample. */
    void apply (const SynthEvent& event) noexcept;
    /** Whether `advance` is due at the next control point: to be asked there, after the events that come with it. */
    bool isMoving () const noexcept;
    /** sample: a control point, later than the last one. song: null: none runs. */
    void advance (std::int64_t sample, const SongTime* song) noexcept;

    /** As they were last set. */
    const PatchValues& values () const noexcept { return values_; }
    /** As they are heard from now on. */
    EffectMixes mixes () const noexcept;

private:
    void control (Controller number, float value) noexcept;
    void follow () noexcept; ///< what the patch says beside its sources
    ControlContext context () const noexcept;
    ModulationSources sources () const noexcept;
    void keepPast () noexcept;
    double mixOf (PatchKey key, double move, float send) const noexcept;

    PatchValues values_;
    ParameterMotion motion_; ///< of macros, depths, rates of LFOs
    ChannelStates zones_;    ///< for its zones alone
    ControllerValues sent_;
    float reverbSend_ = 0, chorusSend_ = 0;
    Voice ear_; ///< its controllers alone: as all notes would hear them
    ControlContext context_;
    std::uint32_t used_ = 0; ///< a bit for each source of a row that moves a mix
    EffectMixes moves_;      ///< by which the matrix moves positions
    bool hasNews_ = false;   ///< since the last `advance`
    bool hasBegun_ = false;  ///< `advance` was called
};

} // namespace melstrom
