// Writes a part of a sound as a WAV file, sample by sample as stored.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"

#include <cstdint>
#include <string>

namespace melstrom
{

/** Writes samples [first, first + count), which lie in the sound, beside `path` and renames the
    file. The WAV has the reader's rate, channels and format. A reader without random access is read
    from its beginning, and must not have been read before.
    Thread: any but audio. Fails: notAFile if `path` is a folder or device; errors of
    AudioReader::read; diskFull, writeFailed. */
Result<void> writeRange (AudioReader& reader, std::int64_t first, std::int64_t count,
                         Storage& storage, const std::string& path);

} // namespace melstrom
