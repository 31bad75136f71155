// The fingerprint of a file: peaks, sketch, shape, and the hash of its content.
#pragma once

#include "Engine/Batch/Audio/Box.h"
#include "Engine/Batch/Duplicates/PeakSketch.h"
#include "Engine/Batch/Duplicates/ShortShape.h"
#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Inputs/InputState.h"

#include <atomic>
#include <optional>
#include <string>

namespace melstrom
{

/** Increased with every change of peaks, shapes or content hashes: then no stored one is used. */
inline constexpr std::uint32_t kFingerprintVersion = 3;
/** Of these two and the versions between them only shapes differ. The older ones serve files that
    are gone. */
inline constexpr std::uint32_t kLeastFingerprintVersion = 1;

struct Fingerprint
{
    std::vector<SpectralPeak> peaks;
    std::vector<std::uint32_t> sketch;
    std::optional<ShortShape> shape; ///< of a short sound
    std::uint64_t contentHash = 0;   ///< of the file's bytes, and of the samples of its peaks
    InputStat stat;                  ///< of the file when it was opened
};

/** Reads a sound, or a box of it, as readMonoSound does.
    stop    set: reading ends      thread  any
    fails   one of the codes of one input file; interrupted */
Result<Fingerprint> fingerprintOf (Storage& storage, const std::string& path,
                                   const std::optional<Box>& box, const std::atomic<bool>& stop);

} // namespace melstrom
