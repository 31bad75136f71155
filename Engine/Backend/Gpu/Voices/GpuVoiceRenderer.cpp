#include "Engine/Backend/Gpu/Voices/GpuVoiceRenderer.h"

#include "Engine/Backend/BackendChoice.h"
#include "Engine/Backend/Gpu/Voices/VoiceBank.h"
#include "Engine/Backend/Gpu/Voices/VoiceBatchWriter.h"
#include "Engine/Backend/Gpu/Voices/VoiceMemory.h"
#include "Engine/Backend/Gpu/Voices/VoiceTimes.h"
#include "Engine/Core/Guarded.h"

#include <algorithm>
#include <chrono>

namespace melstrom::gpu
{

namespace
{
class GpuVoiceRenderer final : public VoiceRenderer
{
public:
    GpuVoiceRenderer (std::shared_ptr<SharedDevice> device, const VoiceCapacity& capacity,
                      const GpuVoiceOptions& options)
        : device_ (std::move (device)), capacity_ (capacity), options_ (options),
          writer_ (capacity.maxSegments, capacity.maxVoices * capacity.maxSegments),
          memory_ (capacity, writer_.maxBytes ()), stream_ (*device_, options.deadline),
          times_ (*device_), preparing_ (*device_, options.deadline)
    {
    }
    ~GpuVoiceRenderer () override;

    Result<void> prepare ();

    std::string name () const override { return gpuName ((*device_)->properties ().index); }
    Result<std::unique_ptr<PreparedTables>>
    prepareTables (const std::array<PartialTable, kNumOscillators>& tables) override;
    void useTables (const PreparedTables* tables) noexcept override
    {
        bank_ = static_cast<const VoiceBank*> (tables);
    }
    Result<void> render (const VoiceBatch& batch, float* left, float* right) noexcept override
    {
        const auto begun = begin (batch);
        return begun ? finish (left, right) : begun;
    }
    Result<void> begin (const VoiceBatch& batch) noexcept override
    {
        return guarded ([&] { return beginBatch (batch); });
    }
    bool isReady () const noexcept override
    {
        return ! part_.isLaunched || memory_.markOf (number_).isReached () ||
               Clock::now () - launchedAt_ > kReadyWithin;
    }
    Result<void> finish (float* left, float* right) noexcept override
    {
        return guarded ([&] { return finishBatch (left, right); });
    }

private:
    using Clock = std::chrono::steady_clock;
    /** a batch that takes longer is left to `finish` */
    static constexpr std::chrono::milliseconds kReadyWithin {1};

    /** The segments that the memory for sums holds. */
    struct Part
    {
        int firstSegment = 0, numSegments = 0;
        bool isLaunched = false;
    };

    Result<void> startClearing ();
    Result<void> beginBatch (const VoiceBatch& batch);
    Result<void> finishBatch (float* left, float* right);
    Result<void> beginPart (int firstSegment);
    Result<void> launch (std::span<const VoiceSegment> voices);

    std::shared_ptr<SharedDevice> device_;
    VoiceCapacity capacity_;
    GpuVoiceOptions options_;
    VoiceBatchWriter writer_;
    VoiceMemory memory_;
    VoiceStream stream_;
    VoiceTimes times_;
    const VoiceBank* bank_ = nullptr;

    VoiceBatch batch_; ///< started, not finished; `voices` has those of later parts only
    Part part_;
    std::uint32_t number_ = 0; ///< number of the last launch
    Clock::time_point launchedAt_;

    std::mutex preparingMutex_;
    VoiceStream preparing_; ///< guarded by preparingMutex_
};

GpuVoiceRenderer::~GpuVoiceRenderer ()
{
    if (part_.isLaunched && ! stream_.loss ())
        (void)stream_.wait (
            // it writes into memory that is freed next; a loss has no receiver here
            memory_.markOf (number_));
    forgetTables ();
    const std::lock_guard lock (device_->mutex);
    times_.release ();
    preparing_.release ();
    stream_.release ();
    memory_.release ();
}

Result<void> GpuVoiceRenderer::prepare ()
{
    {
        const std::lock_guard lock (device_->mutex);
        MELSTROM_TRY (startClearing ());
    }
    return stream_.wait ();
}

Result<void> GpuVoiceRenderer::startClearing ()
{
    if (device_->loss ())
        return *device_->loss ();
    for (VoiceStream* const stream : {&preparing_, &stream_})
        MELSTROM_TRY (stream->prepare ());
    const auto clearing = memory_.prepare (*device_, stream_.get ());
    return clearing ? stream_.mark () : clearing;
}

Result<std::unique_ptr<PreparedTables>>
GpuVoiceRenderer::prepareTables (const std::array<PartialTable, kNumOscillators>& tables)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<PreparedTables>>
        {
            auto bank = std::make_unique<VoiceBank> (device_, tables, capacity_.sampleRateHz);
            const std::lock_guard lock (preparingMutex_);
            if (preparing_.loss ())
                return *preparing_.loss ();
            const VoiceBankSize size {capacity_.maxVoices, capacity_.maxSegments,
                                      options_.sumBytes};
            MELSTROM_TRY (bank->prepare (preparing_, size, memory_.work ()));
            return std::unique_ptr<PreparedTables> (std::move (bank));
        });
}

