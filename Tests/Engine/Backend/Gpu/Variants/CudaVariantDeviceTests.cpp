// The choice of variants on emulated devices: correct devices, limited ones, and ones with wrong
// results.
#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Backend/Gpu/Variants/VariantCache.h"
#include "Engine/Backend/Gpu/Variants/VariantChoice.h"
#include "Tests/Support/Gpu/VariantRig.h"
#include "Tests/Support/TemporaryFolder.h"

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
/** Whether the shape has a compiled kernel of its own. */
bool isCompiled (const FusedProgram& fused)
{
    return fused.compiled >= 0;
}
} // namespace

TEST_CASE ("what is asked for is chosen, and cuFFT where no shape is", "[cuda][variants]")
{
    LimitedDevice device ({}, allShapes (), noShapes ());
    const auto first = fusedShapes (geometryOfSize (kUsualSize)).front ().name ();
    const auto nameFor = [&] (gpu::MelVariant variant, int fftSamples)
    {
        const auto chosen =
            chooseVariant (device, geometryOfSize (fftSamples), withVariant (variant));
        REQUIRE (chosen);
        CHECK (chosen->rejected.empty ());
        return chosen->name ();
    };
    CHECK (nameFor (gpu::MelVariant::automatic, kUsualSize) == first);
    CHECK (nameFor (gpu::MelVariant::fused, kUsualSize) == first);
    CHECK (nameFor (gpu::MelVariant::cufft, kUsualSize) == "cufft");
    CHECK (nameFor (gpu::MelVariant::automatic, kSizeWithoutShape) == "cufft");
    CHECK (device.emulation->liveObjects == 0);
    CHECK (device.emulation->misuse.empty ());
}

TEST_CASE ("a variant that cannot be had is refused in words", "[cuda][variants]")
{
    EmulationOptions withoutCufft;
    withoutCufft.hasCufft = false;
    LimitedDevice device (withoutCufft, noShapes (), noShapes ());
    const auto errorFor = [&] (gpu::MelVariant variant, int fftSamples)
    {
        const auto chosen =
            chooseVariant (device, geometryOfSize (fftSamples), withVariant (variant));
        REQUIRE_FALSE (chosen);
        return chosen.error ();
    };
    const auto noShape = errorFor (gpu::MelVariant::fused, kSizeWithoutShape);
    CHECK (noShape.code == ErrorCode::badUsage);
    CHECK (noShape.message.find ("402") != std::string::npos);
    CHECK (noShape.message.find ("64 to 4096") != std::string::npos);
    const auto noRoom = errorFor (gpu::MelVariant::fused, kUsualSize);
    CHECK (noRoom.code == ErrorCode::badUsage);
    CHECK (noRoom.message.find ("shared memory") != std::string::npos);
    for (const gpu::MelVariant variant : {gpu::MelVariant::cufft, gpu::MelVariant::automatic})
        CHECK (errorFor (variant, kUsualSize).code == ErrorCode::deviceUnavailable);
}

TEST_CASE ("a shape that computes wrongly is dropped", "[cuda][variants]")
{
    const auto shapes = fusedShapes (geometryOfSize (kUsualSize));
    REQUIRE (shapes[1].compiled >= 0);
    const int wrongTile = shapes[0].framesPerTile;
    LimitedDevice oneWrong ({}, allShapes (),
                            [&] (const FusedProgram& fused)
                            { return isCompiled (fused) && fused.framesPerTile == wrongTile; });
    const auto other = chooseVariant (oneWrong, geometryOfSize (kUsualSize),
                                      withVariant (gpu::MelVariant::automatic));
    REQUIRE (other);
    CHECK (other->name () == shapes[1].name ());
    CHECK (other->rejected.find (shapes[0].name () + ": is off by") == 0);

    LimitedDevice compiledWrong ({}, allShapes (), isCompiled);
    const auto any = chooseVariant (compiledWrong, geometryOfSize (kUsualSize),
                                    withVariant (gpu::MelVariant::fused));
    REQUIRE (any);
    CHECK (any->shape.compiled < 0);

    LimitedDevice allWrong ({}, allShapes (), allShapes ());
    const auto cufft = chooseVariant (allWrong, geometryOfSize (kUsualSize),
                                      withVariant (gpu::MelVariant::automatic));
    REQUIRE (cufft);
    CHECK (cufft->name () == "cufft");
    const auto refused =
        chooseVariant (allWrong, geometryOfSize (kUsualSize), withVariant (gpu::MelVariant::fused));
    REQUIRE_FALSE (refused);
    CHECK (refused.error ().code == ErrorCode::deviceUnavailable);
    CHECK (refused.error ().message.find (allWrong.properties ().name) != std::string::npos);
}

