#include "Engine/Dsp/Resample/BesselI0.h"
#include "Engine/Dsp/Resample/PolyphaseFilter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

namespace
{
constexpr int kNumZeros = 50, kStepsPerZero = 8192, kTableSize = kNumZeros * kStepsPerZero + 1;
constexpr double kRolloff = 0.917347, kBeta = 12.9846;
constexpr std::int64_t kMostKept = 1 << 20; ///< taps of wings
/** The sinc's angle from one value of the table to the next. */
constexpr double kRadians = std::numbers::pi * kRolloff / kStepsPerZero;

double scaleOf (const PolyphaseShape& shape) noexcept
{
    return std::min (1.0, static_cast<double> (shape.numPhases) / shape.inputStep);
}
} // namespace

int KaiserBestRows::tableStep (const PolyphaseShape& shape) noexcept
{
    return std::max (1, static_cast<int> (scaleOf (shape) * kStepsPerZero));
}

int KaiserBestRows::wingTaps (const PolyphaseShape& shape) noexcept
{
    return kTableSize / tableStep (shape);
}

KaiserBestRows::KaiserBestRows (const PolyphaseShape& shape)
    : shape_ (shape), scale_ (scaleOf (shape)), step_ (tableStep (shape))
{
    for (int i = 0; i * step_ < kTableSize; ++i)
    {
        stepSines_.push_back (std::sin (kRadians * i * step_));
        stepCosines_.push_back (std::cos (kRadians * i * step_));
    }
    const bool keepsWings = std::int64_t {wingTaps (shape)} * shape.numPhases <= kMostKept;
    wings_.resize (keepsWings ? static_cast<std::size_t> (shape.numPhases) + 1 : 1);
    if (keepsWings)
        return;
    table_.resize (kTableSize);
    std::vector<double> values;
    for (int offset = 0; offset < step_; ++offset)
    {
        values.resize (static_cast<std::size_t> ((kTableSize - 1 - offset) / step_ + 1));
        tableAt (offset, values);
        for (std::size_t i = 0; i < values.size (); ++i)
            table_[static_cast<std::size_t> (offset) + i * static_cast<std::size_t> (step_)] =
                values[i];
    }
}

void KaiserBestRows::tableAt (int offset, std::vector<double>& values) const
{
    for (std::size_t i = 0; i < values.size (); ++i)
    {
        const double inside =
            static_cast<double> (offset + static_cast<int> (i) * step_) / (kTableSize - 1);
        values[i] = std::max (0.0, 1 - inside * inside) * (kBeta * kBeta / 4);
    }
    besselOfSquares (values.data (), values.size ());
    // sin (a + b): the sines of whole steps are those of every offset
    const double sine = std::sin (kRadians * offset), cosine = std::cos (kRadians * offset);
    const double factor = kRolloff / besselI0 (kBeta);
    for (std::size_t i = 0; i < values.size (); ++i)
    {
        const double angle = kRadians * (offset + static_cast<int> (i) * step_);
        const double sinc =
            angle == 0 ? 1 : (sine * stepCosines_[i] + cosine * stepSines_[i]) / angle;
        values[i] *= sinc * factor;
    }
}

void KaiserBestRows::computeWing (int rest, std::vector<double>& wing)
{
    const double index = static_cast<double> (rest) / shape_.numPhases * scale_ * kStepsPerZero;
    const int offset = static_cast<int> (index), count = (kTableSize - offset) / step_;
    const double eta = index - offset;
    wing.resize (static_cast<std::size_t> (count));
    next_.resize (wing.size ());
    if (table_.empty ())
    {
        tableAt (offset, wing);
        tableAt (offset + 1, next_);
    }
    else
        for (std::size_t i = 0; i < wing.size (); ++i)
        {
            const auto at =
                static_cast<std::size_t> (offset) + i * static_cast<std::size_t> (step_);
            wing[i] = table_[at];
            next_[i] = table_[std::min (at + 1, table_.size () - 1)];
        }
    if (count > 0 && offset + (count - 1) * step_ + 1 == kTableSize)
        next_.back () = wing.back (); // the table's last difference is 0
    for (std::size_t i = 0; i < wing.size (); ++i)
        wing[i] = scale_ * (wing[i] + eta * (next_[i] - wing[i]));
}

const std::vector<double>& KaiserBestRows::wingAt (int rest)
{
    auto& wing = wings_[wings_.size () > 1 ? static_cast<std::size_t> (rest) : 0];
    if (wing.empty () || wings_.size () == 1)
        computeWing (rest, wing);
    return wing;
}

void KaiserBestRows::write (int phase, double* row)
{
    const int centre = wingTaps (shape_);
    std::fill_n (row, shape_.numTaps, 0.0);
    const auto rest = static_cast<int> (std::int64_t {phase} * shape_.inputStep % shape_.numPhases);
    // left: the sample at or before the output, and backwards; right: the sample behind it, and on
    const auto& left = wingAt (rest);
    std::reverse_copy (left.begin (), left.end (), row + centre - std::ssize (left));
    std::ranges::copy (wingAt (shape_.numPhases - rest), row + centre);
}

} // namespace melstrom
