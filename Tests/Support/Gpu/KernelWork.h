// Work for single kernels in host memory: poisoned and between canaries.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Mel/MelWork.h"

#include <cmath>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

namespace melstrom::testing
{

/** Items that start as NaN or, for integers, as all ones. Canaries beside them must not change. */
template <typename Item>
class Guarded
{
public:
    explicit Guarded (std::size_t count = 0) : count_ (count), items_ (count + 2 * kGuard)
    {
        std::memset (items_.data (), 0xff, items_.size () * sizeof (Item));
    }
    Item* data () noexcept { return items_.data () + kGuard; }
    Item& operator[] (std::size_t index) noexcept { return data ()[index]; }
    std::size_t size () const noexcept { return count_; }
    bool stands () const
    {
        const auto isPoison = [this] (std::size_t first)
        {
            const auto* const bytes = reinterpret_cast<const unsigned char*> (&items_[first]);
            for (std::size_t i = 0; i < kGuard * sizeof (Item); ++i)
                if (bytes[i] != 0xff)
                    return false;
            return true;
        };
        return isPoison (0) && isPoison (count_ + kGuard);
    }

private:
    static constexpr std::size_t kGuard = 64;
    std::size_t count_;
    std::vector<Item> items_;
};

/** Rows of several units, one after the other, and room for all results. */
class KernelWork
{
public:
    /** program: bands, planes, coefficients and steps set; its tables may point at `dct`.
        unitFrames: frames of each unit. Rows hold random values in [lowest, highest); values of the
        energy plane are far higher. */
    KernelWork (const gpu::MelProgram& program, const std::vector<int>& unitFrames, float lowest,
                float highest, unsigned seed);
    KernelWork (const KernelWork&) = delete;
    KernelWork& operator= (const KernelWork&) = delete;

    /** Value of a row before any kernel ran. */
    float before (std::int64_t row, int plane) const;
    float& row (std::int64_t row, int plane);
    float& feature (std::int64_t row, int index);
    bool canariesStand () const;

    gpu::MelWork work;
    gpu::WorkCounts counts;
    std::vector<gpu::DeviceUnit> units;
    std::vector<gpu::DeviceBlock> blocks;
    std::vector<float> dct;

private:
    std::vector<float> before_;
    Guarded<float> rows_, features_, blockMaximum_, blockSmoother_, smootherStart_;
    Guarded<double> blockMean_, blockSquares_, unitMean_, unitDeviation_;
    Guarded<std::uint32_t> unitMaximum_;
};

/** Unit lengths around a block of statistics and a group of frames: equal, one less, one more. */
inline const std::vector<int> kUnitFrames {1, 31, 33, 1023, 1024, 1025, 2049, 1};

/** Whether many results agree with their expected values. */
class Agreement
{
public:
    void add (double got, double expected, double allowed)
    {
        holds_ = holds_ && std::abs (got - expected) <= allowed; // false for NaN
        ++count_;
    }
    bool holds () const { return holds_ && count_ > 0; }

private:
    bool holds_ = true;
    std::int64_t count_ = 0;
};

/** Calls f (unit, row, band, value before) for every band of every row. */
template <typename Function>
void forBands (const KernelWork& at, Function f)
{
    const int first = at.work.program.firstBandPlane;
    for (std::size_t unit = 0; unit < at.units.size (); ++unit)
        for (std::int64_t t = 0; t < at.units[unit].numFrames; ++t)
            for (int band = 0; band < at.work.program.numBands; ++band)
            {
                const std::int64_t row = at.units[unit].scratchRow + t;
                f (unit, row, band, double {at.before (row, first + band)});
            }
}

/** The maximum of every unit, over all bands before any kernel ran. */
std::vector<double> maximaOf (const KernelWork& at);

/** Mean and deviation of a band over a unit; 0 for the deviation of a single frame. */
std::pair<double, double> momentsOf (const KernelWork& at, std::size_t unit, int band);

bool energyIsUntouched (KernelWork& at);

/** A plan with bands only and an energy plane before them. */
gpu::MelProgram bandProgram (int numBands);

} // namespace melstrom::testing
