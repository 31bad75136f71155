#include "Tests/Support/Storage/PowerLoss.h"

#include "Tests/Support/Storage/Random.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace melstrom::testing
{

namespace
{
constexpr std::size_t kSectorBytes = 512;

std::string parentOf (const std::string& path)
{
    const auto slash = path.rfind ('/');
    return slash == std::string::npos ? std::string () : path.substr (0, slash);
}

bool isOfFile (const DiskEvent& event)
{
    return event.change == DiskChange::write || event.change == DiskChange::resize;
}

bool isOfEntry (const DiskEvent& event)
{
    return event.change == DiskChange::create || event.change == DiskChange::rename ||
           event.change == DiskChange::remove || event.change == DiskChange::makeFolder;
}

/** Survival probability of each kind of change. */
struct Odds
{
    double data, size, entry;
    bool garbage; ///< lost bytes read as random, not as zeros

    explicit Odds (Random& random)
    {
        const auto one = [&random]
        {
            const std::uint64_t extreme = random.below (6); // none, all, or any part
            return extreme < 2 ? static_cast<double> (extreme)
                               : static_cast<double> (random.below (1000)) / 1000;
        };
        data = one ();
        size = one ();
        entry = one ();
        garbage = random.happens (0.5);
    }
};

/** A file's bytes in the page cache and on the disk. */
struct SplitFile
{
    std::string cache, disk;

    static void setSize (std::string& bytes, std::size_t size) { bytes.resize (size, '\0'); }
};

/** The files and entries of one disk, event by event. */
class Loss
{
public:
    Loss (const DiskImage& before, std::uint64_t seed)
        : image_ (before), random_ (seed), odds_ (random_)
    {
        for (const auto& [path, file] : before.files)
            originals_[file.inode] = file;
    }

    void apply (const DiskEvent& event, bool isPromised)
    {
        if (event.change == DiskChange::write)
            write (event, isPromised);
        else if (event.change == DiskChange::resize)
            resize (event, isPromised);
        else if (isOfEntry (event) && (isPromised || random_.happens (odds_.entry)))
            enter (event);
    }

    DiskImage finish ()
    {
        for (auto& [path, file] : image_.files)
            if (const auto changed = changed_.find (file.inode); changed != changed_.end ())
                file.bytes = std::make_shared<const std::string> (changed->second.disk);
        const auto isGone = [this] (const auto& entry)
        {
            return ! image_.folders.contains (parentOf (pathOf (entry))) &&
                   ! parentOf (pathOf (entry)).empty ();
        };
        std::erase_if (image_.folders, isGone); // parents precede their contents
        std::erase_if (image_.files, isGone);
        return std::move (image_);
    }

private:
    static const std::string& pathOf (const std::string& path) { return path; }
    static const std::string& pathOf (const std::pair<const std::string, DiskFile>& entry)
    {
        return entry.first;
    }

    SplitFile& fileOf (std::uint64_t inode)
    {
        const auto [place, isNew] = changed_.try_emplace (inode);
        if (const auto original = originals_.find (inode); isNew && original != originals_.end ())
            place->second = {*original->second.bytes, *original->second.bytes};
        return place->second;
    }

    void resize (const DiskEvent& event, bool isPromised)
    {
        SplitFile& file = fileOf (event.inode);
        SplitFile::setSize (file.cache, static_cast<std::size_t> (event.offset));
        if (isPromised || random_.happens (odds_.size))
            SplitFile::setSize (file.disk, static_cast<std::size_t> (event.offset));
    }

    void write (const DiskEvent& event, bool isPromised)
    {
        SplitFile& file = fileOf (event.inode);
        const auto begin = static_cast<std::size_t> (event.offset);
        const std::size_t end = begin + event.bytes.size ();
        const std::size_t sizeBefore = file.disk.size ();
        file.cache.resize (std::max (file.cache.size (), end), '\0');
        std::memcpy (file.cache.data () + begin, event.bytes.data (), event.bytes.size ());
        if (isPromised || random_.happens (odds_.size))
            file.disk.resize (std::max (sizeBefore, end), '\0');
        for (std::size_t at = begin / kSectorBytes * kSectorBytes;
             at < end && at < file.disk.size (); at += kSectorBytes)
        {
            const std::size_t count =
                std::min (kSectorBytes, std::min (file.disk.size (), file.cache.size ()) - at);
            if (isPromised || random_.happens (odds_.data))
                std::memcpy (file.disk.data () + at, file.cache.data () + at, count);
            else if (odds_.garbage && at >= sizeBefore)
                for (std::size_t i = at; i < at + count; ++i)
                    file.disk[i] = static_cast<char> (random_.next ());
        }
    }

    void enter (const DiskEvent& event)
    {
        switch (event.change)
        {
            case DiskChange::makeFolder: image_.folders.insert (event.path); break;
            case DiskChange::create: image_.files[event.path] = describe (event.inode); break;
            case DiskChange::remove:
                image_.files.erase (event.path);
                image_.folders.erase (event.path);
                break;
            case DiskChange::rename:
                if (const auto old = image_.files.find (event.path);
                    old != image_.files.end () && old->second.inode == event.inode)
                    image_.files.erase (old);
                image_.files[event.to] = describe (event.inode);
                break;
            default: break;
        }
    }

    DiskFile describe (std::uint64_t inode) const
    {
        static const auto kEmpty = std::make_shared<const std::string> ();
        const auto original = originals_.find (inode);
        return original != originals_.end ()
                   ? original->second
                   : DiskFile {kEmpty, inode, static_cast<std::int64_t> (inode)};
    }

    DiskImage image_;
    Random random_;
    Odds odds_;
    std::map<std::uint64_t, DiskFile> originals_;
    std::map<std::uint64_t, SplitFile> changed_;
};

/** Whether the sync that begins at `begin` promises an earlier event. */
bool promises (const DiskEvent& sync, const DiskEvent& event)
{
    if (sync.change == DiskChange::syncFileEnds)
        return isOfFile (event) && event.inode == sync.inode;
    return sync.change == DiskChange::syncFolderEnds && isOfEntry (event) &&
           parentOf (event.path) == sync.path;
}
} // namespace

PowerLoss::PowerLoss (DiskImage before, std::vector<DiskEvent> events)
    : before_ (std::move (before)), events_ (std::move (events)),
      promisedAfter_ (events_.size (), std::numeric_limits<std::size_t>::max ())
{
    for (std::size_t end = events_.size (); end-- > 0;)
        for (std::size_t i = 0; i < events_[end].begin; ++i)
            if (promises (events_[end], events_[i]))
                promisedAfter_[i] = end + 1;
}

std::size_t PowerLoss::numAtRisk (std::size_t numEvents) const
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < numEvents; ++i)
        if ((isOfFile (events_[i]) || isOfEntry (events_[i])) && promisedAfter_[i] > numEvents)
            ++count;
    return count;
}

DiskImage PowerLoss::after (std::size_t numEvents, std::uint64_t seed) const
{
    Loss loss (before_, seed);
    for (std::size_t i = 0; i < numEvents; ++i)
        loss.apply (events_[i], promisedAfter_[i] <= numEvents);
    return loss.finish ();
}

} // namespace melstrom::testing
