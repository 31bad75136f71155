#include "Engine/Backend/Gpu/Variants/VariantChoice.h"

#include "Engine/Backend/Gpu/Variants/VariantCache.h"
#include "Engine/Backend/Gpu/Variants/VariantTrial.h"
#include "Engine/Core/Guarded.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace melstrom::gpu
{

namespace
{

/** Tries variants one after another and keeps the best. */
class Choosing
{
public:
    explicit Choosing (VariantTrials& trials) : trials_ (trials) {}

    /** Keeps the variant if it agrees and, if timed, is clearly faster. Fails: deviceLost,
        outOfMemory, interrupted. */
    Result<void> consider (ChosenVariant variant, bool isTimed)
    {
        if (trials_.isAbandoned ())
            return Error {ErrorCode::interrupted, "the choice of a variant was cancelled", {}};
        auto agrees = trials_.check (variant);
        auto seconds = agrees && isTimed ? trials_.time (variant) : Result<Seconds> (std::nullopt);
        if (! agrees || ! seconds)
            return drop (variant.name (), agrees ? seconds.error () : agrees.error ());
        // Timings vary: an earlier variant stays unless the new one is clearly faster.
        constexpr double worthwhile = 0.9;
        ++numFound_;
        variant.isMeasured = seconds->has_value ();
        if (! best_ || (*seconds && **seconds < worthwhile * *bestSeconds_))
        {
            best_ = std::move (variant);
            bestSeconds_ = *seconds;
        }
        return {};
    }
    int numFound () const noexcept { return numFound_; }
    /** True if a further variant could still be better. */
    bool isOpen () const noexcept { return ! best_ || bestSeconds_; }
    bool hasCompiled () const noexcept { return best_ && best_->shape.compiled >= 0; }

    Result<ChosenVariant> result (const std::string& deviceName)
    {
        if (! best_)
            return Error {ErrorCode::deviceUnavailable,
                          "no variant of computing mel bands agreed with the definition on " +
                              deviceName + (rejected_.empty () ? "" : "; " + rejected_),
                          {}};
        best_->rejected = std::move (rejected_);
        return std::move (*best_);
    }

private:
    using Seconds = std::optional<double>;

    Result<void> drop (const std::string& name, const Error& error)
    {
        if (error.code == ErrorCode::deviceLost || error.code == ErrorCode::outOfMemory)
            return error;
        rejected_ += (rejected_.empty () ? "" : "; ") + name + ": " + error.message;
        return {};
    }

    VariantTrials& trials_;
    std::optional<ChosenVariant> best_;
    Seconds bestSeconds_;
    int numFound_ = 0;
    std::string rejected_;
};

ChosenVariant fusedVariant (FusedShape shape)
{
    ChosenVariant variant;
    variant.shape = std::move (shape);
    return variant;
}

ChosenVariant cufftVariant ()
{
    ChosenVariant variant;
    variant.isFused = false;
    return variant;
}

Result<ChosenVariant> choose (const std::shared_ptr<SharedDevice>& shared,
                              const MelGeometry& geometry, const GpuOptions& options)
{
    const Device& device = **shared;
    MELSTROM_TRY_VALUE (const auto allowed, candidatesOf (device, geometry, options));
    const VariantCandidates& candidates = allowed;

    const bool isRemembered =
        options.cacheFile && options.variantNames.empty () && candidates.shapes.size () > 1;
    const auto key = variantKey (device.properties (), geometry);
    const auto remembered = isRemembered ? recallVariant (*options.cacheFile, key) : std::string ();
    DeviceTrials trials (shared, geometry, options);
    auto chosen = chooseAmong (candidates, remembered, trials, device.properties ().name);
    if (chosen && chosen->isMeasured && isRemembered)
        rememberVariant (*options.cacheFile, key, chosen->name ());
    return chosen;
}

} // namespace

Result<ChosenVariant> chooseAmong (const VariantCandidates& candidates,
                                   const std::string& remembered, VariantTrials& trials,
                                   const std::string& deviceName)
{
    constexpr int mostTimed = 4; // the likeliest shapes come first
    Choosing choosing (trials);
    auto shapes = candidates.shapes;
    const auto known = std::ranges::find_if (shapes, [&remembered] (const FusedShape& shape)
                                             { return shape.name () == remembered; });
    if (known != shapes.end ())
    {
        MELSTROM_TRY (choosing.consider (fusedVariant (*known), false));
        shapes.erase (known);
    }
    const auto isCompiled = [] (const FusedShape& shape) { return shape.compiled >= 0; };
    const auto numCompiled = std::ranges::count_if (shapes, isCompiled);
    for (FusedShape& shape : shapes)
    {
        if (! choosing.isOpen () || choosing.numFound () == mostTimed ||
            (choosing.hasCompiled () && ! isCompiled (shape)))
            break;
        const auto numRivals = isCompiled (shape) ? numCompiled : std::ssize (shapes) - numCompiled;
        MELSTROM_TRY (choosing.consider (fusedVariant (std::move (shape)), numRivals > 1));
    }
    if (choosing.numFound () == 0 && candidates.allowsCufft)
        MELSTROM_TRY (choosing.consider (cufftVariant (), false));
    return choosing.result (deviceName);
}

Result<ChosenVariant> chooseVariant (const std::shared_ptr<SharedDevice>& device,
                                     const MelGeometry& geometry, const GpuOptions& options)
{
    return guarded ([&] { return choose (device, geometry, options); });
}

Result<ChosenVariant> chooseVariant (Device& device, const MelGeometry& geometry,
                                     const GpuOptions& options)
{
    return guarded (
        [&] { return choose (std::make_shared<SharedDevice> (device), geometry, options); });
}

} // namespace melstrom::gpu
