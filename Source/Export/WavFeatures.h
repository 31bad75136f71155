// Exports the features of a WAV file.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <functional>
#include <string>

namespace melstrom
{

/** Writes a sound as a WAV file with this path. */
using WavSource = std::function<Result<void> (const std::string& wavPath)>;

/** Each function writes one whole file beside `path` and renames it. A failure leaves `path` as it
    was, and no other file. The sound goes to a WAV file in a temporary folder, with the name of
    `path` and the extension .wav; this file is removed afterwards. Computes on the CPU.
    Thread: any but audio. Fails: as `sound`; errors of --batch and --picture for one file (tooShort,
    ...), diskFull, writeFailed. */

/** Equals features.npy of `melstrom --batch` for that WAV under that name. */
Result<void> exportWavNpy (const WavSource& sound, const MelPreset& preset, Storage& storage,
                           const std::string& path);
/** The numbers of that file as text: see FeatureCsv.h. */
Result<void> exportWavCsv (const WavSource& sound, const MelPreset& preset, Storage& storage,
                           const std::string& path);
/** As `melstrom --picture` for that WAV. The title is the WAV's name. */
Result<void> exportWavPng (const WavSource& sound, const MelPreset& preset,
                           const std::string& colours, const std::string& path);

} // namespace melstrom
