#include "Engine/Report/Origin/FieldSearch.h"

#include "Engine/Report/Origin/SpecMoves.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr double kFound = 1e-9;         ///< a distance that only rounding leaves
constexpr std::size_t kMostStarts = 24; ///< of which every field is tried
constexpr std::size_t kMostClimbs = 4;  ///< of these, which are changed further
constexpr int kMostChanges = 8;         ///< of one start

class FieldSearch
{
public:
    FieldSearch (CandidateShapes& shapes, std::vector<Candidate> starts)
        : shapes_ (shapes), mostComputed_ (shapes.numComputed () + kMostOfFields),
          nearest_ (std::move (starts))
    {
    }

    Candidate run ()
    {
        for (Candidate& candidate : nearest_)
        {
            change (candidate, false);
            if (candidate.distance < kFound)
                return candidate;
        }
        std::ranges::stable_sort (nearest_, {}, &Candidate::distance);
        mostComputed_ = shapes_.numComputed () + kMostOfClimbs;
        for (std::size_t i = 0; i < std::min (kMostClimbs, nearest_.size ()); ++i)
        {
            climb (nearest_[i]);
            if (nearest_[i].distance < kFound)
                break;
        }
        return *std::ranges::min_element (nearest_, {}, &Candidate::distance);
    }

private:
    /** The change of one field that comes nearest. False if none comes nearer. */
    bool change (Candidate& candidate, bool isFine)
    {
        const auto isEnough = [this] (const Candidate& best)
        {
            return best.distance < kFound || shapes_.numComputed () >= mostComputed_ ||
                   shapes_.isStopped ();
        };
        return shapes_.takeNearest (
            candidate, fieldMoves (candidate, shapes_.factsOf (candidate), isFine), isEnough);
    }

    void climb (Candidate& candidate)
    {
        bool isFine = false;
        for (int i = 0; i < kMostChanges && candidate.distance > kFound; ++i)
        {
            const bool isNearer = change (candidate, isFine);
            if (! isNearer && isFine)
                break;
            isFine = isFine || ! isNearer;
        }
    }

    CandidateShapes& shapes_;
    std::int64_t mostComputed_;
    std::vector<Candidate> nearest_;
};

bool hasOwnRate (const Candidate& candidate)
{
    const auto preset = findPreset (candidate.preset);
    return preset && preset->spec.rateHz == candidate.spec.rateHz;
}

/** The start in every mel scale, and with every hop that fits if its preset has another: these two
    fields take a start further away than any other. */
std::vector<Candidate> variantsOf (CandidateShapes& shapes, const Candidate& start)
{
    std::vector<MelSpec> specs {start.spec};
    for (const auto scale : {MelScale::htk, MelScale::slaney})
    {
        specs.push_back (start.spec);
        specs.back ().melScale = scale;
    }
    const auto preset = findPreset (start.preset);
    if (hasOwnRate (start) && preset->spec.hop != start.spec.hop)
    {
        MelSpec framed = start.spec; // the start may have another framing for the sake of its hop
        framed.framing = preset->spec.framing;
        framed.dropLastFrame = preset->spec.dropLastFrame;
        for (MelSpec& spec : hops (framed, shapes.factsOf (start)))
            specs.push_back (std::move (spec));
    }
    std::vector<Candidate> variants;
    for (MelSpec& spec : specs)
    {
        variants.push_back (start);
        variants.back ().spec = std::move (spec);
        variants.back ().distance = shapes.distanceOf (variants.back ());
    }
    return variants;
}

/** The nearest variant of each preset, at its own rate and at another, as each kind and in each
    order of axes; the nearest first. */
std::vector<Candidate> nearestVariants (CandidateShapes& shapes,
                                        const std::vector<Candidate>& starts)
{
    std::vector<Candidate> all, nearest;
    for (const Candidate& start : starts)
        for (Candidate& variant : variantsOf (shapes, start))
            all.push_back (std::move (variant));
    std::ranges::stable_sort (all, {}, &Candidate::distance);
    for (Candidate& candidate : all)
    {
        const auto isLike = [&candidate] (const Candidate& other)
        {
            const bool isOfSame =
                other.preset == candidate.preset && hasOwnRate (other) == hasOwnRate (candidate);
            return other.kind == candidate.kind && other.reading == candidate.reading &&
                   (isOfSame || other.spec == candidate.spec);
        };
        if (nearest.size () < kMostStarts && std::ranges::none_of (nearest, isLike))
            nearest.push_back (std::move (candidate));
    }
    return nearest;
}
} // namespace

std::optional<Candidate> searchFields (CandidateShapes& shapes,
                                       const std::vector<Candidate>& starts)
{
    auto nearest = nearestVariants (shapes, starts);
    if (nearest.empty ())
        return std::nullopt;
    return FieldSearch (shapes, std::move (nearest)).run ();
}

} // namespace melstrom
