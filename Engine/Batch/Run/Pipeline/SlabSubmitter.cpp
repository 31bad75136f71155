#include "Engine/Batch/Run/Pipeline/SlabSubmitter.h"

namespace melstrom
{

Result<void> SlabSubmitter::prepare (const MelCapacity& capacity)
{
    for (const auto& [rate, geometry] : work_.plan.geometries)
    {
        MELSTROM_TRY_VALUE (auto plan,
                            work_.context.backend.planMel (geometry.spec, rate, capacity));
        plans_.emplace (rate, std::move (plan));
    }
    return {};
}

void SlabSubmitter::work ()
{
    const bool isOnBus = ! work_.context.backend.driver ().empty (); // a CPU has no driver
    while (Slab* const slab = slabs_.filled.take ())
    {
        slab->plan = plans_.at (slab->chunk.rateHz).get ();
        slab->submitted = std::chrono::steady_clock::now ();
        slab->ticket = slab->plan->submit (
            {slab->input->data (), slab->output->data (), slab->spans, slab->chunk.pass});
        ++work_.context.counters.slabsComputing;
        if (isOnBus)
            work_.context.counters.bytesOnBus += slab->chunk.inputBytes + slab->chunk.outputBytes;
        slabs_.submitted.push (slab);
    }
}

} // namespace melstrom
