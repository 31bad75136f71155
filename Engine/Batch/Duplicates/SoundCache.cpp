#include "Engine/Batch/Duplicates/SoundCache.h"

#include "Engine/Batch/Duplicates/MonoSound.h"

namespace melstrom
{

namespace
{
std::size_t bytesOf (const ShortSound& sound)
{
    return sizeof sound + sound.samples.size () * sizeof (float);
}
} // namespace

SoundCache::SoundCache (Storage& storage, const std::vector<ListedFile>& files,
                        std::size_t mostBytes, const std::atomic<bool>& stop)
    : storage_ (storage), files_ (files), mostBytes_ (mostBytes), stop_ (stop)
{
}

std::shared_ptr<const ShortSound> SoundCache::soundOf (std::uint32_t file)
{
    {
        const std::lock_guard lock (mutex_);
        if (const auto found = sounds_.find (file); found != sounds_.end ())
            return found->second;
    }
    auto sound = std::make_shared<const ShortSound> (read (files_[file]));
    const std::lock_guard lock (mutex_);
    if (const auto [place, isNew] = sounds_.emplace (file, sound); ! isNew)
        return place->second; // read on two threads at once
    inOrder_.push_back (file);
    for (bytes_ += bytesOf (*sound); bytes_ > mostBytes_; inOrder_.pop_front ())
    {
        const auto oldest = sounds_.find (inOrder_.front ());
        bytes_ -= bytesOf (*oldest->second);
        sounds_.erase (oldest);
    }
    return sound;
}

ShortSound SoundCache::read (const ListedFile& file) const
{
    const auto path = soundFileOf (file);
    auto opened = storage_.openForReading (path);
    if (! opened)
        return {};
    const auto samples = readMonoSound (*std::move (opened), path, file.box, stop_);
    return samples ? shortSoundOf (*samples) : ShortSound {};
}

} // namespace melstrom
