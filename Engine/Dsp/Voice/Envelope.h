// Envelopes as functions of a record and of time.
#pragma once

#include "Engine/Spec/Patch/PatchKey.h"

#include <cstdint>
#include <optional>

namespace melstrom
{

/** -60 dB: down to here a release keeps its curve. */
inline constexpr double kReleaseFloor = 1e-3;
/** From kReleaseFloor a release goes to zero in a line over so many seconds. */
inline constexpr double kReleaseTailSeconds = 0.010;
/** An envelope that begins anew leaves the level where it was over so many seconds. */
inline constexpr double kRestartSeconds = 0.010;
/** -100 dB: what has come to rest below this counts as silence. */
inline constexpr double kSilentLevel = 1e-5;

/** Times >= 0 in seconds; 0 leaves a stage out. */
struct EnvelopeShape
{
    double attackSeconds = 0, holdSeconds = 0, decaySeconds = 0;
    double sustain = 1; ///< 0 .. 1
    double releaseSeconds = 0;
    EnvelopeCurve curve = EnvelopeCurve::exponential;
    /** 0 .. 1: how far a sustain pedal keeps a release from its way; see envelopeAt */
    double pedal = 0;
};

enum class EnvelopeStage : std::uint8_t
{
    attack,
    hold,
    decay, ///< and the sustain that it goes towards
    release
};

/** Under a release, what the note would be without it. Plain data. */
struct HeldCurve
{
    double now = 0; ///< seconds that it has gone on for: the note's own until its release
    double began = 0, seconds = 0; ///< of its stage, as in EnvelopeRecord
    EnvelopeStage stage = EnvelopeStage::attack;
    EnvelopeCurve curve = EnvelopeCurve::exponential;
};

/** The stage that an envelope is in. Seconds count from the note's beginning. Plain data. */
struct EnvelopeRecord
{
    double began = 0;     ///< the second at which x is 0, see envelopeAt
    double seconds = -1;  ///< the length of x, as it was last asked; below 0: nobody asked yet
    double fromLevel = 0; ///< of a release: the held curve where it stands
    EnvelopeStage stage = EnvelopeStage::attack;
    EnvelopeCurve curve = EnvelopeCurve::exponential; ///< as it was when the stage began
    HeldCurve held;                                   ///< of a release
    double pedal = 0; ///< likewise: EnvelopeShape::pedal since `pedalSince`
    double pedalSince = 0;
    double restarted = -1,
           restartLevel = 0; ///< when and from where: see restartedAt; below 0: never
};

struct EnvelopeValue
{
    double level = 0;       ///< 0 .. 1
    bool isOver = false;    ///< stays at zero from here on, unless a key is struck
    bool isSettled = false; ///< stays at its level from here on, until its note is released
};

/** The record of a later instant. A stage whose time has changed goes on from where it is: x keeps its value and grows at the
    new rate from `seconds` on. So no stage that is over is told anew, and the level never jumps but to the end of a stage whose
    time becomes 0. A new curve counts from the next stage on.
    releasedAfter: seconds from the note's beginning to its release; empty: not released.
    thread: any   fails: never */
EnvelopeRecord advanced (EnvelopeRecord record, const EnvelopeShape& shape, double seconds,
                         std::optional<double> releasedAfter) noexcept;

/** The envelope so many seconds after its note began, at the instant of its record or later. With x the share of a stage's
    time and s the sustain:
      attack   1 - exp (-5x), and 1 at its end        decay    s + (1 - s) exp (-3x), x going on beyond 1 towards s
      release  level exp (-5x), level being the envelope's value when it was released; x goes on beyond 1 until
               kReleaseFloor of it is left, which goes to zero over kReleaseTailSeconds
    Rates of `gentle` are 3 throughout; `linear` has lines, and no tail.
    Half pedal: of each second of a release the share `pedal` goes to the held curve (attack, hold, decay), which goes on for so
    long, and the rest to the release. The level is the product of both: at 0 a release from the level that it began with, at 1 the
    held curve. Dampers that press less take less: the rate of a release in dB a second falls in proportion. A note that has come to rest below
    kSilentLevel, by release or with its sustain at zero, is over. Source of the curves: DESIGN.md, "Voices are functions".
    seconds: below 0 counts as 0.   thread: any   fails: never */
EnvelopeValue envelopeAt (const EnvelopeRecord& record, const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept;

/** An envelope that begins anew at `level`: its attack goes on from there, as if it had come to there by itself. With no attack, or
    one that is as steep, the level goes over to the curve by 10x^3 - 15x^4 + 6x^5 within kRestartSeconds, so that it has no step
    and no corner. seconds: since the note began.   thread: any   fails: never */
EnvelopeRecord restartedAt (double level, const EnvelopeShape& shape, double seconds) noexcept;

/** The same for a shape that has never changed. */
EnvelopeValue envelopeAt (const EnvelopeShape& shape, double seconds,
                          std::optional<double> releasedAfter) noexcept;

/** From a release to silence. */
double secondsOfRelease (EnvelopeCurve curve, double releaseSeconds) noexcept;

/** A decay from 1 towards 0: exp (-3x), of `linear` 1 - x down to 0. Pitch envelopes go so. totalSeconds: x = 1; 0: at 0 at
    once. seconds: >= 0 */
double decayShare (EnvelopeCurve curve, double totalSeconds, double seconds) noexcept;

} // namespace melstrom
