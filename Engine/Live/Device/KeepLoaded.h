// Code that a thread may still run when everybody else is done with it.
#pragma once

namespace melstrom
{

/** From now on the library or plugin that holds this code stays loaded until the process ends, also
    when its host unloads it. Thread: any. */
void keepThisCodeLoaded () noexcept;

} // namespace melstrom
