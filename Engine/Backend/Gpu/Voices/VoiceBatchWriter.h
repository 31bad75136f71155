// Writes a batch of voices in the layout of the kernels.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"

#include <array>
#include <span>
#include <vector>

namespace melstrom::gpu
{

/** Copies records unchanged, and finds groups that one warp can compute together: consecutive
    segments of one voice in which nothing moves. */
class VoiceBatchWriter
{
public:
    /** Allocates. No other function does. */
    VoiceBatchWriter (int maxSegments, int maxRecords);

    /** Upper limit of the bytes that `write` writes. */
    std::size_t maxBytes () const noexcept;

    /** voices: of segments firstSegment .. firstSegment + numSegments - 1, sorted by segment.
        number: the value that reports the end of the batch. Returns false, with unusable output, if
        a voice has a segment outside the range or if there are more voices than the writer's
        capacity. */
    bool write (std::span<const VoiceSegment> voices, int firstSegment, int numSegments,
                std::uint32_t number, std::byte* to) noexcept;

private:
    bool findFirstRecords (std::span<const VoiceSegment> voices, int firstSegment,
                           std::span<std::int32_t> firstRecords) noexcept;
    void groupSegment (std::span<const VoiceSegment> voices, int before, int first,
                       int last) noexcept;
    void addToGroups (std::span<const VoiceSegment> voices, int index, int partner) noexcept;

    int maxSegments_, maxRecords_;
    struct Groups
    {
        std::vector<VoiceGroup> groups;
        int numGroups = 0;
        std::vector<std::int32_t> ofRecord; ///< group whose last record this is; -1: none
    };
    std::array<Groups, kNumOscillators> groups_;
};

} // namespace melstrom::gpu
