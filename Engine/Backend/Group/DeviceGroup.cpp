#include "Engine/Backend/Group/DeviceGroup.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{
/** Batches beyond those in work, so that a device begins the next one without a thread. */
constexpr int kReadyBatches = 2;

std::vector<QueuedDevice> queuedDevices (const std::vector<std::unique_ptr<Backend>>& members)
{
    std::vector<QueuedDevice> devices;
    for (const auto& member : members)
        devices.push_back ({member->name (), member->concurrency () + kReadyBatches,
                            member->devices ().front ().memoryNode});
    return devices;
}

class GroupPlan final : public MelPlan
{
public:
    /** plans: at least one is not null. */
    GroupPlan (DeviceQueue& queue, const SlabHomes& homes, DeviceQueue::Plans plans)
        : queue_ (queue), homes_ (homes), plans_ (std::move (plans)),
          any_ (**std::ranges::find_if (plans_, [] (const auto& plan) { return plan != nullptr; }))
    {
    }
    ~GroupPlan () override { queue_.leave (plans_); }

    const MelGeometry& geometry () const noexcept override { return any_.geometry (); }
    Ticket submit (const MelBatch& batch) override
    {
        return queue_.submit (plans_, batch, homes_.of (batch.input));
    }
    Result<void> wait (Ticket ticket) override { return queue_.wait (ticket); }
    bool isDone (Ticket ticket) override { return queue_.isDone (ticket); }

private:
    DeviceQueue& queue_;
    const SlabHomes& homes_;
    const DeviceQueue::Plans plans_;
    const MelPlan& any_;
};

Error under (const std::string& device, const Error& error)
{
    return {error.code, device + ": " + error.message, {}};
}
} // namespace

DeviceGroup::DeviceGroup (std::vector<std::unique_ptr<Backend>> members, std::string name,
                          std::string notice, bool isFixed)
    : members_ (std::move (members)), name_ (std::move (name)), notice_ (std::move (notice)),
      isFixed_ (isFixed), numUsed_ (members_.size ()), leftOut_ (members_.size ()),
      queue_ (queuedDevices (members_))
{
    for (std::size_t i = 0; i < members_.size (); ++i)
        observers_.push_back (
            std::make_unique<MemberObserver> (members_[i]->name (), static_cast<int> (i)));
}

std::optional<DeviceUse> DeviceGroup::use ()
{
    DeviceUse all;
    all.numDevices = numUsed ();
    int busy = 0;
    for (int i = 0; i < all.numDevices; ++i)
    {
        const auto one = members_[static_cast<std::size_t> (i)]->use ();
        if (! one)
            return std::nullopt;
        busy += one->busyPercent;
        all.memoryBytes += one->memoryBytes;
    }
    all.busyPercent = busy / all.numDevices;
    return all;
}

int DeviceGroup::concurrency () const
{
    int sum = 0;
    for (std::size_t i = 0; i < numUsed_; ++i)
        sum += members_[i]->concurrency ();
    return sum;
}

std::int64_t DeviceGroup::scratchBytes (const MelGeometry& geometry,
                                        const MelCapacity& capacity) const
{
    return numUsed () * members_.front ()->scratchBytes (geometry, capacity);
}

std::size_t DeviceGroup::nextMember ()
{
    return numSlabs_++ % numUsed_;
}

Result<std::unique_ptr<SlabMemory>> DeviceGroup::allocateNear (std::size_t member,
                                                               std::size_t bytes)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<SlabMemory>>
        {
            MELSTROM_TRY_VALUE (auto memory, members_[member]->allocate (bytes));
            return withHome (std::move (memory), homes_, member);
        });
}

Result<std::unique_ptr<SlabMemory>> DeviceGroup::allocate (std::size_t bytes)
{
    return allocateNear (nextMember (), bytes);
}

Result<SlabPair> DeviceGroup::allocateSlab (std::size_t inputBytes, std::size_t outputBytes)
{
    const std::size_t member = nextMember ();
    SlabPair slab;
    MELSTROM_TRY_VALUE (slab.input, allocateNear (member, inputBytes));
    MELSTROM_TRY_VALUE (slab.output, allocateNear (member, outputBytes));
    return slab;
}

std::vector<DevicePart> DeviceGroup::devices () const
{
    std::vector<DevicePart> parts;
    for (const auto& member : members_)
        for (DevicePart& part : member->devices ())
            parts.push_back (std::move (part));
    const std::lock_guard lock (mutex_);
    for (std::size_t i = 0; i < parts.size (); ++i)
        parts[i].leftOut = leftOut_[i];
    return parts;
}

