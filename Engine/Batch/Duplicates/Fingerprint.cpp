#include "Engine/Batch/Duplicates/Fingerprint.h"

#include "Engine/Batch/Duplicates/MonoSound.h"
#include "Engine/Batch/Files/InputChecksum.h"
#include "Engine/Dsp/Hash/FeatureHash.h"

#include <bit>
#include <memory>

namespace melstrom
{

namespace
{
std::uint64_t hashOf (std::uint64_t seed, const std::vector<float>& samples)
{
    std::uint64_t hash = mixBits (seed + samples.size ());
    for (const float sample : samples)
        hash = mixBits (hash ^ std::bit_cast<std::uint32_t> (sample));
    return hash;
}
} // namespace

Result<Fingerprint> fingerprintOf (Storage& storage, const std::string& path,
                                   const std::optional<Box>& box, const std::atomic<bool>& stop)
{
    MELSTROM_TRY_VALUE (auto file, storage.openForReading (path));
    const InputStat stat = inputStatOf (file->info ());
    MELSTROM_TRY_VALUE (const auto checksum, checksumInput (file, stop));
    MELSTROM_TRY_VALUE (const auto samples, readMonoSound (std::move (file), path, box, stop));
    Fingerprint made;
    made.stat = stat;
    made.contentHash = hashOf (checksum, samples);
    made.peaks = spectralPeaks (samples);
    made.sketch = sketchOf (made.peaks);
    made.shape = shapeOf (shortSoundOf (samples));
    return made;
}

} // namespace melstrom
