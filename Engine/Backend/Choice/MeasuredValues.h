// What programs measured about a machine and keep between runs: measured.json in the user's cache folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace melstrom
{

/** What a value holds for. All four are parts of its key. */
struct MeasuredOn
{
    std::string machine;  ///< "AMD EPYC 9654 96-Core Processor, 16 threads"
    std::string device;   ///< "NVIDIA H200"; empty: the value concerns no device
    std::string driver;   ///< "570.86, CUDA 12.8"; empty as well
    std::string melstrom; ///< version of the program that measured
    bool operator== (const MeasuredOn&) const = default;
};

struct MeasuredNumber
{
    std::string name;            ///< ends in its unit
    std::optional<double> value; ///< finite; empty: there is no such number here
    bool operator== (const MeasuredNumber&) const = default;
};

/** One entry of the file; docs/gpu.md describes it. */
struct MeasuredValue
{
    std::string what; ///< "voices-crossover"
    MeasuredOn on;
    std::string measuredAt; ///< "2026-11-23T05:54:00Z"
    std::vector<MeasuredNumber> numbers;
    bool operator== (const MeasuredValue&) const = default;
};

/** $XDG_CACHE_HOME/melstrom/measured.json, or the same under $HOME/.cache; empty where neither names an absolute
    path. Thread: any. */
std::optional<std::string> defaultMeasuredFile ();

/** This machine and this program, without a device. Reads /proc/cpuinfo. Thread: any but audio. */
MeasuredOn measuredHere ();

/** All entries of the file, the oldest first. Entries that are damaged or foreign count as not there, as does a file
    that cannot be read. Thread: any but audio; never throws. */
std::vector<MeasuredValue> measuredValues (const std::string& file) noexcept;

/** Replaces the entry of the same `what` and `on`, keeps the others; the oldest go where there are too many. Returns
    false where the file cannot be written. Processes may race: the file is whole at any time, and the last one to
    write is in it. Thread: any but audio; never throws. */
bool rememberMeasured (const std::string& file, const MeasuredValue& value) noexcept;

} // namespace melstrom
