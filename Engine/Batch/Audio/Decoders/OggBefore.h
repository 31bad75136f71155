// The sound of an Ogg file before its first damaged page.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Files/Storage.h"

#include <memory>
#include <string>

namespace melstrom
{

/** Opens the file as if it ended before its first damaged page, with one warning in `info`: the
    damage. A front end must not get the sound behind it: decoders invent sound for a lost page
    (OggPages.h). Reads the whole file. Thread: any but audio.
    fault           of the file's opening or reading
    options         truncated files are kept
    fails           with `fault`: it is no Ogg file, no page of it is damaged, or no sound lies
                    before the damage; as Storage::openForReading */
Result<std::unique_ptr<AudioReader>> openOggBefore (const Error& fault, Storage& storage,
                                                    const std::string& path,
                                                    const AudioOptions& options,
                                                    const OpeningContext& context);

} // namespace melstrom
