#include "Tests/Support/Gpu/CudaUnderTest.h"

#include "Engine/Backend/Gpu/Device/CudaModule.h"
#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Backend/Gpu/Mel/ProgramTables.h"
#include "Engine/Backend/Gpu/Variants/VariantCache.h"
#include "Engine/Backend/Gpu/Variants/VariantChoice.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace melstrom::testing
{

namespace
{

constexpr std::size_t kDeviceBytes = std::size_t {2} << 30; // several backends share the device

bool isGpuExpected ()
{
    const char* expects = std::getenv ("MELSTROM_EXPECT_GPU");
    return (expects != nullptr && std::string_view (expects) == "1") ||
           std::filesystem::exists ("/dev/nvidia0");
}

template <typename T>
T valueOrThrow (Result<T> result)
{
    if (! result)
        throw std::runtime_error (result.error ().message);
    return *std::move (result);
}

Result<std::unique_ptr<Backend>> open (gpu::MelVariant variant)
{
    BackendChoice choice;
    choice.kind = BackendChoice::Kind::gpu;
    if (variant != gpu::MelVariant::automatic)
        choice.variants = {variant == gpu::MelVariant::fused ? gpu::kFused : gpu::kCufft};
    choice.deviceBytes = kDeviceBytes;
    auto backend = openBackend (choice);
    if (backend)
        if (const auto up = (*backend)->ready (); ! up)
            return up.error ();
    return backend;
}

struct OpenBackends
{
    std::vector<std::unique_ptr<Backend>> owned;
    std::vector<CudaUnderTest> all;
};

OpenBackends openAll ()
{
    OpenBackends backends;
    for (const auto& [variant, name] :
         {std::pair {gpu::MelVariant::fused, "fused"}, std::pair {gpu::MelVariant::cufft, "cufft"},
          std::pair {gpu::MelVariant::automatic, "automatic"}})
    {
        auto backend = open (variant);
        if (! backend)
        {
            const std::string why = "CUDA, " + std::string (name) + ": " + backend.error ().message;
            if (isGpuExpected ())
                throw std::runtime_error (why);
            skipTest (why);
            return {};
        }
        backends.all.push_back ({name, variant, backend->get ()});
        backends.owned.push_back (std::move (*backend));
    }
    return backends;
}

} // namespace

bool CudaUnderTest::offers (const MelSpec& spec, int rateHz) const
{
    if (variant != gpu::MelVariant::fused)
        return true;
    const auto geometry = geometryAt (spec, rateHz);
    return geometry && ! gpu::fusedShapes (*geometry).empty ();
}

const std::vector<CudaUnderTest>& cudaBackends ()
{
    static const OpenBackends backends = openAll ();
    return backends.all;
}

std::unique_ptr<gpu::Device> openCudaDevice ()
{
    return cudaBackends ().empty () ? nullptr : valueOrThrow (gpu::openCudaDevice (0));
}

std::unique_ptr<Backend> openCuda (gpu::MelVariant variant)
{
    return valueOrThrow (open (variant));
}

std::unique_ptr<Backend> openCuda (const Trial& trial, const gpu::FusedShape& shape)
{
    const auto geometry = valueOrThrow (geometryAt (trial.spec, trial.rateHz));
    auto device = valueOrThrow (valueOrThrow (gpu::openCudaModule ())->openDevice (0));
    auto tables = gpu::makeProgramTables (geometry);
    if (! device->canLaunch (gpu::makeFusedTables (geometry, tables, shape).program))
        return nullptr;

    // A shape cached by an earlier run would be chosen.
    static const TemporaryFolder folder;
    gpu::GpuOptions options;
    options.variant = gpu::MelVariant::fused;
    options.deviceBytes = kDeviceBytes;
    options.cacheFile = folder.file ("shapes.json");
    gpu::rememberVariant (*options.cacheFile, gpu::variantKey (device->properties (), geometry),
                          shape.name ());
    const auto chosen = valueOrThrow (gpu::chooseVariant (*device, geometry, options));
    if (chosen.name () != shape.name () || ! chosen.rejected.empty ())
        throw std::runtime_error (shape.name () + " was not taken: " + chosen.rejected);
    return gpu::makeGpuBackend (std::move (device), options);
}

} // namespace melstrom::testing
