// Variants as they are chosen on a device, on emulated ones: sound, limited, and computing wrongly.
#include "Engine/Backend/Cuda/CudaBackend.h"
#include "Engine/Backend/Cuda/VariantCache.h"
#include "Engine/Backend/Cuda/VariantChoice.h"
#include "Engine/Spec/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/LimitedCudaDevice.h"
#include "Tests/Support/TemporaryFolder.h"

#include <functional>

using namespace melstrom;
using namespace melstrom::cuda;
using namespace melstrom::testing;

namespace
{

LimitedCudaDevice::Which all ()
{
    return [] (const FusedProgram&) { return true; };
}

LimitedCudaDevice::Which none ()
{
    return [] (const FusedProgram&) { return false; };
}

/** Shapes with a kernel of their own. */
bool isCompiled (const FusedProgram& fused)
{
    return fused.compiled >= 0;
}

MelGeometry geometryOf (int fftSamples)
{
    MelSpec spec = findPreset ("whisper-openai-80")->spec;
    spec.fftSamples = fftSamples;
    const auto geometry = geometryAt (spec, 16000);
    REQUIRE (geometry);
    return *geometry;
}

CudaOptions withVariant (MelVariant variant)
{
    CudaOptions options;
    options.variant = variant;
    return options;
}

constexpr int kUsualSize = 400, kSizeWithoutShape = 402; // 402 = 2 x 3 x 67

} // namespace

TEST_CASE ("what is asked for is chosen, and cuFFT where no shape is", "[cuda][variants]")
{
    LimitedCudaDevice device ({}, all (), none ());
    const auto first = fusedShapes (geometryOf (kUsualSize)).front ().name ();
    const auto nameFor = [&] (MelVariant variant, int fftSamples)
    {
        const auto chosen = chooseVariant (device, geometryOf (fftSamples), withVariant (variant));
        REQUIRE (chosen);
        CHECK (chosen->rejected.empty ());
        return chosen->name ();
    };
    CHECK (nameFor (MelVariant::automatic, kUsualSize) == first);
    CHECK (nameFor (MelVariant::fused, kUsualSize) == first);
    CHECK (nameFor (MelVariant::cufft, kUsualSize) == "cufft");
    CHECK (nameFor (MelVariant::automatic, kSizeWithoutShape) == "cufft");
    CHECK (device.emulation->liveObjects == 0);
    CHECK (device.emulation->misuse.empty ());
}

TEST_CASE ("a variant that cannot be had is refused in words", "[cuda][variants]")
{
    EmulationOptions withoutCufft;
    withoutCufft.hasCufft = false;
    LimitedCudaDevice device (withoutCufft, none (), none ());
    const auto errorFor = [&] (MelVariant variant, int fftSamples)
    {
        const auto chosen = chooseVariant (device, geometryOf (fftSamples), withVariant (variant));
        REQUIRE_FALSE (chosen);
        return chosen.error ();
    };
    const auto noShape = errorFor (MelVariant::fused, kSizeWithoutShape);
    CHECK (noShape.code == ErrorCode::badUsage);
    CHECK (noShape.message.find ("402") != std::string::npos);
    CHECK (noShape.message.find ("64 to 4096") != std::string::npos);
    const auto noRoom = errorFor (MelVariant::fused, kUsualSize);
    CHECK (noRoom.code == ErrorCode::badUsage);
    CHECK (noRoom.message.find ("shared memory") != std::string::npos);
    for (const MelVariant variant : {MelVariant::cufft, MelVariant::automatic})
        CHECK (errorFor (variant, kUsualSize).code == ErrorCode::deviceUnavailable);
}

