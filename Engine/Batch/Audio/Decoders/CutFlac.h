// The sound of a FLAC file that ends early.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Files/Storage.h"

#include <memory>
#include <string>

namespace melstrom
{

/** A FLAC file that is cut declares its former length. Returns a reader of the samples that are
    there, with one warning in `info`: both lengths. Finds the last sample by some forty jumps, which
    take milliseconds each, and decodes nothing else. Returns `whole` itself for a file that is not
    cut (one jump), and for other containers. Behind a damage that is not a cut the result is some
    place whose sample can be decoded and whose next one cannot. Thread: any but audio.
    whole    of the file `path`, opened with `context`; context.jumps is set
    fails    truncated, without a whole frame; interrupted; as AudioReader::read, Storage */
Result<std::unique_ptr<AudioReader>> withRealEnd (std::unique_ptr<AudioReader> whole,
                                                  Storage& storage, const std::string& path,
                                                  const AudioOptions& options,
                                                  const OpeningContext& context);

} // namespace melstrom
