// Files of marks of other programs, by their documentation. None was made by the program itself.
#pragma once

#include "Engine/Marks/MarkTable.h"
#include "Tests/Support/Catch.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace melstrom::testing
{

/** Audacity Manual, "Importing and Exporting Labels", standard format: the example of a point and a
    region; an arrow there is a tab here. */
inline constexpr std::string_view kAudacityLabels =
    "2.150000\t2.150000\tpoint label at 2.15 seconds\n"
    "3.400000\t6.100000\tregion label from 3.4 to 6.1 seconds\n";

/** The same page, "Extended format with frequency ranges". -1 is an undefined frequency. */
inline constexpr std::string_view kAudacitySpectralLabels =
    "1.000000\t1.000000\tThis point was clicked at 6928.456055 Hz\n"
    "\\\t6928.456055\t6928.456055\n"
    "2.000000\t2.500000\tLow frequency undefined, High frequency 6334.588867 Hz\n"
    "\\\t-1.000000\t6334.588867\n"
    "3.000000\t3.500000\tLow frequency 8908.015625, High frequency undefined\n"
    "\\\t8908.015625\t-1.000000\n"
    "4.000000\t4.500000\tLow frequency 1484.669312 Hz, High frequency 2969.338523 Hz\n"
    "\\\t1484.669312\t2969.338523\n";

/** Audacity Wiki, "Labels Tips": in Audacity 1.2 a line is start and text, and all are points. */
inline constexpr std::string_view kOldAudacityLabels = "5.5\tSpeech\n11.8\tSilence\n";

/** The form of Raven's selection tables, by the documentation of Rraven (imp_raven, options
    only.spectro.view and waveform): a row for each view. Measurements of one view are empty in the
    other. Annotation is a column that a user added. The values are ours. */
inline constexpr std::string_view kRavenSelections =
    "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\t"
    "Delta Time (s)\tAvg Power Density (dB FS/Hz)\tAnnotation\n"
    "1\tWaveform 1\t1\t2.306122449\t4.081632653\t1203.125\t2406.251\t1.7755\t\twren\n"
    "1\tSpectrogram 1\t1\t2.306122449\t4.081632653\t1203.125\t2406.251\t1.7755\t-61.20\twren\n"
    "2\tWaveform 1\t1\t11.532879819\t12.970521542\t890.600\t3120.445\t1.4376\t\tdonkey\n"
    "2\tSpectrogram 1\t1\t11.532879819\t12.970521542\t890.600\t3120.445\t1.4376\t-58.11\t"
    "donkey\n";

/** The form of BirdNET-Analyzer's selection tables, by its README: one view, names of species
    instead of an annotation. The values are ours. */
inline constexpr std::string_view kBirdNetSelections =
    "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\tCommon "
    "Name\tSpecies Code\tConfidence\tBegin Path\tFile Offset (s)\n"
    "1\tSpectrogram 1\t1\t0.0\t3.0\t0\t15000\tBlackbird\tbla1\t0.87\t/data/a.wav\t0.0\n"
    "2\tSpectrogram 1\t1\t3.0\t6.0\t0\t15000\tChaffinch\tcha1\t0.5\t/data/a.wav\t3.0\n";

/** The columns of Crowsetta's format "simple-seq", by its documentation. The values are ours. */
inline constexpr std::string_view kSimpleSequence = "onset_s,offset_s,label\n"
                                                    "0.125,0.21875,i\n"
                                                    "0.30000000000000004,0.4,i\n"
                                                    "1.5,1.53125,a\n";

/** The columns of OpenSoundscape's BoxedAnnotations, by its documentation, with an index column
    without a name, as pandas writes it. The values are ours. */
inline constexpr std::string_view kBoxedAnnotations =
    ",audio_file,annotation_file,annotation,start_time,end_time,low_f,high_f\n"
    "0,a.wav,a.txt,EATO,0.0,1.5,1000.0,5000.0\n"
    "1,a.wav,a.txt,,2.25,3.0,,\n";

/** A name for messages, and a file. */
using NamedText = std::pair<const char*, std::string>;

/** All files above, and files with other bytes between the values. */
inline std::vector<NamedText> markFiles ()
{
    const std::string crlf = "1.5\t2\tone\r\n\r\n3\t4\ttwo\r\n\\\t100\t200\r\n";
    return {
        {"Audacity", std::string (kAudacityLabels)},
        {"Audacity, spectral", std::string (kAudacitySpectralLabels)},
        {"Audacity 1.2", std::string (kOldAudacityLabels)},
        {"Audacity, CRLF and a blank line", crlf},
        {"Audacity, no last line end", "1\t2\tx\n3\t4"},
        {"Audacity, no last line end after CRLF", "1\t2\tx\r\n3\t4\ty"},
        {"Audacity, a last CR", "1\t2\tx\r\n3\t4\ty\r"},
        {"Audacity, byte order mark", "\xEF\xBB\xBF" + crlf},
        {"Audacity, mixed line ends", "1\t2\tx\r\n3\t4\ty\n5\t6\tz\r\n"},
        {"Audacity, odd numbers and tabs", " +1.50 \t2e0\tx\ty \n-0\t.5\t\"q\n"},
        {"Audacity, not UTF-8", "1\t2\tcaf\xE9\n"},
        {"blanks", " \n\t\r\n"},
        {"nothing", ""},
        {"Raven", std::string (kRavenSelections)},
        {"Raven, BirdNET", std::string (kBirdNetSelections)},
        {"Raven, quoted by R", "\"Selection\"\t\"View\"\t\"Begin Time (s)\"\t\"End Time (s)\"\r\n"
                               "1\t\"Spectrogram 1\"\t 1.0\t2.000\r\n"},
        {"Raven, blank rows, short rows, long rows",
         "\nBegin Time (s)\tEnd Time (s)\tAnnotation\n\t\t\n1\t2\n3\t4\tx\tmore\n\n"},
        {"Raven, heading alone", "Begin Time (s)\tEnd Time (s)"},
        {"CSV, simple-seq", std::string (kSimpleSequence)},
        {"CSV, boxed annotations", std::string (kBoxedAnnotations)},
        {"CSV, semicolons", "Start (s);End (s);Common name\r\n0.0;3.0;\"Owl; barred\"\r\n"},
        {"CSV, tabs", "start\tend\tlabel\n1\t2\t\"quoted\"\n"},
        {"CSV, spaces", "begin, end, label\n1.0,  2.0, a b \n 3.0 ,4.0 , \"x, \"\"y\"\"\"\n"},
        {"CSV, quotes over two lines", "begin,end,label\n1,2,\"two\nlines\"\n3,4,5\" disc\n"},
    };
}

/** Fails the test if the text is not a table of marks. */
inline MarkTable tableOf (std::string_view text, const std::string& labelColumn = {})
{
    const auto table = MarkTable::parse (text, {"marks", labelColumn});
    INFO ((table ? std::string () : table.error ().message));
    REQUIRE (table.ok ());
    return *table;
}

} // namespace melstrom::testing
