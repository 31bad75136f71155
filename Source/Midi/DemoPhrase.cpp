#include "Source/Midi/DemoPhrase.h"

#include "Engine/Spec/Text/PlainText.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace melstrom
{

namespace
{
enum class Kind
{
    slowChords,
    shortChords,
    brokenChords,
    line,
    lowLine,
    hits
};

/** The first entry whose text the category contains counts. */
constexpr std::pair<std::string_view, Kind> kKinds[] {
    {"bass", Kind::lowLine},      {"lead", Kind::line},           {"wind", Kind::shortChords},
    {"brass", Kind::shortChords}, {"key", Kind::shortChords},     {"organ", Kind::shortChords},
    {"bell", Kind::brokenChords}, {"mallet", Kind::brokenChords}, {"pluck", Kind::brokenChords},
    {"drum", Kind::hits},         {"perc", Kind::hits},           {"fx", Kind::hits}};

using Chord = std::array<int, 4>;
/** Am7, Fmaj7, C, G; each begins with a bass key. */
constexpr Chord kChords[] {{45, 60, 64, 67}, {41, 60, 64, 69}, {48, 60, 64, 67}, {43, 59, 62, 67}};

Kind kindOf (const Patch& patch)
{
    const auto category = lowerCaseText (patch.category);
    const auto* const found = std::find_if (
        std::begin (kKinds), std::end (kKinds),
        [&category] (const auto& kind) { return category.find (kind.first) != std::string::npos; });
    const Kind kind = found == std::end (kKinds) ? Kind::slowChords : found->second;
    const bool isChordal = kind == Kind::slowChords || kind == Kind::shortChords;
    const bool isOneVoice = patch.choice<VoiceMode> (PatchKey::voiceMode) != VoiceMode::poly;
    return isChordal && isOneVoice ? Kind::line : kind;
}

std::vector<PhraseNote> slowChords ()
{
    constexpr double kStep = 2;
    std::vector<PhraseNote> notes;
    for (const auto& chord : kChords)
        for (const double begin = kStep * static_cast<double> (&chord - kChords);
             const int key : chord)
            notes.push_back ({begin, kStep - 0.1, key, 0.7f});
    return notes;
}

std::vector<PhraseNote> shortChords ()
{
    constexpr double kBeat = 0.5;
    /** Beginning in beats, length in beats, velocity. */
    constexpr std::array<double, 3> kStrokes[] {{0, 0.9, 0.8}, {1.5, 0.4, 0.6}, {2.5, 1.2, 0.75}};
    std::vector<PhraseNote> notes;
    for (const auto& chord : kChords)
        for (const auto& [beat, length, velocity] : kStrokes)
            for (const int key : chord)
                notes.push_back ({kBeat * (4 * static_cast<double> (&chord - kChords) + beat),
                                  kBeat * length, key, static_cast<float> (velocity)});
    return notes;
}

std::vector<PhraseNote> brokenChords ()
{
    constexpr double kStep = 0.25;
    constexpr int kOctave = 12, kUpAndDown[] {0, 1, 2, 3, 2, 1};
    std::vector<PhraseNote> notes;
    for (const auto& chord : kChords)
        for (const int place : kUpAndDown)
            notes.push_back ({kStep * static_cast<double> (notes.size ()), kStep * 0.95,
                              chord[static_cast<std::size_t> (place)] + kOctave,
                              place == 0 ? 0.85f : 0.65f});
    return notes;
}

/** Consecutive keys. Each note overlaps the next one, so that legato and glide are heard. */
std::vector<PhraseNote> lineOf (std::initializer_list<std::pair<int, double>> keysAndSeconds,
                                double overlapSeconds)
{
    std::vector<PhraseNote> notes;
    double begin = 0;
    for (const auto& [key, seconds] : keysAndSeconds)
    {
        notes.push_back (
            {begin, seconds + overlapSeconds, key, notes.size () % 4 == 0 ? 0.9f : 0.7f});
        begin += seconds;
    }
    return notes;
}

std::vector<PhraseNote> hits ()
{
    constexpr double kStep = 0.25;
    /** Velocities of sixteen steps; 0: no note. */
    constexpr float kVelocities[] {1, 0,    0.4f, 0.6f, 0.9f, 0,    0.5f, 0.3f,
                                   1, 0.3f, 0,    0.7f, 0.9f, 0.4f, 0.6f, 0.8f};
    constexpr int kKeys[] {48, 48, 53, 43};
    std::vector<PhraseNote> notes;
    for (std::size_t step = 0; step < std::size (kVelocities); ++step)
        if (kVelocities[step] > 0)
            notes.push_back ({kStep * static_cast<double> (step), kStep * 0.9, kKeys[step / 4],
                              kVelocities[step]});
    return notes;
}

/** Keeps the first and lowest of the notes that begin together. */
void keepRoots (std::vector<PhraseNote>& notes)
{
    std::vector<PhraseNote> roots;
    for (const auto& note : notes)
        if (roots.empty () || roots.back ().beginSeconds != note.beginSeconds)
            roots.push_back (note);
    notes = std::move (roots);
}
} // namespace

std::vector<PhraseNote> demoPhrase (const Patch& patch)
{
    constexpr double kOverlap = 0.03;
    std::vector<PhraseNote> notes;
    switch (kindOf (patch))
    {
        case Kind::slowChords: notes = slowChords (); break;
        case Kind::shortChords: notes = shortChords (); break;
        case Kind::brokenChords: notes = brokenChords (); break;
        case Kind::line:
            notes = lineOf ({{69, 0.75},
                             {72, 0.25},
                             {76, 0.5},
                             {74, 0.5},
                             {72, 0.5},
                             {71, 0.5},
                             {67, 1},
                             {64, 0.5},
                             {69, 0.5},
                             {71, 0.25},
                             {72, 0.25},
                             {69, 1.5}},
                            kOverlap);
            break;
        case Kind::lowLine:
            notes = lineOf ({{33, 0.5},
                             {45, 0.25},
                             {33, 0.25},
                             {40, 0.5},
                             {43, 0.5},
                             {29, 0.5},
                             {41, 0.25},
                             {29, 0.25},
                             {36, 0.5},
                             {40, 0.5},
                             {31, 0.5},
                             {43, 0.25},
                             {38, 0.25},
                             {33, 1.5}},
                            kOverlap);
            break;
        case Kind::hits: notes = hits (); break;
    }
    if (patch.whole (PatchKey::chordType) != 0)
        keepRoots (notes);
    return notes;
}

} // namespace melstrom
