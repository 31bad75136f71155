// Measurements of a machine that programs cache between runs: measured.json in the user's cache
// folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Conditions under which a value holds. All four are parts of its key. */
struct MeasuredOn
{
    std::string machine;  ///< "AMD EPYC 9654 96-Core Processor, 16 threads"
    std::string device;   ///< "NVIDIA H200"; empty: the value concerns no device
    std::string driver;   ///< "570.86, CUDA 12.8"; empty without a device
    std::string melstrom; ///< version of the measuring program
    bool operator== (const MeasuredOn&) const = default;
};

struct MeasuredNumber
{
    std::string name;            ///< ends in its unit
    std::optional<double> value; ///< finite; empty: the number does not exist on this machine
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

/** Finds a number by its name. Empty if the entry has no number of this name, or if the number does
    not exist on the machine of the entry. */
std::optional<double> numberNamed (const MeasuredValue& value, std::string_view name) noexcept;

/** $XDG_CACHE_HOME/melstrom/measured.json, or the same path under $HOME/.cache. Empty if neither
    variable names an absolute path. Thread: any. */
std::optional<std::string> defaultMeasuredFile ();

/** This machine and this program, without a device. Thread: any but audio. */
MeasuredOn measuredHere ();

/** All entries of the file, the oldest first. Damaged entries, foreign entries and unreadable files
    are ignored. Thread: any but audio; never throws. */
std::vector<MeasuredValue> measuredValues (const std::string& file) noexcept;

/** Replaces the entry with the same `what` and `on` and keeps the others. Above 64 entries the
    oldest are removed. Returns false if the file cannot be written, or would have more than 256
    KiB. Several processes may write: the file is always whole and holds the last write. Thread: any
    but audio; never throws. */
bool rememberMeasured (const std::string& file, const MeasuredValue& value) noexcept;

} // namespace melstrom
