// A box: a part of a recording in time, with limits of frequency.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

struct Box
{
    double beginSeconds = 0, endSeconds = 0; ///< from the start of the recording; end > begin
    std::optional<double> lowHz, highHz;     ///< empty: no limit on this side
    std::int64_t recordingSamples = 0; ///< of the whole recording; 0 until its header was read

    bool operator== (const Box&) const = default;
};

/** Samples [first, end) of a recording, at its own rate. */
struct BoxSamples
{
    std::int64_t first = 0, end = 0;
    bool operator== (const BoxSamples&) const = default;
};

/** Every sample that the box touches: from floor (begin * rate) to ceil (end * rate). A time within
    1e-4 samples of a whole sample is that sample, because decimal times are rounded. */
BoxSamples samplesOf (const Box& box, int rateHz) noexcept;

/** The samples inside of the recording. An end up to 1 ms behind the end of the recording counts as
    its end, because tables round times. Empty: the box is not inside of the recording. */
std::optional<BoxSamples> boxSamplesOf (const Box& box, int rateHz) noexcept;

/** "a.wav#t=1.5,2": path and time of an entry. It identifies the box among all boxes of the
    recordings. number: 2 for the second box with these times, and so on: "a.wav#t=1.5,2#2".
    source  W3C Media Fragments URI 1.0, temporal dimension; without the number */
std::string pathOfBox (std::string_view soundPath, const Box& box, int number = 1);

/** The path of the file behind pathOfBox; a path without times is returned as it is. */
std::string_view soundPathOf (std::string_view pathOfBox) noexcept;

/** The times of pathOfBox; empty if the path has none. */
std::optional<Box> boxOfPath (std::string_view path);

/** "300,4000": low and high in Hz, the fewest digits; nothing where there is no limit. */
std::string limitsText (const Box& box);

} // namespace melstrom
