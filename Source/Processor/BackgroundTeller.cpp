#include "Source/Processor/BackgroundTeller.h"

#include "Engine/Core/Guarded.h"

#include <utility>

namespace melstrom
{

BackgroundTeller::BackgroundTeller (std::function<void ()> tell) : tell_ (std::move (tell)) {}

BackgroundTeller::~BackgroundTeller ()
{
    stop ();
}

void BackgroundTeller::start () noexcept
{
    if (submitter_)
        return;
    const auto done = guarded (
        [this] () -> Result<void>
        {
            if (! worker_)
                worker_ = LiveWorker::shared (LiveWorker::Purpose::background);
            submitter_ = worker_->add (*this);
            return {};
        });
    static_cast<void> (done); // on failure the next start tells the values
}

void BackgroundTeller::stop () noexcept
{
    if (submitter_)
        worker_->remove (*this);
    submitter_.reset ();
}

bool BackgroundTeller::work () noexcept
{
    const auto done = guarded (
        [this] () -> Result<void>
        {
            tell_ ();
            return {};
        });
    static_cast<void> (done); // an exception of the host is dropped
    return false;
}

} // namespace melstrom
