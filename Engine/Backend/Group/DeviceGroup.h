// Several devices of one kind as one backend.
#pragma once

#include "Engine/Backend/Group/DeviceQueue.h"
#include "Engine/Backend/Group/MemberObserver.h"
#include "Engine/Backend/Group/SlabHomes.h"

namespace melstrom
{

/** Batches go to whichever device is free (DeviceQueue). A device computes only by a variant that
    the first one has chosen and that agrees with the definition on it as well, so bits do not depend
    on the device. Slabs lie near the devices in turn; every device can use every slab.
    A device without memory for a plan takes none of its work, unless no device has the memory. The
    loss of one device is the loss of the group. */
class DeviceGroup final : public Backend
{
public:
    /** members  at least one, up, with one device name and driver
        name     for dataset.json; the same whichever members are missing
        notice   what is to be known about the members
        isFixed  all members take work: the user named them
        Throws std::system_error, std::bad_alloc. */
    DeviceGroup (std::vector<std::unique_ptr<Backend>> members, std::string name,
                 std::string notice = {}, bool isFixed = true);

    std::string notice () const override { return notice_; }
    std::optional<DeviceUse> use () override;
    std::string name () const override { return name_; }
    std::string deviceName () const override { return members_.front ()->deviceName (); }
    std::string driver () const override { return members_.front ()->driver (); }
    int concurrency () const override; ///< of all together
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override;
    Result<SlabPair> allocateSlab (std::size_t inputBytes, std::size_t outputBytes) override;
    std::vector<DevicePart> devices () const override;
    bool leaveOutFrom (int numDevices, const std::string& reason) override;
    std::int64_t scratchBytes (const MelGeometry& geometry,
                               const MelCapacity& capacity) const override;
    void observe (WorkObserver* observer) override;
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity& capacity) override;
    Result<std::string> variantOf (const MelSpec& spec, int rateHz) override;
    Result<void> pinVariant (const MelSpec& spec, int rateHz, const std::string& variant) override;

private:
    int numUsed () const noexcept { return static_cast<int> (numUsed_.load ()); }
    std::size_t nextMember ();
    void useAll ();
    Result<std::unique_ptr<SlabMemory>> allocateNear (std::size_t member, std::size_t bytes);
    void leaveOut (std::size_t member, const std::string& reason);
    template <typename Make>
    std::vector<Result<void>> onEach (const Make& make);
    Result<void> verdictOf (const std::vector<Result<void>>& made) const;
    Result<std::unique_ptr<MelPlan>> planOnUsed (const MelSpec& spec, int rateHz,
                                                 const MelCapacity& capacity);

    const std::vector<std::unique_ptr<Backend>> members_;
    const std::string name_, notice_;
    const bool isFixed_;
    std::atomic<std::size_t> numUsed_; ///< the first of the members
    std::vector<std::unique_ptr<MemberObserver>> observers_;
    std::shared_ptr<SlabHomes> homes_ = std::make_shared<SlabHomes> ();
    std::atomic<std::size_t> numSlabs_ {0};
    mutable std::mutex mutex_;
    std::vector<std::string> leftOut_; ///< reason, for each member; guarded by mutex_
    DeviceQueue queue_;                ///< the last member: its threads use the others
};

} // namespace melstrom
