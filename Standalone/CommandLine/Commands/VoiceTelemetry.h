// What a render or live trials record for --profile and --trace.
#pragma once

#include "Engine/Batch/Telemetry/RunObserver.h"

namespace melstrom
{

/** Outlives all that it observes. Thread: any. */
class VoiceTelemetry
{
public:
    /** trace: outlives this. */
    VoiceTelemetry (bool isProfiled, Trace& trace) : isProfiled_ (isProfiled), trace_ (trace) {}
    VoiceTelemetry (const VoiceTelemetry&) = delete;
    VoiceTelemetry& operator= (const VoiceTelemetry&) = delete;

    WorkTimes* times () noexcept { return isProfiled_ ? &times_ : nullptr; } ///< null: not timed
    Trace& trace () noexcept { return trace_; }
    /** null: nothing is recorded. */
    WorkObserver* observer () { return observer_.ifNeeded (); }

private:
    const bool isProfiled_;
    WorkTimes times_;
    Trace& trace_;
    RunObserver observer_ {trace_, times (), DeviceTimesCount::apart};
};

} // namespace melstrom
