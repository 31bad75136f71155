#include "Engine/Realtime/VoiceScheduler.h"

namespace melstrom
{

namespace
{
const Tuning& equalTuning () noexcept
{
    static const Tuning tuning;
    return tuning;
}

AllocatorSettings allocatorSettings (const Patch& patch, double sampleRateHz) noexcept
{
    AllocatorSettings settings;
    settings.mode = patch.choice<VoiceMode> (PatchKey::voiceMode);
    settings.priority = patch.choice<NotePriority> (PatchKey::notePriority);
    settings.glide = patch.choice<GlideMode> (PatchKey::glideMode);
    settings.maxVoices = patch.whole (PatchKey::maxVoices);
    settings.glideSeconds = patch[PatchKey::glideTime];
    settings.sampleRateHz = sampleRateHz;
    return settings;
}
} // namespace

void ScheduledVoices::clear () noexcept
{
    voices_.clear ();
    segmentStart_ = 0;
}

bool ScheduledVoices::add (const ScheduledVoice& voice) noexcept
{
    const bool isFull = voices_.size () - segmentStart_ >= maxPerSegment_;
    if (isFull || voices_.size () == voices_.capacity ())
        return false;
    voices_.push_back (voice);
    return true;
}

VoiceScheduler::VoiceScheduler (double sampleRateHz) noexcept
{
    context_.sampleRateHz = sampleRateHz;
    context_.tuning = &equalTuning ();
    context_.channels = &channels_;
    reset ();
}

void VoiceScheduler::setPatch (const Patch& patch,
                               const std::array<float, kNumOscillators>& centreShares) noexcept
{
    context_.patch = &patch;
    context_.centreShare = centreShares;
    allocator_.setSettings (allocatorSettings (patch, context_.sampleRateHz));
}

void VoiceScheduler::reset () noexcept
{
    allocator_.reset ();
    channels_.reset ();
    written_ = {};
    hasSegment_ = false;
}

bool VoiceScheduler::isWritten (int place) const noexcept
{
    const auto at = static_cast<std::size_t> (place);
    return written_[at].isWritten && written_[at].sequence == allocator_.voices ()[at].sequence;
}

/** What the writer says may end the voice, so that `sounding ()` has to be asked anew. */
void VoiceScheduler::write (int place, ScheduledVoices& voices) noexcept
{
    const auto at = static_cast<std::size_t> (place);
    Voice& voice = allocator_.voices ()[at];
    const bool isNew = ! isWritten (place);
    ScheduledVoice scheduled {static_cast<std::int16_t> (place),
                              isNew ? writer_.begin (place, context_, voice)
                                    : writer_.advance (place, context_, voice)};
    written_[at] = {true, voice.sequence};
    scheduled.written.partials.segment = index_;
    if (scheduled.written.hasPartials || ! scheduled.written.noise.isSilent ())
        voices.add (scheduled);
    if (scheduled.written.isOver)
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
    for (std::size_t i = 0; i < count; ++i)
        write (places[i], voices);
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
    std::array<std::int16_t, kVoicePlaces> places;
    std::size_t count = 0;
    for (const auto place : allocator_.sounding ())
        places[count++] = place;
    for (std::size_t i = 0; i < count; ++i)
        write (places[i], voices);
}

void VoiceScheduler::apply (const SynthEvent& event, ScheduledVoices& voices) noexcept
{
    const bool isNote =
        event.kind == SynthEventKind::noteOn || event.kind == SynthEventKind::noteOff;
    const bool isKey = event.key < kNumKeys;
    if (isNote && (! isKey || ! context_.tuning->isMapped (event.key)))
        return;
    channels_.apply (event);
    allocator_.apply (event, channels_, isNote ? context_.tuning->pitchOf (event.key) : 0.0);
    if (hasSegment_ && event.sample > context_.sample &&
        event.sample < context_.sample + kControlSamples)
        writeNewVoices (voices);
}

} // namespace melstrom
