// One open file: its spectrogram, its marks, and how it was looked at.
#pragma once

#include "Engine/Overview/FileOverview.h"
#include "Source/Timeline/TimelineLayer.h"
#include "Source/Timeline/TimelineMapping.h"
#include "Standalone/App/Marks/MarkDocument.h"

#include <juce_core/juce_core.h>

#include <memory>
#include <optional>

namespace melstrom
{

/** Thread: message. */
struct OpenSound
{
    juce::File file;
    std::unique_ptr<FileOverview> overview;
    MarkDocument marks;
    TimeWindow window {0, 0};       ///< span 0: everything
    std::uint64_t toldRevision = 0; ///< of unsaved marks that the user was told of
    bool hasChangedOnDisk = false;  ///< at the last look
    double startSeconds = 0;        ///< on the timeline, where it is compared with another file

    /** For another opening; empty if the file is no longer the one that is shown. */
    std::optional<KnownSound> known () const
    {
        return overview->hasChangedOnDisk () ? std::nullopt
                                             : std::optional (knownSound (overview->info ()));
    }
    TimelineLayer layer () const { return {&overview->rows (), &overview->wave (), startSeconds}; }
};

} // namespace melstrom
