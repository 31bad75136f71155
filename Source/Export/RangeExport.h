// Exports a range of time of a sound file.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Export/ExportControl.h"

#include <cstdint>
#include <string>

namespace melstrom
{

/** Samples [firstSample, firstSample + numSamples) of all channels of a file. */
struct SoundRange
{
    std::string file;
    std::int64_t firstSample = 0, numSamples = 0;
    std::optional<KnownSound> known {}; ///< of the unchanged file: saves a pass that counts samples
    bool operator== (const SoundRange&) const = default;
};

/** The samples n of the file with beginSeconds <= n / rate < endSeconds; may be empty. */
SoundRange rangeOf (std::string file, const AudioInfo& info, double beginSeconds,
                    double endSeconds);

/** Writes samples [first, first + count), which lie in the sound, beside `path` and renames the
    file: a WAV with the reader's rate, channels and format, sample by sample as stored. A reader
    without random access is read from its beginning, and must not have been read before.
    Thread: any but audio. Fails: notAFile if `path` is a folder or device; errors of
    AudioReader::read; diskFull, writeFailed. */
Result<void> writeRange (AudioReader& reader, std::int64_t first, std::int64_t count,
                         Storage& storage, const std::string& path,
                         const ExportControl& control = {});

/** Each function writes one whole file beside `path` and renames it; `path` may be the file itself.
    A failure leaves `path` as it was, and no other file. Reads any file that --batch reads. A file
    that is shorter than it declares counts with its real samples. The file is read and the result
    written through `storage`. Files that cannot be read from any place (FLAC, MP3, ...) are decoded
    from their beginning. control: ends the export, except while its features are computed.
    Thread: any but audio. Fails: interrupted; noSamples (an empty range), fileChanged (the file does not hold the
    range), errors of openAudio and AudioReader::read, diskFull, writeFailed. */

/** The samples as they are stored, without conversion: 16, 24 and 32-bit integers stay integers of
    that size; 8-bit samples become 16-bit; all others are 32-bit float. RF64 above 4 GB. */
Result<void> exportWav (const SoundRange& range, Storage& storage, const std::string& path,
                        const ExportControl& control = {});
/** Bit-identical to features.npy of `melstrom --batch` for the WAV of exportWav, if both have the
    same name (the name seeds the dither) and the CPU computes. Fails besides: as --batch for one
    file (tooShort, ...). */
Result<void> exportNpy (const SoundRange& range, const MelPreset& preset, Storage& storage,
                        const std::string& path, const ExportControl& control = {});
/** The numbers of that file as text: see featureCsv. Times count from the range's beginning. */
Result<void> exportCsv (const SoundRange& range, const MelPreset& preset, Storage& storage,
                        const std::string& path, const ExportControl& control = {});
/** As `melstrom --picture` for that WAV. Not through a storage, as all pictures. */
Result<void> exportPng (const SoundRange& range, const MelPreset& preset,
                        const std::string& colours, const std::string& path,
                        const ExportControl& control = {});

} // namespace melstrom
