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
                        const std::vector<Fingerprint>& prints, std::size_t mostBytes,
                        const std::atomic<bool>& stop)
    : storage_ (storage), files_ (files), prints_ (prints), mostBytes_ (mostBytes), stop_ (stop)
{
}

std::shared_ptr<const ShortSound> SoundCache::soundOf (std::uint32_t file)
{
    {
        const std::lock_guard lock (mutex_);
        if (const auto found = sounds_.find (file); found != sounds_.end ())
            return found->second;
    }
    auto found = read (file);
    const bool isFault = ! found && found.error ().code != ErrorCode::fileMissing &&
                         found.error ().code != ErrorCode::interrupted;
    auto sound = std::make_shared<const ShortSound> (found ? *std::move (found) : ShortSound {});
    const std::lock_guard lock (mutex_);
    if (isFault)
        errors_.emplace (file, found.error ());
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

std::map<std::uint32_t, Error> SoundCache::errors () const
{
    const std::lock_guard lock (mutex_);
    return errors_;
}

Result<ShortSound> SoundCache::read (std::uint32_t file) const
{
    const auto path = soundFileOf (files_[file]);
    MELSTROM_TRY_VALUE (auto opened, storage_.openForReading (path));
    if (inputStatOf (opened->info ()) != prints_[file].stat)
        return ShortSound {};
    MELSTROM_TRY_VALUE (const auto samples,
                        readMonoSound (std::move (opened), path, files_[file].box, stop_));
    return shortSoundOf (samples);
}

} // namespace melstrom
