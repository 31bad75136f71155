#include "Engine/Batch/Reading/ReadAhead.h"

#include "Engine/Batch/Files/TarStorage.h"
#include "Engine/Core/Guarded.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <system_error>

namespace melstrom
{

namespace
{
constexpr std::int64_t kStretchBytes = 8 << 20;
constexpr std::size_t kStretchFiles = 128;
/** Readers take 256 MiB in more time than this from any disk. */
constexpr auto kPause = std::chrono::milliseconds (4);

/** Bytes asked for that no reader has taken. */
struct Outstanding
{
    std::int64_t lastPlace = 0, bytes = 0;
};
} // namespace

FilesInOrder::FilesInOrder (const DatasetPlan& plan, Storage& storage)
    : plan_ (plan), storage_ (storage)
{
}

std::optional<FilesInOrder::File> FilesInOrder::current ()
{
    for (; split_ < static_cast<int> (plan_.numRows.size ()); ++split_, file_ = 0)
        for (; file_ < plan_.files.size (); ++file_)
        {
            const PlannedFile& file = plan_.files[file_];
            const bool isAnotherBox =
                file_ > 0 && plan_.isSameRecording (plan_.files[file_ - 1], file);
            if (file.split == split_ && file.numRows > 0 && ! isAnotherBox)
                return File {placeInOrder (split_, static_cast<std::int32_t> (file_)),
                             file.stat.bytes, static_cast<std::int32_t> (file_)};
        }
    return std::nullopt;
}

void FilesInOrder::skipTo (std::int64_t place)
{
    if (place < placeInOrder (split_, static_cast<std::int32_t> (file_)))
        return;
    split_ = static_cast<int> (place >> 32);
    file_ = static_cast<std::size_t> (place & 0xffffffff) + 1;
}

FileStretch FilesInOrder::stretchOf (const File& file) const
{
    std::string path = plan_.files[static_cast<std::size_t> (file.index)].soundPath ();
    const auto tar = path.find (".tar/") != std::string::npos ? memberNameAt (storage_, path) : 0;
    if (tar == 0)
        return {std::move (path), 0, file.bytes};
    const auto member = storage_.info (path);
    return {path.substr (0, tar - 1), member ? member->archiveOffset : 0, file.bytes};
}

ReadAhead::ReadAhead (const DatasetPlan& plan, Storage& storage, std::unique_ptr<CacheFill> fill,
                      std::function<std::int64_t ()> position, std::int64_t windowBytes)
    : files_ (plan, storage), fill_ (std::move (fill)), position_ (std::move (position)),
      windowBytes_ (windowBytes)
{
    if (windowBytes_ <= 0)
        return;
    const auto ahead = [this] (const std::stop_token& stop)
    {
        (void)guarded (
            [&] () -> Result<void>
            {
                work (stop);
                return {};
            }); // without memory there is no read-ahead
    };
    try
    {
        thread_ = std::jthread (ahead);
    }
    catch (const std::system_error&) // without a thread neither
    {
    }
}

ReadAhead::~ReadAhead () = default;

/** False: stop. */
bool ReadAhead::pause (const std::stop_token& stop)
{
    std::unique_lock lock (mutex_);
    (void)stopped_.wait_for (lock, stop, kPause, [] { return false; });
    return ! stop.stop_requested ();
}

/** Takes files under the cursor that together fit the room; of a longer file its front. Empty:
    there is no room for the next, or there is no next. */
std::vector<FileStretch> ReadAhead::nextStretch (std::int64_t roomBytes, std::int64_t& lastPlace)
{
    std::vector<FileStretch> stretch;
    std::int64_t bytes = 0;
    while (stretch.size () < kStretchFiles)
    {
        const auto file = files_.current ();
        if (! file)
            break;
        const std::int64_t wanted = std::min (file->bytes, windowBytes_ / 2);
        if (bytes + wanted > (stretch.empty () ? roomBytes : std::min (roomBytes, kStretchBytes)))
            break;
        stretch.push_back (files_.stretchOf (*file));
        stretch.back ().bytes = wanted;
        bytes += wanted;
        lastPlace = file->place;
        files_.advance ();
    }
    return stretch;
}

void ReadAhead::work (const std::stop_token& stop)
{
    std::deque<Outstanding> ahead;
    std::int64_t bytesAhead = 0;
    do
    {
        const std::int64_t reached = position_ ();
        if (reached < 0)
            continue;
        for (; ! ahead.empty () && ahead.front ().lastPlace <= reached; ahead.pop_front ())
            bytesAhead -= ahead.front ().bytes;
        if (ahead.empty ())
            files_.skipTo (reached);
        while (! stop.stop_requested ())
        {
            std::int64_t lastPlace = 0, bytes = 0;
            const auto stretch = nextStretch (windowBytes_ - bytesAhead, lastPlace);
            if (stretch.empty ())
                break;
            for (const FileStretch& file : stretch)
                bytes += file.bytes;
            if (! fill_->isCached (stretch[stretch.size () / 2]))
            {
                fill_->fill (stretch);
                bytesFilled_ += bytes;
            }
            ahead.push_back ({lastPlace, bytes});
            bytesAhead += bytes;
        }
        if (! files_.current ())
            return;
    } while (pause (stop));
}

} // namespace melstrom
