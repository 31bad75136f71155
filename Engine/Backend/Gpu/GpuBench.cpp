#include "Engine/Backend/Gpu/GpuBench.h"

#include "Engine/Backend/Gpu/Mel/ResidentMel.h"
#include "Engine/Backend/Gpu/Variants/VariantChoice.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/TimedRuns.h"

namespace melstrom::gpu
{

namespace
{

/** Memory of host and device, and the copies between them. Thread: holds the device's mutex. */
class CopyBench
{
public:
    CopyBench (SharedDevice& device, const BenchSizes& sizes)
        : device_ (device), sizes_ (sizes), runs_ {sizes.numWarmUps, sizes.numRuns},
          timer_ (device), pageable_ (sizes.copyBytes)
    {
    }

    Result<CopyRates> run ()
    {
        MELSTROM_TRY (prepare ());
        const std::size_t bytes = sizes_.copyBytes;
        const auto in = [this, bytes] (const std::byte* from)
        {
            return [this, bytes, from] (StreamHandle stream)
            { return device_->copyIn (near_.get (), from, bytes, stream); };
        };
        const auto out = [this, bytes] (std::byte* to)
        {
            return [this, bytes, to] (StreamHandle stream)
            { return device_->copyOut (to, far_.get (), bytes, stream); };
        };
        const auto inTurn = [&] (StreamHandle stream)
        {
            auto done = in (pinnedIn_.get ()) (stream);
            return done ? out (pinnedOut_.get ()) (stream) : done;
        };
        const auto atOnce = [&] (StreamHandle stream)
        { return bothWays (stream, in (pinnedIn_.get ()), out (pinnedOut_.get ())); };

        CopyRates rates;
        const auto single = static_cast<double> (bytes), both = 2 * single;
        for (const auto& done :
             {rate (rates.pinnedIn, single, in (pinnedIn_.get ())),
              rate (rates.pinnedOut, single, out (pinnedOut_.get ())),
              rate (rates.pinnedBothOneStream, both, inTurn),
              rate (rates.pinnedBothTwoStreams, both, atOnce),
              rate (rates.pageableIn, single, in (pageable_.data ())),
              rate (rates.pageableOut, single, out (pageable_.data ())), within (rates.within)})
            if (! done)
                return done.error ();
        return rates;
    }

private:
    Result<void> prepare ()
    {
        MELSTROM_TRY (timer_.prepare ());
        MELSTROM_TRY (take (otherStream_, device_, device_->createStream ()));
        for (Event* const event : {&begun_, &otherDone_})
            MELSTROM_TRY (take (*event, device_, device_->createEvent ()));
        for (DeviceMemory* const memory : {&near_, &far_})
            MELSTROM_TRY (take (*memory, device_, device_->allocate (sizes_.copyBytes)));
        for (PinnedMemory* const memory : {&pinnedIn_, &pinnedOut_})
            MELSTROM_TRY (take (*memory, device_, device_->allocatePinned (sizes_.copyBytes)));
        return {};
    }

    /** Rate by the host's clock: a caller's waiting time, including the driver's own copies. */
    template <typename Enqueue>
    Result<void> rate (double& bytesPerSecond, double bytes, const Enqueue& enqueue)
    {
        MELSTROM_TRY_VALUE (const auto seconds,
                            timedRuns (runs_, [&] { return timer_.hostSeconds (enqueue); }));
        bytesPerSecond = bytes / seconds.median ();
        return {};
    }

    template <typename In, typename Out>
    Result<void> bothWays (StreamHandle stream, const In& in, const Out& out)
    {
        MELSTROM_TRY (device_->record (begun_.get (), stream));
        MELSTROM_TRY (device_->makeWait (otherStream_.get (), begun_.get ()));
        MELSTROM_TRY (in (stream));
        MELSTROM_TRY (out (otherStream_.get ()));
        MELSTROM_TRY (device_->record (otherDone_.get (), otherStream_.get ()));
        return device_->makeWait (stream, otherDone_.get ());
    }

