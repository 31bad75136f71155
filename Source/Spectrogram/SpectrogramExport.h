// What was heard, as files.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <string>

namespace melstrom
{

/** The last seconds of a sound; all of it where there is less. */
TapSamples lastOf (TapSamples sound, double seconds);

/** Each writes one whole file, beside `path` and renamed: after a failure what was at `path` is
    still there and nothing lies beside it. Computed on the CPU. The sound is written as a WAV
    first, in a folder of its own that is gone at the end, so that the picture and the features are
    those of a file.
    Thread: any but audio.
    Fails: noSamples (nothing was heard), nonFinite (which no sound file should hold), all that
    --batch and --picture say of one file (tooShort, ...), diskFull, writeFailed. */

/** 32-bit float, two channels as heard. */
Result<void> exportWav (const TapSamples& sound, Storage& storage, const std::string& path);
/** features.npy of `melstrom --batch` of that WAV. A front end with dither draws it by the file's
    name, which is another here. */
Result<void> exportNpy (const TapSamples& sound, const MelPreset& preset, Storage& storage,
                        const std::string& path);
/** A front end as TOML, say. */
Result<void> exportText (const std::string& text, Storage& storage, const std::string& path);
/** As `melstrom --picture` of that WAV; the title is the picture's own name with the WAV's ending.
    */
Result<void> exportPng (const TapSamples& sound, const MelPreset& preset,
                        const std::string& colours, const std::string& path);

} // namespace melstrom
