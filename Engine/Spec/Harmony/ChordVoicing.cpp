#include "Engine/Spec/Harmony/ChordVoicing.h"

#include <algorithm>
#include <cstdlib>

namespace melstrom
{

namespace
{
constexpr int kOctave = 12;

ChordKeys tonesOver (int root, ChordQuality quality) noexcept
{
    ChordKeys keys;
    for (const int interval : chordQualityRow (quality).intervals)
        keys.add (root + interval);
    return keys;
}

/** The next inversion: the lowest tone moves up an octave. */
ChordKeys inverted (const ChordKeys& keys) noexcept
{
    ChordKeys next;
    for (std::size_t i = 1; i < keys.size (); ++i)
        next.add (keys[i]);
    next.add (keys[0] + kOctave);
    return next;
}

ChordKeys opened (const ChordKeys& keys) noexcept
{
    const bool isWide = keys[keys.size () - 1] - keys[0] > kOctave;
    ChordKeys open;
    for (std::size_t i = 0; i < keys.size (); ++i)
        open.add (keys[i] + ((isWide ? i == 2 : i % 2 == 1) ? kOctave : 0));
    return open;
}

/** The highest key of the pitch class that is below `key`. */
int keyBelow (int key, int pitchClass) noexcept
{
    const int above = (key - 1 - pitchClass) % kOctave;
    return key - 1 - (above + kOctave) % kOctave;
}

int distanceTo (int key, const ChordKeys& keys) noexcept
{
    int least = 1 << 20;
    for (const int other : keys.all ())
        least = std::min (least, std::abs (other - key));
    return least;
}

int motionBetween (const ChordKeys& a, const ChordKeys& b) noexcept
{
    int sum = 0;
    for (const int key : a.all ())
        sum += distanceTo (key, b);
    for (const int key : b.all ())
        sum += distanceTo (key, a);
    return sum;
}

/** The lowest key of the pitch class that is not below `key`. */
int keyFrom (int key, int pitchClass) noexcept
{
    return keyBelow (key + kOctave, pitchClass);
}

ChordKeys nearestInversion (const Chord& chord, const ChordKeys& before) noexcept
{
    auto best = tonesOver (keyFrom (kLowestChordKey, chord.root), chord.quality);
    if (before.size () == 0)
        return best;
    int least = motionBetween (best, before);
    // starts an octave lower: each cycle of inversions moves the chord up an octave
    auto keys = tonesOver (keyFrom (kLowestChordKey, chord.root) - kOctave, chord.quality);
    for (; keys[0] <= kHighestChordKey; keys = inverted (keys))
    {
        const bool fits = keys[0] >= kLowestChordKey && keys[keys.size () - 1] <= kHighestChordKey;
        const int motion = motionBetween (keys, before);
        if (fits && (motion < least || (motion == least && keys[0] < best[0])))
        {
            best = keys;
            least = motion;
        }
    }
    return best;
}

} // namespace

void ChordKeys::add (int key) noexcept
{
    const auto end = keys_.begin () + static_cast<std::ptrdiff_t> (size_);
    const auto place = std::lower_bound (keys_.begin (), end, key);
    if (size_ == keys_.size () || (place != end && *place == key))
        return;
    std::copy_backward (place, end, end + 1);
    *place = key;
    ++size_;
}

bool ChordKeys::operator== (const ChordKeys& other) const noexcept
{
    return std::ranges::equal (all (), other.all ());
}

ChordKeys chordSemitones (ChordQuality quality, ChordVoicing voicing) noexcept
{
    auto keys = tonesOver (0, quality);
    if (voicing == ChordVoicing::open)
        return opened (keys);
    if (voicing == ChordVoicing::rootOctave)
        keys.add (-kOctave);
    return keys;
}

ChordKeys VoiceLeading::next (const Chord& chord) noexcept
{
    before_ = nearestInversion (chord, before_);
    auto keys = voicing_ == ChordVoicing::open ? opened (before_) : before_;
    if (chord.bass)
        keys.add (keyBelow (keys[0], *chord.bass));
    if (voicing_ == ChordVoicing::rootOctave)
        keys.add (keyBelow (keys[0], chord.bass.value_or (chord.root)));
    return keys;
}

} // namespace melstrom
