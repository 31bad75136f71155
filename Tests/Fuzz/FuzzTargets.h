// Readers of bytes of unknown origin, each as a function of these bytes.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace melstrom::testing
{

/** Throws std::logic_error if the reader accepts bytes that it must refuse, or if two readers
    disagree. Refused bytes return. */
using FuzzFunction = void (*) (std::string_view bytes);

struct FuzzTarget
{
    const char* name; ///< and of its folder in Tests/Fuzz/Corpus
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
/** "begun/NAME" or "finished/NAME", a line end, then the bytes of that file when a run begins. */
void fuzzFolder (std::string_view bytes);
void fuzzMidi (std::string_view bytes);
/** Scale, zero byte, keyboard map. */
void fuzzScala (std::string_view bytes);
/** A plugin's state; also with its length and checksum corrected. */
void fuzzState (std::string_view bytes);
/** journal.bin; also with its checksums corrected. */
void fuzzJournal (std::string_view bytes);
/** The headers of a tar; also with their sums corrected. */
void fuzzTar (std::string_view bytes);
/** A file of marks: read, changed, converted and written. */
void fuzzMarks (std::string_view bytes);
/** statistics.bin; also with its checksum corrected. */
void fuzzStatistics (std::string_view bytes);
void fuzzMoments (std::string_view bytes); ///< a Kaldi network of shift and scale

inline void require (bool holds, const std::string& what)
{
    if (! holds)
        throw std::logic_error (what);
}

} // namespace melstrom::testing
