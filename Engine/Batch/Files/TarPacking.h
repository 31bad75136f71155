// Compressed and encrypted tars: recognised by their first bytes, reported, never read.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string>
#include <string_view>

namespace melstrom
{

/** Fails: badUsage for a file that begins like gzip, bzip2, xz, zstd, lz4, OpenPGP, age or
    `openssl enc`, with the command that unpacks it; readFailed. */
Result<void> refusePackedTar (ReadableFile& file, const std::string& path);

/** True for names of packed tars: .tar.gz, .tgz, .tar.zst and the like, in any case. */
bool isNamedLikePackedTar (std::string_view path);

/** The same for .tar. */
bool isNamedLikeTar (std::string_view path);

} // namespace melstrom
