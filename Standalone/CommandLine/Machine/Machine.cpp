#include "Standalone/CommandLine/Machine/Machine.h"

#include "Engine/Core/Clock.h"
#include "Engine/Core/System/Hardware.h"

#include <ctime>

namespace melstrom
{

Machine thisMachine ()
{
    Machine machine;
    machine.processor = processorName ();
    machine.numThreads = usableProcessors ();
    machine.memoryBytes = memoryBytes ();
    machine.availableBytes = availableMemoryBytes ();
    machine.system = systemName ();
#if defined(__clang__)
    machine.compiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
    machine.compiler = "GCC " __VERSION__;
#endif
    return machine;
}

std::string utcNow ()
{
    return utcText (std::time (nullptr));
}

} // namespace melstrom
