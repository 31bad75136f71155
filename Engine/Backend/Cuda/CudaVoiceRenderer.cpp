#include "Engine/Backend/Cuda/CudaVoiceRenderer.h"

#include "Engine/Backend/Cuda/VoiceBatchWriter.h"
#include "Engine/Backend/Cuda/VoiceLayout.h"
#include "Engine/Backend/Cuda/VoiceStream.h"
#include "Engine/Backend/Cuda/VoiceTables.h"
#include "Engine/Core/Guarded.h"

#include <algorithm>

namespace melstrom::cuda
{

namespace
{
class CudaVoiceRenderer final : public VoiceRenderer
{
public:
    CudaVoiceRenderer (std::shared_ptr<SharedDevice> device, const VoiceCapacity& capacity,
                       const CudaVoiceOptions& options)
        : device_ (std::move (device)), capacity_ (capacity), options_ (options),
          writer_ (capacity.maxSegments, capacity.maxVoices * capacity.maxSegments),
          layout_ (capacity, writer_.maxBytes ()), stream_ (*device_, options.deadline)
    {
    }
    ~CudaVoiceRenderer () override
    {
        const std::lock_guard lock (device_->mutex);
        bank_ = {};
        stream_.release ();
        pinned_ = {};
        memory_ = {};
    }

    Result<void> prepare ();

    std::string name () const override
    {
        return "cuda:" + std::to_string ((*device_)->properties ().index);
    }
    Result<void> setTables (const std::array<PartialTable, kNumOscillators>& tables) override;
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
    {
        return guarded ([&] { return renderAll (batch, left, right); });
    }

private:
    /** What a patch needs. */
    struct Bank
    {
        VoiceTables tables;
        Graph graph;
        int maxSegments = 1; ///< that its memory for sums holds
    };

    Result<void> place (Bank& bank);
    Result<void> capture (Bank& bank);
    Result<void> renderAll (const VoiceBatch& batch, float* left, float* right);
    Result<void> renderPart (std::span<const VoiceSegment> voices, int firstSegment,
                             int numSegments);

