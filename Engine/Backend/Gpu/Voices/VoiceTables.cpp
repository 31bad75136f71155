#include "Engine/Backend/Gpu/Voices/VoiceTables.h"

#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"
#include "Engine/Dsp/Voice/StartPhase.h"
#include "Engine/Dsp/Voice/TiltGain.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

namespace melstrom::gpu
{

namespace
{
ChunkBounds boundsOf (std::span<const Partial> partials)
{
    const auto range = [partials] (auto member)
    {
        const auto [low, high] = std::ranges::minmax_element (partials, {}, member);
        return std::pair {static_cast<float> (*low.*member), static_cast<float> (*high.*member)};
    };
    ChunkBounds bounds;
    std::tie (bounds.ratioLow, bounds.ratioHigh) = range (&Partial::ratio);
    std::tie (bounds.bandwidthLow, bounds.bandwidthHigh) = range (&Partial::bandwidth);
    std::tie (bounds.stretchLow, bounds.stretchHigh) = range (&Partial::stretch);
    return bounds;
}

DeviceTable deviceTableOf (const PartialTable& table)
{
    DeviceTable made;
    made.phaseAmount = toPhaseAmount (table.phaseAmount);
    made.seed = table.seed;
    made.copyGain = table.copyGain;
    made.numPartials = static_cast<std::int32_t> (table.partials.size ());
    made.numChunks = (made.numPartials + kChunkPartials - 1) / kChunkPartials;
    made.numCopies = std::clamp (table.numCopies, 1, kMaxCopies);
    std::ranges::copy (table.copyPositions, made.copyPositions);
    std::ranges::copy (table.copyPlaces, made.copyPlaces);
    std::ranges::copy (table.copyPhases, made.copyPhases);
    return made;
}
} // namespace

VoiceTables::VoiceTables (const std::array<PartialTable, kNumOscillators>& tables,
                          double sampleRateHz)
{
    ArrayLayout layout;
    for (std::size_t i = 0; i < tables.size (); ++i)
    {
        tables_[i] = deviceTableOf (tables[i]);
        tables_[i].firstSlot = slotsPerRecord_;
        slotsPerRecord_ += tables_[i].numCopies * tables_[i].numChunks;
        places_[i] = {layout.add<Partial> (tables_[i].numPartials),
                      layout.add<ChunkBounds> (tables_[i].numChunks),
                      layout.add<float> (tables_[i].numPartials > 0 ? kNumTilts : 0)};
    }
    host_.resize (layout.bytes ());
    for (std::size_t i = 0; i < tables.size (); ++i)
    {
        const std::span partials (tables[i].partials);
        std::ranges::copy (partials, places_[i].partials.in (host_.data ()));
        if (! partials.empty ())
            std::ranges::copy (tiltGains (tables[i], sampleRateHz),
                               places_[i].tilts.in (host_.data ()));
        for (std::size_t first = 0, chunk = 0; first < partials.size ();
             first += kChunkPartials, ++chunk)
            places_[i].chunks.in (host_.data ())[chunk] = boundsOf (partials.subspan (
                first, std::min<std::size_t> (kChunkPartials, partials.size () - first)));
    }
}

std::size_t VoiceTables::sumBytes (int numRecords) const noexcept
{
    return static_cast<std::size_t> (numRecords) * static_cast<std::size_t> (slotsPerRecord_) *
           kControlSamples * sizeof (float);
}

Result<void> VoiceTables::reserve (SharedDevice& device, int numRecords)
{
    if (host_.empty ())
        return {};
    if (std::int64_t {numRecords} * slotsPerRecord_ >= kMostSlots)
        return Error {ErrorCode::outOfMemory,
                      "a patch of " + std::to_string (slotsPerRecord_) + " chunks in " +
                          std::to_string (numRecords) +
                          " voices is too large for a GPU; lower its unison or density",
                      {}};
    MELSTROM_TRY (take (memory_, device, device->allocate (host_.size ())));
    return take (slots_, device, device->allocate (sumBytes (numRecords)));
}

Result<void> VoiceTables::copyIn (SharedDevice& device, StreamHandle stream)
{
    if (host_.empty ())
        return {};
    return device.noted (device->copyIn (memory_.get (), host_.data (), host_.size (), stream));
}

void VoiceTables::describe (VoiceWork& work) const
{
    work.slotsPerRecord = slotsPerRecord_;
    work.slots = reinterpret_cast<float*> (static_cast<std::uintptr_t> (slots_.get ()));
    for (std::size_t i = 0; i < tables_.size (); ++i)
    {
        work.tables[i] = tables_[i];
        work.tables[i].partials = places_[i].partials.in (memory_.get ());
        work.tables[i].chunks = places_[i].chunks.in (memory_.get ());
        work.tables[i].tilts = places_[i].tilts.in (memory_.get ());
    }
}

} // namespace melstrom::gpu
