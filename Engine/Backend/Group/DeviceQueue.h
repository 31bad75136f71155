// Batches for several devices: each goes to a device that is free.
#pragma once

#include "Engine/Backend/Backend.h"

#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

namespace melstrom
{

/** A device as the queue sees it. */
struct QueuedDevice
{
    std::string name;              ///< for errors: "cuda:1"
    int mostInFlight = 1;          ///< batches that it holds at a time; at least 1
    std::optional<int> memoryNode; ///< as in DevicePart
};

/** One thread a device owns the batches from their submission to the device until they end. A batch
    that some device has room for is submitted at once, by the caller; else it waits in one common
    queue, and the thread of the first device with room takes it.
    Of several devices with room, the one with the fewest rows in flight gets the batch; of equal
    ones the one that had the fewest rows so far. A slab on another memory node counts as many rows
    as the batch has: it is used where that saves time.
    After the loss of a device, batches that wait and later ones end with its error.
    Thread: any. */
class DeviceQueue
{
public:
    /** Plans of one spec at one rate, one a device; null: the device takes none of its batches. */
    using Plans = std::vector<std::unique_ptr<MelPlan>>;

    /** Starts the threads. Throws std::system_error, std::bad_alloc. */
    explicit DeviceQueue (std::vector<QueuedDevice> devices);
    /** All plans have been left. */
    ~DeviceQueue ();

    /** plans: at least one, until `leave`; home: the device near the memory of the batch; empty:
        unknown. Never waits for a device. */
    Ticket submit (const Plans& plans, const MelBatch& batch, std::optional<std::size_t> home);
    Result<void> wait (Ticket ticket); ///< as MelPlan::wait
    bool isDone (Ticket ticket);
    /** Drops the plans' batches that no device has begun, and waits for the others. */
    void leave (const Plans& plans);

    /** Names the threads at their next batch; as Backend::observe. */
    void observe (WorkObserver* observer) noexcept { observer_ = observer; }

private:
    struct Job
    {
        Ticket ticket = 0;
        const Plans* plans = nullptr;
        MelBatch batch;
        std::optional<std::size_t> home;
        std::int64_t numRows = 0;
        Ticket onDevice = 0; ///< of the device's plan
        Result<void> result {};
    };
    using Jobs = std::list<Job>; ///< a job moves between lists, without allocation
    struct Lane
    {
        QueuedDevice device;
        Jobs inFlight; ///< in the order of submission
        std::int64_t rowsInFlight = 0, rowsGiven = 0;
        std::condition_variable given;
        std::thread thread;
    };

    void serve (std::size_t index);
    // the mutex is held
    bool hasRoomFor (std::size_t index, const Job& job) const;
    bool isNear (std::size_t index, const Job& job) const;
    std::optional<std::size_t> bestFor (const Job& job) const;
    void give (std::size_t index, Jobs& from, Jobs::iterator job);
    void refill (std::size_t index);
    void end (std::size_t index, Result<void> result);
    void fail (const Error& error);
    void stop () noexcept;

    std::mutex mutex_;
    std::vector<std::unique_ptr<Lane>> lanes_;
    Jobs waiting_, ended_;
    Ticket lastTicket_ = 0;
    std::optional<Error> loss_;
    std::condition_variable changed_; ///< a job ended
    bool isStopping_ = false;
    std::atomic<WorkObserver*> observer_ {nullptr};
};

} // namespace melstrom
