// fingerprints.bin in a dataset's folder: fingerprints of earlier calls, so that audio is read
// once. No part of the dataset, and replaced freely.
#pragma once

#include "Engine/Batch/Duplicates/Fingerprint.h"
#include "Engine/Batch/Files/TextSink.h"

#include <functional>
#include <string_view>

namespace melstrom
{

inline constexpr const char* kFingerprintsName = "fingerprints.bin";

/** A file and its fingerprint, for writeFingerprints. Valid during the call. */
struct NamedFingerprint
{
    std::string_view path; ///< as in files.csv; of a box with its times
    const Fingerprint* print = nullptr;
};

/** Writes the bytes of fingerprints.bin, without sketches, which follow from the peaks: a header,
    then blocks of about 1 MiB, each with its CRC-32C (docs/duplicates.md). next: gives one file
    after another; no print: the end. Fails: as the sink does. */
Result<void> writeFingerprints (const TextSink& sink,
                                const std::function<NamedFingerprint ()>& next);

/** Calls use (path, fingerprint without sketch) for each record of an open file. Ends at the first
    damaged block, and at once if this version does not know the header: the audio is read instead.
    Of an older version that is known the prints have an empty stat, which no file has. Accepts any
    bytes.
    memory  a block      fails  readFailed */
Result<void> readFingerprints (ReadableFile& file,
                               const std::function<void (std::string_view, Fingerprint&&)>& use);

} // namespace melstrom
