#include "Engine/Live/Voices/TableSlots.h"

#include "Engine/Core/Guarded.h"

#include <algorithm>

namespace melstrom
{

TableSlots::TableSlots (VoiceRenderer& cpu) : cpu_ (cpu) {}

TableSlots::~TableSlots () = default;

Result<void> TableSlots::fill (Slot& slot)
{
    for (std::size_t oscillator = 0; oscillator < slot.tables.size (); ++oscillator)
    {
        slot.tables[oscillator] = makePartialTable (patch_, static_cast<int> (oscillator));
        slot.centreShares[oscillator] = slot.tables[oscillator].centreShare;
    }
    MELSTROM_TRY_VALUE (slot.cpu, cpu_.prepareTables (slot.tables));
    slot.isTaken = true;
    slot.gpu.reset ();
    if (gpu_ && ! prepareForGpu (slot))
        hasGpuFault_ = true; // the CPU's tables are ready
    return {};
}

Result<void> TableSlots::prepareForGpu (Slot& slot)
{
    MELSTROM_TRY_VALUE (slot.gpu, gpu_->prepareTables (slot.tables));
    return {};
}

TableSlots::Ready TableSlots::readyOf (const Slot& slot) const noexcept
{
    std::int64_t numSinusoids = 0;
    for (const PartialTable& table : slot.tables)
        numSinusoids += static_cast<std::int64_t> (table.partials.size ()) * table.numCopies;
    return {static_cast<int> (&slot - slots_.data ()), slot.cpu.get (), slot.gpu.get (),
            slot.centreShares, numSinusoids};
}

Result<TableSlots::Ready> TableSlots::makeFirst (const Patch& patch)
{
    return guarded (
        [&] () -> Result<Ready>
        {
            patch_ = patch;
            MELSTROM_TRY (fill (slots_.front ()));
            return readyOf (slots_.front ());
        });
}

Result<void> TableSlots::setGpuPlayer (VoicePlayer* player)
{
    return guarded (
        [&] () -> Result<void>
        {
            gpu_ = player ? &player->renderer () : nullptr;
            hasGpuFault_ = false;
            for (auto& slot : slots_)
            {
                slot.gpu.reset ();
                if (! gpu_ || ! slot.isTaken)
                    continue;
                if (auto prepared = prepareForGpu (slot); ! prepared)
                {
                    gpu_ = nullptr;
                    return prepared;
                }
                const Ready ready = readyOf (slot);
                player->setSlot (ready.slot, ready.gpu, ready.centreShares);
            }
            return {};
        });
}

bool TableSlots::tryRequest (const PatchValues& values) noexcept
{
    if (! requests_.tryPush (values))
        return false;
    countRequest ();
    return true;
}

void TableSlots::setDrawings (const Drawings& drawings)
{
    const std::lock_guard lock (mutex_);
    if (! newDrawings_)
        countRequest ();
    newDrawings_ = drawings;
}

std::optional<TableSlots::Ready> TableSlots::takeReady () noexcept
{
    std::optional<Ready> newest;
    for (Ready next; ready_.tryPop (next); newest = next)
        if (newest)
            release (newest->slot);
    return newest;
}

TableSlots::Slot* TableSlots::freeSlot () noexcept
{
    const auto found = std::ranges::find (slots_, false, &Slot::isTaken);
    return found == slots_.end () ? nullptr : &*found;
}

bool TableSlots::work () noexcept
{
    for (int slot; released_.tryPop (slot);)
        slots_[static_cast<std::size_t> (slot)].isTaken =
            false; // its tables live until the slot is filled again
    Slot* const slot = isMaking () ? freeSlot () : nullptr;
    if (! slot)
        return false;
    std::int64_t numTaken = 0;
    for (PatchValues values; requests_.tryPop (values); ++numTaken)
        static_cast<PatchValues&> (patch_) = values;
    {
        const std::lock_guard lock (mutex_);
        if (newDrawings_)
        {
            patch_.drawings = *std::move (newDrawings_);
            newDrawings_.reset ();
            ++numTaken;
        }
    }
    if (numTaken == 0)
        return false;
    const auto filled = guarded ([&] { return fill (*slot); });
    if (filled) // else the current tables stay in use
        ready_.tryPush (readyOf (*slot));
    else
        slot->isTaken = false;
    numMade_.fetch_add (numTaken, std::memory_order_acq_rel);
    return true;
}

} // namespace melstrom