TEST_CASE ("a shape that computes wrongly is dropped", "[cuda][variants]")
{
    const auto shapes = fusedShapes (geometryOf (kUsualSize));
    REQUIRE (shapes[1].compiled >= 0);
    const int wrongTile = shapes[0].framesPerTile;
    LimitedCudaDevice oneWrong ({}, all (),
                                [&] (const FusedProgram& fused)
                                { return isCompiled (fused) && fused.framesPerTile == wrongTile; });
    const auto other =
        chooseVariant (oneWrong, geometryOf (kUsualSize), withVariant (MelVariant::automatic));
    REQUIRE (other);
    CHECK (other->name () == shapes[1].name ());
    CHECK (other->rejected.find (shapes[0].name () + ": is off by") == 0);

    LimitedCudaDevice compiledWrong ({}, all (), isCompiled);
    const auto any =
        chooseVariant (compiledWrong, geometryOf (kUsualSize), withVariant (MelVariant::fused));
    REQUIRE (any);
    CHECK (any->shape.compiled < 0);

    LimitedCudaDevice allWrong ({}, all (), all ());
    const auto cufft =
        chooseVariant (allWrong, geometryOf (kUsualSize), withVariant (MelVariant::automatic));
    REQUIRE (cufft);
    CHECK (cufft->name () == "cufft");
    const auto refused =
        chooseVariant (allWrong, geometryOf (kUsualSize), withVariant (MelVariant::fused));
    REQUIRE_FALSE (refused);
    CHECK (refused.error ().code == ErrorCode::deviceUnavailable);
    CHECK (refused.error ().message.find (allWrong.properties ().name) != std::string::npos);
}

TEST_CASE ("the shape that is faster on the device is taken and remembered", "[cuda][variants]")
{
    const TemporaryFolder folder;
    MelSpec spec = geometryOf (kUsualSize).spec;
    spec.hop = {16000, Length::Unit::samples}; // kernels are slow when they are stepped through
    const auto geometry = geometryAt (spec, 16000);
    REQUIRE (geometry);
    const auto shapes = fusedShapes (*geometry);
    CudaOptions options;
    options.cacheFile = folder.file ("variants.json");
    EmulationOptions large;
    large.totalBytes = std::size_t {1} << 28;
    LimitedCudaDevice device (large, all (), none ());
    device.secondsOfTile = {{shapes[0].framesPerTile, 2e-3}, {shapes[1].framesPerTile, 1e-3}};
    const auto measured = chooseVariant (device, *geometry, options);
    REQUIRE (measured);
    CHECK (measured->isMeasured);
    CHECK (measured->name () == shapes[1].name ());
    const auto remembered = chooseVariant (device, *geometry, options);
    REQUIRE (remembered);
    CHECK_FALSE (remembered->isMeasured);
    CHECK (remembered->name () == shapes[1].name ());
    CHECK (device.emulation->liveObjects == 0);
    CHECK (device.emulation->misuse.empty ());

    options.cacheFile.reset ();
    options.deviceBytes = std::size_t {1} << 22; // too little for what is timed
    const auto unmeasured = chooseVariant (device, *geometry, options);
    REQUIRE (unmeasured);
    CHECK_FALSE (unmeasured->isMeasured);
    CHECK (unmeasured->name () == shapes[0].name ());
}

TEST_CASE ("a remembered shape is tried alone, and dropped where it is wrong", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const MelGeometry geometry = geometryOf (kUsualSize);
    const auto shapes = fusedShapes (geometry);
    CudaOptions options;
    options.cacheFile = folder.file ("variants.json");
    LimitedCudaDevice sound ({}, all (), none ());
    const auto key = variantKey (sound.properties (), geometry);
    rememberVariant (*options.cacheFile, key, shapes[1].name ());
    REQUIRE (chooseVariant (sound, geometry, options));
    CHECK (chooseVariant (sound, geometry, options)->name () == shapes[1].name ());
    CHECK (sound.tilesLaunched == std::vector<int> {shapes[1].framesPerTile});

    LimitedCudaDevice wrong ({}, all (),
                             [&] (const FusedProgram& fused)
                             { return fused.framesPerTile == shapes[1].framesPerTile; });
    const auto other = chooseVariant (wrong, geometry, options);
    REQUIRE (other);
    CHECK (other->name () == shapes[0].name ());
    CHECK (other->rejected.find (shapes[1].name ()) == 0);

    folder.write ("variants.json", "damaged");
    CHECK (chooseVariant (sound, geometry, options)->name () == shapes[0].name ());
}

