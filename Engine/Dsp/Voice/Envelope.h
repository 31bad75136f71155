// Envelopes as functions of a record and of time.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <cstdint>
#include <optional>

namespace melstrom
{

/** -60 dB of a release's start level: down to here a release follows its curve. */
inline constexpr double kReleaseFloor = 1e-3;
/** Duration of the linear fall of a release from kReleaseFloor to zero. */
inline constexpr double kReleaseTailSeconds = 0.010;
/** Duration of the transition of a restarted envelope from its old level to its curve. */
inline constexpr double kRestartSeconds = 0.010;
/** -100 dB: a decay or release below this level counts as silence. */
inline constexpr double kSilentLevel = 1e-5;

/** Times >= 0 in seconds; 0 skips a stage. */
struct EnvelopeShape
{
    double attackSeconds = 0, holdSeconds = 0, decaySeconds = 0;
    double sustain = 1; ///< 0 .. 1
    double releaseSeconds = 0;
    EnvelopeCurve curve = EnvelopeCurve::exponential;
    /** 0 .. 1: how far a sustain pedal holds a release back; see envelopeAt */
    double pedal = 0;
};

enum class EnvelopeStage : std::uint8_t
{
    attack,
    hold,
    decay, ///< and the sustain
    release
};

/** The attack, hold and decay that continue under a release. Plain data. */
struct HeldCurve
{
    double now = 0; ///< position in seconds: note time until the release, then the pedal's share
    double began = 0, seconds = 0; ///< of its stage, as in EnvelopeRecord
    EnvelopeStage stage = EnvelopeStage::attack;
    EnvelopeCurve curve = EnvelopeCurve::exponential;
};

/** The current stage of an envelope. Seconds count from the note's start. Plain data. */
struct EnvelopeRecord
{
    double began = 0; ///< the second at which x is 0, see envelopeAt
    /** duration of x from 0 to 1 at the last evaluation; below 0: no evaluation yet */
    double seconds = -1;
    double fromLevel = 0; ///< of a release: current level of the held curve
    EnvelopeStage stage = EnvelopeStage::attack;
    EnvelopeCurve curve = EnvelopeCurve::exponential; ///< fixed at the stage's start
    HeldCurve held;                                   ///< of a release
    double pedal = 0; ///< of a release: EnvelopeShape::pedal since `pedalSince`
    double pedalSince = 0;
    double restarted = -1,
           restartLevel = 0; ///< time and level, see restartedAt; time below 0: never restarted
};

struct EnvelopeValue
{
    double level = 0;       ///< 0 .. 1
    bool isOver = false;    ///< stays at 0 until a key is struck
    bool isSettled = false; ///< stays at its level until the note is released
};

/** The record of a later instant. If the duration of the current stage has changed, x keeps its
    value and grows at the new rate from `seconds` on. So a finished stage is never recomputed, and
    the level jumps only to the end of a stage whose duration becomes 0. A new curve takes effect
    with the next stage.
    releasedAfter: seconds from the note's start to its release; empty: not released.
    thread: any   fails: never */
EnvelopeRecord advanced (EnvelopeRecord record, const EnvelopeShape& shape, double seconds,
                         std::optional<double> releasedAfter) noexcept;

/** The envelope at `seconds` after the note's start, at the instant of its record or later. With x
    the share of a stage's duration and s the sustain:
      attack   1 - exp (-5x), and 1 at its end
      decay    s + (1 - s) exp (-3x); x grows beyond 1, towards s
      release  level exp (-5x), where level is the envelope's value at the release; x grows beyond 1
      until kReleaseFloor of the level is left, which falls to 0 over kReleaseTailSeconds
    All rates of `gentle` are 3. `linear` has straight lines and no tail.
    Half pedal: of each second of a release the share `pedal` advances the held curve (attack, hold,
    decay), and the rest advances the release. The level is the product of both. With pedal 0 it is
    a release from its start level, with pedal 1 the held curve. Dampers that press less damp less:
    the release rate in dB per second falls in proportion.
    A note in decay or release below kSilentLevel is over.
    Source of the curves: DESIGN.md, "Voices are functions".
    seconds: below 0 counts as 0.   thread: any   fails: never */
EnvelopeValue envelopeAt (const EnvelopeRecord& record, const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept;

/** Restarts an envelope at `level`: its attack continues from the point of its curve with that
    level. Within kRestartSeconds the level passes from `level` to the curve by 10x^3 - 15x^4 +
    6x^5, so that an attack of 0 or a steep attack has no step and no corner. seconds: since the
    note's start.   thread: any   fails: never */
EnvelopeRecord restartedAt (double level, const EnvelopeShape& shape, double seconds) noexcept;

/** envelopeAt for a shape that has never changed. */
EnvelopeValue envelopeAt (const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept;

/** Duration from a release to silence. */
double secondsOfRelease (EnvelopeCurve curve, double releaseSeconds) noexcept;

/** Decay from 1 towards 0: exp (-3x); `linear`: 1 - x down to 0. Pitch envelopes use it.
    totalSeconds: x = 1; 0 gives 0 at once. seconds: >= 0 */
double decayShare (EnvelopeCurve curve, double totalSeconds, double seconds) noexcept;

} // namespace melstrom
