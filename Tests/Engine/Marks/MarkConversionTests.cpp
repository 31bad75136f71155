// Marks of one format in another.
#include "Engine/Marks/MarkConversion.h"
#include "Tests/Engine/Marks/MarkFiles.h"
#include "Tests/Support/Catch.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

ConvertedMarks converted (std::string_view text, MarkFormat format)
{
    auto result = convertMarks (tableOf (text), format);
    INFO ((result ? std::string () : result.error ().message));
    REQUIRE (result.ok ());
    return *std::move (result);
}

} // namespace

TEST_CASE ("each file converts to each format with equal marks", "[marks]")
{
    for (const auto& [name, text] : markFiles ())
        for (const auto format : {MarkFormat::audacity, MarkFormat::raven, MarkFormat::csv})
        {
            INFO (name << " to format " << static_cast<int> (format));
            const MarkTable before = tableOf (text);
            const auto result = convertMarks (before, format);
            if (! result) // a label of two lines, or with a tab
            {
                CHECK (format != MarkFormat::csv);
                CHECK (result.error ().message.find ("mark 1: the label") == 0);
                continue;
            }
            CHECK (result->table.format () == format);
            const MarkTable again = tableOf (result->table.text ());
            REQUIRE (again.size () == before.size ());
            CHECK (again.format () == (again.text ().empty () ? MarkFormat::audacity : format));
            for (std::size_t i = 0; i < before.size (); ++i)
                CHECK (again[i] == before[i]);
        }
}

TEST_CASE ("Raven to CSV: one row a mark, with the measurements of both views", "[marks]")
{
    const auto [table, leftOut] = converted (kRavenSelections, MarkFormat::csv);
    CHECK (leftOut.empty ());
    CHECK (table.text () ==
           "begin_s,end_s,low_hz,high_hz,label,Selection,View,Channel,Delta Time (s),"
           "Avg Power Density (dB FS/Hz)\n"
           "2.306122449,4.081632653,1203.125,2406.251,wren,1,Spectrogram 1,1,1.7755,-61.20\n"
           "11.532879819,12.970521542,890.6,3120.445,donkey,2,Spectrogram 1,1,1.4376,-58.11\n");
}

TEST_CASE ("CSV to Raven: numbers, a view, and the further columns", "[marks]")
{
    const auto [table, leftOut] = converted (kBoxedAnnotations, MarkFormat::raven);
    CHECK (table.text () ==
           "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\t"
           "Annotation\taudio_file\tannotation_file\n"
           "1\tSpectrogram 1\t1\t0\t1.5\t1000\t5000\tEATO\ta.wav\ta.txt\n"
           "2\tSpectrogram 1\t1\t2.25\t3\t\t\t\ta.wav\ta.txt\n");
    CHECK (leftOut == std::vector<std::string> {""});
}

TEST_CASE ("Raven to Audacity names the columns that are left out", "[marks]")
{
    const auto [table, leftOut] = converted (kRavenSelections, MarkFormat::audacity);
    CHECK (table.text () == "2.306122449\t4.081632653\twren\n\\\t1203.125\t2406.251\n"
                            "11.532879819\t12.970521542\tdonkey\n\\\t890.6\t3120.445\n");
    CHECK (leftOut == tableOf (kRavenSelections).furtherColumns ());
}

TEST_CASE ("a conversion to the same format adds the columns that were missing", "[marks]")
{
    const std::string_view text = "Begin Time (s)\tEnd Time (s)\tSelection\tView\tChannel\tQ\n"
                                  "1.0\t2.0\t7\tWaveform 1\t2\tq\n";
    auto [table, leftOut] = converted (text, MarkFormat::raven);
    CHECK (leftOut.empty ());
    REQUIRE (table.change (0, {1, 2, 5.0, 6.0, "x"}).ok ());
    REQUIRE (table.add ({3, 4, {}, {}, "y"}).ok ());
    CHECK (table.text () ==
           "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\t"
           "Annotation\tQ\n"
           "7\tWaveform 1\t2\t1\t2\t5\t6\tx\tq\n"
           "8\tWaveform 1\t2\t3\t4\t\t\ty\t\n");
}

TEST_CASE ("columns of a name that the new table has are left out and named", "[marks]")
{
    const std::string_view text = "onset,end,label,Annotation,end_s,Q,q\n1,2,x,other,9,a,b\n";
    const auto [table, leftOut] = converted (text, MarkFormat::csv);
    CHECK (table[0].label == "x");
    CHECK (leftOut == std::vector<std::string> {"Annotation", "end_s", "q"});
    CHECK (table.text () == "begin_s,end_s,low_hz,high_hz,label,Q\n1,2,,,x,a\n");
}
