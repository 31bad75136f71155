// Passes on what one device of a group does, under its own name.
#pragma once

#include "Engine/Backend/Backend.h"

#include <array>
#include <atomic>

namespace melstrom
{

/** Thread: any; `sendTo` while no work is in flight. */
class MemberObserver final : public WorkObserver
{
public:
    /** name: "cuda:1"; device: place in Backend::devices of the group */
    MemberObserver (const std::string& name, int device)
        : device_ (device), tracks_ {name + " copy in", name + " compute", name + " copy out"}
    {
    }

    /** Sends what comes to `to` from now on; if `to` is null, to no observer. Returns the observer
        to give to the device: this one, or null. */
    WorkObserver* sendTo (WorkObserver* to) noexcept
    {
        to_ = to;
        return to != nullptr ? this : nullptr;
    }

    void nameThread (const std::string& name) override
    {
        if (WorkObserver* const to = to_)
            to->nameThread (name);
    }
    void record (const char* what, std::chrono::steady_clock::time_point start,
                 std::int64_t detail) override
    {
        if (WorkObserver* const to = to_)
            to->record (what, start, detail);
    }
    void worked (const DeviceWork& work) override
    {
        WorkObserver* const to = to_;
        if (to == nullptr)
            return;
        DeviceWork named = work;
        named.device = device_;
        if (work.track != nullptr)
            named.track = tracks_[static_cast<std::size_t> (work.step)].c_str ();
        to->worked (named);
    }

private:
    const int device_;
    const std::array<std::string, 3> tracks_; ///< in the order of DeviceStep
    std::atomic<WorkObserver*> to_ {nullptr};
};

} // namespace melstrom
