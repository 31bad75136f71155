// The gaps of a recording as an Audacity label file beside it.
#pragma once

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Recording/RecordingRing.h"

#include <memory>
#include <string>

namespace melstrom
{

/** PATH.gaps.txt. One line a gap: begin and end in seconds with nine digits after the point, and a
    text with both as samples, separated by tabs. A file beside the recording serves WAV and FLAC
    alike, and each gap is in it at once: chunks at the end of a WAV are lost when the process ends by
    force. Without gaps there is no file. Thread: any, one at a time.
    source  Audacity manual, "Importing and Exporting Labels" */
class GapLabels
{
public:
    /** storage: outlives this object. */
    GapLabels (Storage& storage, const std::string& recordingPath, int rateHz);

    /** Fails: diskFull, writeFailed, permissionDenied. */
    Result<void> add (const RecordingGap& gap);
    /** Syncs and closes the file, if there is one. */
    Result<void> finish ();

    const std::string& path () const noexcept { return path_; }

private:
    Storage& storage_;
    std::string path_;
    int rateHz_;
    std::unique_ptr<WritableFile> file_;
    std::int64_t bytes_ = 0;
};

std::string gapLabelsPathOf (const std::string& recordingPath);

/** The line of a gap, with its end of line. */
std::string labelOf (const RecordingGap& gap, int rateHz);

} // namespace melstrom
