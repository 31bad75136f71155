// Exports the sound of a tap as files.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <string>

namespace melstrom
{

/** The last seconds of a sound, or the whole sound if it is shorter. */
TapSamples lastOf (TapSamples sound, double seconds);

/** Each function writes one whole file beside `path` and renames it. A failure leaves `path` as it
    was, and no other file. Computes on the CPU. Picture and features are computed from a WAV of the
    sound in a temporary folder, which is removed afterwards: the result equals that of the WAV
    file.
    Thread: any but audio.
    Fails: noSamples (no sound was heard), nonFinite (the sound has NaN or infinity), errors of
    --batch and --picture for one file (tooShort, ...), diskFull, writeFailed. */

/** 32-bit float, two channels as heard. */
Result<void> exportWav (const TapSamples& sound, Storage& storage, const std::string& path);
/** Equals features.npy of `melstrom --batch` for that WAV. Exception: dither depends on the file's
    name, which differs here. */
Result<void> exportNpy (const TapSamples& sound, const MelPreset& preset, Storage& storage,
                        const std::string& path);
/** Writes a text, for example a front end as TOML. */
Result<void> exportText (const std::string& text, Storage& storage, const std::string& path);
/** As `melstrom --picture` for that WAV. The title is the picture's name with the extension
    .wav. */
Result<void> exportPng (const TapSamples& sound, const MelPreset& preset,
                        const std::string& colours, const std::string& path);

} // namespace melstrom
