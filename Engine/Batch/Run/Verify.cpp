#include "Engine/Batch/Run/Verify.h"

#include "Engine/Batch/Dataset/DatasetText.h"
#include "Engine/Batch/Dataset/FileChecksum.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace melstrom
{

namespace
{
using Json = nlohmann::json;

std::int64_t numberOf (const std::string& text, int base = 10)
{
    std::int64_t value = -1;
    std::from_chars (text.data (), text.data () + text.size (), value, base);
    return value;
}

/** A line of files.csv. */
struct FileLine
{
    std::string path, status, split;
    std::int64_t rateHz = 0, firstRow = 0, numRows = 0;
    std::uint32_t crc = 0;
};

/** An array as dataset.json lists it. */
struct ArrayLine
{
    std::string name, file, split;
    std::int64_t offset = 0, bytes = 0;
    std::optional<std::uint32_t> crc;
};

/** A file as dataset.json lists it. */
struct FileEntry
{
    std::string name;
    std::int64_t bytes = 0;
    std::uint32_t crc = 0; ///< of what lies in none of its arrays
};

class Verifier
{
public:
    Verifier (const VerifyOptions& options, const BatchContext& context)
        : options_ (options), context_ (context)
    {
    }

    Result<VerifyReport> go ()
    {
        context_.counters.phase = BatchPhase::verifying;
        if (auto read = readDescription (); ! read)
            return read.error ();
        if (auto checked = checkFiles (); ! checked)
            return checked.error ();
        if (! report_.faults
                  .empty ()) // with files.csv or a header damaged, nothing more can be said
            return std::move (report_);
        if (auto read = readFiles (); ! read)
            return read.error ();
        for (const ArrayLine& array : arrays_)
            if (auto checked = checkArray (array); ! checked)
                return checked.error ();
        if (auto sampled = recomputeSome (); ! sampled)
            return sampled.error ();
        return std::move (report_);
    }

private:
    std::string path (const std::string& name) const { return options_.folder + "/" + name; }
    void fault (std::string text) { report_.faults.push_back (std::move (text)); }

    Result<std::string> readText (const std::string& name)
    {
        auto file = context_.storage.openForReading (path (name));
        if (! file)
            return Error {ErrorCode::badUsage,
                          printable (options_.folder) +
                              " holds no finished dataset: " + file.error ().message,
                          {}};
        std::string text (static_cast<std::size_t> ((*file)->info ().bytes), '\0');
        if (auto bytes = (*file)->readAt (text.data (), text.size (), 0); ! bytes)
            return bytes.error ();
        return text;
    }

    Result<void> readDescription ()
    {
        auto text = readText ("dataset.json");
        if (! text)
            return text.error ();
        description_ = Json::parse (*text, nullptr, false);
        if (! description_.is_object () || ! description_.contains ("arrays") ||
            ! description_.contains ("spec"))
            return Error {
                ErrorCode::badUsage, path ("dataset.json") + " is not a dataset's description", {}};
        try
        {
            for (const Json& entry : description_["arrays"])
                arrays_.push_back (arrayOf (entry));
            for (const Json& entry : description_.at ("files"))
                entries_.push_back (
                    {entry.at ("name"), entry.at ("bytes"),
                     static_cast<std::uint32_t> (numberOf (entry.contains ("crc32c")
                                                               ? entry["crc32c"]
                                                               : entry.at ("crc32c_outside_arrays"),
                                                           16))});
            for (const auto& [key, value] : description_["spec"].items ())
                if (auto set = applySetting (spec_, key + "=" + value.dump ()); ! set)
                    return set.error ();
            audio_.keepTruncated = description_.at ("truncated") == "keep";
            audio_.zeroNonFinite = description_.at ("nonfinite") == "zero";
            backendName_ = description_.at ("backend").get<std::string> ();
            deviceName_ = description_.at ("device").get<std::string> ();
        }
        catch (const std::exception& problem)
        {
            return Error {
                ErrorCode::badUsage, path ("dataset.json") + " is damaged: " + problem.what (), {}};
        }
        return {};
    }

    static ArrayLine arrayOf (const Json& entry)
    {
        ArrayLine array {entry.at ("name"),
                         entry.at ("file"),
                         entry.value ("split", ""),
                         entry.at ("offset"),
                         0,
                         {}};
        const std::string type = entry.at ("dtype");
        array.bytes = type == "float16" || type == "int16" ? 2 : type == "float32" ? 4 : 8;
        for (const std::int64_t dimension : entry.at ("shape"))
            if (dimension < 0 || __builtin_mul_overflow (array.bytes, dimension, &array.bytes))
                throw std::invalid_argument ("a shape that no array has");
        if (entry.contains ("crc32c"))
            array.crc =
                static_cast<std::uint32_t> (numberOf (entry["crc32c"].get<std::string> (), 16));
        return array;
    }

    Result<void> readFiles ()
    {
        auto text = readText ("files.csv");
        if (! text)
            return text.error ();
        auto rows = parseCsv (*text);
        if (! rows)
            return rows.error ();
        for (std::size_t i = 1; i < rows->size (); ++i)
        {
            const std::vector<std::string>& f = (*rows)[i].fields;
            if (f.size () < 10)
                return Error {ErrorCode::badUsage,
                              path ("files.csv") + " line " + std::to_string ((*rows)[i].line) +
                                  " is damaged",
                              {}};
            files_.push_back ({f[1], f[9], f.size () > 10 ? f[10] : "", numberOf (f[3]),
                               numberOf (f[6]), numberOf (f[7]),
                               static_cast<std::uint32_t> (numberOf (f[8], 16))});
            report_.numRows += files_.back ().numRows;
        }
        report_.numFiles = static_cast<std::int64_t> (files_.size ());
        context_.counters.filesTotal = report_.numFiles;
        context_.counters.rowsTotal = report_.numRows;
        return {};
    }

    ReadAt readerOf (ReadableFile& file)
    {
        return [this, &file] (void* to, std::size_t bytes, std::int64_t offset)
        {
            auto got = file.readAt (to, bytes, offset);
            if (got)
            {
                report_.bytesChecked += static_cast<std::int64_t> (*got);
                context_.counters.bytesRead += static_cast<std::int64_t> (*got);
            }
            return got;
        };
    }

    /** Whether a checksum came out as it should: a fault if not, or if the file is too short for
        it. */
    Result<void> compare (const Result<std::uint32_t>& crc, std::uint32_t expected,
                          const std::string& what)
    {
        if (! crc && crc.error ().code != ErrorCode::truncated)
            return crc.error ();
        if (! crc)
            fault (what + " " + crc.error ().message);
        else if (*crc != expected)
            fault (what + " is not what was written: its checksum differs");
        return {};
    }

    /** Sizes and checksums of whole files, and of what surrounds the arrays. */
    Result<void> checkFiles ()
    {
        for (const FileEntry& entry : entries_)
        {
            auto file = context_.storage.openForReading (path (entry.name));
            if (! file)
            {
                fault (entry.name + " is missing: " + file.error ().message);
                continue;
            }
            const std::int64_t bytes = (*file)->info ().bytes;
            if (bytes != entry.bytes)
            {
                fault (entry.name + " has " + std::to_string (bytes) +
                       " bytes and was written with " + std::to_string (entry.bytes));
                continue;
            }
            std::vector<ByteRange> arrays;
            for (const ArrayLine& array : arrays_)
                if (array.file == entry.name && array.offset >= 0)
                    arrays.push_back ({array.offset, array.bytes});
            const std::string what = arrays.empty () ? entry.name : "the header of " + entry.name;
            if (auto compared = compare (
                    checksumOutside (readerOf (**file), bytes, std::move (arrays), context_.stop),
                    entry.crc, what);
                ! compared)
                return compared;
        }
        return {};
    }

    static bool isFeatures (const ArrayLine& array)
    {
        return array.name == "features" || array.name == "segments_mel";
    }

    Result<void> checkArray (const ArrayLine& array)
    {
        auto file = context_.storage.openForReading (path (array.file));
        if (! file)
        {
            fault (array.file + " is missing: " + file.error ().message);
            return {};
        }
        if (isFeatures (array))
            return checkFeatures (**file, array);
        if (! array.crc)
            return {};
        return compare (
            checksumOfRange (readerOf (**file), {array.offset, array.bytes}, context_.stop),
            *array.crc, array.name + " in " + array.file);
    }

    std::int64_t rowBytesOf (const ArrayLine& array) const
    {
        std::int64_t rows = 0;
        for (const FileLine& file : files_)
            rows += file.split == array.split ? file.numRows : 0;
        return rows > 0 ? array.bytes / rows : 0;
    }

    Result<void> checkFeatures (ReadableFile& file, const ArrayLine& array)
    {
        const std::int64_t rowBytes = rowBytesOf (array);
        for (const FileLine& line : files_)
        {
            if (line.split != array.split || line.numRows == 0)
                continue;
            const std::string what = "rows " + std::to_string (line.firstRow) + " to " +
                                     std::to_string (line.firstRow + line.numRows) + " of " +
                                     array.file + " (" + printable (line.path) + ")";
            const ByteRange range {array.offset + line.firstRow * rowBytes,
                                   line.numRows * rowBytes};
            if (auto compared = compare (checksumOfRange (readerOf (file), range, context_.stop),
                                         line.crc, what);
                ! compared)
                return compared;
            context_.counters.rowsDone += line.numRows;
            ++context_.counters.filesDone;
        }
        return {};
    }

    /** The backend whose bits the rows have; null where it is not at hand. */
    Result<Backend*> backendOfRows ()
    {
        constexpr std::string_view cpu = "cpu";
        Backend& given = context_.backend;
        if (given.name () == cpu || backendName_ != cpu)
        {
            const bool isSame = (given.name () == cpu) == (backendName_ == cpu) &&
                                (backendName_ == cpu || given.deviceName () == deviceName_);
            return isSame ? &given : nullptr;
        }
        auto made = makeCpuBackend (context_.hostThreads);
        if (! made)
            return made.error ();
        cpu_ = std::move (*made);
        return cpu_.get ();
    }

    Result<void> recomputeSome ()
    {
        const auto backend = backendOfRows ();
        if (! backend)
            return backend.error ();
        std::vector<const FileLine*> sound;
        for (const FileLine& line : files_)
            if (line.status == "ok" && line.numRows > 0)
                sound.push_back (&line);
        const auto count = std::min<std::size_t> (
            sound.size (), static_cast<std::size_t> (std::max (0, options_.numSampledFiles)));
        for (std::size_t i = 0; i < count; ++i)
            if (auto done = recompute (*sound[i * sound.size () / count], *backend); ! done)
                return done;
        return {};
    }

    Result<void> recompute (const FileLine& line, Backend* backend)
    {
        if (context_.stop)
            return Error {ErrorCode::interrupted, "interrupted while verifying", {}};
        auto info = context_.storage.info (line.path);
        if (! info)
        {
            ++report_.numMissingInputs;
            return {};
        }
        if (info->bytes > options_.mostSampledBytes)
            return {};
        if (backend == nullptr)
        {
            ++report_.numElsewhere;
            return {};
        }
        auto extracted = extractFile (context_.storage, *backend, spec_, line.path, audio_);
        if (! extracted && extracted.error ().code == ErrorCode::outOfMemory)
            return {}; // too long to be a sample, whatever its size on the disk
        if (! extracted)
            fault (printable (line.path) +
                   " can no longer be computed: " + extracted.error ().message);
        else if (crc32c (0, extracted->rows.data (), extracted->rows.size ()) != line.crc)
            fault ("the rows of " + printable (line.path) + ", computed anew with " +
                   backend->deviceName () + ", differ from the dataset's (made with " +
                   deviceName_ + ")");
        else
            ++report_.numRecomputed;
        return {};
    }

    const VerifyOptions& options_;
    const BatchContext& context_;
    Json description_;
    MelSpec spec_;
    AudioOptions audio_;
    std::string backendName_, deviceName_;
    std::unique_ptr<Backend> cpu_; ///< where it made the rows and another backend verifies
    std::vector<ArrayLine> arrays_;
    std::vector<FileEntry> entries_;
    std::vector<FileLine> files_;
    VerifyReport report_;
};
} // namespace

Result<VerifyReport> verifyDataset (const VerifyOptions& options, const BatchContext& context)
{
    return guarded ([&] { return Verifier (options, context).go (); });
}

} // namespace melstrom
