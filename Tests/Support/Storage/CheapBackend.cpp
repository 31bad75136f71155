#include "Tests/Support/Storage/CheapBackend.h"

#include "Engine/Core/Crc32c.h"
#include "Tests/Support/Storage/Random.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

namespace melstrom::testing
{

namespace
{
class CheapSlab final : public SlabMemory
{
public:
    explicit CheapSlab (std::size_t bytes) : memory_ (bytes) {}
    std::byte* data () noexcept override { return memory_.data (); }
    std::size_t bytes () const noexcept override { return memory_.size (); }

private:
    std::vector<std::byte> memory_;
};

class CheapPlan final : public MelPlan
{
public:
    explicit CheapPlan (const MelGeometry& geometry) : geometry_ (geometry) {}
    const MelGeometry& geometry () const noexcept override { return geometry_; }

    Ticket submit (const MelBatch& batch) override
    {
        for (const MelSpan& span : batch.spans)
            for (std::int64_t row = 0; row < span.numRows; ++row)
                fill (batch, span, row);
        return ++ticket_;
    }
    Result<void> wait (Ticket) override { return {}; }
    bool isDone (Ticket) override { return true; }

private:
    void fill (const MelBatch& batch, const MelSpan& span, std::int64_t row) const
    {
        const std::int64_t inSignal = span.firstRow + row;
        const auto samples = geometry_.samplesOfRows (span.signalSamples, inSignal, 1);
        const std::int64_t frameBytes = span.numChannels * bytesPerSample (span.format);
        const auto crc = crc32c (
            0, batch.input + span.inputByte + (samples.first - span.firstSample) * frameBytes,
            static_cast<std::size_t> ((samples.end - samples.first) * frameBytes));
        Random random (span.signalId * 31 + static_cast<std::uint64_t> (inSignal) * 17 + crc);
        const auto rowBytes = static_cast<std::size_t> (geometry_.rowBytes ());
        std::byte* const to = batch.output + span.outputByte + row * geometry_.rowBytes ();
        for (std::size_t at = 0; at < rowBytes; at += 8)
        {
            const std::uint64_t value = random.next () & 0x3f7f3f7f3f7f3f7full; // finite numbers
            std::memcpy (to + at, &value, std::min<std::size_t> (8, rowBytes - at));
        }
    }

    MelGeometry geometry_;
    std::atomic<Ticket> ticket_ {0};
};

class CheapBackend final : public Backend
{
public:
    std::string name () const override { return "cheap"; }
    std::string deviceName () const override { return "none"; }
    int concurrency () const override { return 1; }
    void observe (WorkObserver*) override {}
    std::int64_t scratchBytes (const MelGeometry&, const MelCapacity&) const override { return 0; }
    Result<std::unique_ptr<SlabMemory>> allocate (std::size_t bytes) override
    {
        return std::unique_ptr<SlabMemory> (std::make_unique<CheapSlab> (bytes));
    }
    Result<std::unique_ptr<MelPlan>> planMel (const MelSpec& spec, int rateHz,
                                              const MelCapacity&) override
    {
        const auto geometry = geometryAt (spec, rateHz);
        if (! geometry)
            return geometry.error ();
        return std::unique_ptr<MelPlan> (std::make_unique<CheapPlan> (*geometry));
    }
};
} // namespace

std::unique_ptr<Backend> makeCheapBackend ()
{
    return std::make_unique<CheapBackend> ();
}

} // namespace melstrom::testing
