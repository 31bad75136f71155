// The phrase that demonstrates a patch.
#pragma once

#include "Engine/Spec/Patch/Patch.h"

#include <vector>

namespace melstrom
{

struct PhraseNote
{
    double beginSeconds = 0, seconds = 0;
    int key = 60; ///< MIDI key
    float velocity = 0.7f;
};

/** Chooses the phrase by a text in the patch's category, in any case: short chords (keys, organs,
    brass, winds), broken chords (bells, mallets, plucks), a line (leads), a low line (basses), hits
    (drums, FX), slow chords (all others: pads, strings, choirs, textures). A patch of one voice
    plays a line instead of slow or short chords. In chord mode only the lowest note of a chord is
    played.
    Notes are sorted by their beginnings. Notes of the same key do not overlap. The phrase is
    shorter than 10 s. Thread: any but audio. */
std::vector<PhraseNote> demoPhrase (const Patch& patch);

} // namespace melstrom
