// The entry of melstrom.
#include "Standalone/ProgramEntry.h"

int main (int argc, char** argv)
{
    return melstrom::runProgramAsMain (argc, argv);
}
