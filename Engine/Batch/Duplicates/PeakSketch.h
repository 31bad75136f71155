// A sketch of a sound: a fixed sample of its constellations of peaks, for the search of candidates.
#pragma once

#include "Engine/Batch/Duplicates/SpectralPeaks.h"

#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

inline constexpr std::size_t kSketchValues = 512;

/** Hashes of constellations: a peak and two later ones, as their bins and the two times between
    them. The sketch has the kSketchValues smallest hashes, each once; of each its low 32 bits, which
    two of them may share.
    The third peak is later than the first by 32 ms at least: peaks of one event depend on pitch and
    timbre alone, so that all notes of one pitch share them. The frequency changes within a
    constellation, because a steady tone has peaks by chance. A sound of fewer than 16 such
    constellations has those of single events too; one without any, such as beeps of one pitch, has
    those of one frequency. Two sounds that share constellations share smallest hashes, because both
    keep by the same order.
    peaks   in the order of time      thread  any
    source  constellations: Wang 2003, An Industrial-Strength Audio Search Algorithm; smallest
            hashes: Broder 1997, On the resemblance and containment of documents */
std::vector<std::uint32_t> sketchOf (std::span<const SpectralPeak> peaks);

} // namespace melstrom
