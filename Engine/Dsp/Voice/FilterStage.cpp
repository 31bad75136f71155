#include "Engine/Dsp/Voice/FilterStage.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace melstrom
{
namespace
{

/** The square of tan (pi f). */
double warped (double cyclesPerSample) noexcept
{
    const double x = std::tan (std::numbers::pi * cyclesPerSample);
    return x * x;
}

/** Square of the prototype's magnitude. */
double powerOf (FilterType type, double x, double q) noexcept
{
    const double square = x * x, loss = square / (q * q);
    const double denominator = (1 - square) * (1 - square) + loss;
    const double numerator = type == FilterType::low    ? 1
                             : type == FilterType::band ? loss
                             : type == FilterType::high ? square * square
                                                        : (1 - square) * (1 - square);
    return numerator / denominator;
}

/** Square of the denominator's magnitude at t = tan^2 / g^2. */
double lossAt (const FilterStage& stage, double t) noexcept
{
    return (1 - t) * (1 - t) + stage.damping * stage.damping * t;
}

/** Poles at exp (p) for the prototype's poles p. */
FilterStage withMatchedPoles (double cutoff, double q) noexcept
{
    const double turn = 2 * std::numbers::pi * cutoff, loss = 1 / (2 * q);
    const double radius = std::exp (-loss * turn);
    const double spread = std::sqrt (std::max (1 - loss * loss, 0.0)); // q is 0.5 or more
    const double a1 = -2 * radius * std::cos (turn * spread), a2 = radius * radius;
    FilterStage stage;
    const double scale = 4 / (1 - a1 + a2);
    stage.g = std::sqrt ((1 + a1 + a2) / (1 - a1 + a2));
    stage.damping = (1 - a2) * scale / (2 * stage.g);
    stage.high = stage.band = stage.low = 0;
    return stage;
}

/** Fits the square of the numerator's magnitude, low^2 + (band^2 - 2 high low) t + high^2 t^2, at
    two frequencies. */
FilterStage lowOrBand (FilterType type, double cutoff, double q) noexcept
{
    FilterStage stage = withMatchedPoles (cutoff, q);
    stage.low = type == FilterType::low ? 1 : 0;
    const double second =
        type == FilterType::low ? (cutoff < 0.31 ? 0.36 : 0.25) : (cutoff < 0.25 ? 0.36 : 0.18);
    const double square = stage.g * stage.g;
    const double t0 = warped (cutoff) / square, t1 = warped (second) / square;
    const double rest0 = powerOf (type, 1, q) * lossAt (stage, t0) - stage.low;
    const double rest1 = powerOf (type, second / cutoff, q) * lossAt (stage, t1) - stage.low;
    const double high = std::max ((rest1 / t1 - rest0 / t0) / (t1 - t0), 0.0);
    stage.high = std::sqrt (high);
    const double band = rest0 / t0 - high * t0 + 2 * stage.high * stage.low;
    stage.band = std::sqrt (std::max (band, 0.0));
    return stage;
}

/** The stage whose squared denominator magnitude is (v^2 + a1 v + a2), where v = 1 / t and t =
    tan^2 (pi f) / tan^2 (pi cutoff). Empty if no poles give this magnitude. */
std::optional<FilterStage> fromSquares (double a1, double a2, double cutoff) noexcept
{
    if (! (a2 > 0) || ! (a1 > -2 * std::sqrt (a2)))
        return {};
    FilterStage stage;
    stage.g = std::sqrt (warped (cutoff) / std::sqrt (a2));
    stage.damping = std::sqrt (a1 / std::sqrt (a2) + 2);
    stage.high = stage.band = stage.low = 0;
    return stage;
}

std::optional<FilterStage> fittedNotch (double cutoff, double q) noexcept
{
    const double first = std::abs (cutoff - 0.2) < 0.04 ? 0.12 : 0.2;
    const double second = std::abs (cutoff - 0.36) < 0.04 ? 0.3 : 0.36;
    const auto wanted = [&] (double frequency, double v)
    { return (v - 1) * (v - 1) / powerOf (FilterType::notch, frequency / cutoff, q) - v * v; };
    const double v1 = warped (cutoff) / warped (first), v2 = warped (cutoff) / warped (second);
    const double y1 = wanted (first, v1), y2 = wanted (second, v2);
    const double a1 = (y1 - y2) / (v1 - v2), a2 = y1 - a1 * v1;
    return fromSquares (a1, a2, cutoff);
}

/** Solves 1 / magnitude^2 = (v^2 + a1 v + a2) / b at the cutoff and at two other frequencies. */
std::optional<FilterStage> fittedHigh (double cutoff, double q) noexcept
{
    const double first = cutoff * (q < 1.5 ? 0.4 : cutoff < 0.27 ? 0.9 : cutoff < 0.35 ? 0.7 : 0.5);
    const double second = cutoff > 0.31 && cutoff < 0.345 ? 0.36 : 0.33;
    const auto inverse = [&] (double frequency)
    { return 1 / powerOf (FilterType::high, frequency / cutoff, q); };
    const double v1 = warped (cutoff) / warped (first), v2 = warped (cutoff) / warped (second);
    const double r0 = inverse (cutoff), r1 = inverse (first) - r0, r2 = inverse (second) - r0;
    // b r - a1 (v - 1) = v^2 - 1 at both frequencies
    const double d = r2 * (v1 - 1) - r1 * (v2 - 1);
    const double s1 = v1 * v1 - 1, s2 = v2 * v2 - 1;
    const double b = (s2 * (v1 - 1) - s1 * (v2 - 1)) / d;
    const double a1 = (s2 * r1 - s1 * r2) / d;
    const double a2 = b * r0 - a1 - 1;
    auto stage = b > 0 ? fromSquares (a1, a2, cutoff) : std::nullopt;
    if (stage)
        stage->high = std::sqrt (b / a2);
    return stage;
}

} // namespace

FilterStage designStage (FilterType type, double cutoff, double q) noexcept
{
    constexpr double kFitNotchFrom = 0.05, kFitHighFrom = 0.1;
    if (type == FilterType::low || type == FilterType::band)
        return lowOrBand (type, cutoff, q);
    const bool isNotch = type == FilterType::notch;
    std::optional<FilterStage> fitted;
    if (cutoff > (isNotch ? kFitNotchFrom : kFitHighFrom))
        fitted = isNotch ? fittedNotch (cutoff, q) : fittedHigh (cutoff, q);
    FilterStage stage = fitted ? *fitted : withMatchedPoles (cutoff, q);
    const double t0 = warped (cutoff) / (stage.g * stage.g);
    if (isNotch)
    {
        stage.low = 1;
        stage.high = 1 / t0;
    }
    else if (! fitted)
        stage.high = q * std::sqrt (lossAt (stage, t0)) / t0;
    return stage;
}

double stageGain (const FilterStage& stage, double cyclesPerSample) noexcept
{
    const double t = warped (cyclesPerSample) / (stage.g * stage.g);
    const double sides = stage.low - stage.high * t;
    return std::sqrt ((sides * sides + stage.band * stage.band * t) / lossAt (stage, t));
}

} // namespace melstrom
