#include "Engine/Batch/Duplicates/SoundCache.h"

#include "Engine/Batch/Duplicates/MonoSound.h"

#include <algorithm>

namespace melstrom
{

SoundCache::SoundCache (SoundSources sources, std::size_t mostBytes, const std::atomic<bool>& stop)
    : sources_ (std::move (sources)), mostBytes_ (mostBytes), stop_ (stop)
{
}

std::shared_ptr<const ShortSound> SoundCache::soundOf (std::uint32_t file)
{
    std::promise<Sound> reading;
    {
        std::unique_lock lock (mutex_);
        if (const auto found = sounds_.find (file); found != sounds_.end ())
        {
            const auto sound = found->second; // may be dropped while another thread reads it
            lock.unlock ();
            return sound.get ();
        }
        sounds_.emplace (file, reading.get_future ().share ());
    }
    Sound sound;
    try
    {
        sound = std::make_shared<const ShortSound> (readAny (file));
        hold (file, *sound);
    }
    catch (...)
    {
        reading.set_exception (std::current_exception ());
        throw;
    }
    reading.set_value (sound);
    return sound;
}

std::map<std::uint32_t, Error> SoundCache::errors () const
{
    const std::lock_guard lock (mutex_);
    return errors_;
}

void SoundCache::hold (std::uint32_t file, const ShortSound& sound)
{
    if (sound.samples.empty ())
        return; // stays without
    const std::size_t bytes = sizeof sound + sound.samples.size () * sizeof (float);
    const std::lock_guard lock (mutex_);
    inOrder_.emplace_back (file, bytes);
    for (bytes_ += bytes; bytes_ > mostBytes_; inOrder_.pop_front ())
    {
        bytes_ -= inOrder_.front ().second;
        sounds_.erase (inOrder_.front ().first);
    }
}

ShortSound SoundCache::readAny (std::uint32_t file)
{
    auto sound = read (file);
    auto twin = std::ranges::lower_bound (sources_.twins, file, {}, &FilePair::first);
    for (; twin != sources_.twins.end () && twin->first == file && sound.samples.empty (); ++twin)
        sound = read (twin->second);
    return sound;
}

ShortSound SoundCache::read (std::uint32_t file)
{
    auto found = tryToRead (file);
    if (found)
        return *std::move (found);
    const auto& error = found.error ();
    if (error.code != ErrorCode::fileMissing && error.code != ErrorCode::interrupted)
    {
        const std::lock_guard lock (mutex_);
        errors_.emplace (file, error);
    }
    return {};
}

Result<ShortSound> SoundCache::tryToRead (std::uint32_t file) const
{
    const auto& listed = sources_.files[file];
    const auto path = soundFileOf (listed);
    MELSTROM_TRY_VALUE (auto opened, sources_.storage.openForReading (path));
    if (inputStatOf (opened->info ()) != sources_.prints[file].stat)
        return ShortSound {};
    MELSTROM_TRY_VALUE (const auto samples,
                        readMonoSound (std::move (opened), path, listed.box, stop_));
    return shortSoundOf (samples);
}

} // namespace melstrom
