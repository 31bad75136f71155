// What a shell may offer for the value of an option or for an operand, from the option table; and
// how bash and zsh, which share the syntax of arrays and cases, write it.
#pragma once

#include "Standalone/CommandLine/Options/OptionTable.h"

#include <string>
#include <vector>

namespace melstrom
{

struct Offers
{
    enum class Files
    {
        none,
        any,
        folders,
        withEnding ///< and folders, which hold such files
    };

    std::vector<std::string> words; ///< complete; one that ends in = is followed by free text
    Files files = Files::none;
    std::vector<std::string> endings; ///< "toml"; for Files::withEnding
    bool hasDevices = false;          ///< also the cuda:N of --list backends

    bool isEmpty () const { return words.empty () && files == Files::none && ! hasDevices; }
    bool operator== (const Offers&) const = default;
};

/** For the value of an option in this mode. Thread: any. */
Offers valueOffers (const OptionRow& option, Mode mode);

struct OperandOffers
{
    Offers offers;
    int place = 1;           ///< from 1
    bool isRepeated = false; ///< also for all operands behind it; the last one only
};

/** For each operand of the mode, in order. */
std::vector<OperandOffers> operandOffers (const ModeRow& mode);

/** Options of a mode, in the order of the table. */
std::vector<const OptionRow*> optionsOf (Mode mode);

/** Modes that take the option and offer the same for its value. */
struct SharedOffers
{
    Offers offers;
    std::vector<Mode> modes;
};

/** Every mode of the option once. */
std::vector<SharedOffers> sharedOffers (const OptionRow& option);

/** Each by shellWord of Printable.h, with a space in between. */
std::string shellWords (const std::vector<std::string>& words);

/** "--batch|--merge": a pattern of all modes. */
std::string modePattern ();

/** The function _melstrom_offers. Its argument is MODE/OPTION, or MODE/N for operand N from 1. It
    sets the caller's arrays `offers` and `endings`, and `files`: any, folders, ending or nothing.
    `--list backends` runs only if the caller's `current` begins with "cuda". */
std::string offersFunction ();

} // namespace melstrom
