// Rows of the table of keys for what follows the bands.
#include "Engine/Spec/Mel/SpecKeyKinds.h"

namespace melstrom
{

namespace
{
/** Above the smallest normal float32, so that the logarithm is finite in single precision too. */
constexpr RealRange kLogFloor {1e-37, 1e9};
constexpr WholeRange kStackedFrames {1, 64};

bool takesLog (const MelSpec& spec)
{
    return spec.log != LogKind::none;
}
bool isDecibel (const MelSpec& spec)
{
    return spec.log == LogKind::decibel;
}
bool isAffine (const MelSpec& spec)
{
    return spec.normalisation == Normalisation::affine;
}
bool isCepstral (const MelSpec& spec)
{
    return spec.numCoefficients.has_value ();
}
} // namespace

std::vector<SpecKey> levelKeys ()
{
    using S = MelSpec;
    return {
        pcenSwitchKey ("pcen", "per-channel energy normalisation instead of the logarithm"),
        pcenKey ("pcen_gain", &Pcen::gain, {0, 10}, "exponent of the smoothed energy"),
        pcenKey ("pcen_bias", &Pcen::bias, {1e-9, 1e9}, "number added before the power"),
        pcenKey ("pcen_power", &Pcen::power, {1e-6, 10}, "exponent of the compression"),
        pcenKey ("pcen_time_constant_s", &Pcen::timeConstantSeconds, {1e-6, 1e4},
                 "time constant of the smoother"),
        pcenKey ("pcen_epsilon", &Pcen::epsilon, {1e-30, 1},
                 "small number that prevents a division by 0 in silence"),
        choiceKey ("log", &S::log, {"none", "log10", "decibel", "ln"},
                   "decibel: 10 log10 of power, 20 log10 of magnitude"),
        choiceKey ("log_floor_kind", &S::logFloorKind, {"clamp", "add"},
                   "clamp: log (max (x, floor)); add: log (x + floor)")
            .when (takesLog),
        realKey ("log_floor", &S::logFloor, kLogFloor,
                 "floor of the logarithm, in the unit of the spectrum")
            .when (takesLog),
        referenceKey ("reference", {0, 1e12},
                      "value of the spectrum at 0 dB; max: the signal's maximum")
            .when (isDecibel),
        optionalRealKey ("top_db", &S::topDb, {0, 1000}, "none",
                         "distance of the floor below the signal's maximum")
            .when (isDecibel),
    };
}

std::vector<SpecKey> featureKeys ()
{
    using S = MelSpec;
    return {
        choiceKey ("normalisation", &S::normalisation,
                   {"none", "whisper", "per-feature", "affine", "dataset"},
                   "whisper: (max (x, maximum - 8) + 4)/4; per-feature: (x - mean)/(deviation + "
                   "1e-5) over the signal; affine: (x - mean)/divisor; dataset: (x - "
                   "mean)/deviation over the training files, as the last step and in stored "
                   "datasets only"),
        realKey ("affine_mean", &S::affineMean, {-1e9, 1e9}, "mean of the affine normalisation")
            .when (isAffine),
        realKey ("affine_divisor", &S::affineDivisor, {1e-9, 1e9},
                 "divisor of the affine normalisation")
            .when (isAffine),
        optionalWholeKey ("coefficients", &S::numCoefficients, {1, 4096}, "none",
                          "MFCC: number of coefficients kept of the DCT-II"),
        choiceKey ("dct", &S::dct, {"orthonormal", "htk"},
                   "orthonormal: coefficient 0 is the first; htk: it is sqrt (2) times as large, "
                   "and the last")
            .when (isCepstral)
            .silentByDefault (),
        realKey ("lifter", &S::lifter, {0, 10000},
                 "factor 1 + lifter/2 sin (pi k/lifter); 0: no liftering")
            .when (isCepstral),
        wholeKey ("delta_order", &S::deltaOrder, {0, 2},
                  "1: appends deltas; 2: appends deltas and their deltas"),
        wholeKey ("delta_window", &S::deltaWindow, {3, 99, 2},
                  "number of frames from which a delta is computed")
            .when ([] (const S& spec) { return spec.deltaOrder > 0; }),
        wholeKey ("stack", &S::stack, kStackedFrames,
                  "frames that make a row, one after another (FunASR's lfr_m)")
            .silentByDefault (),
        wholeKey ("stack_hop", &S::stackHop, kStackedFrames,
                  "frames from one row to the next (FunASR's lfr_n)")
            .silentByDefault (),
        choiceKey ("stack_edge", &S::stackEdge, {"cut", "zero", "repeat"},
                   "for frames that a row lacks; cut: no such row; zero: zeros; repeat: the first "
                   "frame (stack - 1)/2 times before the signal, the last one behind it (FunASR)")
            .when ([] (const S& spec) { return spec.stacksFrames (); })
            .silentByDefault (),
    };
}

} // namespace melstrom
