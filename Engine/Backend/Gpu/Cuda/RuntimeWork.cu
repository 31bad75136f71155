// Kernels, cuFFT's transforms and captured graphs.
#include "Engine/Backend/Gpu/Cuda/Launches/HashLaunch.h"
#include "Engine/Backend/Gpu/Cuda/RuntimeDevice.h"

#include <array>
#include <type_traits>

namespace melstrom::gpu::cuda
{

namespace
{
template <typename Work>
struct KernelStart
{
    const char* name;
    cudaError_t (*launch) (const Work& work, const LaunchPlace& place);
};

KernelStart<MelWork> startOf (MelKernel kernel) noexcept
{
    switch (kernel)
    {
        case MelKernel::fused: return {"the launch of fusedMel", launchFusedMel};
        case MelKernel::windowFrames: return {"the launch of windowFrames", launchWindowFrames};
        case MelKernel::projectBands: return {"the launch of projectBands", launchProjectBands};
        case MelKernel::gatherBlocks: return {"the launch of gatherBlocks", launchGatherBlocks};
        case MelKernel::joinBlocks: return {"the launch of joinBlocks", launchJoinBlocks};
        case MelKernel::smooth: return {"the launch of smooth", launchSmooth};
        case MelKernel::finishTiles: return {"the launch of finishTiles", launchFinishTiles};
        case MelKernel::finishRows: return {"the launch of finishRows", launchFinishRows};
        case MelKernel::storeRows: break;
    }
    return {"the launch of storeRows", launchStoreRows};
}

KernelStart<VoiceWork> startOf (VoiceKernel kernel) noexcept
{
    switch (kernel)
    {
        case VoiceKernel::fetch: return {"the launch of fetchVoiceBatch", launchFetchBatch};
        case VoiceKernel::partials: return {"the launch of sumPartialBank", launchPartialBank};
        case VoiceKernel::mix: break;
    }
    return {"the launch of mixVoices", launchVoiceMix};
}

KernelStart<HashWork> startOf (HashKernel kernel) noexcept
{
    switch (kernel)
    {
        case HashKernel::basic: return {"the launch of sumBasic", launchHashBasic};
        case HashKernel::shared: return {"the launch of sumShared", launchHashShared};
        case HashKernel::sortChunks: return {"the launch of sortChunks", launchSortChunks};
        case HashKernel::sumBuckets: return {"the launch of sumBuckets", launchSumBuckets};
        case HashKernel::sumBucketsFixed:
            return {"the launch of sumBucketsFixed", launchSumBucketsFixed};
        case HashKernel::streamBuckets: return {"the launch of streamBuckets", launchStreamBuckets};
        case HashKernel::streamBucketsFixed: break;
    }
    return {"the launch of streamBucketsFixed", launchStreamBucketsFixed};
}

/** Shifts cuFFT's plan numbers by 1: they start at 0, which is TransformHandle::none. */
TransformHandle handleOfPlan (cufftHandle plan) noexcept
{
    return static_cast<TransformHandle> (static_cast<std::uint64_t> (plan) + 1);
}
cufftHandle planOf (TransformHandle transform) noexcept
{
    return static_cast<cufftHandle> (static_cast<std::uint64_t> (transform) - 1);
}

struct DestroyGraph
{
    void operator() (cudaGraph_t graph) const noexcept { (void)cudaGraphDestroy (graph); }
};
using CapturedGraph = std::unique_ptr<std::remove_pointer_t<cudaGraph_t>, DestroyGraph>;
} // namespace

Result<void> RuntimeDevice::launch (MelKernel kernel, const MelWork& work, int grid,
                                    StreamHandle stream)
{
    return launchKernel (kernel, work, grid, stream);
}

Result<void> RuntimeDevice::launch (VoiceKernel kernel, const VoiceWork& work, int grid,
                                    StreamHandle stream)
{
    return launchKernel (kernel, work, grid, stream);
}

Result<void> RuntimeDevice::launch (HashKernel kernel, const HashWork& work, int grid,
                                    StreamHandle stream)
{
    return launchKernel (kernel, work, grid, stream);
}

template <typename Kernel, typename Work>
Result<void> RuntimeDevice::launchKernel (Kernel kernel, const Work& work, int grid,
                                          StreamHandle stream)
{
    const auto start = startOf (kernel);
    const LaunchPlace place {objectOf (stream), properties_.numMultiprocessors, grid};
    return calls_.call (start.name,
                        [&]
                        {
                            const auto status = start.launch (work, place);
                            return status != cudaSuccess ? status : cudaGetLastError ();
                        });
}

bool RuntimeDevice::canLaunch (const FusedProgram& fused) const noexcept
{
    return calls_.ask ([&] { return canLaunchFusedMel (fused); });
}

Result<CufftLibrary> RuntimeDevice::cufft ()
{
    if (auto ready = calls_.prepare (); ! ready)
        return ready.error ();
    return cufft_.get (openCufft);
}

Result<void> RuntimeDevice::checkTransform (const char* call, cufftResult status)
{
    if (status == CUFFT_SUCCESS)
        return {};
    // cuFFT has its own runtime. The loss of the context shows only in a call of this module's
    // runtime.
    if (auto alive = memoryUse (); ! alive)
        return alive.error ();
    return cufftError (call, status);
}

Result<TransformHandle> RuntimeDevice::createTransform (int fftSamples, int numFrames)
{
    const auto library = cufft ();
    if (! library)
        return library.error ();
    cufftHandle plan {};
    if (auto made = checkTransform ("cufftCreate", library->create (&plan)); ! made)
        return made.error ();
    std::size_t workBytes = 0;
    const auto status =
        library->makePlanMany (plan, 1, &fftSamples, nullptr, 1, fftSamples, nullptr, 1,
                               fftSamples / 2 + 1, CUFFT_R2C, numFrames, &workBytes);
    if (auto made = checkTransform ("cufftMakePlanMany", status); ! made)
    {
        library->destroy (plan);
        return made.error ();
    }
    return handleOfPlan (plan);
}

void RuntimeDevice::destroy (TransformHandle transform) noexcept
{
    if (const auto library = cufft ())
        library->destroy (planOf (transform));
}

Result<void> RuntimeDevice::transform (TransformHandle transform, float* frames, Complex* spectra,
                                       StreamHandle stream)
{
    const auto library = cufft ();
    if (! library)
        return library.error ();
    const auto plan = planOf (transform);
    if (auto set = checkTransform ("cufftSetStream", library->setStream (plan, objectOf (stream)));
        ! set)
        return set;
    return checkTransform (
        "cufftExecR2C", library->execR2C (plan, frames, reinterpret_cast<cufftComplex*> (spectra)));
}

Result<void> RuntimeDevice::beginCapture (StreamHandle stream)
{
    return calls_.call (
        "cudaStreamBeginCapture", [&]
        { return cudaStreamBeginCapture (objectOf (stream), cudaStreamCaptureModeThreadLocal); });
}

Result<GraphHandle> RuntimeDevice::endCapture (StreamHandle stream)
{
    cudaGraph_t captured = nullptr;
    if (auto done = calls_.call ("cudaStreamEndCapture", [&]
                                 { return cudaStreamEndCapture (objectOf (stream), &captured); });
        ! done)
        return done.error ();
    const CapturedGraph graph (captured);
    cudaGraphExec_t executable = nullptr;
    if (auto done = calls_.call ("cudaGraphInstantiate",
                                 [&] { return cudaGraphInstantiate (&executable, captured, 0); });
        ! done)
        return done.error ();
    const auto handle = handleOf<GraphHandle> (executable);
    if (auto done = calls_.call ("cudaGraphUpload",
                                 [&] { return cudaGraphUpload (executable, objectOf (stream)); });
        ! done)
    {
        destroy (handle);
        return done.error ();
    }
    return handle;
}

Result<void> RuntimeDevice::launch (GraphHandle graph, StreamHandle stream)
{
    return calls_.call ("cudaGraphLaunch",
                        [&] { return cudaGraphLaunch (objectOf (graph), objectOf (stream)); });
}

void RuntimeDevice::destroy (GraphHandle graph) noexcept
{
    calls_.release ([&] { return cudaGraphExecDestroy (objectOf (graph)); });
}

} // namespace melstrom::gpu::cuda
