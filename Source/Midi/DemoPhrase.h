// What a patch plays to show itself.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <vector>

namespace melstrom
{

struct PhraseNote
{
    double beginSeconds = 0, seconds = 0;
    int key = 60; ///< of MIDI
    float velocity = 0.7f;
};

/** By what its category contains, in any case: short chords (keys, organs, brass and winds), broken chords (bells, mallets,
    plucks), a line (leads), a low line (basses), hits (drums, FX); slow chords for pads, strings, choirs, textures and
    whatever else there is. A patch of one voice plays a line in place of chords, one in chord mode the roots alone. In the
    order of their beginnings; no two notes of a key overlap; less than 10 s. Thread: any; not audio. */
std::vector<PhraseNote> demoPhrase (const Patch& patch);

} // namespace melstrom
