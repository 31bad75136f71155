#include "Standalone/ProgramEntry.h"

#include "Engine/Batch/Audio/Decoders/DecoderMessages.h"
#include "Engine/Core/Guarded.h"
#include "Standalone/CommandLine/Terminal/Signals.h"
#include "Standalone/CommandLine/Terminal/TerminalOutput.h"
#include "Standalone/Program.h"

#include <exception>
#include <iostream>
#include <new>
#include <system_error>

namespace melstrom
{

int runProgramAsMain (int argc, char** argv) noexcept
{
    auto code = ExitCode::fault;
    try
    {
        reserveStandardStreams ();
        installSignalHandlers ();
        divertDecoderMessages ();
        code = runProgram ({argv + (argc > 0 ? 1 : 0), argv + argc});
    }
    catch (const std::bad_alloc&)
    {
        std::cerr << "melstrom: error: out of memory; lower --max-mem or --threads\n";
        code = ExitCode::environment;
    }
    catch (const std::system_error& fault)
    {
        const bool isThread = fault.code () == std::errc::resource_unavailable_try_again;
        std::cerr << "melstrom: error: " << (isThread ? kNoThread : "a fault of the program: ")
                  << (isThread ? "" : fault.what ()) << '\n';
        code = isThread ? ExitCode::environment : ExitCode::fault;
    }
    catch (const std::exception& fault)
    {
        std::cerr << "melstrom: error: a fault of the program: " << fault.what () << '\n';
    }
    return static_cast<int> (code);
}

} // namespace melstrom
