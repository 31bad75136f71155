#include "Standalone/App/Audio/RecorderSlot.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Printable.h"

#include <cmath>

namespace melstrom
{

Result<void> RecorderSlot::start (const std::string& path, const RecordingSpec& spec)
{
    if (recorder_ != nullptr)
        return Error {ErrorCode::badUsage,
                      printable (path) + ": a recording runs; stop it before the next one",
                      std::nullopt};
    MELSTROM_TRY_VALUE (recorder_, Recorder::start (posixStorage (), path, spec));
    spec_ = spec;
    report_ = {};
    writing_.store (recorder_.get ());
    return {};
}

RecordingStatus RecorderSlot::status () const
{
    if (recorder_ != nullptr)
        return recorder_->status ();
    return report_;
}

RecordingReport RecorderSlot::stop ()
{
    if (recorder_ != nullptr)
    {
        writing_.store (nullptr);
        gate_.waitForCallback ();
        report_ = recorder_->stop ();
        recorder_.reset ();
    }
    return report_;
}

void RecorderSlot::deviceStarts (double rateHz)
{
    if (recorder_ != nullptr && std::llround (rateHz) != spec_.rateHz)
        stop ();
}

void RecorderSlot::write (const float* const* channels, int numSamples,
                          std::int64_t position) noexcept
{
    if (auto* const recorder = writing_.load ())
        recorder->write (channels, numSamples, position);
}

} // namespace melstrom
