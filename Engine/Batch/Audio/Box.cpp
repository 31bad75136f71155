#include "Engine/Batch/Audio/Box.h"

#include "Engine/Marks/MarkNumber.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr std::string_view kTimeMark = "#t=";
constexpr double kSnapSamples = 1e-4;
constexpr double kSlackSeconds = 1e-3; ///< Raven and others write three digits
constexpr double kMostSamples = 1e15;  ///< exact in a double

std::int64_t sampleAt (double position) noexcept
{
    return static_cast<std::int64_t> (std::clamp (position, 0.0, kMostSamples));
}

/** Takes a number off the front of the text. */
std::optional<double> takeNumber (std::string_view& text)
{
    double number = 0;
    const auto [end, fault] = std::from_chars (text.data (), text.data () + text.size (), number,
                                               std::chars_format::fixed);
    if (fault != std::errc ())
        return {};
    text.remove_prefix (static_cast<std::size_t> (end - text.data ()));
    return number;
}

} // namespace

BoxSamples samplesOf (const Box& box, int rateHz) noexcept
{
    return {sampleAt (std::floor (box.beginSeconds * rateHz + kSnapSamples)),
            sampleAt (std::ceil (box.endSeconds * rateHz - kSnapSamples))};
}

std::optional<BoxSamples> boxSamplesOf (const Box& box, int rateHz) noexcept
{
    BoxSamples samples = samplesOf (box, rateHz);
    const auto slack = static_cast<std::int64_t> (kSlackSeconds * rateHz) + 1;
    if (samples.first >= box.recordingSamples || samples.end - slack > box.recordingSamples)
        return {};
    samples.end = std::min (samples.end, box.recordingSamples);
    return samples;
}

std::string pathOfBox (std::string_view soundPath, const Box& box, int number)
{
    std::string path (soundPath);
    path += kTimeMark;
    path += writtenNumber (box.beginSeconds) + ',' + writtenNumber (box.endSeconds);
    if (number > 1)
        path += '#' + std::to_string (number);
    return path;
}

std::string_view soundPathOf (std::string_view pathOfBox) noexcept
{
    return pathOfBox.substr (0, pathOfBox.rfind (kTimeMark));
}

std::optional<Box> boxOfPath (std::string_view path)
{
    const auto mark = path.rfind (kTimeMark);
    if (mark == path.npos)
        return {};
    auto text = path.substr (mark + kTimeMark.size ());
    const auto begin = takeNumber (text);
    if (! begin || ! text.starts_with (','))
        return {};
    text.remove_prefix (1);
    const auto end = takeNumber (text);
    if (! end || ! (text.empty () || text.starts_with ('#')))
        return {};
    Box box;
    box.beginSeconds = *begin;
    box.endSeconds = *end;
    return box;
}

std::string limitsText (const Box& box)
{
    return (box.lowHz ? writtenNumber (*box.lowHz) : "") + ',' +
           (box.highHz ? writtenNumber (*box.highHz) : "");
}

} // namespace melstrom
