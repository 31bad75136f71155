// What reads bytes of unknown origin, each as a function of these bytes.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace melstrom::testing
{

/** Throws std::logic_error where bytes were read that should have been refused, or otherwise than by another
    reader. What is refused returns. */
using FuzzFunction = void (*) (std::string_view bytes);

struct FuzzTarget
{
    const char* name; ///< of its folder in Tests/Fuzz/Corpus
    FuzzFunction run;
};

std::span<const FuzzTarget> fuzzTargets ();

void fuzzWav (std::string_view bytes);     ///< against libsndfile
void fuzzDecoder (std::string_view bytes); ///< any container
void fuzzSpec (std::string_view bytes);    ///< TOML of a preset
void fuzzPatch (std::string_view bytes);   ///< TOML of a patch
void fuzzCsv (std::string_view bytes);
/** dataset.json, zero byte, files.csv. */
void fuzzDataset (std::string_view bytes);
/** "begun/NAME" or "finished/NAME", line end, what lies there when a run begins. */
void fuzzFolder (std::string_view bytes);
void fuzzMidi (std::string_view bytes);
/** Scale, zero byte, keyboard map. */
void fuzzScala (std::string_view bytes);
/** A plugin's; also with its length and checksum put right. */
void fuzzState (std::string_view bytes);
/** journal.bin; also with its checksums put right. */
void fuzzJournal (std::string_view bytes);
/** The headers of a tar; also with their sums put right. */
void fuzzTar (std::string_view bytes);

inline void require (bool holds, const std::string& what)
{
    if (! holds)
        throw std::logic_error (what);
}

} // namespace melstrom::testing
