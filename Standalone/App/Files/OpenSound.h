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
    TimeWindow window {0, 0};       ///< of the file's own time; span 0: everything
    std::uint64_t toldRevision = 0; ///< of unsaved marks that the user was told of
    std::uint64_t shownCount = 0;   ///< OpenedFiles: larger is shown later; 0: never
    bool hasChangedOnDisk = false;  ///< at the last look
    double startSeconds = 0;        ///< against the other files; 0: not shifted

    /** For another opening; empty if the file is no longer the one that is shown. */
    std::optional<KnownSound> known () const
    {
        return overview->hasChangedOnDisk () ? std::nullopt
                                             : std::optional (knownSound (overview->info ()));
    }

    /** On the timeline of another file, whose first sample is at 0. */
    double startOn (const OpenSound& timeline) const noexcept
    {
        return startSeconds - timeline.startSeconds;
    }
    TimelineLayer layerOn (const OpenSound& timeline) const
    {
        return {&overview->rows (), &overview->wave (), startOn (timeline)};
    }

    /** For the session: path, window, shift, unsaved marks. */
    std::unique_ptr<juce::XmlElement> entry () const;
    /** What `entry` gave. Fails: as MarkDocument::restore and load. */
    Result<void> restore (const juce::XmlElement& entry);
};

} // namespace melstrom
