// The entry of melstrom.
#include "Standalone/CommandLine/ProgramEntry.h"

int main (int argc, char** argv)
{
    return melstrom::runProgramAsMain (argc, argv);
}
