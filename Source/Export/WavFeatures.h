// Exports the features of a WAV file, as arrays, CSV and pictures.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Batch/Files/TextSink.h"
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Export/ExportControl.h"

#include <functional>
#include <string>

namespace melstrom
{

/** Features as CSV. A heading, then one line a frame, in the order of the rows. Columns:
        channel         number from 0; only with channels = "each"
        segment, frame  numbers from 0; only in the segments layout
        time_s          middle of the frame, from the signal's first sample
        then one a feature; its heading is the band's centre in Hz, or, for coefficients and for
        bands with an energy or deltas, the feature's number from 0
    Each number has the fewest digits that read back as the same number: float32 for a feature,
    float64 for times and centres. The same bytes in every locale.
    extracted: outlives the source. Thread: any. */
TextSource featureCsv (const ExtractedFile& extracted);

/** Writes a sound as a WAV file with this path. */
using WavSource = std::function<Result<void> (const std::string& wavPath)>;

/** Each function writes one whole file beside `path` and renames it. A failure leaves `path` as it
    was, and no other file. The sound goes to a WAV file in a temporary folder, with the name of
    `path` and the extension .wav; this file is removed afterwards. Computes on the CPU. control: also
    of `sound`; does not end the computation of the features.
    Thread: any but audio. Fails: interrupted; as `sound`; errors of --batch and --picture for one file (tooShort,
    ...), diskFull, writeFailed. */

/** Equals features.npy of `melstrom --batch` for that WAV under that name. */
Result<void> exportWavNpy (const WavSource& sound, const MelPreset& preset, Storage& storage,
                           const std::string& path, const ExportControl& control = {});
/** The numbers of that file as text: see featureCsv. */
Result<void> exportWavCsv (const WavSource& sound, const MelPreset& preset, Storage& storage,
                           const std::string& path, const ExportControl& control = {});
/** As `melstrom --picture` for that WAV. The title is the WAV's name. */
Result<void> exportWavPng (const WavSource& sound, const MelPreset& preset,
                           const std::string& colours, const std::string& path,
                           const ExportControl& control = {});

} // namespace melstrom