bool DeviceGroup::leaveOutFrom (int numDevices, const std::string& reason)
{
    if (isFixed_ || numDevices < 1 || numDevices >= numUsed ())
        return false;
    const std::lock_guard lock (mutex_);
    for (std::size_t i = static_cast<std::size_t> (numDevices); i < numUsed_; ++i)
        leftOut_[i] = reason;
    numUsed_ = static_cast<std::size_t> (numDevices);
    return true;
}

void DeviceGroup::useAll ()
{
    const std::lock_guard lock (mutex_);
    for (std::size_t i = numUsed_; i < leftOut_.size (); ++i)
        leftOut_[i].clear ();
    numUsed_ = members_.size ();
}

void DeviceGroup::observe (WorkObserver* observer)
{
    for (std::size_t i = 0; i < members_.size (); ++i)
        members_[i]->observe (observers_[i]->sendTo (observer));
    queue_.observe (observer);
}

void DeviceGroup::leaveOut (std::size_t member, const std::string& reason)
{
    const std::lock_guard lock (mutex_);
    leftOut_[member] = reason;
}

/** Calls make (member's index) for all members that are used, each on a thread. */
template <typename Make>
std::vector<Result<void>> DeviceGroup::onEach (const Make& make)
{
    std::vector<Result<void>> made (numUsed_);
    const auto count = static_cast<std::int64_t> (made.size ());
    parallelFor (count, static_cast<int> (count),
                 [&] (std::int64_t i)
                 {
                     const auto member = static_cast<std::size_t> (i);
                     made[member] = guarded ([&] { return make (member); });
                 });
    return made;
}

/** The first error that is not forgiven: one member may be without memory as long as another is
    not. */
Result<void> DeviceGroup::verdictOf (const std::vector<Result<void>>& made) const
{
    std::optional<Error> noMemory;
    bool hasSuccess = false;
    for (std::size_t i = 0; i < made.size (); ++i)
    {
        hasSuccess = hasSuccess || made[i].ok ();
        if (made[i])
            continue;
        const Error error = under (members_[i]->name (), made[i].error ());
        if (error.code != ErrorCode::outOfMemory)
            return error;
        noMemory = noMemory.value_or (error);
    }
    return hasSuccess ? Result<void> () : Result<void> (*noMemory);
}

Result<std::unique_ptr<MelPlan>> DeviceGroup::planMel (const MelSpec& spec, int rateHz,
                                                       const MelCapacity& capacity)
{
    auto plan = planOnUsed (spec, rateHz, capacity);
    if (plan || plan.error ().code != ErrorCode::outOfMemory || numUsed_ == members_.size ())
        return plan;
    useAll ();
    return planOnUsed (spec, rateHz, capacity);
}

Result<std::unique_ptr<MelPlan>> DeviceGroup::planOnUsed (const MelSpec& spec, int rateHz,
                                                          const MelCapacity& capacity)
{
    MELSTROM_TRY_VALUE (const auto variant, variantOf (spec, rateHz));
    DeviceQueue::Plans plans (members_.size ());
    const auto made = onEach (
        [&] (std::size_t i) -> Result<void>
        {
            MELSTROM_TRY (members_[i]->pinVariant (spec, rateHz, variant)); // was out of memory
            MELSTROM_TRY_VALUE (plans[i], members_[i]->planMel (spec, rateHz, capacity));
            return {};
        });
    MELSTROM_TRY (verdictOf (made));
    for (std::size_t i = 0; i < made.size (); ++i)
        if (! made[i])
            leaveOut (i, made[i].error ().message);
    return guarded (
        [&] () -> Result<std::unique_ptr<MelPlan>>
        {
            return std::unique_ptr<MelPlan> (
                std::make_unique<GroupPlan> (queue_, *homes_, std::move (plans)));
        });
}

Result<std::string> DeviceGroup::variantOf (const MelSpec& spec, int rateHz)
{
    std::optional<Error> noMemory;
    for (std::size_t i = 0; i < numUsed_; ++i)
    {
        const auto& leader = members_[i];
        const auto variant = leader->variantOf (spec, rateHz);
        if (variant)
        {
            const auto pinned = pinVariant (spec, rateHz, *variant);
            if (pinned || pinned.error ().code != ErrorCode::otherPlan)
                return pinned ? variant : pinned.error ();
            return Error {ErrorCode::deviceUnavailable,
                          "the devices cannot compute as " + leader->name () +
                              " does: " + pinned.error ().message +
                              "; name devices that can by --devices, or a variant by --variant",
                          {}};
        }
        const Error error = under (leader->name (), variant.error ());
        if (error.code != ErrorCode::outOfMemory)
            return error;
        noMemory = noMemory.value_or (error);
    }
    return *noMemory;
}

Result<void> DeviceGroup::pinVariant (const MelSpec& spec, int rateHz, const std::string& variant)
{
    return verdictOf (
        onEach ([&] (std::size_t i) { return members_[i]->pinVariant (spec, rateHz, variant); }));
}

} // namespace melstrom
