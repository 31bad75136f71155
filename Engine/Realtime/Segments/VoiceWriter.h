// Writes voices segment by segment: controlAt at two control points, and exact phases in between.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Realtime/Control/ControlJump.h"
#include "Engine/Realtime/Control/ControlPoint.h"
#include "Engine/Realtime/Noise/VoiceNoise.h"
#include "Engine/Realtime/Segments/VoiceFloor.h"

#include <array>

namespace melstrom
{

/** Memory for one voice over one segment of the grid. */
struct VoicePage
{
    VoiceSegment& partials; ///< overwritten, except `segment`
    NoiseSegment& noise;    ///< overwritten; if silent, its shape fields stay unchanged
};

/** Properties of a written page. */
struct WrittenVoice
{
    bool hasPartials = false; ///< an oscillator is on and audible
    bool isOver = false;      ///< silent from the segment's end on: the place can be freed then
};

/** Stores, for each voice place, the end of its last segment. A segment from 32p to 32p + 32 starts
    with the stored control at 32p and ends with controlAt for 32p + 32, evaluated at 32p: with
    controllers, releases and fades up to 32p. Later events affect the next segment. So segments do
    not depend on block sizes.
    Thread: the rendering thread; allocates nothing. */
class VoiceWriter
{
public:
    /** Writes a voice's first segment. context.sample: 32p, the control point at or before
        voice.startSample, which is less than 32p + 32; its controllers: those at the start of the
        note. Phases are exactly 0 at startSample; the level is the envelope's initial level. Sets
        voice.level.
        place: 0 .. kVoicePlaces - 1; overwrites its former voice. */
    WrittenVoice begin (int place, const ControlContext& context, Voice& voice,
                        const VoicePage& page) noexcept;

    /** Writes the next segment. context.sample: 32p, 32 samples after the last one. Sets
        voice.level. */
    WrittenVoice advance (int place, const ControlContext& context, Voice& voice,
                          const VoicePage& page) noexcept;

    /** Copies the state of one place from another writer: the voice then continues here. */
    void copyPlace (int place, const VoiceWriter& other) noexcept
    {
        places_[static_cast<std::size_t> (place)] = other.places_[static_cast<std::size_t> (place)];
    }

private:
    struct OscillatorTurns
    {
        std::uint64_t base = 0, detune = 0, bandwidth = 0, stretch = 0;
    };
    /** An oscillator's values one control point earlier: the first point of a Spline. */
    struct FormerGains
    {
        float level = 0, pan = 0, spread = 0;
    };
    /** State of a voice at the start of its next segment. */
    struct Place
    {
        VoiceControl control;
        std::array<FormerGains, kNumOscillators> former;
        std::array<VoiceFloor, kNumOscillators> floors;
        BareControl bare;             ///< cache behind `control`, valid for `generation`
        std::uint64_t generation = 0; ///< of `bare`
        ControlJump jump;             ///< remaining offset of `bare` after jumps
        std::uint32_t numJumps = 0;   ///< last value of the context
        std::array<OscillatorTurns, kNumOscillators> turns;
        std::uint64_t grainTurns = 0;
        std::int64_t startSample = 0;
        std::uint32_t noteSeed = 0;
        std::array<float, kNumOscillators> centreShare {1, 1}; ///< used for `control`
    };
    static VoiceControl controlAfter (Place& place, const ControlContext& next,
                                      const Voice& voice) noexcept;
    static void writeGains (OscillatorSegment& out, FormerGains& former,
                            const OscillatorControl& from, const OscillatorControl& to,
                            int firstSample) noexcept;
    static void followTables (Place& place, const ControlContext& context) noexcept;
    struct Beginning
    {
        int firstSample = 0;  ///< within the segment
        bool isFirst = false; ///< of the voice's segments
    };
    WrittenVoice write (Place& place, const ControlContext& context, Voice& voice,
                        Beginning beginning, const VoicePage& page) noexcept;

    std::array<Place, kVoicePlaces> places_ {};
};

} // namespace melstrom
