// Memory that was freed and that the process still has.
#pragma once

namespace melstrom
{

/** Gives whole free pages back to the system, so that what one phase of a long work freed does not add to what the next
    one takes. Takes milliseconds. Thread: any but audio. Does nothing where the system has no call for
    it. */
void giveBackFreedMemory () noexcept;

} // namespace melstrom
