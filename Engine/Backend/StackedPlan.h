// Rows of several frames, over a plan that computes frames.
#pragma once

#include "Engine/Backend/Backend.h"

#include <map>
#include <mutex>

namespace melstrom
{

/** A plan for a spec with stacksFrames (). The backend's plan of the same spec without stacking
    computes the frames into memory of its own, once for each span; `wait` puts them together. So
    every backend stacks, and a frame has the same bits as without stacking. Memory for frames is
    allocated when more batches are in work than ever before. */
class StackedPlan final : public MelPlan
{
public:
    /** Fails: as Backend::planMel and allocate. */
    static Result<std::unique_ptr<MelPlan>> make (Backend& backend, const MelSpec& spec, int rateHz,
                                                  const MelCapacity& capacity);
    /** Host memory of a plan beside that of the plan for frames. */
    static std::int64_t scratchBytes (const MelGeometry& geometry, const MelCapacity& capacity,
                                      int concurrency) noexcept;

    const MelGeometry& geometry () const noexcept override { return geometry_; }
    Ticket submit (const MelBatch& batch) override;
    Result<void> wait (Ticket ticket) override;
    bool isDone (Ticket ticket) override;

private:
    /** Memory of a batch in work. */
    struct Slot
    {
        std::unique_ptr<SlabMemory> frames;
        std::vector<MelSpan> spans; ///< of frames
        MelBatch batch;
        Ticket ticket = 0; ///< of the plan for frames
        std::optional<Error> error;
    };

    StackedPlan (Backend& backend, const MelGeometry& geometry, const MelCapacity& capacity)
        : backend_ (backend), geometry_ (geometry), capacity_ (capacity)
    {
    }
    Result<std::unique_ptr<Slot>> makeSlot () const;
    std::unique_ptr<Slot> takeSlot ();
    void setSpans (Slot& slot) const;
    void storeRows (const Slot& slot) const;

    Backend& backend_;
    MelGeometry geometry_;
    MelCapacity capacity_;
    std::mutex mutex_; ///< guards what follows
    std::vector<std::unique_ptr<Slot>> free_;
    std::map<Ticket, std::unique_ptr<Slot>> inWork_;
    Ticket nextTicket_ = 0;
    std::unique_ptr<MelPlan> frames_; ///< ends first: its threads write into the slots
};

} // namespace melstrom