TEST_CASE ("every preset finds a fused variant that agrees", "[cuda][variants]")
{
    for (const auto& preset : builtInPresets ())
    {
        INFO (preset.name);
        LimitedCudaDevice device ({}, all (), none ());
        const auto geometry = geometryAt (preset.spec, preset.spec.rateHz.value_or (22050));
        REQUIRE (geometry);
        const auto chosen = chooseVariant (device, *geometry, {});
        REQUIRE (chosen);
        CHECK (chosen->isFused);
        CHECK (chosen->rejected == "");
    }
}

TEST_CASE ("a backend keeps its choice for the specs that it has seen", "[cuda][variants]")
{
    auto device = std::make_unique<LimitedCudaDevice> (EmulationOptions {}, all (), none ());
    const auto record = device->emulation;
    const auto backend = makeCudaBackend (std::move (device), withVariant (MelVariant::automatic));
    const MelSpec spec = geometryOf (kUsualSize).spec;
    const MelCapacity capacity {1 << 16, 1 << 16, 1};
    const auto launchesFor = [&] (const MelSpec& one)
    {
        const int before = record->kernelLaunches;
        REQUIRE (backend->planMel (one, 16000, capacity));
        return record->kernelLaunches - before;
    };
    MelSpec other = spec;
    other.numBands += 1;
    const int first = launchesFor (spec); // trials, and what is recorded to be replayed
    CHECK (launchesFor (spec) < first);
    CHECK (launchesFor (other) == first);
}

namespace
{
const MelSpec& usualSpec ()
{
    static const MelSpec spec = geometryOf (kUsualSize).spec;
    return spec;
}

void checkRefused (Backend& backend, const std::string& variant, const std::string& reason)
{
    const auto pinned = backend.pinVariant (usualSpec (), 16000, variant);
    REQUIRE_FALSE (pinned);
    CHECK (pinned.error ().code == ErrorCode::otherPlan);
    for (const std::string& word : {variant, reason, backend.deviceName (), backend.driver ()})
    {
        INFO (word << " in: " << pinned.error ().message);
        CHECK (pinned.error ().message.find (word) != std::string::npos);
    }
}
} // namespace

TEST_CASE ("a backend names its driver, and its variants as --variant takes them",
           "[cuda][variants]")
{
    EmulationOptions options;
    const auto plain = makeCudaBackend (
        std::make_unique<LimitedCudaDevice> (options, all (), none ()), CudaOptions {});
    CHECK (plain->driver () == "CUDA 13.0");
    CHECK (*plain->variantOf (usualSpec (), 16000) == "fused-20x10-t32");
    CHECK (*plain->variantOf (geometryOf (kSizeWithoutShape).spec, 16000) == "cufft");
    options.driverRelease = "580.65.06";
    const auto released = makeCudaBackend (
        std::make_unique<LimitedCudaDevice> (options, all (), none ()), CudaOptions {});
    CHECK (released->driver () == "580.65.06, CUDA 13.0");

    const auto cpu = makeCpuBackend (1);
    CHECK ((*cpu)->driver ().empty ());
    CHECK ((*cpu)->variantOf (usualSpec (), 16000)->empty ());
    CHECK ((*cpu)->pinVariant (usualSpec (), 16000, ""));
    CHECK ((*cpu)->pinVariant (usualSpec (), 16000, "cufft").error ().code == ErrorCode::otherPlan);
}

