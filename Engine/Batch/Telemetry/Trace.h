// The work of each thread of a run over time, and of a GPU's queues, for Perfetto or chrome://tracing.
#pragma once

#include "Engine/Backend/Backend.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

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
    /** The same with a name for the viewer's panel, such as a path; copies it. */
    void record (const char* what, std::chrono::steady_clock::time_point start, std::int64_t detail,
                 std::string_view name);
    /** Work of a GPU's queue, in a track of its own; work of the calling thread is not repeated.
        Starts no earlier than the work before it in the queue ended. */
    void worked (const DeviceWork& work) override;
    /** The value of a counter from now on. `what` must be a literal. */
    void count (const char* what, std::int64_t value);
    /** Chrome's trace event format (chrome://tracing, Perfetto). An interrupted run gives what was
        recorded until then.
        After all recording threads have ended. */
    std::string toJson () const;

private:
    struct Buffer;
    Buffer& mine ();
    std::int64_t sinceStart (std::chrono::steady_clock::time_point when) const;
    void appendBuffer (std::string& json, const Buffer& buffer, std::size_t index) const;
    bool enabled_;
    std::chrono::steady_clock::time_point start_;
    struct State;
    std::unique_ptr<State> state_;
};

/** Records its own lifetime. */
class TraceSpan
{
public:
    /** name: of a file; lives longer than this. */
    TraceSpan (Trace& trace, const char* what, std::int64_t detail = 0, std::string_view name = {})
        : trace_ (trace), what_ (what), detail_ (detail), name_ (name),
          start_ (std::chrono::steady_clock::now ())
    {
    }
    ~TraceSpan ()
    {
        if (trace_.enabled ())
            trace_.record (what_, start_, detail_, name_);
    }
    TraceSpan (const TraceSpan&) = delete;
    TraceSpan& operator= (const TraceSpan&) = delete;

private:
    Trace& trace_;
    const char* what_;
    std::int64_t detail_;
    std::string_view name_;
    std::chrono::steady_clock::time_point start_;
};

} // namespace melstrom
