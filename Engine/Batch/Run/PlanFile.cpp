#include "Engine/Batch/Run/PlanFile.h"

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

/** A file's bytes for a stream. A read that fails ends them. */
class FileBuffer : public std::streambuf
{
public:
    explicit FileBuffer (ReadableFile& file) : file_ (file) {}
    const Result<void>& outcome () const noexcept { return outcome_; }

private:
    int_type underflow () override
    {
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
    Result<void> outcome_;
    std::array<char, 1 << 16> bytes_;
};
} // namespace

Result<std::optional<Json>> readPlanHead (Storage& storage, const std::string& folder)
{
    const auto file = storage.openForReading (pathIn (folder));
    if (! file && file.error ().code == ErrorCode::fileMissing)
        return std::optional<Json> ();
    if (! file)
        return file.error ();
    FileBuffer buffer (**file);
    std::istream stream (&buffer);
    const auto isKept = [] (int depth, Json::parse_event_t event, const Json& parsed)
    { return depth != 1 || event != Json::parse_event_t::key || parsed != "files"; };
    auto json = std::optional (Json::parse (stream, isKept, false));
    if (! buffer.outcome ())
        return buffer.outcome ().error ();
    return json;
}

Result<bool> isPlanThere (Storage& storage, const std::string& folder, const PlanText& plan)
{
    const auto file = storage.openForReading (pathIn (folder));
    if (! file)
        return file.error ();
    if ((*file)->info ().bytes != plan.numBytes ())
        return false;
    std::string there;
    std::int64_t offset = 0;
    bool isSame = true;
    const auto compared = plan.write (
        [&] (std::string_view piece) -> Result<void>
        {
            there.resize (piece.size ());
            const auto got = (*file)->readAt (there.data (), there.size (), offset);
            if (! got)
                return got.error ();
            offset += static_cast<std::int64_t> (*got);
            isSame = isSame && *got == piece.size () && there == piece;
            return {};
        });
    return compared ? Result<bool> (isSame) : compared.error ();
}

} // namespace melstrom
