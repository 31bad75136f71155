// Describes the steps of a spec after the bands.
#include "Standalone/CommandLine/Commands/Difference.h"

#include "Engine/Core/NumberText.h"

namespace melstrom
{

namespace
{

const char* logName (const MelSpec& spec)
{
    if (spec.pcen)
        return "PCEN";
    switch (spec.log)
    {
        case LogKind::none: return "no logarithm";
        case LogKind::log10: return "log10 (0.1 a dB)";
        case LogKind::decibel: return "decibel (1 a dB)";
        case LogKind::ln: return "ln (0.2303 a dB)";
    }
    return "";
}

std::string stackText (const MelSpec& spec)
{
    return countText (spec.stack, "frame") + " a row, " + std::to_string (spec.stackHop) +
           " from row to row";
}

const char* normalisationName (Normalisation kind)
{
    switch (kind)
    {
        case Normalisation::none: return "none";
        case Normalisation::whisper: return "Whisper's, by the signal's maximum";
        case Normalisation::perFeature:
            return "by each feature's mean and deviation over the signal";
        case Normalisation::affine: return "a fixed mean and divisor";
        case Normalisation::dataset:
            return "by each feature's mean and deviation over the training files, in datasets only";
    }
    return "";
}

} // namespace

std::vector<DifferenceCause> featureCauses (const MelGeometry& first, const MelGeometry& second)
{
    const MelSpec &a = first.spec, &b = second.spec;
    std::vector<DifferenceCause> causes;
    if (a.log != b.log || a.pcen != b.pcen)
        causes.push_back ({"log", std::string (logName (a)) + ", and " + logName (b)});
    const bool bothLogs = a.log != LogKind::none && b.log != LogKind::none;
    if (bothLogs && (a.logFloor != b.logFloor || a.logFloorKind != b.logFloorKind))
        causes.push_back ({"log_floor", "silence has a different level"});
    if (a.topDb != b.topDb)
        causes.push_back ({"top_db", "one feature has a floor below the signal's maximum"});
    if (a.log == LogKind::decibel && b.log == LogKind::decibel &&
        (a.reference != b.reference || a.referenceIsMaximum != b.referenceIsMaximum))
        causes.push_back ({"reference", "a constant offset: 0 dB is a different level"});
    if (a.normalisation != b.normalisation || a.affineMean != b.affineMean ||
        a.affineDivisor != b.affineDivisor)
        causes.push_back ({"normalisation", std::string (normalisationName (a.normalisation)) +
                                                "; and " + normalisationName (b.normalisation)});
    if (a.numCoefficients != b.numCoefficients)
        causes.push_back (
            {"coefficients", "MFCC and bands are different things; only their bands are compared"});
    else if (a.numCoefficients && a.dct != b.dct)
        causes.push_back (
            {"dct", "the first coefficient is the last, and sqrt (2) times as large"});
    if (first.frameFeatures != second.frameFeatures)
        causes.push_back ({"features", std::to_string (first.frameFeatures) + " and " +
                                           countText (second.frameFeatures, "number") +
                                           " a frame"});
    if (a.stack != b.stack || a.stackHop != b.stackHop)
        causes.push_back ({"stack", stackText (a) + ", and " + stackText (b)});
    if (a.storedType != b.storedType)
        causes.push_back ({"stored", "float16 keeps 3 to 4 digits: 0.02 at 50"});
    return causes;
}

} // namespace melstrom
