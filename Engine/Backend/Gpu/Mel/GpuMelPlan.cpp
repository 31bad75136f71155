#include "Engine/Backend/Gpu/Mel/GpuMelPlan.h"

#include "Engine/Backend/Gpu/Device/Pause.h"

#include <algorithm>
#include <new>

namespace melstrom::gpu
{

namespace
{
constexpr Ticket kRefused = ~Ticket {0};
constexpr std::size_t kSmallBatchBytes = 1 << 20;
constexpr double kShareOfFreeBytes = 0.8; ///< the rest is for cuFFT, the context and other programs

std::string mebibytes (std::size_t bytes)
{
    return std::to_string ((bytes + (1 << 20) - 1) >> 20) + " MiB";
}

std::string seconds (std::chrono::milliseconds time)
{
    const auto count = time.count ();
    return count % 1000 == 0 ? std::to_string (count / 1000) + " s"
                             : std::to_string (count) + " ms";
}

std::size_t slotsThatPay (const MelCapacity& capacity) noexcept
{
    const bool isSmall = capacity.inputBytes + capacity.outputBytes < kSmallBatchBytes;
    return isSmall ? kMostSlots : kUsualSlots;
}
} // namespace

Result<std::unique_ptr<GpuMelPlan>> GpuMelPlan::make (std::shared_ptr<SharedDevice> device,
                                                      const MelGeometry& geometry,
                                                      const ChosenVariant& variant,
                                                      const MelCapacity& capacity,
                                                      const GpuOptions& options)
{
    std::unique_ptr<GpuMelPlan> plan (
        new GpuMelPlan (std::move (device), geometry, variant, capacity, options));
    MELSTROM_TRY (plan->prepare (capacity));
    return plan;
}

GpuMelPlan::GpuMelPlan (std::shared_ptr<SharedDevice> device, const MelGeometry& geometry,
                        const ChosenVariant& variant, const MelCapacity& capacity,
                        const GpuOptions& options)
    : device_ (std::move (device)), options_ (options),
      computation_ (std::make_unique<MelComputation> (*device_, geometry, variant, capacity))
{
}

GpuMelPlan::~GpuMelPlan ()
{
    Pause pause;
    std::unique_lock lock (device_->mutex);
    for (makeProgress (); numInFlight_ > 0 || tickets_.hasWaiting (); makeProgress ())
    {
        lock.unlock ();
        pause ();
        lock.lock ();
    }
    slots_.clear ();
    computation_.reset ();
    streams_ = {};
    device_->bytesTaken -= bytesTaken_;
}

Result<void> GpuMelPlan::prepare (const MelCapacity& capacity)
{
    const std::lock_guard lock (device_->mutex);
    if (device_->loss ())
        return *device_->loss ();
    MELSTROM_TRY_VALUE (auto budget, budgetBytes ());
    const std::size_t shared = computation_->deviceBytes ();
    const std::size_t aSlot = SlotLayout (computation_->sizes (), computation_->steps (),
                                          computation_->geometry ().numBands)
                                  .deviceBytes ();
    if (shared + aSlot > budget)
        return Error {ErrorCode::outOfMemory,
                      "features of this size need " + mebibytes (shared + aSlot) +
                          " of device memory, but at most " + mebibytes (budget) + " of " +
                          (*device_)->properties ().name +
                          " may be used; lower --max-mem, or choose --backend cpu",
                      {}};
    MELSTROM_TRY (streams_.create (*device_));
    MELSTROM_TRY (computation_->prepare (streams_.copyIn.get ()));
    MELSTROM_TRY (takeSlots (std::min (slotsThatPay (capacity), (budget - shared) / aSlot)));
    bytesTaken_ = shared + slots_.size () * aSlot;
    device_->bytesTaken += bytesTaken_;
    return {};
}

Result<std::size_t> GpuMelPlan::budgetBytes ()
{
    if (options_.deviceBytes)
        return *options_.deviceBytes - std::min (*options_.deviceBytes, device_->bytesTaken);
    MELSTROM_TRY_VALUE (auto use, device_->noted ((*device_)->memoryUse ()));
    return static_cast<std::size_t> (kShareOfFreeBytes * static_cast<double> (use.freeBytes));
}

Result<void> GpuMelPlan::takeSlots (std::size_t numSlots)
{
    slots_.reserve (numSlots);
    while (slots_.size () < numSlots)
    {
        auto slot = std::make_unique<GpuSlot> (*device_, *computation_, streams_);
        auto prepared = slot->prepare ();
        if (prepared)
            slots_.push_back (std::move (slot));
        else if (prepared.error ().code == ErrorCode::outOfMemory && ! slots_.empty ())
            break;
        else
            return prepared;
    }
    return {};
}

Ticket GpuMelPlan::submit (const MelBatch& batch)
{
    const std::lock_guard lock (device_->mutex);
    const auto ticket = tickets_.open (batch);
    makeProgress ();
    return ticket.value_or (kRefused);
}

Result<void> GpuMelPlan::wait (Ticket ticket)
{
    if (ticket == kRefused)
        return Error {ErrorCode::outOfMemory,
                      "more than " + std::to_string (kMostTickets) +
                          " batches were given to the GPU without waiting for the first",
                      {}};
    for (Pause pause;; pause ())
    {
        const std::lock_guard lock (device_->mutex);
        makeProgress ();
        if (tickets_.isDone (ticket))
            return tickets_.collect (ticket);
    }
}

bool GpuMelPlan::isDone (Ticket ticket)
{
    const std::lock_guard lock (device_->mutex);
    makeProgress ();
    return ticket == kRefused || tickets_.isDone (ticket);
}

void GpuMelPlan::makeProgress ()
{
    while (! device_->loss () && numInFlight_ > 0 && endOldest ())
    {
    }
    while (! device_->loss () && numInFlight_ < slots_.size () && tickets_.hasWaiting ())
        startNext ();
    if (device_->loss ())
        giveUp (*device_->loss ());
}

bool GpuMelPlan::endOldest ()
{
    GpuSlot& slot = *slots_[oldestSlot_];
    const auto done = device_->noted (slot.isDone ());
    if (! done)
    {
        giveUp (done.error ());
        return false;
    }
    if (! *done)
    {
        if (Clock::now () - oldestSince_ < options_.deadline)
            return false;
        device_->hang ();
        giveUp (hungError ());
        return false;
    }
    endTicket (slot, inFlight_[oldestSlot_]);
    oldestSlot_ = (oldestSlot_ + 1) % slots_.size ();
    oldestSince_ = Clock::now ();
    --numInFlight_;
    return true;
}

void GpuMelPlan::endTicket (GpuSlot& slot, InFlight& batch)
{
    try
    {
        slot.collect ();
        tickets_.finish (batch.ticket, std::exchange (batch.error, std::nullopt));
    }
    catch (const std::bad_alloc&)
    {
        tickets_.finish (batch.ticket,
                         Error {ErrorCode::outOfMemory,
                                "not enough memory for the statistics of a signal; lower --max-mem",
                                {}});
    }
}

void GpuMelPlan::startNext ()
{
    const std::size_t index = (oldestSlot_ + numInFlight_) % slots_.size ();
    const MelBatch batch = tickets_.nextBatch ();
    const Ticket ticket = tickets_.startNext ();
    const auto started = device_->noted (slots_[index]->start (batch));
    if (device_->loss ())
        return;
    if (! started)
        if (auto left = slots_[index]->leave (); ! left)
            return giveUp (left.error ());
    if (numInFlight_ == 0)
        oldestSince_ = Clock::now ();
    inFlight_[index] = {ticket, started ? std::nullopt : std::optional (started.error ())};
    ++numInFlight_;
}

void GpuMelPlan::giveUp (const Error& error)
{
    device_->lose ({ErrorCode::deviceLost, error.message, {}});
    tickets_.failAll (*device_->loss ());
    numInFlight_ = 0;
}

Error GpuMelPlan::hungError () const
{
    return {ErrorCode::deviceLost,
            "a kernel on " + (*device_)->properties ().name + " did not end within " +
                seconds (options_.deadline) + "; restart the program, or choose --backend cpu",
            {}};
}

} // namespace melstrom::gpu