Result<void> GpuVoiceRenderer::beginBatch (const VoiceBatch& batch)
{
    if (stream_.loss ())
        return *stream_.loss ();
    if (part_.isLaunched)
        return Error {ErrorCode::internalFault,
                      "a batch was started before the previous batch was finished",
                      {}};
    batch_ = batch;
    return beginPart (0);
}

/** Removes the part's voices from batch_.voices. Empties batch_ after a failure. */
Result<void> GpuVoiceRenderer::beginPart (int firstSegment)
{
    const int mostSegments = bank_ == nullptr ? capacity_.maxSegments : bank_->maxSegments ();
    const int endSegment = std::min (firstSegment + mostSegments, batch_.numSegments);
    part_ = {firstSegment, endSegment - firstSegment, false};
    const auto end =
        std::ranges::upper_bound (batch_.voices, endSegment - 1, {}, &VoiceSegment::segment);
    const auto count = static_cast<std::size_t> (end - batch_.voices.begin ());
    const auto voices = batch_.voices.first (count);
    batch_.voices = batch_.voices.subspan (count);
    memory_.silence (part_.numSegments);
    Result<void> begun;
    if (endSegment == batch_.numSegments && ! batch_.voices.empty ())
        begun = Error {ErrorCode::internalFault, "the batch has voices after its last segment", {}};
    else if (bank_ != nullptr && ! voices.empty ())
        begun = launch (voices);
    if (! begun)
        batch_ = {};
    return begun;
}

Result<void> GpuVoiceRenderer::launch (std::span<const VoiceSegment> voices)
{
    const auto mostVoices = static_cast<std::size_t> (capacity_.maxVoices * bank_->maxSegments ());
    if (voices.size () > mostVoices ||
        ! writer_.write (voices, part_.firstSegment, part_.numSegments, number_ + 1,
                         memory_.hostBatch ()))
        return Error {ErrorCode::internalFault,
                      "a batch of " + std::to_string (voices.size ()) + " voices in " +
                          std::to_string (part_.numSegments) +
                          " segments is not sorted, or exceeds the renderer's capacity",
                      {}};
    ++number_;
    const std::lock_guard lock (device_->mutex);
    times_.begin (stream_.get ());
    auto launched = stream_.launch (bank_->graph ());
    if (launched)
        times_.end (stream_.get (), static_cast<std::int64_t> (voices.size_bytes ()));
    part_.isLaunched = launched.ok ();
    launchedAt_ = Clock::now ();
    return launched;
}

Result<void> GpuVoiceRenderer::finishBatch (float* left, float* right)
{
    while (batch_.numSegments > 0)
    {
        const auto done =
            part_.isLaunched ? stream_.wait (memory_.markOf (number_)) : Result<void> ();
        part_.isLaunched = false;
        const int next = part_.firstSegment + part_.numSegments;
        if (! done || next == batch_.numSegments)
            batch_ = {};
        if (! done)
            return done;
        const auto at = static_cast<std::ptrdiff_t> (part_.firstSegment) * kControlSamples;
        memory_.takeOut (part_.numSegments, left + at, right + at);
        if (batch_.numSegments > 0)
            MELSTROM_TRY (beginPart (next));
    }
    return {};
}

Error notMade (const VoiceCapacity& capacity)
{
    return {ErrorCode::internalFault,
            "a renderer of " + std::to_string (capacity.maxVoices) + " voices in " +
                std::to_string (capacity.maxSegments) + " segments cannot be made",
            {}};
}
} // namespace

Result<std::unique_ptr<VoiceRenderer>> makeGpuVoiceRenderer (std::shared_ptr<SharedDevice> device,
                                                             const VoiceCapacity& capacity,
                                                             const GpuVoiceOptions& options)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<VoiceRenderer>>
        {
            constexpr std::int64_t kMostRecords = 1 << 24; // indices have 32 bits
            if (capacity.maxVoices < 1 || capacity.maxSegments < 1 ||
                std::int64_t {capacity.maxVoices} * capacity.maxSegments > kMostRecords)
                return notMade (capacity);
            auto renderer =
                std::make_unique<GpuVoiceRenderer> (std::move (device), capacity, options);
            MELSTROM_TRY (renderer->prepare ());
            return std::unique_ptr<VoiceRenderer> (std::move (renderer));
        });
}

Result<std::unique_ptr<VoiceRenderer>> makeGpuVoiceRenderer (std::unique_ptr<Device> device,
                                                             const VoiceCapacity& capacity,
                                                             const GpuVoiceOptions& options)
{
    return guarded (
        [&]
        {
            return makeGpuVoiceRenderer (std::make_shared<SharedDevice> (std::move (device)),
                                         capacity, options);
        });
}

} // namespace melstrom::gpu