TEST_CASE ("a pinned variant is checked and taken, whatever is remembered", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const auto shapes = fusedShapes (geometryOf (kUsualSize));
    CudaOptions options;
    options.cacheFile = folder.file ("variants.json");
    auto owned = std::make_unique<LimitedCudaDevice> (EmulationOptions {}, all (), none ());
    auto& device = *owned;
    rememberVariant (*options.cacheFile, variantKey (device.properties (), geometryOf (kUsualSize)),
                     shapes[0].name ());
    const auto backend = makeCudaBackend (std::move (owned), options);
    REQUIRE (backend->pinVariant (usualSpec (), 16000, "fused-20x10-t16"));
    CHECK (device.tilesLaunched == std::vector<int> {16});
    CHECK (*backend->variantOf (usualSpec (), 16000) == "fused-20x10-t16");
    REQUIRE (backend->planMel (usualSpec (), 16000, {1 << 16, 1 << 16, 1}));
    CHECK (device.tilesLaunched == std::vector<int> {16});
    CHECK (backend->pinVariant (usualSpec (), 16000, "fused-20x10-t16"));
    checkRefused (*backend, "fused-20x10-t32", "fused-20x10-t16 already");
    MelSpec other = usualSpec ();
    other.numBands += 1;
    REQUIRE (backend->pinVariant (other, 16000, "cufft"));
    CHECK (*backend->variantOf (other, 16000) == "cufft");
}

TEST_CASE ("a variant that cannot be pinned is refused in words", "[cuda][variants]")
{
    const auto is16 = [] (const FusedProgram& fused) { return fused.framesPerTile == 16; };
    const auto made = [&] (LimitedCudaDevice::Which hasRoom, LimitedCudaDevice::Which isWrong,
                           const CudaOptions& options)
    {
        return makeCudaBackend (std::make_unique<LimitedCudaDevice> (
                                    EmulationOptions {}, std::move (hasRoom), std::move (isWrong)),
                                options);
    };
    checkRefused (*made (std::not_fn (is16), none (), {}), "fused-20x10-t16",
                  "there are fused-20x10-t32");
    checkRefused (*made (all (), is16, {}), "fused-20x10-t16", "off by");
    checkRefused (*made (all (), none (), {}), "fused-16x16-t32", "no variant fused-16x16-t32");
    checkRefused (*made (all (), none (), withVariant (MelVariant::cufft)), "fused-20x10-t16",
                  "--variant asks for cufft");
    checkRefused (*made (all (), none (), withVariant (MelVariant::fused)), "cufft",
                  "--variant asks for fused");
    CudaOptions named;
    named.variantNames = {"fused-20x10-t32", "cufft"};
    checkRefused (*made (all (), none (), named), "fused-20x10-t16",
                  "--variant asks for fused-20x10-t32 or cufft");
}

TEST_CASE ("names restrict what is tried, and what was remembered stays", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const auto geometry = geometryOf (kUsualSize);
    LimitedCudaDevice device ({}, all (), none ());
    CudaOptions options;
    options.cacheFile = folder.file ("variants.json");
    const auto key = variantKey (device.properties (), geometry);
    rememberVariant (*options.cacheFile, key, "fused 20x10 t32");
    options.variantNames = {"fused-20x10-t16"};
    CHECK (chooseVariant (device, geometry, options)->optionName () == "fused-20x10-t16");
    CHECK (recallVariant (*options.cacheFile, key) == "fused 20x10 t32");
    options.variantNames = {"cufft", "fused-16x16-t32"};
    CHECK (chooseVariant (device, geometry, options)->optionName () == "cufft");
    options.variantNames = {"fused-16x16-t32"};
    const auto refused = chooseVariant (device, geometry, options);
    REQUIRE_FALSE (refused);
    CHECK (refused.error ().code == ErrorCode::badUsage);
    CHECK (refused.error ().message.find ("fused-20x10-t32, fused-20x10-t16") != std::string::npos);
}
