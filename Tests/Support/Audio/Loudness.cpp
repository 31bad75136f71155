#include "Tests/Support/Audio/Loudness.h"

#include "Tests/Support/Catch.h"

#include <ebur128.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>

namespace melstrom::testing
{

namespace
{
constexpr int kRate = 48000, kHop = kRate / 10;

struct FreeMeter
{
    void operator() (ebur128_state* state) const noexcept { ebur128_destroy (&state); }
};
using Meter = std::unique_ptr<ebur128_state, FreeMeter>;

Meter makeMeter (unsigned long windowMs)
{
    Meter meter (ebur128_init (2, kRate, EBUR128_MODE_M));
    REQUIRE (meter != nullptr);
    const int done = ebur128_set_max_window (meter.get (), windowMs);
    REQUIRE ((done == EBUR128_SUCCESS || done == EBUR128_ERROR_NO_CHANGE));
    return meter;
}

void add (ebur128_state* meter, const StereoSound& sound, int first, int count)
{
    std::vector<float> frames;
    for (int n = first; n < first + count; ++n)
    {
        frames.push_back (sound.left[static_cast<std::size_t> (n)]);
        frames.push_back (sound.right[static_cast<std::size_t> (n)]);
    }
    REQUIRE (ebur128_add_frames_float (meter, frames.data (), static_cast<std::size_t> (count)) ==
             EBUR128_SUCCESS);
}
} // namespace

double loudnessOf (const StereoSound& sound)
{
    const auto ms = static_cast<unsigned long> (sound.size ()) * 1000 / kRate;
    const Meter meter = makeMeter (ms);
    add (meter.get (), sound, 0, sound.size ());
    double lufs = 0;
    REQUIRE (ebur128_loudness_window (meter.get (), ms, &lufs) == EBUR128_SUCCESS);
    return lufs;
}

double highestLoudnessOf (const StereoSound& sound)
{
    const Meter meter = makeMeter (400);
    double highest = -std::numeric_limits<double>::infinity ();
    for (int first = 0; first + kHop <= sound.size (); first += kHop)
    {
        add (meter.get (), sound, first, kHop);
        double lufs = 0;
        REQUIRE (ebur128_loudness_momentary (meter.get (), &lufs) == EBUR128_SUCCESS);
        if (first + kHop >= 4 * kHop)
            highest = std::max (highest, lufs);
    }
    return highest;
}

} // namespace melstrom::testing
