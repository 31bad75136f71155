#include "Engine/Realtime/Segments/VoiceScheduler.h"

#include "Engine/Spec/Patch/PatchParameters.h"

#include <algorithm>
#include <type_traits>

namespace melstrom
{

namespace
{
const Tuning& equalTuning () noexcept
{
    static const Tuning tuning;
    return tuning;
}

bool isSlot (int tableSlot) noexcept
{
    return tableSlot >= 0 && tableSlot < kTableSlots;
}

/** Whether the event sets a registered parameter: a new bend range changes notes that are bent. */
bool setsRange (const SynthEvent& event) noexcept
{
    return event.kind == SynthEventKind::controller &&
           (event.key == static_cast<int> (Controller::dataCoarse) ||
            event.key == static_cast<int> (Controller::dataFine));
}

AllocatorSettings allocatorSettings (const PatchValues& patch, double sampleRateHz) noexcept
{
    AllocatorSettings settings;
    settings.mode = patch.choice<VoiceMode> (PatchKey::voiceMode);
    settings.priority = patch.choice<NotePriority> (PatchKey::notePriority);
    settings.glide = patch.choice<GlideMode> (PatchKey::glideMode);
    settings.maxVoices = patch.whole (PatchKey::maxVoices);
    settings.glideSeconds = patch[PatchKey::glideTime];
    settings.glideBy = patch.choice<GlideBy> (PatchKey::glideBy);
    settings.sampleRateHz = sampleRateHz;
    settings.strumSeconds = 0.001 * static_cast<double> (patch[PatchKey::chordStrum]);
    return settings;
}
} // namespace

static_assert (std::is_trivially_copyable_v<VoiceScheduler>, "it is copied on audio threads");

VoiceScheduler::VoiceScheduler (double sampleRateHz) noexcept
    : motion_ (sampleRateHz), fade_ (sampleRateHz)
{
    modulationTargets (); // built on first use, which must not happen on an audio thread
    context_.sampleRateHz = sampleRateHz;
    context_.jumpShare = easeShare (kEaseSeconds, kControlSamples / sampleRateHz);
    context_.tuning = &equalTuning ();
    centreShares_.fill ({1, 1});
    jumpTo (motion_.values (), 0);
}

void VoiceScheduler::jumpTo (const PatchValues& values, int tableSlot) noexcept
{
    keepPast ();
    motion_.jumpTo (values);
    wantedSlot_ = static_cast<std::int16_t> (isSlot (tableSlot) ? tableSlot : 0);
    fade_.jumpTo (wantedTimbre ());
    follow ();
    keepPast ();
}

void VoiceScheduler::setPatch (const PatchValues& values, const CentreShares& centreShares) noexcept
{
    setCentreShares (0, centreShares);
    jumpTo (values, 0);
}

void VoiceScheduler::setCentreShares (int tableSlot, const CentreShares& centreShares) noexcept
{
    if (! isSlot (tableSlot))
        return;
    centreShares_[static_cast<std::size_t> (tableSlot)] = centreShares;
    mustFollow_ = true;
}

void VoiceScheduler::reset () noexcept
{
    allocator_.reset ();
    channels_.reset ();
    written_ = {};
    hasSegment_ = false;
    shedding_ = {};
    context_.freeLfos = {};
    motion_.finish ();
    fade_.jumpTo (wantedTimbre ());
    follow ();
}

void VoiceScheduler::copySoundingFrom (const VoiceScheduler& other) noexcept
{
    if (this == &other)
        return;
    allocator_.copyFrom (other.allocator_);
    channels_ = other.channels_;
    motion_ = other.motion_;
    fade_ = other.fade_;
    wantedSlot_ = other.wantedSlot_;
    heard_ = other.heard_;
    constants_ = other.constants_;
    mustFollow_ = true; // the centre shares may differ
    const Tuning* const tuning = context_.tuning;
    context_ = other.context_;
    context_.tuning = tuning;
    ++context_.generation; // the tuning may differ
    shedding_ = other.shedding_;
    written_ = {};
    for (const auto place : allocator_.sounding ())
        if (other.isWritten (place))
        {
            const auto at = static_cast<std::size_t> (place);
            written_[at] = other.written_[at];
            writer_.copyPlace (place, other.writer_);
        }
    hasSegment_ = other.hasSegment_;
    index_ = other.index_;
}

ControlContext VoiceScheduler::context () const noexcept
{
    ControlContext context = context_;
    context.patch = &heard_;
    context.constants = &constants_;
    context.channels = &channels_;
    return context;
}

Timbre VoiceScheduler::wantedTimbre () const noexcept
{
    const PatchValues& values = motion_.values ();
    return {wantedSlot_, values.choice<FilterType> (PatchKey::filterType),
            values.choice<FilterSlope> (PatchKey::filterSlope)};
}

bool VoiceScheduler::usesSlot (int tableSlot) const noexcept
{
    return tableSlot == fade_.current ().tableSlot || tableSlot == wantedSlot_ ||
           (fade_.isFading () && tableSlot == fade_.former ().tableSlot);
}

bool VoiceScheduler::newestVoiceValues (PatchValues& values) const noexcept
{
    const auto order = allocator_.sounding ();
    if (! hasSegment_ || order.empty ())
        return false;
    values =
        heardValuesAt (context (), allocator_.voices ()[static_cast<std::size_t> (order.back ())]);
    return true;
}

/** Recomputes the values for voices after a change of parameters or timbre. */
void VoiceScheduler::follow () noexcept
{
    const Timbre& timbre = fade_.current ();
    heard_ = motion_.values ();
    heard_[PatchKey::filterType] = static_cast<float> (timbre.filterType);
    heard_[PatchKey::filterSlope] = static_cast<float> (timbre.filterSlope);
    constants_ = PatchConstants (heard_);
    context_.easeShare = controllerShare (heard_, context_.sampleRateHz);
    channels_.setMpe (heard_.choice<MpeMode> (PatchKey::mpe) == MpeMode::on,
                      heard_[PatchKey::mpeBendRange]);
    context_.centreShare = centreShares_[static_cast<std::size_t> (timbre.tableSlot)];
    ++context_.generation;
    mustFollow_ = false;
    allocator_.setSettings (allocatorSettings (heard_, context_.sampleRateHz));
}

void VoiceScheduler::applyToSound (const SynthEvent& event) noexcept
{
    if (event.kind == SynthEventKind::tables && isSlot (event.key))
        wantedSlot_ = event.key;
    if (event.kind == SynthEventKind::parameter && event.key < kNumPatchKeys)
        moveParameter (static_cast<PatchKey> (event.key), event.value);
}

void VoiceScheduler::apply (const SynthEvent& event, ScheduledVoices& voices) noexcept
{
    startWaiting (event.sample, voices);
    if (event.kind == SynthEventKind::shed)
        return shedding_.setLevel (event.key);
    ++context_.generation;
    if (event.kind == SynthEventKind::parameter || event.kind == SynthEventKind::tables)
        return applyToSound (event);
    const bool isNote =
        event.kind == SynthEventKind::noteOn || event.kind == SynthEventKind::noteOff;
    const bool isKey = event.key < kNumKeys;
    if (isNote && (! isKey || ! context_.tuning->isMapped (event.key)))
        return;
    channels_.apply (event);
    if (setsRange (event))
        ++context_.numJumps;
    const auto chord = event.kind == SynthEventKind::noteOn
                           ? chordTonesOn (event.key, heard_, *context_.tuning)
                           : ChordTones {};
    allocator_.apply (event, channels_, isNote ? context_.tuning->pitchOf (event.key) : 0.0,
                      chord.all ());
    if (isWithinSegment (event.sample))
        writeNewVoices (voices);
}

void VoiceScheduler::startWaiting (std::int64_t end, ScheduledVoices& voices) noexcept
{
    for (auto next = allocator_.nextStart (); next && *next < end; next = allocator_.nextStart ())
    {
        ++context_.generation;
        allocator_.startNext ();
        if (isWithinSegment (*next))
            writeNewVoices (voices);
    }
}

bool VoiceScheduler::isWithinSegment (std::int64_t sample) const noexcept
{
    return hasSegment_ && sample > context_.sample && sample < context_.sample + kControlSamples;
}

} // namespace melstrom