    /** Copies between two device arrays as large as the resident audio. */
    Result<void> within (double& bytesPerSecond)
    {
        DeviceMemory from, to;
        std::size_t bytes = sizes_.residentBytes;
        for (;; bytes /= 2)
        {
            auto taken = take (from, device_, device_->allocate (bytes));
            if (taken)
                taken = take (to, device_, device_->allocate (bytes));
            if (taken)
                break;
            if (taken.error ().code != ErrorCode::outOfMemory || bytes <= sizes_.copyBytes)
                return taken;
            from = {};
        }
        const auto copy = [&] (StreamHandle stream)
        { return device_->copyWithin (to.get (), from.get (), bytes, stream); };
        MELSTROM_TRY_VALUE (const auto seconds,
                            timedRuns (runs_, [&] { return timer_.deviceSeconds (copy); }));
        bytesPerSecond = 2 * static_cast<double> (bytes) / seconds.median ();
        return {};
    }

    SharedDevice& device_;
    BenchSizes sizes_;
    RunCounts runs_;
    DeviceTimer timer_;
    Stream otherStream_;
    Event begun_, otherDone_;
    DeviceMemory near_, far_;
    PinnedMemory pinnedIn_, pinnedOut_;
    std::vector<std::byte> pageable_;
};

Result<ResidentTiming> timeRuns (ResidentMel& mel, DeviceTimer& timer, const BenchSizes& sizes)
{
    MELSTROM_TRY (mel.prepare (timer));
    MELSTROM_TRY (mel.check (timer));
    const auto launch = [&mel] (StreamHandle stream) { return mel.launch (stream); };
    MELSTROM_TRY_VALUE (const auto seconds, timedRuns ({sizes.numWarmUps, sizes.numRuns}, [&]
                                                       { return timer.deviceSeconds (launch); }));
    ResidentTiming timing;
    timing.numFrames = mel.numFrames ();
    timing.numRows = mel.numRows ();
    timing.inputBytes = mel.inputBytes ();
    timing.outputBytes = mel.outputBytes ();
    timing.medianSeconds = seconds.median ();
    timing.slowestSeconds = seconds.largest ();
    timing.numRuns = sizes.numRuns;
    return timing;
}

} // namespace

GpuBench::GpuBench (std::unique_ptr<Device> device, BenchSizes sizes)
    : device_ (std::move (device)), sizes_ (sizes)
{
}

Result<CopyRates> GpuBench::copyRates ()
{
    const std::scoped_lock lock (device_.mutex);
    return guarded ([this] { return CopyBench (device_, sizes_).run (); });
}

Result<ResidentTiming> GpuBench::timeResident (const MelSpec& spec, int rateHz,
                                               const GpuOptions& options)
{
    const std::scoped_lock lock (device_.mutex);
    MELSTROM_TRY_VALUE (const auto geometry, geometryAt (spec, rateHz));
    MELSTROM_TRY_VALUE (const auto variant, chooseVariant (*device_, geometry, options));
    const auto signalBytes =
        sizeof (float) * ResidentMel::kSignalSeconds * static_cast<std::size_t> (rateHz);
    auto numSignals = static_cast<int> ((sizes_.residentBytes + signalBytes - 1) / signalBytes);
    for (;; numSignals /= 2)
    {
        auto timing = guarded (
            [&] () -> Result<ResidentTiming>
            {
                DeviceTimer timer (device_);
                MELSTROM_TRY (timer.prepare ());
                ResidentMel mel (device_, geometry, variant, numSignals);
                if (options.deviceBytes && mel.deviceBytes () > *options.deviceBytes)
                    return Error {ErrorCode::outOfMemory,
                                  "--device-mem is too little for 30 s of audio on the device",
                                  {}};
                return timeRuns (mel, timer, sizes_);
            });
        if (timing)
            timing->variant = variant.name ();
        if (timing || timing.error ().code != ErrorCode::outOfMemory || numSignals == 1)
            return timing;
    }
}

} // namespace melstrom::gpu
