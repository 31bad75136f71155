// Frequencies of keys.
#pragma once

#include "Engine/Core/Result.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

// Limits of tunings.
/** Most notes of a scale, and highest degree in a map. No scale in use has more notes. */
inline constexpr int kMostDegree = 4096;
/** Most cents of a pitch, up or down: 100 octaves. Pitches beyond are inaudible at any
    reference. */
inline constexpr double kMostCents = 120000;
inline constexpr double kHighestReferenceHz = 20000;
/** Keys above this frequency are silent, so that frequencies stay finite with any step size. */
inline constexpr double kHighestKeyHz = 200000;

inline constexpr int kNumKeys = 128;

/** A scale as in a Scala .scl file: cents above the first degree; the last one is the period.
    Source: Scala scale file format, huygens-fokker.org/scala/scl_format.html */
struct Scale
{
    std::string description;
    std::vector<double> cents; ///< degrees 1 .. n; at least one
    bool operator== (const Scale&) const = default;
};
/** A keyboard mapping as in a Scala .kbm file. Source:
    huygens-fokker.org/scala/help.htm#mappings */
struct KeyboardMap
{
    int firstKey = 0, lastKey = 127;
    int middleKey = 60, referenceKey = 69;
    double referenceHz = 440.0;
    int octaveDegree = 0; ///< scale degree of the formal octave; 0: the last degree
    /** scale degrees of the keys from middleKey on, repeating; kUnmapped: silent; empty: key n
        above middleKey has degree n */
    std::vector<int> degrees;
    static constexpr int kUnmapped = -1;
    bool operator== (const KeyboardMap&) const = default;
};

/** Fail: badSpec, with file and line. */
Result<Scale> parseScale (std::string_view text, const std::string& fileName);
Result<KeyboardMap> parseKeyboardMap (std::string_view text, const std::string& fileName);

/** The pitch of each key. Plain data: reading it is safe on an audio thread. */
class Tuning
{
public:
    Tuning (); ///< twelve equal steps, key 69 at 440 Hz
    /** Fails: badSpec (an invalid scale or map, a reference key that is not mapped, a frequency out
        of (0, 20 kHz]). */
    static Result<Tuning> make (const Scale& scale, const KeyboardMap& map);

    bool isMapped (int key) const noexcept { return isMapped_[static_cast<std::size_t> (key)]; }
    /** Pitch in semitones of an equal scale, 69 at 440 Hz. key: 0 .. 127 */
    double pitchOf (int key) const noexcept { return pitch_[static_cast<std::size_t> (key)]; }

    /** Makes pitches independent of the patch's frequency of key 69: see PatchKey::tuningHz. */
    void makeAbsolute () noexcept { isAbsolute_ = true; }
    bool isAbsolute () const noexcept { return isAbsolute_; }

private:
    std::array<double, kNumKeys> pitch_;
    std::array<bool, kNumKeys> isMapped_;
    bool isAbsolute_ = false;
};

} // namespace melstrom