    std::shared_ptr<SharedDevice> device_;
    VoiceCapacity capacity_;
    CudaVoiceOptions options_;
    VoiceBatchWriter writer_;
    VoiceLayout layout_;
    DeviceMemory memory_;
    PinnedMemory pinned_;
    VoiceStream stream_;
    Bank bank_;
};

Result<void> CudaVoiceRenderer::prepare ()
{
    {
        SharedDevice& device = *device_;
        const std::lock_guard lock (device.mutex);
        if (device.loss ())
            return *device.loss ();
        if (auto taken = take (memory_, device, device->allocate (layout_.device.bytes ()));
            ! taken)
            return taken;
        if (auto taken = take (pinned_, device, device->allocatePinned (layout_.pinned.bytes ()));
            ! taken)
            return taken;
        if (auto ready = stream_.prepare (); ! ready)
            return ready;
        const DeviceAddress counters = memory_.get () + layout_.numSummed.offset;
        if (auto cleared =
                device.noted (device->clear (counters, layout_.numSummed.bytes (), stream_.get ()));
            ! cleared)
            return cleared;
        if (auto marked = stream_.mark (); ! marked)
            return marked;
    }
    return stream_.wait ();
}

Result<void> CudaVoiceRenderer::setTables (const std::array<PartialTable, kNumOscillators>& tables)
{
    return guarded (
        [&] () -> Result<void>
        {
            if (stream_.loss ())
                return *stream_.loss ();
            Bank bank;
            bank.tables = VoiceTables (tables);
            auto done = place (bank);
            const std::lock_guard lock (device_->mutex);
            if (done)
                done = capture (bank);
            if (done)
                std::swap (bank_, bank);
            bank = {};
            return done;
        });
}

Result<void> CudaVoiceRenderer::place (Bank& bank)
{
    {
        const std::lock_guard lock (device_->mutex);
        if (device_->loss ())
            return *device_->loss ();
        const std::size_t fitting =
            options_.sumBytes /
            std::max<std::size_t> (bank.tables.sumBytes (capacity_.maxVoices), 1);
        bank.maxSegments = static_cast<int> (
            std::clamp<std::size_t> (fitting, 1, static_cast<std::size_t> (capacity_.maxSegments)));
        if (auto placed = bank.tables.place (*device_, capacity_.maxVoices * bank.maxSegments,
                                             stream_.get ());
            ! placed)
            return placed;
        if (auto marked = stream_.mark (); ! marked)
            return marked;
    }
    return stream_.wait ();
}

Result<void> CudaVoiceRenderer::capture (Bank& bank)
{
    const DeviceAddress there = memory_.get ();
    std::byte* const here = pinned_.get ();
    VoiceWork work;
    work.hostBatch = reinterpret_cast<const BatchWords*> (layout_.hostBatch.in (here));
    work.hostWords = layout_.hostBatch.numItems / static_cast<std::int64_t> (sizeof (BatchWords));
    work.batch = reinterpret_cast<BatchWords*> (layout_.deviceBatch.in (there));
    work.voices = layout_.voices.in (there);
    work.numSummed = layout_.numSummed.in (there);
    work.left = layout_.left.in (here);
    work.right = layout_.right.in (here);
    bank.tables.describe (work);
    return stream_.capture (work, bank.graph);
}

Result<void> CudaVoiceRenderer::renderAll (const VoiceBatch& batch, float* left, float* right)
{
    if (stream_.loss ())
        return *stream_.loss ();
    auto voices = batch.voices;
    for (int first = 0; first < batch.numSegments; first += bank_.maxSegments)
    {
        const int numSegments = std::min (bank_.maxSegments, batch.numSegments - first);
        const auto end =
            std::ranges::upper_bound (voices, first + numSegments - 1, {}, &VoiceSegment::segment);
        const auto count = static_cast<std::size_t> (end - voices.begin ());
        if (auto done = renderPart (voices.first (count), first, numSegments); ! done)
            return done;
        voices = voices.subspan (count);
        const auto at = static_cast<std::ptrdiff_t> (first) * kControlSamples;
        const int numSamples = numSegments * kControlSamples;
        std::copy_n (layout_.left.in (pinned_.get ()), numSamples, left + at);
        std::copy_n (layout_.right.in (pinned_.get ()), numSamples, right + at);
    }
    if (! voices.empty ())
        return Error {
            ErrorCode::internalFault, "voices lie behind the last segment of their batch", {}};
    return {};
}

/** Segments without voices are not written by the device. */
Result<void> CudaVoiceRenderer::renderPart (std::span<const VoiceSegment> voices, int firstSegment,
                                            int numSegments)
{
    for (const ArrayPlace<float>& place : {layout_.left, layout_.right})
        std::fill_n (place.in (pinned_.get ()), numSegments * kControlSamples, 0.0f);
    if (voices.empty () || ! bank_.graph)
        return {};
    const auto mostVoices = static_cast<std::size_t> (capacity_.maxVoices * bank_.maxSegments);
    if (voices.size () > mostVoices ||
        ! writer_.write (voices, firstSegment, numSegments, layout_.hostBatch.in (pinned_.get ())))
        return Error {ErrorCode::internalFault,
                      "a batch of " + std::to_string (voices.size ()) + " voices in " +
                          std::to_string (numSegments) +
                          " segments is not in order or more than its renderer was made for",
                      {}};
    {
        const std::lock_guard lock (device_->mutex);
        if (auto launched = stream_.launch (bank_.graph); ! launched)
            return launched;
    }
    return stream_.wait ();
}

Error notMade (const VoiceCapacity& capacity)
{
    return {ErrorCode::internalFault,
            "a renderer of " + std::to_string (capacity.maxVoices) + " voices in " +
                std::to_string (capacity.maxSegments) + " segments cannot be made",
            {}};
}
} // namespace

Result<std::unique_ptr<VoiceRenderer>> makeCudaVoiceRenderer (std::shared_ptr<SharedDevice> device,
                                                              const VoiceCapacity& capacity,
                                                              const CudaVoiceOptions& options)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<VoiceRenderer>>
        {
            constexpr std::int64_t kMostRecords = 1 << 24; // indices have 32 bits
            if (capacity.maxVoices < 1 || capacity.maxSegments < 1 ||
                std::int64_t {capacity.maxVoices} * capacity.maxSegments > kMostRecords)
                return notMade (capacity);
            auto renderer =
                std::make_unique<CudaVoiceRenderer> (std::move (device), capacity, options);
            if (auto prepared = renderer->prepare (); ! prepared)
                return prepared.error ();
            return std::unique_ptr<VoiceRenderer> (std::move (renderer));
        });
}

Result<std::unique_ptr<VoiceRenderer>> makeCudaVoiceRenderer (std::unique_ptr<CudaDevice> device,
                                                              const VoiceCapacity& capacity,
                                                              const CudaVoiceOptions& options)
{
    return guarded (
        [&]
        {
            return makeCudaVoiceRenderer (std::make_shared<SharedDevice> (std::move (device)),
                                          capacity, options);
        });
}

} // namespace melstrom::cuda
