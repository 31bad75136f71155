#include "Standalone/Bench/BenchMeasures.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

namespace melstrom
{

namespace
{

using Json = nlohmann::ordered_json;
using enum MeasureKind;

struct MeasureRow
{
    MeasureKind kind;
    std::vector<std::string_view> paths;
};

/** Tails vary from run to run. Of a ratio, the measures that it is made of are compared. Memory is
    no speed. The ceiling of the output may be a kept value of an earlier run. */
const MeasureRow kMeasures[] {
    {largerIsBetter,
     {"frames_per_second",
      "frames_per_second_1_thread",
      "frames_per_second_one_at_a_time",
      "rows_per_second",
      "times_real_time",
      "bytes_in_per_second",
      "bytes_out_per_second",
      "copies_bytes_per_second/within",
      "copies_bytes_per_second/pinned_in",
      "copies_bytes_per_second/pinned_out",
      "copies_bytes_per_second/pinned_one_stream",
      "copies_bytes_per_second/pinned_two_streams",
      "copies_bytes_per_second/pageable_in",
      "copies_bytes_per_second/pageable_out",
      "block_64",
      "block_128",
      "block_256",
      "block_512",
      "samples_per_second",
      "files_per_s",
      "gb_per_s",
      "disk_read_gb_per_s",
      "output_gb_per_s"}},
    {smallerIsBetter,
     {"nanoseconds_per_frame_1_thread", "seconds_median", "seconds_a_call", "p50_seconds",
      "callback_seconds/p50", "round_trip_seconds/p50", "load/p50", "compute_seconds",
      "cold_seconds", "durable_seconds", "synced_once_seconds", "input_seconds",
      "one_file_synced_seconds"}},
    {noMeasure, // sizes and counts
     {"rate_hz",
      "from_hz",
      "to_hz",
      "index",
      "multiprocessors",
      "memory_bytes",
      "runs",
      "input_bytes",
      "output_bytes",
      "signals_a_piece",
      "records",
      "rows",
      "dimensions",
      "bytes",
      "sinusoids_timed",
      "voices",
      "partials_a_voice",
      "gpu_wins_from_sinusoids",
      "sinusoids",
      "block",
      "instances",
      "blocks",
      "misses",
      "overruns",
      "late",
      "late_itself",
      "shed",
      "highest_level",
      "seconds",
      "resident_bytes_after_10_s",
      "resident_bytes_most",
      "threads",
      "files",
      "file_bytes",
      "pieces_at_a_time",
      "bytes_written",
      "audio_seconds",
      "peak_resident_bytes",
      "durable_bytes_written"}},
    {noMeasure, // errors and ratios
     {"check_worst_ratio", "error_db", "scaling", "share_of_copy", "share_of_pinned_copy",
      "busy_percent", "times_soxr_vhq", "ratio_to_compute", "output_ceiling_gb_per_s",
      "output_ceiling_ratio", "durable_ratio", "run_ceiling_ratio", "compute_ceiling_ratio",
      "durable_ceiling_ratio"}},
    {noMeasure, // tails
     {"seconds_slowest", "p999_seconds", "worst_seconds", "callback_seconds/p99",
      "callback_seconds/p99.9", "callback_seconds/worst", "round_trip_seconds/p99",
      "round_trip_seconds/p99.9", "round_trip_seconds/worst", "load/p99.9", "load/worst",
      "slowest_files_per_s", "slowest_gb_per_s"}},
};

MeasureKind kindOf (std::string_view path)
{
    for (const MeasureRow& row : kMeasures)
        if (std::ranges::find (row.paths, path) != row.paths.end ())
            return row.kind;
    return unknown;
}

/** Sizes that tell one row from another. */
bool isIdentity (const std::string& key, const Json& value)
{
    static constexpr const char* kSizes[] {
        "block",   "instances", "voices", "partials", "threads", "rate_hz",        "from_hz",
        "samples", "hop",       "frames", "batch",    "records", "signals_a_piece"};
    if (value.is_string ())
        return key != "variant"; // a GPU's choice is a result
    if (value.is_boolean ())
        return true;
    return value.is_number_integer () &&
           std::ranges::any_of (kSizes, [&key] (const char* size) { return key == size; });
}

/** A number, or the median of a list of numbers. */
std::optional<double> medianOf (const Json& json)
{
    if (json.is_number ())
        return json.get<double> ();
    if (! json.is_array () || json.empty () ||
        ! std::ranges::all_of (json, [] (const Json& each) { return each.is_number (); }))
        return std::nullopt;
    auto values = json.get<std::vector<double>> ();
    std::ranges::sort (values);
    return values[values.size () / 2];
}

/** Walks the result of a subject; collects its numbers in order. */
class Collector
{
public:
    explicit Collector (std::string subject) : subject_ (std::move (subject)) {}
    std::vector<BenchNumber> numbers;

    void walk (const Json& json, const std::string& row, const std::string& path)
    {
        if (json.is_object ())
        {
            for (const auto& [key, value] : json.items ())
                if (key != "profile") // says where time went, and is no measure
                    walk (value, row, path.empty () ? key : path + "/" + key);
        }
        else if (json.is_array () && ! json.empty () && json.front ().is_object ())
            for (const Json& each : json)
                walk (each, nameOf (each, row), "");
        else if (const auto value = medianOf (json))
            numbers.push_back ({subject_, row, path, *value, kindOf (path)});
    }

private:
    std::string nameOf (const Json& row, const std::string& table)
    {
        std::string name = table;
        for (const auto& [key, value] : row.items ())
            if (isIdentity (key, value) && ! (key == "voices" && row.contains ("patch")))
                name += ", " + (value.is_string () ? value.get<std::string> ()
                                                   : key + " " + value.dump ());
        const int number = ++numSeen_[name];
        return number == 1 ? name : name + ", row " + std::to_string (number);
    }

    std::string subject_;
    std::map<std::string, int> numSeen_;
};

} // namespace

std::vector<BenchNumber> numbersOf (const nlohmann::ordered_json& json)
{
    std::vector<BenchNumber> numbers;
    for (const auto& [subject, value] : json.items ())
        if (value.is_object () || value.is_array ())
        {
            Collector collector (subject);
            collector.walk (value, subject, "");
            numbers.insert (numbers.end (), collector.numbers.begin (), collector.numbers.end ());
        }
    return numbers;
}

} // namespace melstrom
