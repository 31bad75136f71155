// Pins the binary of this code, for a thread that may outlive its users.
#pragma once

namespace melstrom
{

/** Keeps the library or plugin that holds this code loaded until the process ends, even if its host
    unloads it. Thread: any. */
void keepThisCodeLoaded () noexcept;

} // namespace melstrom
