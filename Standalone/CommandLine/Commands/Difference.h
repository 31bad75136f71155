// How two features of the same sound differ, in dB, and why, as far as the specs show.
#pragma once

#include "Engine/Spec/Mel/MelGeometry.h"
#include "Source/Picture/Spectrogram.h"

#include <string>
#include <vector>

namespace melstrom
{

/** One setting that differs. */
struct DifferenceCause
{
    std::string subject; ///< "preemphasis"
    std::string effect;  ///< "-30.5 dB at 0 Hz to +5.8 dB at Nyquist"
};

/** The sound that two features are of. */
struct ComparedSound
{
    int rateHz = 0; ///< of the file, before any resampling
    int numChannels = 1;
    bool isInt16 = false; ///< stored as 16-bit samples
    bool isFile = true;   ///< false: made in memory, where no loader acts
};

/** Causes between the file and the first frame: the specs' resamplers, if both specs resample, and
    loaders. Only causes that act on this sound. */
std::vector<DifferenceCause> loadingCauses (const MelGeometry& first, const MelGeometry& second,
                                            const ComparedSound& sound);

/** Causes that change band energies: second over first, in dB. The source has the formula of
    each. */
std::vector<DifferenceCause> bandCauses (const MelGeometry& first, const MelGeometry& second);

/** Causes after the bands. They change the features, but not a comparison of bands. */
std::vector<DifferenceCause> featureCauses (const MelGeometry& first, const MelGeometry& second);

/** Statistics of second minus first over the cells in which at least one spectrogram is within
    kRangeDb of its maximum. Lower values are clipped to that range. */
struct SpectrogramDifference
{
    static constexpr double kRangeDb = 80;

    /** true: same number of bands and same frames; false: both are sampled on the coarser grid */
    bool isCellByCell = false;
    std::int64_t numFrames = 0, numBands = 0, numCells = 0;
    double meanDb = 0, largestDb = 0; ///< mean difference, largest absolute difference
    double p95Db = 0;                 ///< 95 % of the cells differ by at most this
    double p95WithoutMeanDb = 0;      ///< the same without the mean
    double p95WithoutBandMeansDb = 0; ///< the same without each band's mean
};

/** Both hold power or magnitude bands; the arguments stay unchanged. durationSeconds: later frames
    are padding and are ignored. numCells is 0 if they have no time or no frequency in common. */
SpectrogramDifference differenceOf (const Spectrogram& first, const Spectrogram& second,
                                    double durationSeconds);

} // namespace melstrom
