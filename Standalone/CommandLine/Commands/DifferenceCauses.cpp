#include "Standalone/CommandLine/Commands/Difference.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Dsp/Mel/Window.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace melstrom
{

namespace
{

using Geometry = MelGeometry;
using Causes = std::vector<DifferenceCause>;

std::string signedDb (double db)
{
    return (db < 0 ? "-" : "+") + fixedText (std::abs (db), 1) + " dB";
}

/** "-23.1 to -17.0 dB", or one number if both are the same. */
std::string rangeText (double oneDb, double otherDb)
{
    const double low = std::min (oneDb, otherDb), high = std::max (oneDb, otherDb);
    const auto lowText = signedDb (low), highText = signedDb (high);
    return lowText == highText ? lowText
                               : lowText.substr (0, lowText.size () - 3) + " to " + highText;
}

std::string hertz (double hz)
{
    return groupedText (std::llround (hz)) + " Hz";
}

std::string milliseconds (double samples, int rateHz)
{
    return fixedText (1000 * samples / rateHz, 2) + " ms";
}

double sumOfSquares (const Geometry& g)
{
    const auto window = makeWindow (g.spec.windowShape, g.windowSamples);
    return std::inner_product (window.begin (), window.end (), window.begin (), 0.0);
}

void addScale (Causes& causes, const Geometry& a, const Geometry& b)
{
    if (a.spec.sampleScale != b.spec.sampleScale)
        causes.push_back (
            {"sample_scale", signedDb (20 * std::log10 (b.spec.sampleScale / a.spec.sampleScale)) +
                                 " everywhere: full scale has a different value"});
    if (a.rateHz != b.rateHz)
        causes.push_back ({"rate", "resampled to " + hertz (a.rateHz) + " and " + hertz (b.rateHz) +
                                       ": frequencies above " +
                                       hertz (std::min (a.rateHz, b.rateHz) / 2.0) +
                                       " are in one feature only"});
    if (a.spec.channels != b.spec.channels || a.spec.channelIndex != b.spec.channelIndex)
        causes.push_back ({"channels", "files with several channels give different signals"});
}

void addClip (Causes& causes, const Geometry& a, const Geometry& b)
{
    const auto stretch = [] (const Geometry& g)
    {
        return std::tuple (g.spec.clipMs, g.spec.clipMs ? g.spec.clipFrom : ClipFrom::start,
                           g.spec.clipMs ? g.spec.clipPad : ClipPad::zero,
                           g.spec.clipMs ? std::nullopt : g.spec.padToSamples);
    };
    if (stretch (a) != stretch (b))
        causes.push_back ({"clip_ms", "a different part of the file, or different padding: frames "
                                      "are compared from both beginnings"});
}

/** By Parseval, a band wider than the window's main lobe contains fft x (sum of w^2) x the power of
    the signal in it. */
void addWindow (Causes& causes, const Geometry& a, const Geometry& b)
{
    const bool isSame = a.windowSamples == b.windowSamples && a.fftSamples == b.fftSamples &&
                        a.spec.windowShape == b.spec.windowShape;
    if (isSame)
        return;
    const bool arePowers = a.spec.spectrum == Spectrum::power && b.spec.spectrum == Spectrum::power;
    const double db =
        10 * std::log10 (b.fftSamples * sumOfSquares (b) / (a.fftSamples * sumOfSquares (a)));
    std::string effect = arePowers
                             ? signedDb (db) + " in bands of several bins (fft x sum of w^2); "
                             : std::string ("a different gain; ");
    const auto lengthA = milliseconds (a.windowSamples, a.rateHz),
               lengthB = milliseconds (b.windowSamples, b.rateHz);
    effect += lengthA == lengthB ? "different bins, or a different window over the same " + lengthA
                                 : "windows of " + lengthA + " and " + lengthB +
                                       " blur time and frequency differently";
    causes.push_back ({"window, fft", effect});
}

/** |1 - c e^(-i w)| at w = 0 and pi. */
std::string preemphasisText (double coefficient)
{
    if (coefficient >= 1)
        return "removes 0 Hz, " + signedDb (20 * std::log10 (1 + coefficient)) + " at the top";
    return signedDb (20 * std::log10 (1 - coefficient)) + " at 0 Hz to " +
           signedDb (20 * std::log10 (1 + coefficient)) + " at the top";
}

void addFilters (Causes& causes, const Geometry& a, const Geometry& b)
{
    const double first = a.spec.preemphasis, second = b.spec.preemphasis;
    if (first != second && (first == 0 || second == 0))
        causes.push_back (
            {"preemphasis", "a tilt in the " + std::string (first != 0 ? "first" : "second") +
                                " feature only: " + preemphasisText (std::max (first, second))});
    else if (first != second)
        causes.push_back ({"preemphasis", "two different tilts, of " + preemphasisText (first) +
                                              ", and of " + preemphasisText (second)});
    else if (first != 0 && a.spec.preemphasisScope != b.spec.preemphasisScope)
        causes.push_back (
            {"preemphasis", "the same tilt, but each frame's first sample is treated differently"});
    if (a.spec.difference != b.spec.difference)
        causes.push_back (
            {"difference", "a tilt by the difference of neighbouring samples: " +
                               preemphasisText (std::max (a.spec.difference, b.spec.difference))});
    if (a.spec.removeFrameMean != b.spec.removeFrameMean)
        causes.push_back ({"remove_frame_mean", "removes 0 Hz: changes the lowest bands only"});
    if (a.spec.ditherAmplitude != b.spec.ditherAmplitude)
        causes.push_back (
            {"dither", "adds noise: a floor under silence (left out of the comparison)"});
}

void addFrames (Causes& causes, const Geometry& a, const Geometry& b)
{
    const auto centre = [] (const Geometry& g)
    { return static_cast<double> (g.frameStart (0)) + g.spanSamples / 2.0; };
    const double stepA = static_cast<double> (a.hopSamples) / a.rateHz,
                 stepB = static_cast<double> (b.hopSamples) / b.rateHz;
    if (std::abs (stepA - stepB) > 1e-9)
        causes.push_back ({"hop", "a frame every " + milliseconds (a.hopSamples, a.rateHz) +
                                      " and every " + milliseconds (b.hopSamples, b.rateHz)});
    const double shift = centre (b) / b.rateHz - centre (a) / a.rateHz;
    if (a.spec.layout == b.spec.layout && std::abs (shift) > 1e-9)
        causes.push_back ({"framing", "the first frame's middle is " +
                                          fixedText (1000 * std::abs (shift), 2) + " ms " +
                                          (shift > 0 ? "later" : "earlier")});
    const bool pads = a.padSamples > 0 || b.padSamples > 0;
    if (pads && (a.spec.padding != b.spec.padding || a.padSamples != b.padSamples))
        causes.push_back (
            {"padding",
             "changes only frames that reach beyond the ends of the signal: up to " +
                 std::to_string (
                     std::max (a.padSamples / a.hopSamples, b.padSamples / b.hopSamples) + 1) +
                 " at each end"});
    if (a.spec.fillLastFrame != b.spec.fillLastFrame)
        causes.push_back ({"fill_last_frame", "one frame more, with zeros at its end, in signals "
                                              "that do not end with a frame"});
    if (a.spec.dropLastFrame != b.spec.dropLastFrame)
        causes.push_back ({"drop_last_frame", "one frame fewer; all others are equal"});
    if (a.spec.layout != b.spec.layout)
        causes.push_back (
            {"layout", "one signal is cut into segments, and each segment is cut into frames"});
}

void addSpectrum (Causes& causes, const Geometry& a, const Geometry& b)
{
    if (a.spec.spectrum != b.spec.spectrum)
        causes.push_back (
            {"spectrum",
             "sums of |X| and of |X|^2: the sum of |X| is higher in bands with more bins and with "
             "more even power"});
    const MelBank bankA = makeMelBank (a), bankB = makeMelBank (b);
    const int emptyA = bankA.numEmptyBands (), emptyB = bankB.numEmptyBands ();
    if (emptyA != emptyB)
        causes.push_back ({"empty bands", std::to_string (emptyA) + " of " +
                                              std::to_string (a.numBands) + " and " +
                                              std::to_string (emptyB) + " of " +
                                              std::to_string (b.numBands) +
                                              " lie between two bins and are empty"});
    const bool sameCentres =
        std::ranges::equal (bankA.centresHz, bankB.centresHz,
                            [] (double x, double y) { return std::abs (x - y) < 0.01; });
    if (! sameCentres)
    {
        const auto middle = [] (const MelBank& bank)
        { return bank.centresHz[bank.centresHz.size () / 2]; };
        causes.push_back (
            {"bands", std::to_string (a.numBands) + " from " + hertz (bankA.centresHz.front ()) +
                          " to " + hertz (bankA.centresHz.back ()) + ", the middle one at " +
                          hertz (middle (bankA)) + "; and " + std::to_string (b.numBands) +
                          " from " + hertz (bankB.centresHz.front ()) + " to " +
                          hertz (bankB.centresHz.back ()) + ", at " + hertz (middle (bankB))});
    }
    else if (a.spec.bankStyle != b.spec.bankStyle)
        causes.push_back (
            {"bank_style",
             a.spec.bankStyle == BankStyle::kaldi || b.spec.bankStyle == BankStyle::kaldi
                 ? "triangles over mel and over Hz have different flanks: tenths of a dB"
             : a.spec.bankStyle == BankStyle::speechbrain ||
                     b.spec.bankStyle == BankStyle::speechbrain
                 ? "the upper flanks of one are as narrow as its lower ones: tenths of a dB"
                 : "float32 and float64 weights: below 0.01 dB"});
}

/** slaney scales a band by 2/(width in Hz), none by 1. Half of a triangle's base is its distance to
    the next centre. */
void addNorm (Causes& causes, const Geometry& a, const Geometry& b)
{
    if (a.spec.bankNorm == b.spec.bankNorm)
        return;
    const bool isSecond = b.spec.bankNorm == BankNorm::slaney;
    const auto centres = makeMelBank (isSecond ? b : a).centresHz;
    const double factor = (isSecond ? b : a).spec.spectrum == Spectrum::power ? 10 : 20;
    const double sign = isSecond ? -1 : 1;
    const auto change = [&] (std::size_t band)
    { return sign * factor * std::log10 (centres[band + 1] - centres[band]); };
    if (centres.size () > 1)
        causes.push_back (
            {"bank_norm",
             rangeText (change (0), change (centres.size () - 2)) +
                 ", from the lowest to the highest band: areas of 1 against peaks of 1"});
}

} // namespace

std::vector<DifferenceCause> bandCauses (const MelGeometry& first, const MelGeometry& second)
{
    Causes causes;
    addScale (causes, first, second);
    addClip (causes, first, second);
    addWindow (causes, first, second);
    addFilters (causes, first, second);
    addFrames (causes, first, second);
    addSpectrum (causes, first, second);
    addNorm (causes, first, second);
    return causes;
}

} // namespace melstrom
