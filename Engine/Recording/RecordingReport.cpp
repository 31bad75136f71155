#include "Engine/Recording/RecordingReport.h"

#include <algorithm>

namespace melstrom
{

void RecordingLedger::set (const RecordingStatus& status)
{
    const std::scoped_lock lock (mutex_);
    static_cast<RecordingStatus&> (report_) = status;
}

void RecordingLedger::list (std::span<const RecordingGap> gaps)
{
    const std::scoped_lock lock (mutex_);
    const auto count = std::min (gaps.size (), kMostListedGaps - report_.gaps.size ());
    report_.gaps.insert (report_.gaps.end (), gaps.begin (),
                         gaps.begin () + static_cast<std::ptrdiff_t> (count));
}

RecordingStatus RecordingLedger::status () const
{
    const std::scoped_lock lock (mutex_);
    return report_;
}

std::vector<RecordingGap> RecordingLedger::gapsFrom (std::size_t index) const
{
    const std::scoped_lock lock (mutex_);
    const auto& gaps = report_.gaps;
    return {gaps.begin () + static_cast<std::ptrdiff_t> (std::min (index, gaps.size ())),
            gaps.end ()};
}

RecordingReport RecordingLedger::report () const
{
    const std::scoped_lock lock (mutex_);
    return report_;
}

} // namespace melstrom