TEST_CASE ("the shape that is faster on the device is taken and remembered", "[cuda][variants]")
{
    const TemporaryFolder folder;
    MelSpec spec = geometryOfSize (kUsualSize).spec;
    spec.hop = {16000, Length::Unit::samples}; // emulated kernels are slow
    const auto geometry = geometryAt (spec, 16000);
    REQUIRE (geometry);
    const auto shapes = fusedShapes (*geometry);
    GpuOptions options;
    options.cacheFile = folder.file ("variants.json");
    EmulationOptions large;
    large.totalBytes = std::size_t {1} << 28;
    LimitedDevice device (large, allShapes (), noShapes ());
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
    options.deviceBytes = std::size_t {1} << 22; // too little for timing
    const auto unmeasured = chooseVariant (device, *geometry, options);
    REQUIRE (unmeasured);
    CHECK_FALSE (unmeasured->isMeasured);
    CHECK (unmeasured->name () == shapes[0].name ());
}

TEST_CASE ("a remembered shape is tried alone, and dropped where it is wrong", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const MelGeometry geometry = geometryOfSize (kUsualSize);
    const auto shapes = fusedShapes (geometry);
    GpuOptions options;
    options.cacheFile = folder.file ("variants.json");
    LimitedDevice sound ({}, allShapes (), noShapes ());
    const auto key = variantKey (sound.properties (), geometry);
    rememberVariant (*options.cacheFile, key, shapes[1].name ());
    REQUIRE (chooseVariant (sound, geometry, options));
    CHECK (chooseVariant (sound, geometry, options)->name () == shapes[1].name ());
    CHECK (sound.tilesLaunched == std::vector<int> {shapes[1].framesPerTile});

    LimitedDevice wrong ({}, allShapes (),
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
        LimitedDevice device ({}, allShapes (), noShapes ());
        const auto geometry =
            geometryAt (preset.spec.unstacked (), preset.spec.rateHz.value_or (22050));
        REQUIRE (geometry);
        const auto chosen = chooseVariant (device, *geometry, {});
        REQUIRE (chosen);
        CHECK (chosen->isFused);
        CHECK (chosen->rejected == "");
    }
}

TEST_CASE ("a backend keeps its choice for the specs that it has seen", "[cuda][variants]")
{
    auto device = std::make_unique<LimitedDevice> (EmulationOptions {}, allShapes (), noShapes ());
    const auto record = device->emulation;
    const auto backend =
        makeGpuBackend (std::move (device), withVariant (gpu::MelVariant::automatic));
    const MelSpec spec = geometryOfSize (kUsualSize).spec;
    const MelCapacity capacity {1 << 16, 1 << 16, 1};
    const auto launchesFor = [&] (const MelSpec& one)
    {
        const int before = record->kernelLaunches;
        REQUIRE (backend->planMel (one, 16000, capacity));
        return record->kernelLaunches - before;
    };
    MelSpec other = spec;
    other.numBands += 1;
    const int first = launchesFor (spec); // trials, and the capture of a graph
    CHECK (launchesFor (spec) < first);
    CHECK (launchesFor (other) == first);
}

TEST_CASE ("names restrict what is tried, and what was remembered stays", "[cuda][variants]")
{
    const TemporaryFolder folder;
    const auto geometry = geometryOfSize (kUsualSize);
    LimitedDevice device ({}, allShapes (), noShapes ());
    GpuOptions options;
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
