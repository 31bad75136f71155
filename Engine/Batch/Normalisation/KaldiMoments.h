// Mean and deviation from a Kaldi network of shift and scale, as FunASR's am.mvn.
#pragma once

#include "Engine/Batch/Normalisation/BandMoments.h"

#include <string_view>

namespace melstrom
{

/** True for a text that begins as Kaldi writes its objects: "<Nnet>". JSON does not. */
bool looksLikeKaldi (std::string_view text) noexcept;

/** Reads the vectors of <AddShift> and <Rescale> of a Kaldi nnet1 network in text form: features
    are (x + shift) * scale, so the mean is -shift and the deviation 1/scale. Other layers are
    ignored. Accepts any bytes. Fails: badUsage (a vector is missing, given twice, is not as long as
    its layer or as the other, or holds something else than finite numbers; a scale is not above 0);
    the message names the line. */
Result<BandMoments> kaldiMomentsOf (std::string_view text);

} // namespace melstrom
