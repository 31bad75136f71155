// The GPU backend's plan: batches pass through a few slots.
#pragma once

#include "Engine/Backend/Gpu/Mel/GpuOptions.h"
#include "Engine/Backend/Gpu/Mel/GpuSlot.h"
#include "Engine/Backend/Gpu/Mel/TicketRing.h"

#include <memory>

namespace melstrom::gpu
{

/** One batch is copied in, one is computed, one is copied out. */
inline constexpr int kUsualSlots = 3;
/** Small batches take less time than their start: one more slot keeps a batch ready. */
inline constexpr int kMostSlots = 4;
/** Batches that wait for a slot or for `wait`: far more than a pipeline has. */
inline constexpr std::size_t kMostTickets = 256;

/** The threads that call `submit`, `wait` or `isDone` start and end batches, in order. No thread
    sleeps while it holds the device. */
class GpuMelPlan final : public MelPlan
{
public:
    /** Uses fewer slots if there is no memory for all of them.
        thread  one that does not hold the device's mutex
        fails   outOfMemory, deviceUnavailable (no cuFFT), deviceLost */
    static Result<std::unique_ptr<GpuMelPlan>>
    make (std::shared_ptr<SharedDevice> device, const MelGeometry& geometry,
          const ChosenVariant& variant, const MelCapacity& capacity, const GpuOptions& options);
    /** Waits until all submitted batches have ended, at most for the deadline. */
    ~GpuMelPlan () override;

    const MelGeometry& geometry () const noexcept override { return computation_->geometry (); }
    Ticket submit (const MelBatch& batch) override;
    Result<void> wait (Ticket ticket) override;
    bool isDone (Ticket ticket) override;

    int numSlots () const noexcept { return static_cast<int> (slots_.size ()); }

private:
    using Clock = std::chrono::steady_clock;
    struct InFlight
    {
        Ticket ticket = 0;
        /** An error after part of the batch was started. It is reported when that part has
            ended. */
        std::optional<Error> error;
    };

    GpuMelPlan (std::shared_ptr<SharedDevice> device, const MelGeometry& geometry,
                const ChosenVariant& variant, const MelCapacity& capacity,
                const GpuOptions& options);
    Result<void> prepare (const MelCapacity& capacity);
    Result<std::size_t> budgetBytes ();
    Result<void> takeSlots (std::size_t numSlots);

    // the mutex is held
    void makeProgress ();
    bool endOldest ();
    void endTicket (GpuSlot& slot, InFlight& batch);
    void startNext ();
    void giveUp (const Error& error);
    Error hungError () const;

    std::shared_ptr<SharedDevice> device_;
    GpuOptions options_;
    PlanStreams streams_;
    std::unique_ptr<MelComputation> computation_;
    std::vector<std::unique_ptr<GpuSlot>> slots_; ///< used in turn
    std::array<InFlight, kMostSlots> inFlight_;   ///< one a slot
    std::size_t oldestSlot_ = 0, numInFlight_ = 0;
    Clock::time_point oldestSince_; ///< when the oldest batch in flight became the oldest
    TicketRing tickets_ {kMostTickets};
    std::size_t bytesTaken_ = 0;
};

} // namespace melstrom::gpu
