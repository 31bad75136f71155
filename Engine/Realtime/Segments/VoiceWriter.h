// Writes voices down, segment by segment: what controlAt says at two control points, and exact phases in between.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Realtime/Control/ControlJump.h"
#include "Engine/Realtime/Control/ControlPoint.h"
#include "Engine/Realtime/Noise/VoiceNoise.h"
#include "Engine/Realtime/Segments/VoiceFloor.h"

#include <array>

namespace melstrom
{

/** Where a voice is written down over one segment of the grid. */
struct VoicePage
{
    VoiceSegment& partials; ///< overwritten, but for `segment`
    NoiseSegment& noise;    ///< overwritten; of a silent one what shapes it is left as it is
};

/** What is to be known of a page. */
struct WrittenVoice
{
    bool hasPartials = false; ///< an oscillator is on and heard
    bool isOver = false;      ///< silent from the segment's end on: its place may be freed then
};

/** Keeps, for each place of a voice, where its last segment ended. A segment from 32p to 32p + 32 goes from what held at 32p
    to what controlAt says at 32p + 32, asked at 32p: of controllers, releases and fades it knows those that came at 32p or
    before; later ones move the next segment. So what is written does not depend on how the time is cut into
    blocks. Thread: the one that renders; allocates nothing. */
class VoiceWriter
{
public:
    /** A voice's first segment. context.sample: 32p, the control point at or before voice.startSample, which is less than
        32p + 32; its controllers: as they are when the note begins. Phases are 0 at startSample, to the bit, and the level is
        what the envelope begins with. Sets voice.level. place: 0 .. kVoicePlaces - 1; what was there is forgotten. */
    WrittenVoice begin (int place, const ControlContext& context, Voice& voice,
                        const VoicePage& page) noexcept;

    /** The segment that follows. context.sample: 32p, 32 samples after the one before. Sets voice.level. */
    WrittenVoice advance (int place, const ControlContext& context, Voice& voice,
                          const VoicePage& page) noexcept;

    /** What was written at one place of another writer: at this one's it goes on as there. */
    void copyPlace (int place, const VoiceWriter& other) noexcept
    {
        places_[static_cast<std::size_t> (place)] = other.places_[static_cast<std::size_t> (place)];
    }

private:
    struct OscillatorTurns
    {
        std::uint64_t base = 0, detune = 0, bandwidth = 0, stretch = 0;
    };
    /** Of an oscillator one control point earlier: what a Spline begins with. */
    struct FormerGains
    {
        float level = 0, pan = 0, spread = 0;
    };
    /** A voice at the control point that its next segment starts with. */
    struct Place
    {
        VoiceControl control;
        std::array<FormerGains, kNumOscillators> former;
        std::array<VoiceFloor, kNumOscillators> floors;
        BareControl bare;             ///< that it was made of, if any generation is known
        std::uint64_t generation = 0; ///< of `bare`
        ControlJump jump;             ///< what `bare` is to be moved by
        std::uint32_t numJumps = 0;   ///< of the context, as it was last seen
        std::array<OscillatorTurns, kNumOscillators> turns;
        std::uint64_t grainTurns = 0;
        std::int64_t startSample = 0;
        std::uint32_t noteSeed = 0;
        std::array<float, kNumOscillators> centreShare {1, 1}; ///< that `control` was made with
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
