#include "Standalone/App/Audio/WaveHistory.h"

#include "Source/Timeline/WaveLanes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace melstrom
{

namespace
{

constexpr double kFirstRateHz = 48000; // before a device
constexpr auto kNoLimit = std::numeric_limits<std::size_t>::max ();

} // namespace

WaveHistory::WaveHistory (const KeptSound& sound) : sound_ (sound)
{
    parts_.push_back ({WavePyramid (kFirstRateHz, kChannels, kNoLimit), 0});
}

void WaveHistory::begin (double rateHz, std::int64_t position)
{
    if (parts_.back ().wave.rateHz () == rateHz)
        return;
    if (parts_.back ().wave.endSample () == 0)
        parts_.pop_back ();
    parts_.push_back (
        {WavePyramid (rateHz, kChannels, kNoLimit), static_cast<double> (position) / rateHz});
    ++revision_;
}

std::size_t WaveHistory::memoryBytes () const noexcept
{
    std::size_t bytes = 0;
    for (const auto& part : parts_)
        bytes += part.wave.memoryBytes ();
    return bytes;
}

bool WaveHistory::dropOldest ()
{
    if (parts_.front ().wave.dropOldest ())
        return true;
    if (parts_.size () == 1)
        return false;
    revision_ += parts_.front ().wave.revision () + 1;
    parts_.pop_front ();
    return true;
}

double WaveHistory::beginSeconds () const noexcept
{
    const auto& [wave, begin] = parts_.front ();
    return std::max (begin, static_cast<double> (wave.firstSample ()) / wave.rateHz ());
}

std::int64_t WaveHistory::firstSample () const noexcept
{
    return std::llround (beginSeconds () * rateHz ());
}

/** A new rate without a step yet ends where the former rate ended. */
std::int64_t WaveHistory::endSample () const noexcept
{
    double seconds = 0;
    for (const auto& [wave, begin] : parts_)
        if (wave.endSample () > 0)
            seconds = static_cast<double> (wave.endSample ()) / wave.rateHz ();
    return std::llround (seconds * rateHz ());
}

WaveRange WaveHistory::range (int channel, std::int64_t first, std::int64_t end) const
{
    WaveRange all;
    for (const auto& [wave, begin] : parts_)
    {
        const double ratio = wave.rateHz () / rateHz ();
        const auto at = [&] (std::int64_t position)
        { return std::llround (static_cast<double> (position) * ratio); };
        const auto from = ratio == 1 ? first : at (first);
        const auto to = ratio == 1 ? end : std::max<std::int64_t> (at (end), from + 1);
        if (from < wave.endSample () && to > wave.firstSample ())
            all = unite (all, wave.range (channel, from, to));
    }
    return all;
}

std::vector<float> WaveHistory::samples (int channel, std::int64_t first, int count) const
{
    return sound_.rateHz () == rateHz () ? sound_.samples (channel, first, count)
                                         : std::vector<float> ();
}

std::uint64_t WaveHistory::revision () const noexcept
{
    auto revision = revision_;
    for (const auto& part : parts_)
        revision += part.wave.revision ();
    return revision;
}

} // namespace melstrom
