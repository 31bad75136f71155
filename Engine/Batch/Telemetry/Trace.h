// The work of each thread of a run over time, for Perfetto or chrome://tracing.
#pragma once

#include "Engine/Backend/Backend.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace melstrom
{

/** Collects what each thread did and when. Each thread has its own buffer, so that recording costs
    two clock reads and a push_back; `toJson` joins the buffers when the threads have ended. A
    disabled trace costs a branch. Several traces may exist at once. Without memory it drops spans,
    and the JSON says how many. */
class Trace final : public WorkObserver
{
public:
    explicit Trace (bool enabled);
    ~Trace () override; ///< after all recording threads have ended or stopped recording
    Trace (const Trace&) = delete;
    Trace& operator= (const Trace&) = delete;

    bool enabled () const noexcept { return enabled_; }
    /** Names the calling thread in the trace: "reader 0". */
    void nameThread (const std::string& name) override;
    /** Records [start, now) on the calling thread. `what` must be a literal; `detail` shows in the
        viewer's panel. */
    void record (const char* what, std::chrono::steady_clock::time_point start,
                 std::int64_t detail) override;
    /** Chrome's trace event format (chrome://tracing, Perfetto).
        After all recording threads have ended. */
    std::string toJson () const;

private:
    struct Buffer;
    Buffer& mine ();
    bool enabled_;
    std::chrono::steady_clock::time_point start_;
    struct State;
    std::unique_ptr<State> state_;
};

/** Records its own lifetime. */
class TraceSpan
{
public:
    TraceSpan (Trace& trace, const char* what, std::int64_t detail = 0)
        : trace_ (trace), what_ (what), detail_ (detail), start_ (std::chrono::steady_clock::now ())
    {
    }
    ~TraceSpan ()
    {
        if (trace_.enabled ())
            trace_.record (what_, start_, detail_);
    }
    TraceSpan (const TraceSpan&) = delete;
    TraceSpan& operator= (const TraceSpan&) = delete;

private:
    Trace& trace_;
    const char* what_;
    std::int64_t detail_;
    std::chrono::steady_clock::time_point start_;
};

} // namespace melstrom
