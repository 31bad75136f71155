#include "Engine/Spec/Tuning/Tuning.h"

#include "Engine/Spec/Mel/SpecKeyKinds.h"
#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace melstrom
{

namespace
{
constexpr double kCentsPerSemitone = 100;

/** Quotient rounded towards minus infinity; divisor > 0. */
constexpr int floorDivided (int value, int divisor)
{
    return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}

/** Assigns the pitches of a scale to keys. */
class KeyLayout
{
public:
    KeyLayout (const Scale& scale, const KeyboardMap& map) : scale_ (scale), map_ (map) {}

    /** Cents above the middle key; empty: unmapped. */
    std::optional<double> centsOf (int key) const
    {
        const int steps = key - map_.middleKey;
        if (map_.degrees.empty ())
            return degreeCents (steps);
        const int size = static_cast<int> (map_.degrees.size ());
        const int octave = floorDivided (steps, size);
        const int degree = map_.degrees[static_cast<std::size_t> (steps - octave * size)];
        if (degree == KeyboardMap::kUnmapped)
            return std::nullopt;
        return octave * octaveCents () + degreeCents (degree);
    }

private:
    /** Cents of any degree: the scale repeats with its period in both directions. */
    double degreeCents (int degree) const
    {
        const int size = static_cast<int> (scale_.cents.size ());
        const int period = floorDivided (degree, size);
        const int within = degree - period * size;
        const double above = within == 0 ? 0 : scale_.cents[static_cast<std::size_t> (within - 1)];
        return period * scale_.cents.back () + above;
    }

    double octaveCents () const
    {
        return map_.octaveDegree == 0 ? scale_.cents.back () : degreeCents (map_.octaveDegree);
    }

    const Scale& scale_;
    const KeyboardMap& map_;
};

Result<void> checkScale (const Scale& scale)
{
    if (scale.cents.empty () || scale.cents.size () > static_cast<std::size_t> (kMostDegree))
        return badPatch ("the scale has " + std::to_string (scale.cents.size ()) +
                         " notes: must be from 1 to " + std::to_string (kMostDegree));
    for (const double cents : scale.cents)
        if (! (std::fabs (cents) <= kMostCents))
            return badPatch ("the scale has a note of " + numberText (cents) +
                             " cents: must be from -" + numberText (kMostCents) + " to " +
                             numberText (kMostCents));
    if (! (scale.cents.back () > 0))
        return badPatch ("the scale's last note, its period, is " +
                         numberText (scale.cents.back ()) + " cents: must be above 0");
    return {};
}

Result<void> checkMap (const KeyboardMap& map)
{
    for (const int key : {map.firstKey, map.lastKey, map.middleKey, map.referenceKey})
        if (key < 0 || key >= kNumKeys)
            return badPatch ("the map has key " + std::to_string (key) + ": must be from 0 to 127");
    if (map.firstKey > map.lastKey)
        return badPatch ("the map's first key, " + std::to_string (map.firstKey) +
                         ", must not be above its last, " + std::to_string (map.lastKey));
    if (! (map.referenceHz > 0 && map.referenceHz <= kHighestReferenceHz))
        return badPatch ("the map's reference is " + numberText (map.referenceHz) +
                         " Hz: must be above 0 and at most " + numberText (kHighestReferenceHz));
    const auto isOut = [] (int degree)
    { return degree < KeyboardMap::kUnmapped || degree > kMostDegree; };
    if (map.degrees.size () > static_cast<std::size_t> (kNumKeys) ||
        std::any_of (map.degrees.begin (), map.degrees.end (), isOut) || map.octaveDegree < 0 ||
        map.octaveDegree > kMostDegree)
        return badPatch ("the map must have at most 128 entries, its degrees from 0 to " +
                         std::to_string (kMostDegree));
    return {};
}
} // namespace

Tuning::Tuning ()
{
    for (int key = 0; key < kNumKeys; ++key)
        pitch_[static_cast<std::size_t> (key)] = key;
    isMapped_.fill (true);
}

Result<Tuning> Tuning::make (const Scale& scale, const KeyboardMap& map)
{
    for (const auto& check : {checkScale (scale), checkMap (map)})
        if (! check)
            return check.error ();
    const KeyLayout layout (scale, map);
    const auto reference = layout.centsOf (map.referenceKey);
    if (! reference)
        return badPatch ("the map has no degree for its reference key, " +
                         std::to_string (map.referenceKey) +
                         ": add a degree, or choose another reference key");
    const double referencePitch = 69 + 12 * std::log2 (map.referenceHz / 440.0);
    const double highestPitch = 69 + 12 * std::log2 (kHighestKeyHz / 440.0);
    Tuning tuning; // keys outside of firstKey .. lastKey are not retuned
    for (int key = map.firstKey; key <= map.lastKey; ++key)
    {
        const auto cents = layout.centsOf (key);
        const double pitch = referencePitch + (cents.value_or (0) - *reference) / kCentsPerSemitone;
        const auto index = static_cast<std::size_t> (key);
        tuning.isMapped_[index] = cents.has_value () && pitch <= highestPitch;
        if (tuning.isMapped_[index])
            tuning.pitch_[index] = pitch;
    }
    return tuning;
}

} // namespace melstrom
