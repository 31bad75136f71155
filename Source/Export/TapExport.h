// Exports the sound of a tap as files.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Live/Tap/MelTap.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Export/ExportControl.h"

#include <string>

namespace melstrom
{

/** The last seconds of a sound, or the whole sound if it is shorter. */
TapSamples lastOf (TapSamples sound, double seconds);

/** Each function writes one whole file beside `path` and renames it. A failure leaves `path` as it
    was, and no other file. control: as in RangeExport.h.
    Thread: any but audio.
    Fails: interrupted; noSamples (no sound was heard), nonFinite (the sound has NaN or infinity), errors of
    --batch and --picture for one file (tooShort, ...), diskFull, writeFailed. */

/** 32-bit float, two channels as heard. */
Result<void> exportWav (const TapSamples& sound, Storage& storage, const std::string& path,
                        const ExportControl& control = {});
/** As exportWavNpy, exportWavCsv and exportWavPng for that WAV. */
Result<void> exportNpy (const TapSamples& sound, const MelPreset& preset, Storage& storage,
                        const std::string& path, const ExportControl& control = {});
Result<void> exportCsv (const TapSamples& sound, const MelPreset& preset, Storage& storage,
                        const std::string& path, const ExportControl& control = {});
Result<void> exportPng (const TapSamples& sound, const MelPreset& preset,
                        const std::string& colours, const std::string& path,
                        const ExportControl& control = {});

} // namespace melstrom
