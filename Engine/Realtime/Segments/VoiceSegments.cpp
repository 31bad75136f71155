// The scheduler's work at each segment: advances parameters and timbre, and writes the voices.
#include "Engine/Realtime/Segments/VoiceScheduler.h"

#include "Engine/Realtime/Control/NoteTime.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

/** Call before and after a change of the patch: envelopes and LFOs then continue as they are. */
void VoiceScheduler::keepPast () noexcept
{
    if (! hasSegment_)
        return;
    ControlContext now = context ();
    advanceFreeLfos (now);
    context_.freeLfos = now.freeLfos;
    for (const auto place : allocator_.sounding ())
        if (isWritten (place))
            advanceRecords (allocator_.voices ()[static_cast<std::size_t> (place)], now);
}

/** Advances by one control point. Without a sounding voice the timbre jumps instead of fading. */
void VoiceScheduler::advanceSound () noexcept
{
    const bool hasMoved = motion_.isMoving ();
    const Timbre former = fade_.current ();
    if (hasMoved)
        keepPast ();
    motion_.advance ();
    if (motion_.hasJumped ())
        ++context_.numJumps;
    if (anyWritten ())
        fade_.advance (wantedTimbre ());
    else
        fade_.jumpTo (wantedTimbre ());
    if (hasMoved || mustFollow_ || fade_.current () != former)
        follow ();
    if (hasMoved)
        keepPast ();
}

bool VoiceScheduler::anyWritten () const noexcept
{
    return std::ranges::any_of (allocator_.sounding (),
                                [this] (std::int16_t place) { return isWritten (place); });
}

bool VoiceScheduler::isWritten (int place) const noexcept
{
    const auto at = static_cast<std::size_t> (place);
    return written_[at].isWritten && written_[at].sequence == allocator_.voices ()[at].sequence;
}

/** Measures the written voice's loudness and sheds its tail. */
void VoiceScheduler::leaveOut (int place, const VoicePage& page) noexcept
{
    float loudness = std::fabs (page.noise.level.end);
    for (const OscillatorSegment& oscillator : page.partials.oscillators)
        loudness = std::max (loudness, std::fabs (oscillator.level.end));
    shedding_.hear (loudness);
    if (shedding_.endsTail (loudness))
        allocator_.endTail (place, context_.sample + kControlSamples);
}

/** May finish the voice, which invalidates `sounding ()`. */
void VoiceScheduler::write (int place, const ControlContext& now, ScheduledVoices& voices) noexcept
{
    const auto at = static_cast<std::size_t> (place);
    Voice& voice = allocator_.voices ()[at];
    const VoicePage page = voices.page ();
    const ControllerValues sent = sentControllers (channels_, playedKeyOf (voice));
    if (isWritten (place))
    {
        voice.controllers.advance (sent, now.easeShare);
        if (voice.restartSample < kNever)
            restartEnvelopes (voice, now);
        else if (constants_.movesTimes || isUnderHalfPedal (voice))
            advanceRecords (voice, now);
    }
    else
    {
        voice.controllers.snapTo (sent);
        voice.restartSample = kNever; // a voice without output starts normally
        advanceRecords (voice, now);
    }
    const WrittenVoice written = isWritten (place) ? writer_.advance (place, now, voice, page)
                                                   : writer_.begin (place, now, voice, page);
    written_[at] = {true, voice.sequence};
    leaveOut (place, page);
    voices.keep (place, index_, written.hasPartials);
    if (written.isOver)
    {
        allocator_.finish (place);
        written_[at].isWritten = false;
    }
}

void VoiceScheduler::writeNewVoices (ScheduledVoices& voices) noexcept
{
    std::array<std::int16_t, kVoicePlaces> places;
    std::size_t count = 0;
    for (const auto place : allocator_.sounding ())
        if (! isWritten (place))
            places[count++] = place;
    const ControlContext now = context ();
    for (std::size_t i = 0; i < count; ++i)
        write (places[i], now, voices);
}

void VoiceScheduler::beginSegment (std::int64_t segment, int index, const SongTime* song,
                                   ScheduledVoices& voices) noexcept
{
    context_.sample = segment * kControlSamples;
    const double beats = song ? song->beatsAt (context_.sample) : 0.0;
    const double later = song ? song->beatsAt (context_.sample + kControlSamples) : 0.0;
    context_.songBeats = beats;
    context_.beatsPerSample = (later - beats) / kControlSamples;
    hasSegment_ = true;
    index_ = index;
    voices.beginSegment ();
    advanceSound ();
    shedding_.beginSegment ();
    if (shedding_.maxVoices () < kMaxVoices)
        allocator_.keepAtMost (shedding_.maxVoices (), context_.sample);
    context_.floorExponent = shedding_.floorExponent ();
    std::array<std::int16_t, kVoicePlaces> places;
    std::size_t count = 0;
    for (const auto place : allocator_.sounding ())
        places[count++] = place;
    const ControlContext now = context ();
    for (std::size_t i = 0; i < count; ++i)
        write (places[i], now, voices);
}

} // namespace melstrom
