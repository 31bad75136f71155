// Lays a batch of voices down as the kernels read it.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Voices/VoiceWork.h"

#include <array>
#include <span>
#include <vector>

namespace melstrom::cuda
{

/** Writes records as they are, and finds those that one warp can compute together: segments of one
    voice, one after another, in which nothing moves. */
class VoiceBatchWriter
{
public:
    /** Allocates; nothing else does. */
    VoiceBatchWriter (int maxSegments, int maxRecords);

    /** The most that `write` writes. */
    std::size_t maxBytes () const noexcept;

    /** voices: of segments firstSegment .. firstSegment + numSegments - 1, by segment. number: what says that the batch is
        done. False, with nothing of use written, where one lies elsewhere or there are more than the writer was made
        for. */
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
        std::vector<std::int32_t> ofRecord; ///< the group that it is the last of; -1: none
    };
    std::array<Groups, kNumOscillators> groups_;
};

} // namespace melstrom::cuda
