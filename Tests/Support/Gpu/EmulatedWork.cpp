// The computations of an emulated device: kernels, transforms, graphs.
#include "Tests/Support/Gpu/EmulatedDevice.h"
#include "Tests/Support/Gpu/EmulatedFusedMel.h"
#include "Tests/Support/Gpu/EmulatedHash.h"
#include "Tests/Support/Gpu/EmulatedKernels.h"
#include "Tests/Support/Gpu/EmulatedVoices.h"

#include <cmath>
#include <numbers>

namespace melstrom::testing
{

using namespace gpu;

namespace
{
/** The transform by its definition, in float64. */
void transformFrame (const float* frame, int fftSamples, const std::vector<double>& cosines,
                     Complex* spectrum)
{
    const int quarter = fftSamples * 3; // sin (x) = cos (x + 3/4 turn), in quarters of a step
    for (int k = 0; k <= fftSamples / 2; ++k)
    {
        double re = 0, im = 0;
        for (int n = 0; n < fftSamples; ++n)
        {
            const std::int64_t step = 4 * (std::int64_t {k} * n % fftSamples);
            re += frame[n] * cosines[static_cast<std::size_t> (step)];
            im -= frame[n] * cosines[static_cast<std::size_t> ((step + quarter) %
                                                               (4 * std::int64_t {fftSamples}))];
        }
        spectrum[k] = {static_cast<float> (re), static_cast<float> (im)};
    }
}

void emulate (MelKernel kernel, const MelWork& work)
{
    switch (kernel)
    {
        case MelKernel::fused: return emulateFusedMel (work);
        case MelKernel::windowFrames: return emulateWindowFrames (work);
        case MelKernel::projectBands: return emulateProjectBands (work);
        case MelKernel::gatherBlocks: return emulateGatherBlocks (work);
        case MelKernel::joinBlocks: return emulateJoinBlocks (work);
        case MelKernel::smooth: return emulateSmooth (work);
        case MelKernel::finishTiles: return emulateFinishTiles (work);
        case MelKernel::finishRows: return emulateFinishRows (work);
        case MelKernel::storeRows: return emulateStoreRows (work);
    }
}

void emulate (VoiceKernel kernel, const VoiceWork& work)
{
    switch (kernel)
    {
        case VoiceKernel::fetch: return emulateFetchBatch (work);
        case VoiceKernel::partials: return emulatePartialBank (work);
        case VoiceKernel::mix: return emulateVoiceMix (work);
    }
}

void emulate (HashKernel kernel, const HashWork& work)
{
    switch (kernel)
    {
        case HashKernel::basic: return emulateHashBasic (work);
        case HashKernel::shared: return emulateHashShared (work);
        case HashKernel::sortChunks: return emulateSortChunks (work);
        case HashKernel::sumBuckets: return emulateSumBuckets (work);
        case HashKernel::sumBucketsFixed: return emulateSumBucketsFixed (work);
        case HashKernel::streamBuckets: return emulateStreamBuckets (work);
        case HashKernel::streamBucketsFixed: return emulateStreamBucketsFixed (work);
    }
}
} // namespace

Result<double> EmulatedDevice::secondsBetween (EventHandle, EventHandle)
{
    return 1e-3;
}

Result<void> EmulatedDevice::launch (MelKernel kernel, const MelWork& work, int,
                                     StreamHandle stream)
{
    const Turn turn (*this);
    ++record_->kernelLaunches;
    enqueue (stream, [kernel, work] { emulate (kernel, work); });
    return {};
}

Result<void> EmulatedDevice::launch (VoiceKernel kernel, const VoiceWork& work, int,
                                     StreamHandle stream)
{
    const Turn turn (*this);
    ++record_->kernelLaunches;
    enqueue (stream, [kernel, work] { emulate (kernel, work); });
    return {};
}

Result<void> EmulatedDevice::launch (HashKernel kernel, const HashWork& work, int,
                                     StreamHandle stream)
{
    const Turn turn (*this);
    ++record_->kernelLaunches;
    record_->hashLaunches.push_back (kernel);
    if (sharedBytesOf (kernel, work) > properties_.sharedBytesPerBlock)
        misused ("launched a kernel with more shared memory than a block may have");
    enqueue (stream, [kernel, work] { emulate (kernel, work); });
    return {};
}

Result<TransformHandle> EmulatedDevice::createTransform (int fftSamples, int numFrames)
{
    const Turn turn (*this);
    if (! options_.hasCufft)
        return Error {ErrorCode::deviceUnavailable, "libcufft.so was not found", {}};
    const TransformHandle transform {nextHandle_++};
    transforms_[transform] = {fftSamples, numFrames};
    ++record_->liveObjects;
    return transform;
}

void EmulatedDevice::destroy (TransformHandle transform) noexcept
{
    const Turn turn (*this);
    transforms_.erase (transform);
    --record_->liveObjects;
}

Result<void> EmulatedDevice::transform (TransformHandle transform, float* frames, Complex* spectra,
                                        StreamHandle stream)
{
    const Turn turn (*this);
    const TransformSize size = transforms_.at (transform);
    enqueue (stream,
             [=]
             {
                 const int numSteps = 4 * size.fftSamples;
                 std::vector<double> cosines;
                 for (int i = 0; i < numSteps; ++i)
                     cosines.push_back (std::cos (2 * std::numbers::pi * i / numSteps));
                 for (std::int64_t i = 0; i < size.numFrames; ++i)
                     transformFrame (frames + i * size.fftSamples, size.fftSamples, cosines,
                                     spectra + i * (size.fftSamples / 2 + 1));
             });
    return {};
}

Result<void> EmulatedDevice::beginCapture (StreamHandle stream)
{
    const Turn turn (*this);
    if (capturing_ != StreamHandle::none)
        misused ("two captures at once");
    capturing_ = stream;
    captured_.clear ();
    return {};
}

Result<GraphHandle> EmulatedDevice::endCapture (StreamHandle stream)
{
    const Turn turn (*this);
    if (capturing_ != stream)
        misused ("ended a capture that was not begun");
    capturing_ = StreamHandle::none;
    const GraphHandle graph {nextHandle_++};
    graphs_[graph] = std::make_shared<std::vector<std::function<void ()>>> (std::move (captured_));
    ++record_->liveObjects;
    return graph;
}

Result<void> EmulatedDevice::launch (GraphHandle graph, StreamHandle stream)
{
    const Turn turn (*this);
    ++record_->graphLaunches;
    enqueue (stream,
             [steps = graphs_.at (graph)]
             {
                 for (const auto& step : *steps)
                     step ();
             });
    return {};
}

void EmulatedDevice::destroy (GraphHandle graph) noexcept
{
    const Turn turn (*this);
    graphs_.erase (graph);
    --record_->liveObjects;
}

} // namespace melstrom::testing
