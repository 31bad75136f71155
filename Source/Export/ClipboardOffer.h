// Data that other programs can paste.
#pragma once

#include "Engine/Core/Result.h"

#include <memory>
#include <string>

namespace melstrom
{

/** The clipboard's content, served to other programs while this object lives. On Linux it is the
    selection CLIPBOARD of the X display in $DISPLAY, served by a thread and a connection of its
    own: JUCE's event loop takes no part. Libxcb is loaded on first use.
    Thread: any but audio, one at a time. */
class ClipboardOffer
{
public:
    /** mimeType: "image/png". Takes the place of what was copied before, in any program.
        Fails: deviceUnavailable (no display, no libxcb), outOfMemory; the message is a reason,
        without a cure. */
    static Result<std::unique_ptr<ClipboardOffer>> make (const std::string& mimeType,
                                                         std::string bytes);
    virtual ~ClipboardOffer () = default; ///< waits for its thread, which ends at once
    /** False once a program has copied something else. */
    virtual bool isCurrent () const noexcept = 0;
};

} // namespace melstrom
