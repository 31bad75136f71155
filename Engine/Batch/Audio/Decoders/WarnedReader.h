// A reader of a part of a damaged file, with a warning about the rest.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"

#include <memory>
#include <string>
#include <utility>

namespace melstrom
{

/** `reader` with one warning in place of its own. Thread: as the reader. */
class WarnedReader final : public AudioReader
{
public:
    WarnedReader (std::unique_ptr<AudioReader> reader, std::string warning)
        : reader_ (std::move (reader)), info_ (reader_->info ())
    {
        info_.warnings = {std::move (warning)};
    }
    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return reader_->nonFiniteCount (); }
    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        return reader_->read (to, first, count);
    }

private:
    std::unique_ptr<AudioReader> reader_;
    AudioInfo info_;
};

} // namespace melstrom
