#include "Source/Export/ClipboardOffer.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/System/OrdinaryThread.h"
#include "Source/Export/SelectionOwnerLinux.h"

#include <array>
#include <atomic>
#include <poll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

namespace melstrom
{

namespace
{

class ServedOffer final : public ClipboardOffer
{
public:
    ServedOffer (std::unique_ptr<SelectionOwner> owner, int wake)
        : owner_ (std::move (owner)), wake_ (wake), thread_ ([this] { serve (); })
    {
    }
    ~ServedOffer () override
    {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write (wake_, &one, sizeof one); // the thread returns
        thread_.join ();
        close (wake_);
    }
    bool isCurrent () const noexcept override { return isCurrent_; }

private:
    void serve ()
    {
        becomeOrdinaryThread ();
        std::array<pollfd, 2> waited {pollfd {owner_->fileDescriptor (), POLLIN, 0},
                                      pollfd {wake_, POLLIN, 0}};
        while ((waited[1].revents & POLLIN) == 0)
        {
            if (! owner_->answer ()) // before the wait: events may have come with a reply
                break;
            isCurrent_ = owner_->isOwner ();
            poll (waited.data (), waited.size (), -1);
        }
        isCurrent_ = false;
    }

    std::unique_ptr<SelectionOwner> owner_;
    const int wake_;
    std::atomic<bool> isCurrent_ {true};
    std::thread thread_;
};

Result<std::unique_ptr<ClipboardOffer>> offer (const std::string& mimeType, std::string bytes)
{
    auto owner = std::make_unique<SelectionOwner> (mimeType, std::move (bytes));
    if (! owner->begin ())
        return Error {ErrorCode::deviceUnavailable, "there is no X display, or no libxcb", {}};
    const int wake = eventfd (0, EFD_CLOEXEC);
    if (wake < 0)
        return Error {ErrorCode::outOfMemory, "too many files are open", {}};
    return std::unique_ptr<ClipboardOffer> (new ServedOffer (std::move (owner), wake));
}

} // namespace

Result<std::unique_ptr<ClipboardOffer>> ClipboardOffer::make (const std::string& mimeType,
                                                              std::string bytes)
{
    return guarded ([&] { return offer (mimeType, std::move (bytes)); });
}

} // namespace melstrom
