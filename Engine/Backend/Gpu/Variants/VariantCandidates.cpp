#include "Engine/Backend/Gpu/Variants/VariantCandidates.h"

#include "Engine/Backend/Gpu/Mel/ChosenVariant.h"

#include <algorithm>

namespace melstrom::gpu
{

namespace
{
std::vector<FusedShape> launchableShapes (const Device& device, const MelGeometry& geometry)
{
    auto shapes = fusedShapes (geometry);
    const ProgramTables tables = makeProgramTables (geometry);
    std::erase_if (shapes,
                   [&] (const FusedShape& shape)
                   {
                       ProgramTables fitted = tables;
                       return ! device.canLaunch (
                           makeFusedTables (geometry, fitted, shape).program);
                   });
    return shapes;
}

Error noFusedShape (const Device& device, const MelGeometry& geometry)
{
    const bool isTooLarge = ! fusedShapes (geometry).empty ();
    return {
        ErrorCode::badUsage,
        "the fused variant cannot compute a transform of " + std::to_string (geometry.fftSamples) +
            " samples with a hop of " + std::to_string (geometry.hopSamples) +
            (isTooLarge ? ": it needs more shared memory than " + device.properties ().name + " has"
                        : ": it takes even sizes from 64 to 4096 with no prime factors but 2, "
                          "3 and 5") +
            "; choose auto or cufft",
        {}};
}

std::string joined (const std::vector<std::string>& names, const std::string& last)
{
    std::string text;
    for (std::size_t i = 0; i < names.size (); ++i)
        text += (i == 0 ? "" : i + 1 == names.size () ? last : ", ") + names[i];
    return text;
}

Error noSuchName (const MelGeometry& geometry, const std::vector<FusedShape>& launchable,
                  const GpuOptions& options)
{
    std::vector<std::string> names;
    for (const FusedShape& shape : launchable)
        names.push_back (variantOption (shape.name ()));
    names.emplace_back (kCufft);
    return {ErrorCode::badUsage,
            "a transform of " + std::to_string (geometry.fftSamples) + " samples has no variant " +
                askedFor (options) + " here; choose " + joined (names, " or "),
            {}};
}
} // namespace

bool isAllowed (const GpuOptions& options, const std::string& optionName)
{
    const bool isCufft = optionName == kCufft;
    if (options.variant != MelVariant::automatic &&
        isCufft != (options.variant == MelVariant::cufft))
        return false;
    const auto& names = options.variantNames;
    return names.empty () || std::ranges::find (names, optionName) != names.end ();
}

std::string askedFor (const GpuOptions& options)
{
    if (! options.variantNames.empty ())
        return joined (options.variantNames, " or ");
    switch (options.variant)
    {
        case MelVariant::automatic: return "auto";
        case MelVariant::fused: return kFused;
        case MelVariant::cufft: return kCufft;
    }
    return "auto";
}

Result<VariantCandidates> candidatesOf (const Device& device, const MelGeometry& geometry,
                                        const GpuOptions& options)
{
    VariantCandidates candidates;
    candidates.allowsCufft = isAllowed (options, kCufft);
    if (options.variant == MelVariant::cufft)
        return candidates;
    candidates.shapes = launchableShapes (device, geometry);
    if (candidates.shapes.empty () && ! candidates.allowsCufft)
        return noFusedShape (device, geometry);
    if (options.variantNames.empty ())
        return candidates;
    const auto launchable = candidates.shapes;
    std::erase_if (candidates.shapes, [&options] (const FusedShape& shape)
                   { return ! isAllowed (options, variantOption (shape.name ())); });
    if (candidates.shapes.empty () && ! candidates.allowsCufft)
        return noSuchName (geometry, launchable, options);
    return candidates;
}

} // namespace melstrom::gpu
