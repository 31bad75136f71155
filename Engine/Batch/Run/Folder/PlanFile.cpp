#include "Engine/Batch/Run/Folder/PlanFile.h"

#include <array>
#include <istream>
#include <streambuf>

namespace melstrom
{

namespace
{
using Json = nlohmann::ordered_json;

std::string pathIn (const std::string& folder)
{
    return folder + "/plan.json";
}

/** A file's bytes for a stream. A failed read ends them. */
class FileBuffer : public std::streambuf
{
public:
    explicit FileBuffer (ReadableFile& file) : file_ (file) {}
    const Result<void>& outcome () const noexcept { return outcome_; }

    /** Ends the bytes. */
    void end ()
    {
        isEnded_ = true;
        setg (nullptr, nullptr, nullptr);
    }

private:
    int_type underflow () override
    {
        if (isEnded_)
            return traits_type::eof ();
        const auto got = file_.readAt (bytes_.data (), bytes_.size (), offset_);
        if (! got)
            outcome_ = got.error ();
        if (! got || *got == 0)
            return traits_type::eof ();
        offset_ += static_cast<std::int64_t> (*got);
        setg (bytes_.data (), bytes_.data (), bytes_.data () + *got);
        return traits_type::to_int_type (bytes_[0]);
    }

    ReadableFile& file_;
    std::int64_t offset_ = 0;
    bool isEnded_ = false;
    Result<void> outcome_;
    std::array<char, 1 << 16> bytes_;
};

enum class Extent
{
    untilFiles,
    whole
};

/** Takes the members of the parsed object up to "files". */
class HeadTaking
{
public:
    using Event = Json::parse_event_t;

    /** Callback of the parser: returns whether the value is kept. At "files" it ends the bytes, or
        drops the value. */
    bool take (int depth, Event event, const Json& parsed, FileBuffer& buffer, Extent extent)
    {
        if (depth != 1)
            return true;
        if (event == Event::value || event == Event::object_end || event == Event::array_end)
            head_[key_] = parsed;
        if (event != Event::key)
            return true;
        key_ = parsed.get<std::string> ();
        if (key_ != "files")
            return true;
        hasFiles_ = true;
        if (extent == Extent::untilFiles)
            buffer.end ();
        return false;
    }

    bool hasFiles () const noexcept { return hasFiles_; }
    const Json& head () const noexcept { return head_; }

private:
    Json head_ = Json::object ();
    std::string key_;
    bool hasFiles_ = false;
};

Result<std::optional<Json>> readHead (Storage& storage, const std::string& folder, Extent extent)
{
    const auto file = storage.openForReading (pathIn (folder));
    if (! file && file.error ().code == ErrorCode::fileMissing)
        return std::optional<Json> ();
    if (! file)
        return file.error ();
    FileBuffer buffer (**file);
    std::istream stream (&buffer);
    HeadTaking taking;
    const auto take = [&] (int depth, Json::parse_event_t event, const Json& parsed)
    { return taking.take (depth, event, parsed, buffer, extent); };
    auto json = std::optional (Json::parse (stream, take, false));
    MELSTROM_TRY (buffer.outcome ());
    if (extent == Extent::untilFiles && taking.hasFiles ())
        json = taking.head ();
    return json;
}
} // namespace

Result<std::optional<Json>> readPlanHead (Storage& storage, const std::string& folder)
{
    return readHead (storage, folder, Extent::untilFiles);
}

Result<std::optional<Json>> readWholePlanHead (Storage& storage, const std::string& folder)
{
    return readHead (storage, folder, Extent::whole);
}

Result<bool> isPlanThere (Storage& storage, const std::string& folder, const PlanText& plan)
{
    MELSTROM_TRY_VALUE (const auto file, storage.openForReading (pathIn (folder)));
    if (file->info ().bytes != plan.numBytes ())
        return false;
    std::string there;
    std::int64_t offset = 0;
    bool isSame = true;
    MELSTROM_TRY (plan.write (
        [&] (std::string_view piece) -> Result<void>
        {
            there.resize (piece.size ());
            MELSTROM_TRY_VALUE (const auto got,
                                file->readAt (there.data (), there.size (), offset));
            offset += static_cast<std::int64_t> (got);
            isSame = isSame && got == piece.size () && there == piece;
            return {};
        }));
    return isSame;
}

} // namespace melstrom
