#include "Engine/Backend/Cpu/Voices/CpuVoiceRenderer.h"

#include <algorithm>
#include <system_error>

namespace melstrom
{
namespace
{
Error noMemory ()
{
    return {ErrorCode::outOfMemory,
            "not enough memory for the partials of a patch; close other programs",
            {}};
}

Error tooMany (std::size_t numPartials)
{
    return {ErrorCode::internalFault,
            "a table of " + std::to_string (numPartials) + " partials has more than the " +
                std::to_string (VoiceSum::kMostPartials) + " that a patch can have",
            {}};
}

struct PreparedLanes final : PreparedTables
{
    PreparedLanes (const std::array<PartialTable, kNumOscillators>& from, double sampleRateHz)
        : tables {LanePartials (from[0], sampleRateHz), LanePartials (from[1], sampleRateHz)}
    {
    }
    LaneTables tables;
};
} // namespace

CpuVoiceRenderer::CpuVoiceRenderer (double sampleRateHz, int numThreads)
    : sampleRateHz_ (sampleRateHz), sums_ (static_cast<std::size_t> (std::max (numThreads, 1)))
{
    if (numThreads > 1)
        pool_.emplace (numThreads - 1);
}

Result<std::unique_ptr<PreparedTables>>
CpuVoiceRenderer::prepareTables (const std::array<PartialTable, kNumOscillators>& tables)
{
    for (const PartialTable& table : tables)
        if (table.partials.size () > VoiceSum::kMostPartials)
            return tooMany (table.partials.size ());
    try
    {
        return std::unique_ptr<PreparedTables> (
            std::make_unique<PreparedLanes> (tables, sampleRateHz_));
    }
    catch (const std::bad_alloc&)
    {
        return noMemory ();
    }
}

void CpuVoiceRenderer::useTables (const PreparedTables* tables) noexcept
{
    tables_ = tables == nullptr ? nullptr : &static_cast<const PreparedLanes*> (tables)->tables;
}

void CpuVoiceRenderer::renderSegment (VoiceSum& sum, const VoiceBatch& batch, int segment,
                                      float* left, float* right) const noexcept
{
    const auto at = static_cast<std::ptrdiff_t> (segment) * kControlSamples;
    std::fill_n (left + at, kControlSamples, 0.0f);
    std::fill_n (right + at, kControlSamples, 0.0f);
    if (tables_ == nullptr)
        return;
    for (auto voice = std::ranges::lower_bound (batch.voices, segment, {}, &VoiceSegment::segment);
         voice != batch.voices.end () && voice->segment == segment; ++voice)
        sum.add (*tables_, *voice, left + at, right + at);
}

/** A segment's bits do not depend on the thread that computes it. */
void CpuVoiceRenderer::renderShared (const VoiceBatch& batch, float* left, float* right) noexcept
{
    nextSegment_ = 0;
    const auto work = [&, this] (std::size_t sum) noexcept
    {
        for (int segment = nextSegment_++; segment < batch.numSegments; segment = nextSegment_++)
            renderSegment (sums_[sum], batch, segment, left, right);
    };
    const int numHelpers = std::min (pool_->numThreads (), batch.numSegments - 1);
    for (int helper = 0; helper < numHelpers; ++helper)
    {
        ++numWorking_;
        bool isGiven = false;
        try
        {
            isGiven = pool_->run (
                [&] (int worker)
                {
                    work (static_cast<std::size_t> (worker));
                    --numWorking_;
                    numWorking_.notify_one ();
                });
        }
        catch (const std::bad_alloc&)
        {
        }
        if (! isGiven) // the running threads compute its segments
            --numWorking_;
    }
    work (sums_.size () - 1);
    for (int working = numWorking_; working > 0; working = numWorking_)
        numWorking_.wait (working);
}

Result<void> CpuVoiceRenderer::render (const VoiceBatch& batch, float* left, float* right) noexcept
{
    if (pool_ && batch.numSegments > 1)
        renderShared (batch, left, right);
    else
        for (int segment = 0; segment < batch.numSegments; ++segment)
            renderSegment (sums_.back (), batch, segment, left, right);
    return {};
}

Result<std::unique_ptr<VoiceRenderer>> makeCpuVoiceRenderer (const VoiceCapacity& capacity,
                                                             int numThreads)
{
    try
    {
        return std::unique_ptr<VoiceRenderer> (
            std::make_unique<CpuVoiceRenderer> (capacity.sampleRateHz, numThreads));
    }
    catch (const std::bad_alloc&)
    {
        return noMemory ();
    }
    catch (const std::system_error&)
    {
        return Error {ErrorCode::outOfMemory,
                      std::to_string (numThreads) +
                          " threads for voices could not be started; choose fewer",
                      {}};
    }
}

} // namespace melstrom
