// Features of a file as CSV.
#pragma once

#include "Engine/Batch/Files/TextSink.h"
#include "Engine/Batch/Run/Extract.h"

namespace melstrom
{

/** A heading, then one line a frame, in the order of the rows. Columns:
        channel         number from 0; only with channels = "each"
        segment, frame  numbers from 0; only in the segments layout
        time_s          middle of the frame, from the signal's first sample
        then one a feature; its heading is the band's centre in Hz, or, for coefficients and for
        bands with an energy or deltas, the feature's number from 0
    Each number has the fewest digits that read back as the same number: float32 for a feature,
    float64 for times and centres. The same bytes in every locale.
    extracted: outlives the source. Thread: any. */
TextSource featureCsv (const ExtractedFile& extracted);

} // namespace melstrom
