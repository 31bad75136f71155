// Driver and variants as a backend reports them, and variants of an earlier run that bind a
// backend.
#include "Engine/Backend/Gpu/GpuBackend.h"
#include "Engine/Backend/Gpu/Mel/FusedTables.h"
#include "Engine/Backend/Gpu/Variants/VariantCache.h"
#include "Engine/Backend/Gpu/Variants/VariantCandidates.h"
#include "Tests/Support/Gpu/VariantRig.h"
#include "Tests/Support/TemporaryFolder.h"

#include <functional>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
const MelSpec& usualSpec ()
{
    static const MelSpec spec = geometryOfSize (kUsualSize).spec;
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
    const auto plain = makeGpuBackend (
        std::make_unique<LimitedDevice> (options, allShapes (), noShapes ()), GpuOptions {});
    CHECK (plain->driver () == "CUDA 13.0");
    CHECK (*plain->variantOf (usualSpec (), 16000) == "fused-20x10-t32");
    CHECK (*plain->variantOf (geometryOfSize (kSizeWithoutShape).spec, 16000) == "cufft");
    options.driverRelease = "580.65.06";
    const auto released = makeGpuBackend (
        std::make_unique<LimitedDevice> (options, allShapes (), noShapes ()), GpuOptions {});
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
    const auto shapes = fusedShapes (geometryOfSize (kUsualSize));
    GpuOptions options;
    options.cacheFile = folder.file ("variants.json");
    auto owned = std::make_unique<LimitedDevice> (EmulationOptions {}, allShapes (), noShapes ());
    auto& device = *owned;
    rememberVariant (*options.cacheFile,
                     variantKey (device.properties (), geometryOfSize (kUsualSize)),
                     shapes[0].name ());
    const auto backend = makeGpuBackend (std::move (owned), options);
    REQUIRE (backend->pinVariant (usualSpec (), 16000, "fused-20x10-t16"));
    CHECK (device.tilesLaunched == std::vector<int> {16});
    CHECK (*backend->variantOf (usualSpec (), 16000) == "fused-20x10-t16");
    REQUIRE (backend->planMel (usualSpec (), 16000, {1 << 16, 1 << 16, 1}));
    CHECK (device.tilesLaunched == std::vector<int> {16});
    CHECK (backend->pinVariant (usualSpec (), 16000, "fused-20x10-t16"));
    checkRefused (*backend, "fused-20x10-t32", "already compute with fused-20x10-t16");
    MelSpec other = usualSpec ();
    other.numBands += 1;
    REQUIRE (backend->pinVariant (other, 16000, "cufft"));
    CHECK (*backend->variantOf (other, 16000) == "cufft");
}

TEST_CASE ("a variant that cannot be pinned is refused in words", "[cuda][variants]")
{
    const auto is16 = [] (const FusedProgram& fused) { return fused.framesPerTile == 16; };
    const auto made =
        [&] (LimitedDevice::Which hasRoom, LimitedDevice::Which isWrong, const GpuOptions& options)
    {
        return makeGpuBackend (std::make_unique<LimitedDevice> (
                                   EmulationOptions {}, std::move (hasRoom), std::move (isWrong)),
                               options);
    };
    checkRefused (*made (std::not_fn (is16), noShapes (), {}), "fused-20x10-t16",
                  "choose fused-20x10-t32");
    checkRefused (*made (allShapes (), is16, {}), "fused-20x10-t16", "off by");
    checkRefused (*made (allShapes (), noShapes (), {}), "fused-16x16-t32",
                  "no variant fused-16x16-t32");
    checkRefused (*made (allShapes (), noShapes (), {}), "fused", "no variant fused here");
    checkRefused (*made (allShapes (), noShapes (), withVariant (gpu::MelVariant::cufft)),
                  "fused-20x10-t16", "--variant asks for cufft");
    checkRefused (*made (allShapes (), noShapes (), withVariant (gpu::MelVariant::fused)), "cufft",
                  "--variant asks for fused");
    GpuOptions named;
    named.variantNames = {"fused-20x10-t32", "cufft"};
    checkRefused (*made (allShapes (), noShapes (), named), "fused-20x10-t16",
                  "--variant asks for fused-20x10-t32 or cufft");
}

TEST_CASE ("a choice asks for all variants, for a family or for names", "[cuda][variants]")
{
    const auto optionsFor = [] (const std::vector<std::string>& variants)
    {
        BackendChoice choice;
        choice.variants = variants;
        return gpuOptionsOf (choice);
    };
    CHECK (askedFor (optionsFor ({})) == "auto");
    CHECK (optionsFor ({"fused"}).variant == MelVariant::fused);
    CHECK (optionsFor ({"fused"}).variantNames.empty ());
    CHECK (optionsFor ({"cufft"}).variant == MelVariant::cufft);
    CHECK (optionsFor ({"cufft"}).variantNames.empty ());
    const auto named = optionsFor ({"fused-20x10-t32", "cufft"});
    CHECK (askedFor (named) == "fused-20x10-t32 or cufft");
    CHECK (isAllowed (named, "cufft"));
    CHECK_FALSE (isAllowed (named, "fused-16x16-t32"));
    CHECK_FALSE (isAllowed (optionsFor ({"fused-20x10-t32"}), "cufft"));
}
