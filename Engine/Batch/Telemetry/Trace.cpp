#include "Engine/Batch/Telemetry/Trace.h"

#include "Engine/Batch/Telemetry/JsonText.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

namespace melstrom
{

namespace
{

using Clock = std::chrono::steady_clock;

/** A number that the process never gives twice. So neither a trace at the address of a former one
    nor a thread with the id of an ended one is taken for it. */
std::uint64_t nextNumber () noexcept
{
    static std::atomic<std::uint64_t> last {0};
    return last.fetch_add (1, std::memory_order_relaxed) + 1;
}

std::uint64_t threadNumber () noexcept
{
    thread_local const std::uint64_t number = nextNumber ();
    return number;
}

/** Where this thread recorded last: saves the lock and the look-up. */
struct LastBuffer
{
    std::uint64_t traceNumber = 0;
    void* buffer = nullptr;
};
thread_local LastBuffer lastBuffer;

/** The format counts in microseconds; three decimals keep the nanoseconds. */
void appendMicroseconds (std::string& json, std::int64_t nanoseconds)
{
    if (nanoseconds < 0)
    {
        json += '-';
        nanoseconds = -nanoseconds;
    }
    const auto thousandths = std::to_string (nanoseconds % 1000);
    json += std::to_string (nanoseconds / 1000) + '.';
    json.append (3 - thousandths.size (), '0');
    json += thousandths;
}

void appendMetadata (std::string& json, const char* what, std::size_t threadIndex,
                     const std::string& argument)
{
    json += R"({"name":")";
    json += what;
    json += R"(","ph":"M","pid":1,"tid":)" + std::to_string (threadIndex) + R"(,"args":{)";
    json += argument + "}},\n";
}

std::string nameArgument (std::string_view name)
{
    std::string argument = R"("name":)";
    appendJsonString (argument, name);
    return argument;
}

} // namespace

struct Trace::Buffer
{
    struct Span
    {
        const char* what;
        Clock::time_point start, end;
        std::int64_t detail;
        std::string name {};
    };
    struct Count
    {
        const char* what;
        Clock::time_point when;
        std::int64_t value;
    };

    std::string threadName;
    std::vector<Span> spans;
    std::vector<Count> counts;
};

struct Trace::State
{
    const std::uint64_t number = nextNumber ();
    std::mutex mutex;
    std::vector<std::unique_ptr<Buffer>> buffers; ///< in order of first recording
    std::unordered_map<std::uint64_t, Buffer*> byThread;
    std::map<std::string_view, Buffer*> byTrack; ///< queues of a GPU
    std::atomic<std::int64_t> dropped {0};
};

Trace::Trace (bool enabled)
    : enabled_ (enabled), start_ (Clock::now ()), state_ (std::make_unique<State> ())
{
}

Trace::~Trace () = default;

Trace::Buffer& Trace::mine ()
{
    if (lastBuffer.traceNumber == state_->number)
        return *static_cast<Buffer*> (lastBuffer.buffer);

    const std::scoped_lock lock (state_->mutex);
    auto& found = state_->byThread[threadNumber ()];
    if (found == nullptr)
    {
        state_->buffers.push_back (std::make_unique<Buffer> ());
        found = state_->buffers.back ().get ();
    }
    lastBuffer = {state_->number, found};
    return *found;
}

void Trace::nameThread (const std::string& name)
{
    if (! enabled_)
        return;
    try
    {
        mine ().threadName = name;
    }
    catch (const std::bad_alloc&)
    {
        state_->dropped.fetch_add (1, std::memory_order_relaxed);
    }
}

void Trace::record (const char* what, Clock::time_point start, std::int64_t detail)
{
    record (what, start, detail, {});
}

void Trace::record (const char* what, Clock::time_point start, std::int64_t detail,
                    std::string_view name)
{
    if (! enabled_)
        return;

    const auto end = Clock::now ();
    try
    {
        mine ().spans.push_back ({what, start, end, detail, std::string (name)});
    }
    catch (const std::bad_alloc&)
    {
        state_->dropped.fetch_add (1, std::memory_order_relaxed);
    }
}

void Trace::count (const char* what, std::int64_t value)
{
    if (! enabled_)
        return;
    try
    {
        mine ().counts.push_back ({what, Clock::now (), value});
    }
    catch (const std::bad_alloc&)
    {
        state_->dropped.fetch_add (1, std::memory_order_relaxed);
    }
}

void Trace::worked (const DeviceWork& work)
{
    if (! enabled_ || work.track == nullptr)
        return;
    try
    {
        const std::scoped_lock lock (state_->mutex);
        auto& found = state_->byTrack[work.track];
        if (found == nullptr)
        {
            auto buffer = std::make_unique<Buffer> ();
            buffer->threadName = work.track;
            state_->buffers.push_back (std::move (buffer));
            found = state_->buffers.back ().get ();
        }
        auto start = work.start;
        if (! found->spans.empty ())
            start = std::max (start, found->spans.back ().end);
        found->spans.push_back ({work.track, start, std::max (start, work.end), work.bytes});
    }
    catch (const std::bad_alloc&)
    {
        state_->dropped.fetch_add (1, std::memory_order_relaxed);
    }
}

std::int64_t Trace::sinceStart (Clock::time_point when) const
{
    return std::chrono::duration_cast<std::chrono::nanoseconds> (when - start_).count ();
}

void Trace::appendBuffer (std::string& json, const Buffer& buffer, std::size_t index) const
{
    const auto name =
        buffer.threadName.empty () ? "thread " + std::to_string (index) : buffer.threadName;
    appendMetadata (json, "thread_name", index, nameArgument (name));
    appendMetadata (json, "thread_sort_index", index, "\"sort_index\":" + std::to_string (index));

    for (const auto& span : buffer.spans)
    {
        json += "{\"name\":";
        appendJsonString (json, span.what);
        json += R"(,"ph":"X","pid":1,"tid":)" + std::to_string (index) + ",\"ts\":";
        appendMicroseconds (json, sinceStart (span.start));
        json += ",\"dur\":";
        appendMicroseconds (json, sinceStart (span.end) - sinceStart (span.start));
        json += ",\"args\":{\"detail\":" + std::to_string (span.detail);
        if (! span.name.empty ())
        {
            json += ",\"file\":";
            appendJsonString (json, span.name);
        }
        json += "}},\n";
    }
    for (const auto& count : buffer.counts)
    {
        json += "{\"name\":";
        appendJsonString (json, count.what);
        json += R"(,"ph":"C","pid":1,"ts":)";
        appendMicroseconds (json, sinceStart (count.when));
        json += ",\"args\":{\"value\":" + std::to_string (count.value) + "}},\n";
    }
}

std::string Trace::toJson () const
{
    const std::scoped_lock lock (state_->mutex);
    std::string json = "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"dropped_spans\":" +
                       std::to_string (state_->dropped.load ()) + "},\"traceEvents\":[\n";
    for (std::size_t index = 0; index < state_->buffers.size (); ++index)
        appendBuffer (json, *state_->buffers[index], index);
    // Last, so that no comma dangles: there is always exactly one.
    json += R"({"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"melstrom"}})";
    return json + "\n]}\n";
}

} // namespace melstrom
