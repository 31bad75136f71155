#include "Engine/Backend/Gpu/Voices/VoiceBatchWriter.h"

#include "Engine/Backend/Gpu/Kernels/Voices/PartialShape.h"
#include "Engine/Dsp/Voice/CopyWander.h"

#include <algorithm>
#include <cstring>

namespace melstrom::gpu
{

namespace
{
constexpr int kMostSkipped = 16; ///< if more voices end at once, their partners are not found

std::int64_t aligned (std::int64_t bytes) noexcept
{
    constexpr std::int64_t kAlignment = sizeof (BatchWords);
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

bool rests (const TurnRamp& ramp) noexcept
{
    return ramp.startRate == ramp.endRate;
}
bool rests (const Ramp& ramp) noexcept
{
    return ramp.start == ramp.end; // NaN moves
}

BankMotion motionIn (const GainShape& filter, const OscillatorSegment& oscillator) noexcept
{
    if (! rests (oscillator.base) || ! rests (oscillator.detune) ||
        ! rests (oscillator.bandwidth) || ! rests (oscillator.stretch))
        return BankMotion::bends;
    const bool isFilterAtRest =
        filter.type == FilterType::off || (rests (filter.cutoff) && rests (filter.resonance));
    const bool isAtRest = isFilterAtRest && rests (oscillator.tilt) && rests (oscillator.centre) &&
                          rests (oscillator.sides) && rests (oscillator.floor);
    return isAtRest ? BankMotion::rests : BankMotion::gains;
}

bool isNothing (const TurnRamp& ramp) noexcept
{
    return ramp.turns == 0 && ramp.startRate == 0;
}
/** Both ramps rest. */
bool isSame (const TurnRamp& a, const TurnRamp& b) noexcept
{
    return a.startRate == b.startRate && isNothing (a) == isNothing (b);
}
bool isSame (const GainShape& a, const GainShape& b) noexcept
{
    return a.type == b.type && a.slope == b.slope &&
           (a.type == FilterType::off ||
            (a.cutoff.start == b.cutoff.start && a.resonance.start == b.resonance.start));
}

/** True if copies wander at one rate from the start of a to the end of b. b follows a; both
    rest. */
bool wanderAlike (const TurnRamp& a, const TurnRamp& b) noexcept
{
    return wanderLineIndex (a.turns) ==
           wanderLineIndex (
               turnsAfter (b.turns, b.startRate, b.endRate, kControlSamples, kControlSamples));
}

/** True if a and b, which rest, differ in phase only. */
bool canShare (const VoiceSegment& a, const VoiceSegment& b, std::size_t oscillator) noexcept
{
    const OscillatorSegment &x = a.oscillators[oscillator], &y = b.oscillators[oscillator];
    return isSame (x.base, y.base) && isSame (x.detune, y.detune) &&
           wanderAlike (x.detune, y.detune) && isSame (x.bandwidth, y.bandwidth) &&
           isSame (x.stretch, y.stretch) && isSame (a.filter, b.filter) &&
           x.tilt.start == y.tilt.start && x.centre.start == y.centre.start &&
           x.sides.start == y.sides.start && x.floor.start == y.floor.start;
}

template <typename Item>
std::int64_t copyItems (const Item* from, std::int64_t count, std::byte* to,
                        std::int64_t at) noexcept
{
    const auto bytes = count * static_cast<std::int64_t> (sizeof (Item));
    if (bytes > 0)
        std::memcpy (to + at, from, static_cast<std::size_t> (bytes));
    return aligned (at + bytes);
}
} // namespace

VoiceBatchWriter::VoiceBatchWriter (int maxSegments, int maxRecords)
    : maxSegments_ (maxSegments), maxRecords_ (maxRecords)
{
    for (Groups& groups : groups_)
    {
        groups.groups.resize (static_cast<std::size_t> (maxRecords));
        groups.ofRecord.resize (static_cast<std::size_t> (maxRecords));
    }
}

std::size_t VoiceBatchWriter::maxBytes () const noexcept
{
    const auto numRecords = static_cast<std::size_t> (maxRecords_);
    const auto segmentBytes = (static_cast<std::size_t> (maxSegments_) + 1) * sizeof (std::int32_t);
    return sizeof (VoiceCounts) + segmentBytes +
           numRecords * (sizeof (VoiceSegment) + kNumOscillators * sizeof (VoiceGroup)) +
           4 * sizeof (BatchWords);
}

bool VoiceBatchWriter::write (std::span<const VoiceSegment> voices, int firstSegment,
                              int numSegments, std::uint32_t number, std::byte* to) noexcept
{
    if (numSegments > maxSegments_ || voices.size () > static_cast<std::size_t> (maxRecords_))
        return false;
    VoiceCounts counts;
    counts.numSegments = numSegments;
    counts.firstSegment = firstSegment;
    counts.number = number;
    counts.numRecords = static_cast<std::int32_t> (voices.size ());
    counts.firstRecordsAt = sizeof (VoiceCounts);
    const std::span firstRecords (reinterpret_cast<std::int32_t*> (to + counts.firstRecordsAt),
                                  static_cast<std::size_t> (numSegments) + 1);
    if (! findFirstRecords (voices, firstSegment, firstRecords))
        return false;
    for (Groups& groups : groups_)
        groups.numGroups = 0;
    for (std::size_t s = 0; s + 1 < firstRecords.size (); ++s)
        groupSegment (voices, s == 0 ? firstRecords[s] : firstRecords[s - 1], firstRecords[s],
                      firstRecords[s + 1]);

    counts.recordsAt =
        aligned (counts.firstRecordsAt + static_cast<std::int64_t> (firstRecords.size_bytes ()));
    std::int64_t end = copyItems (voices.data (), counts.numRecords, to, counts.recordsAt);
    for (std::size_t i = 0; i < groups_.size (); ++i)
    {
        counts.groupsAt[i] = end;
        counts.numGroups[i] = groups_[i].numGroups;
        end = copyItems (groups_[i].groups.data (), groups_[i].numGroups, to, end);
    }
    counts.numBytes = end;
    std::memcpy (to, &counts, sizeof counts);
    return true;
}

bool VoiceBatchWriter::findFirstRecords (std::span<const VoiceSegment> voices, int firstSegment,
                                         std::span<std::int32_t> firstRecords) noexcept
{
    std::size_t index = 0;
    for (std::size_t s = 0; s + 1 < firstRecords.size (); ++s)
    {
        firstRecords[s] = static_cast<std::int32_t> (index);
        while (index < voices.size () &&
               voices[index].segment == firstSegment + static_cast<int> (s))
            ++index;
    }
    firstRecords.back () = static_cast<std::int32_t> (index);
    return index == voices.size ();
}

/** Voices keep their order from one segment to the next. Records before .. first - 1 are the
    previous segment. */
void VoiceBatchWriter::groupSegment (std::span<const VoiceSegment> voices, int before, int first,
                                     int last) noexcept
{
    int cursor = before;
    for (int index = first; index < last; ++index)
    {
        const std::uint32_t seed = voices[static_cast<std::size_t> (index)].noteSeed;
        const int end = std::min (first, cursor + kMostSkipped);
        int partner = cursor;
        while (partner < end && voices[static_cast<std::size_t> (partner)].noteSeed != seed)
            ++partner;
        const bool isFound = partner < end;
        addToGroups (voices, index, isFound ? partner : -1);
        if (isFound)
            cursor = partner + 1;
    }
}

void VoiceBatchWriter::addToGroups (std::span<const VoiceSegment> voices, int index,
                                    int partner) noexcept
{
    const VoiceSegment& voice = voices[static_cast<std::size_t> (index)];
    for (std::size_t i = 0; i < groups_.size (); ++i)
    {
        Groups& groups = groups_[i];
        std::int32_t& ofThis = groups.ofRecord[static_cast<std::size_t> (index)];
        ofThis = -1;
        if (! isHeard (voice.oscillators[i]))
            continue;
        const BankMotion motion = motionIn (voice.filter, voice.oscillators[i]);
        const std::int32_t before =
            partner < 0 ? -1 : groups.ofRecord[static_cast<std::size_t> (partner)];
        VoiceGroup* group =
            before < 0 ? nullptr : &groups.groups[static_cast<std::size_t> (before)];
        const bool joins = group != nullptr && motion == BankMotion::rests &&
                           group->motion == BankMotion::rests && group->numRecords < kMostShared &&
                           canShare (voices[static_cast<std::size_t> (partner)], voice, i);
        ofThis = joins ? before : groups.numGroups++;
        group = &groups.groups[static_cast<std::size_t> (ofThis)];
        if (! joins)
            *group = {{}, 0, motion, {}};
        std::fill (group->records + group->numRecords, group->records + kMostShared, index);
        ++group->numRecords;
    }
}

} // namespace melstrom::gpu
