#include "Standalone/Bench/BenchSubjects.h"

#include "Engine/Batch/Output/FileSystem.h"
#include "Engine/Batch/Output/WriteTrial.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/TimedRuns.h"
#include "Standalone/Bench/ColdFiles.h"
#include "Standalone/Bench/SmallFiles.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"

#include <ostream>

namespace melstrom
{

namespace
{
using enum TextTable::Side;
using Json = nlohmann::ordered_json;
constexpr RunCounts kRuns {0, 3}, kReadRuns {1, 5};
constexpr int kMostColdThreads = 256; ///< as --readers

/** One row: how one large output is written. */
struct WriteRow
{
    const char* label;
    WriteTrial trial;
};

std::vector<WriteRow> writeRows (int numThreads)
{
    using enum WriteWay;
    std::vector<WriteRow> rows;
    const auto add = [&rows] (const char* label, WriteTrial trial) {
        rows.push_back ({label, trial});
    };
    for (const int threads : numThreads > 1 ? std::vector {1, numThreads} : std::vector {1})
    {
        add ("one file, pwrite", {pwrite, false, threads});
        add ("one file, reserved, pwrite", {pwrite, true, threads});
        add ("one file, reserved, mapping", {mapping, true, threads});
        add ("one file, reserved, pwrite with O_DIRECT", {uncached, true, threads});
    }
    if (numThreads > 1)
    {
        add ("a file a thread, pwrite", {pwrite, false, numThreads, true});
        add ("a file a thread, reserved, pwrite", {pwrite, true, numThreads, true});
    }
    return rows;
}

Result<void> addWriteRow (const BenchContext& context, BenchTable& table, const WriteRow& row)
{
    WriteTrial trial = row.trial;
    trial.bytes = context.request.filesBytes;
    MELSTROM_TRY (context.begin (std::string ("timing ") + row.label + ", " +
                                 std::to_string (trial.numThreads) + " threads"));
    std::int64_t bytes = 0;
    const auto runs = timedRuns (
        kRuns,
        [&] () -> Result<double>
        {
            MELSTROM_TRY_VALUE (const WriteTime time,
                                timeWrite (context.request.filesFolder, trial, stopFlag ()));
            bytes = time.bytes;
            return time.gigabytesPerSecond ();
        });
    Json json {{"way", row.label}, {"threads", trial.numThreads}};
    const auto threads = std::to_string (trial.numThreads);
    if (! runs && runs.error ().code == ErrorCode::unsupportedFormat)
    {
        json["gb_per_s"] = nullptr;
        table.addRow ({row.label, threads, "-", runs.error ().message, ""}, std::move (json));
        return {};
    }
    if (! runs)
        return runs.error ();
    json.update (
        {{"bytes", bytes}, {"gb_per_s", runs->median ()}, {"slowest_gb_per_s", runs->smallest ()}});
    table.addRow ({row.label, threads, bytesText (static_cast<double> (bytes)),
                   fixedText (runs->median (), 2) + " GB/s", fixedText (runs->smallest (), 2)},
                  std::move (json));
    return {};
}

void addSmallRow (BenchTable& table, const char* label, int numThreads, const RunValues& seconds)
{
    const double rate = SmallFiles::kNumFiles / seconds.median (),
                 slowest = SmallFiles::kNumFiles / seconds.largest ();
    table.addRow ({label, std::to_string (numThreads),
                   groupedText (SmallFiles::kNumFiles) + " files", shortText (rate) + " files/s",
                   shortText (slowest)},
                  {{"what", label},
                   {"threads", numThreads},
                   {"files", SmallFiles::kNumFiles},
                   {"file_bytes", SmallFiles::kFileBytes},
                   {"files_per_s", rate},
                   {"slowest_files_per_s", slowest}});
}

/** More threads than processors, because they wait for the disk. Returns why rows were left out;
    empty: all are there. */
Result<std::string> timeColdFiles (const BenchContext& context, BenchTable& table,
                                   const SmallFiles& files, int numThreads)
{
    for (const int threads : {1, numThreads, std::min (4 * numThreads, kMostColdThreads)})
    {
        MELSTROM_TRY (
            context.begin ("timing cold files, " + std::to_string (threads) + " threads"));
        std::optional<std::string> reason;
        const auto readCold = [&] () -> Result<double>
        {
            if (! reason)
                reason = makeCold (files.folder ());
            return files.read (threads);
        };
        MELSTROM_TRY_VALUE (const auto read, timedRuns (kRuns, readCold));
        if (reason)
            return *std::move (reason);
        addSmallRow (table, "open, read, close; cold", threads, read);
    }
    return std::string ();
}

/** The files are removed on every way out. Returns as timeColdFiles. */
Result<std::string> timeSmallFiles (const BenchContext& context, BenchTable& table, int numThreads)
{
    MELSTROM_TRY (context.begin ("timing small files"));
    MELSTROM_TRY_VALUE (const auto files,
                        SmallFiles::make (context.request.filesFolder, stopFlag ()));
    addSmallRow (table, "create, write, close; once", 1, RunValues ({files.makeSeconds ()}));
    MELSTROM_TRY_VALUE (const auto listed, timedRuns (kReadRuns, [&] { return files.list (); }));
    addSmallRow (table, "list", 1, listed);
    for (const int threads : numThreads > 1 ? std::vector {1, numThreads} : std::vector {1})
    {
        MELSTROM_TRY (checkStop ());
        MELSTROM_TRY_VALUE (const auto read,
                            timedRuns (kReadRuns, [&] { return files.read (threads); }));
        addSmallRow (table, "open, read, close", threads, read);
    }
    return timeColdFiles (context, table, files, numThreads);
}

/** The disk's own rate. */
Result<void> timeDisk (const BenchContext& context, Json& json)
{
    MELSTROM_TRY (context.begin ("timing the disk"));
    const auto rates =
        timedRuns (kRuns,
                   [&] {
                       return diskReadGbPerS (context.request.filesFolder,
                                              context.request.filesBytes, stopFlag ());
                   });
    if (! rates && rates.error ().code != ErrorCode::unsupportedFormat)
        return rates.error ();
    json = rates ? Json (rates->median ()) : Json (nullptr);
    context.out << "One file read in order with O_DIRECT: "
                << (rates ? fixedText (rates->median (), 2) + " GB/s (slowest " +
                                fixedText (rates->smallest (), 2) + ")"
                          : rates.error ().message)
                << "\n\n"
                << std::flush;
    return {};
}
} // namespace

Result<void> benchFiles (const BenchContext& context)
{
    const auto& folder = context.request.filesFolder;
    MELSTROM_TRY_VALUE (const FileSystem system, fileSystemOf (folder));
    const int numThreads = context.request.backend.numThreads.value_or (hardwareThreads ());
    context.out << "\nFiles in " << printable (folder) << ": " << system.type << ", device "
                << system.device << ", " << system.system << ", "
                << bytesText (static_cast<double> (system.freeBytes)) << " free.\nSmall files of "
                << SmallFiles::kFileBytes
                << " bytes, in the page cache; median and slowest of 5 (cold: of 3).\nLarge output "
                   "in blocks of "
                   "4 MiB, page cache unless O_DIRECT, no sync, reservation and close within the "
                   "time; median and slowest of 3.\n\n"
                << std::flush;
    Json& json = context.json["files"];
    json = {{"folder", folder},
            {"type", system.type},
            {"device", system.device},
            {"system", system.system}};
    BenchTable small (json["small"], {left}, {"Small files", "Threads", "", "Median", "Slowest"});
    MELSTROM_TRY_VALUE (const auto coldLeftOut, timeSmallFiles (context, small, numThreads));
    context.out << small.text () << "\n" << std::flush;
    if (! coldLeftOut.empty ())
    {
        json["cold_left_out"] = coldLeftOut;
        context.out << "Cold rows are left out: " << coldLeftOut << ".\n\n";
    }
    MELSTROM_TRY (timeDisk (context, json["disk_read_gb_per_s"]));
    BenchTable large (json["writes"], {left}, {"Output", "Threads", "", "Median", "Slowest"});
    for (const WriteRow& row : writeRows (numThreads))
        MELSTROM_TRY (addWriteRow (context, large, row));
    context.out << large.text ();
    return {};
}

} // namespace melstrom
