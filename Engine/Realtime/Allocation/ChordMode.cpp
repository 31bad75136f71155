#include "Engine/Realtime/Allocation/ChordMode.h"

namespace melstrom
{

ChordTones chordTonesOn (int key, const PatchValues& patch, const Tuning& tuning) noexcept
{
    ChordTones tones;
    const int type = patch.whole (PatchKey::chordType); // 0: off; 1 and up: the qualities
    if (type < 1 || type > kNumChordQualities)
        return tones;
    const auto quality = static_cast<ChordQuality> (type - 1);
    const auto voicing = patch.choice<ChordVoicing> (PatchKey::chordVoicing);
    const auto semitones = chordSemitones (quality, voicing);
    for (const int above : semitones.all ())
        if (const int played = key + above;
            played >= 0 && played < kNumKeys && tuning.isMapped (played))
            tones.add ({static_cast<std::uint8_t> (played), tuning.pitchOf (played)});
    return tones;
}

} // namespace melstrom
