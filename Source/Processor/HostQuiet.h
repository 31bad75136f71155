// While the host waits for one of our functions it need not be told of what the function changes.
#pragma once

namespace melstrom
{

/** While one lives on a thread, changes of the latency are not passed on to a VST3 host from there: the host reads the
    latency itself after it has prepared a plugin (IAudioProcessor::getLatencySamples). */
class HostQuiet
{
public:
    HostQuiet () noexcept { ++depth (); }
    ~HostQuiet () { --depth (); }
    HostQuiet (const HostQuiet&) = delete;
    HostQuiet& operator= (const HostQuiet&) = delete;

    static bool isOn () noexcept { return depth () > 0; } ///< on this thread

private:
    static int& depth () noexcept
    {
        thread_local int count = 0;
        return count;
    }
};

} // namespace melstrom
