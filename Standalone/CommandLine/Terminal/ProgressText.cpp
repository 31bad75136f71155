#include "Standalone/CommandLine/Terminal/ProgressText.h"

#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace melstrom
{

namespace
{

constexpr int smallestBarColumns = 12, largestBarColumns = 42;
constexpr const char* partSeparator = "  ";

/** A part of the bar's line. Parts have a fixed order; the least important are dropped first. */
struct Part
{
    std::string text; ///< ASCII: a byte is a column
    int importance;
};

/** isSteady: pads the number to the width of the total. */
std::string filesText (const ProgressSample& now, bool isSteady)
{
    // no total while files are still being listed
    if (now.filesTotal <= 0 || now.phase == BatchPhase::listing)
        return countText (std::max (now.filesTotal, now.filesDone), "file");
    const auto done = groupedText (now.filesDone), total = groupedText (now.filesTotal);
    const auto missing =
        isSteady && done.size () < total.size () ? total.size () - done.size () : 0;
    return std::string (missing, ' ') + done + "/" + total +
           (now.filesTotal == 1 ? " file" : " files");
}

std::string queueText (const ProgressSample& now)
{
    return "slabs " + std::to_string (now.slabsReading) + "r " +
           std::to_string (now.slabsComputing) + "c " + std::to_string (now.slabsWriting) + "w/" +
           std::to_string (now.slabsTotal);
}

std::string deviceText (const DeviceUse& device, bool isSteady)
{
    constexpr std::size_t steadyDigits = 3;
    auto busy = std::to_string (device.busyPercent);
    if (isSteady && busy.size () < steadyDigits)
        busy.insert (0, steadyDigits - busy.size (), ' ');
    const auto name = device.numDevices == 1 ? std::string ("GPU ")
                                             : std::to_string (device.numDevices) + " GPUs ";
    return name + busy + "% " + bytesText (static_cast<double> (device.memoryBytes));
}

std::string processText (const ProcessUse& process, bool isSteady)
{
    constexpr std::size_t steadyDigits = 4;
    auto busy = std::to_string (process.cpuPercent);
    if (isSteady && busy.size () < steadyDigits)
        busy.insert (0, steadyDigits - busy.size (), ' ');
    return "CPU " + busy + "%";
}

std::string gigabytesText (double gigabytesPerSecond)
{
    return byteRateText (1e9 * gigabytesPerSecond);
}

/** Omits parts whose work has not begun, for example reading, and rates that are not known yet: the
    first look at a phase knows none. */
std::vector<Part> partsOf (const ProgressSample& now, const ProgressRates& rates, bool isSteady)
{
    constexpr double leastShownSeconds = 1;
    constexpr double leastFilesPerSecond = 0.005; // less would show as 0.00
    std::vector<Part> parts {{filesText (now, isSteady), 14}};
    const auto addRate = [&] (double rate, const std::string& text, int importance)
    {
        if (rate > 0)
            parts.push_back ({text, importance});
    };
    const auto addBytes = [&] (const char* what, double gigabytesPerSecond, int importance)
    { addRate (gigabytesPerSecond, what + gigabytesText (gigabytesPerSecond), importance); };
    if (now.filesFailed > 0)
        parts.push_back ({groupedText (now.filesFailed) + " failed", 15});
    if (rates.filesPerSecond >= leastFilesPerSecond)
        parts.push_back ({shortText (rates.filesPerSecond) + " files/s", 12});
    addRate (rates.audioHoursPerSecond, "audio " + audioRateText (rates.audioHoursPerSecond) + "/s",
             11);
    addBytes ("read ", rates.gigabytesReadPerSecond, 10);
    addBytes ("write ", rates.gigabytesWrittenPerSecond, 9);
    addBytes ("bus ", rates.gigabytesOnBusPerSecond, 4);
    if (now.slabsTotal > 0)
        parts.push_back ({queueText (now), 3});
    if (now.process)
        parts.push_back ({processText (*now.process, isSteady), 6});
    if (now.process && now.process->memoryBytes > 0)
        parts.push_back (
            {"memory " + bytesText (static_cast<double> (now.process->memoryBytes)), 5});
    if (now.device)
        parts.push_back ({deviceText (*now.device, isSteady), 7});
    if (now.seconds >= leastShownSeconds && now.phase != BatchPhase::done)
        parts.push_back ({"elapsed " + clockText (now.seconds), 8});
    if (rates.remainingSeconds && now.phase != BatchPhase::done)
        parts.push_back ({"ETA " + clockText (*rates.remainingSeconds), 13});
    return parts;
}

int columnsOf (const std::vector<Part>& parts)
{
    int columns = 0;
    for (const auto& part : parts)
        columns +=
            static_cast<int> (part.text.size () + std::char_traits<char>::length (partSeparator));
    return columns;
}

/** Three digits and "%", padded, so that the line does not move: " 47%". */
std::string percentText (double doneRatio)
{
    // rounds down: 100% means all
    const auto percent = std::to_string (static_cast<int> (std::floor (doneRatio * 100)));
    return std::string (3 - std::min<std::size_t> (percent.size (), 3), ' ') + percent + "%";
}

} // namespace

std::string barText (double doneRatio, int columns, bool isUnicode)
{
    constexpr int eighthsPerColumn = 8;
    constexpr std::array<const char*, 8> eighths {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

    const int inside = std::max (columns - 2, 1);
    const double done = doneRatio > 0 ? std::min (doneRatio, 1.0) : 0; // NaN: 0
    const int stepsPerColumn = isUnicode ? eighthsPerColumn : 1;
    const int steps = static_cast<int> (std::floor (done * inside * stepsPerColumn));
    const int full = steps / stepsPerColumn;
    const int part = steps % stepsPerColumn;

    std::string bar = isUnicode ? "▕" : "[";
    for (int column = 0; column < full; ++column)
        bar += isUnicode ? "█" : "#";
    bar += eighths[static_cast<std::size_t> (part)];
    bar.append (static_cast<std::size_t> (inside - full - (part > 0 ? 1 : 0)), ' ');
    return bar + (isUnicode ? "▏" : "]");
}

std::string progressBarLine (const ProgressSample& now, const ProgressRates& rates, int columns,
                             bool isUnicode)
{
    const bool hasBar = now.phase != BatchPhase::listing && now.doneRatio ();
    const double done = now.doneRatio ().value_or (0);
    std::string head = phaseName (now.phase);
    if (hasBar)
        head += " " + percentText (done);

    const int headColumns = static_cast<int> (head.size ());
    const int barColumns = hasBar ? smallestBarColumns + 1 : 0;
    auto parts = partsOf (now, rates, true);
    while (! parts.empty () && headColumns + barColumns + columnsOf (parts) > columns)
        parts.erase (std::min_element (parts.begin (), parts.end (),
                                       [] (const Part& first, const Part& second)
                                       { return first.importance < second.importance; }));

    std::string line = head.substr (0, static_cast<std::size_t> (std::max (columns, 0)));
    const int roomColumns = columns - headColumns - columnsOf (parts) - 1;
    if (hasBar && roomColumns >= smallestBarColumns)
        line += " " + barText (done, std::min (roomColumns, largestBarColumns), isUnicode);
    for (const auto& part : parts)
        line += partSeparator + part.text;
    return line;
}

std::string progressPlainLine (const ProgressSample& now, const ProgressRates& rates)
{
    std::string line = phaseName (now.phase);
    if (const auto done = now.doneRatio (); done && now.phase != BatchPhase::listing)
        line += " " + std::to_string (static_cast<int> (std::floor (*done * 100))) + "%";
    line += ":";
    for (const auto& part : partsOf (now, rates, false))
        line += (line.back () == ':' ? " " : ", ") + part.text;
    return line;
}

std::string progressFinalLine (const ProgressSample& last, const ProgressRates& average)
{
    std::string line = phaseName (last.phase);
    if (last.phase != BatchPhase::done)
        line = "stopped while " + line;
    else if (last.filesDone == 0)
        return line + ": nothing to do, in " + elapsedText (last.seconds);
    line += ": " + filesText (last, false) + " in " + elapsedText (last.seconds);
    if (last.filesDone > 0)
        line += ", " + shortText (average.filesPerSecond) + " files/s";
    if (last.audioMicrosecondsDone > 0)
        line += ", " + audioRateText (average.audioHoursPerSecond) + " of audio/s";
    if (last.bytesRead > 0)
        line += ", " + gigabytesText (average.gigabytesReadPerSecond) + " read";
    if (last.bytesWritten > 0)
        line += ", " + gigabytesText (average.gigabytesWrittenPerSecond) + " written";
    return line + ", " + groupedText (last.filesFailed) + " failed";
}

} // namespace melstrom
