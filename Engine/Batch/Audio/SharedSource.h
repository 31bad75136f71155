// One open recording from which several parts are read, one after another.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace melstrom
{

/** Reads in any order, also from a reader that reads in order only: a read further on decodes and
    drops the samples before it. The last kKeptBytes are held, so that a part may overlap the part
    before it. A read from further back starts the reader again. Thread: one. */
class SharedSource
{
public:
    static constexpr std::size_t kKeptBytes = 4 << 20;

    explicit SharedSource (std::unique_ptr<AudioReader> reader);

    const AudioInfo& info () const noexcept { return reader_->info (); }
    /** As AudioReader::read, in any order. */
    Result<void> read (std::byte* to, std::int64_t first, std::int64_t count);
    /** Samples zeroed in what was read, without those that were dropped. */
    std::int64_t nonFiniteCount () const noexcept;

private:
    Result<void> skipTo (std::int64_t first);
    Result<void> readNext (std::byte* to, std::int64_t count);
    void keep (const std::byte* samples, std::int64_t count);
    void restart () noexcept;

    std::unique_ptr<AudioReader> reader_;
    std::int64_t frameBytes_;
    std::int64_t position_ = 0, keptFrom_ = 0;
    std::vector<std::byte> kept_; ///< samples [keptFrom_, position_) of a reader in order
    std::int64_t droppedNonFinite_ = 0;
};

/** Reads `count` samples of the source from `first` on as a whole signal, in any order. */
std::unique_ptr<AudioReader> partOf (std::shared_ptr<SharedSource> source, std::int64_t first,
                                     std::int64_t count);

} // namespace melstrom
