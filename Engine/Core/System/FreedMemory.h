// Return of freed memory from the process to the system.
#pragma once

namespace melstrom
{

/** Gives whole free pages back to the system, so that the freed memory of one phase does not add to
    the memory of the next phase. Takes milliseconds. Thread: any but audio. Does nothing if the
    system has no call for it. */
void giveBackFreedMemory () noexcept;

} // namespace melstrom
