#include "Engine/Live/Voices/GpuVoices.h"

#include "Engine/Core/Guarded.h"

#include <utility>

namespace melstrom
{

GpuVoices::GpuVoices (std::shared_ptr<LiveDevice> device, const VoiceCapacity& capacity,
                      TableSlots& tables)
    : device_ (std::move (device)), capacity_ (capacity), tables_ (tables),
      worker_ (LiveWorker::shared (LiveWorker::Purpose::background))
{
    bringUp ();
    submitter_ = worker_->add (*this);
}

GpuVoices::~GpuVoices ()
{
    worker_->remove (*this);
    (void)tables_.setGpuPlayer (nullptr); // allocates nothing: cannot fail
}

void GpuVoices::bringUp () noexcept
{
    if (! device_ || isLost_ || isThere () || device_->state () != LiveDevice::State::gpu)
        return;
    const auto done = guarded (
        [this] () -> Result<void>
        {
            MELSTROM_TRY_VALUE (auto renderer, device_->makeGpuVoices (capacity_));
            MELSTROM_TRY_VALUE (player_, VoicePlayer::make (std::move (renderer), capacity_));
            return tables_.setGpuPlayer (player_.get ());
        });
    if (done)
        isThere_.store (true, std::memory_order_release);
    else
        isLost_ = true;
}

bool GpuVoices::work () noexcept
{
    bringUp ();
    return tables_.work ();
}

} // namespace melstrom
