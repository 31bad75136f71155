// What is read from files of marks, and that they are written back as they were.
#include "Engine/Marks/MarkTable.h"
#include "Tests/Engine/Marks/MarkFiles.h"
#include "Tests/Support/Catch.h"

#include <filesystem>
#include <fstream>

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a file of marks is written back byte for byte", "[marks]")
{
    for (const auto& [name, text] : markFiles ())
    {
        INFO (name);
        CHECK (tableOf (text).text () == text);
    }
}

TEST_CASE ("setting a mark to itself changes no byte", "[marks]")
{
    for (const auto& [name, text] : markFiles ())
    {
        INFO (name);
        MarkTable table = tableOf (text);
        for (std::size_t i = 0; i < table.size (); ++i)
            CHECK (table.change (i, Mark (table[i])).ok ());
        CHECK (table.text () == text);
    }
}

TEST_CASE ("the labels of Audacity's manual are read", "[marks]")
{
    const MarkTable table = tableOf (kAudacityLabels);
    CHECK (table.format () == MarkFormat::audacity);
    REQUIRE (table.size () == 2);
    CHECK (table[0] == Mark {2.15, 2.15, {}, {}, "point label at 2.15 seconds"});
    CHECK (table[0].isPoint ());
    CHECK (table[1] == Mark {3.4, 6.1, {}, {}, "region label from 3.4 to 6.1 seconds"});
    CHECK_FALSE (table[1].isPoint ());
}

TEST_CASE ("Audacity's frequencies are read, and -1 is no limit", "[marks]")
{
    const MarkTable table = tableOf (kAudacitySpectralLabels);
    REQUIRE (table.size () == 4);
    CHECK (table[0].lowHz == 6928.456055);
    CHECK (table[0].highHz == 6928.456055);
    CHECK_FALSE (table[1].lowHz.has_value ());
    CHECK (table[1].highHz == 6334.588867);
    CHECK (table[2].lowHz == 8908.015625);
    CHECK_FALSE (table[2].highHz.has_value ());
    CHECK (table[3].beginSeconds == 4.0);
    CHECK (table[3].endSeconds == 4.5);
}

TEST_CASE ("a label of Audacity may be empty, hold tabs, or have no end", "[marks]")
{
    const MarkTable table = tableOf ("1\t2\n1\t2\t\n1\t2\ta\tb \n5.5\tSpeech\n1\t\n");
    REQUIRE (table.size () == 5);
    CHECK (table[0] == Mark {1, 2, {}, {}, ""});
    CHECK (table[1] == Mark {1, 2, {}, {}, ""});
    CHECK (table[2].label == "a\tb ");
    CHECK (table[3] == Mark {5.5, 5.5, {}, {}, "Speech"});
    CHECK (table[4] == Mark {1, 1, {}, {}, ""});
}

TEST_CASE ("the views of a selection of Raven are one mark", "[marks]")
{
    const MarkTable table = tableOf (kRavenSelections);
    CHECK (table.format () == MarkFormat::raven);
    REQUIRE (table.size () == 2);
    CHECK (table[0] == Mark {2.306122449, 4.081632653, 1203.125, 2406.251, "wren"});
    CHECK (table[1] == Mark {11.532879819, 12.970521542, 890.600, 3120.445, "donkey"});
    CHECK (table.numRows (0) == 2);
    CHECK (table.field (0, "Selection") == "1");
    CHECK (table.field (0, "View") == "Waveform 1");
    CHECK (table.field (1, "avg power density (db fs/hz)") == "-58.11");
    CHECK (table.field (1, "no such column").empty ());
    CHECK (table.furtherColumns () == std::vector<std::string> {"Selection", "View", "Channel",
                                                                "Delta Time (s)",
                                                                "Avg Power Density (dB FS/Hz)"});
}

TEST_CASE ("rows of one number are one mark only if they are views of one box", "[marks]")
{
    const std::string heading =
        "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tBegin File\n";
    const auto numMarks = [&heading] (const std::string& rows)
    { return tableOf (heading + rows).size (); };
    CHECK (numMarks ("1\tWaveform 1\t1\t0\t3\ta\n1\tSpectrogram 1\t1\t0\t3\ta\n") == 1);
    CHECK (numMarks ("1\tSpectrogram 1\t1\t0\t3\ta\n1\tSpectrogram 1\t2\t0\t3\ta\n") == 1);
    CHECK (numMarks ("1\tSpectrogram 1\t1\t0\t3\ta\n1\tSpectrogram 1\t1\t0\t3\ta\n") == 2);
    CHECK (numMarks ("1\tWaveform 1\t1\t0\t3\ta\n1\tSpectrogram 1\t1\t0\t3\tb\n") == 2);
    CHECK (numMarks ("1\tWaveform 1\t1\t0\t3\ta\n1\tSpectrogram 1\t1\t0\t4\ta\n") == 2);
    CHECK (numMarks ("1\tWaveform 1\t1\t0\t3\ta\n2\tSpectrogram 1\t1\t0\t3\ta\n") == 2);
    // Sorted by view.
    CHECK (numMarks ("1\tWaveform 1\t1\t0\t3\ta\n2\tWaveform 1\t1\t0\t3\ta\n"
                     "1\tSpectrogram 1\t1\t0\t3\ta\n2\tSpectrogram 1\t1\t0\t3\ta\n") == 2);
}

TEST_CASE ("columns are known by many names", "[marks]")
{
    struct Case
    {
        const char* heading;
        Mark expected; ///< of the row 1 to 6
    };
    const Mark box {1, 2, 3.0, 4.0, "5"};
    for (const Case& one :
         {Case {"begin,end,low,high,label,x", box},
          Case {"Start (s),End (s),Low Freq (Hz),High Freq (Hz),Scientific name,Confidence", box},
          Case {"start_time,end_time,low_f,high_f,annotation,x", box},
          Case {"start_time,end_time,min_frequency,max_frequency,label,x", box},
          Case {"start_time,end_time,low_frequency,high_frequency,specie,bbox", box},
          Case {"onset_s,offset_s,f_min,f_max,tag,annotation_file", box},
          Case {"Begin.Time..s.,End.Time..s.,Low.Freq..Hz.,High.Freq..Hz.,Annotation,x", box},
          Case {"time_start,time_end,freq_low_hz,freq_high_hz,Species,x", box},
          Case {"startSeconds,stopSeconds,bottom_hz,top_hz,class,x", box},
          Case {"start,end,bottom.freq,top.freq,type,x", {1, 2, {}, {}, "5"}},
          Case {"start,end,low_khz,high_khz,text,x", {1, 2, {}, {}, "5"}},
          Case {"start,end,flow,hi,name,label", {1, 2, {}, {}, "6"}},
          Case {"start,end,start_sample,end_sample,remark,x", {1, 2, {}, {}, ""}}})
        for (const char separator : {',', ';', '\t'})
        {
            std::string text = std::string (one.heading) + "\n1,2,3,4,5,6\n";
            for (char& byte : text)
                byte = byte == ',' ? separator : byte;
            INFO (text);
            const MarkTable table = tableOf (text);
            CHECK (table.format () == MarkFormat::csv);
            REQUIRE (table.size () == 1);
            CHECK (table[0] == one.expected);
            CHECK (table.notes ().size () ==
                   (text.find ("khz") != text.npos || text.find (".freq") != text.npos ? 2u : 0u));
        }
}

TEST_CASE ("the user names the column of labels", "[marks]")
{
    CHECK (tableOf (kBirdNetSelections)[0].label == "Blackbird");
    CHECK (tableOf (kBirdNetSelections, "species code")[0].label == "bla1");
    CHECK (tableOf (kBoxedAnnotations)[0] == Mark {0, 1.5, 1000.0, 5000.0, "EATO"});
    CHECK (tableOf (kBoxedAnnotations)[1] == Mark {2.25, 3, {}, {}, ""});
    CHECK (tableOf (kBoxedAnnotations).field (1, "audio_file") == "a.wav");
}

TEST_CASE ("fields may be quoted, spaced, and say that there is no frequency", "[marks]")
{
    const MarkTable spaced =
        tableOf ("begin, end, label\n1.0,  2.0, a b \n 3.0 ,4.0 , \"x, \"\"y\"\"\"\n");
    REQUIRE (spaced.size () == 2);
    CHECK (spaced[0] == Mark {1, 2, {}, {}, "a b"});
    CHECK (spaced[1] == Mark {3, 4, {}, {}, "x, \"y\""});
    CHECK (tableOf ("begin,end,label\n1,2,\"two\nlines\"\n")[0].label == "two\nlines");
    CHECK (tableOf ("start\tend\tlabel\n1\t2\t\"quoted\" \n")[0].label == "\"quoted\" ");
    for (const char* nothing : {"", " ", "NA", "nan", "None", "NULL"})
    {
        INFO (nothing);
        const MarkTable table =
            tableOf ("begin,end,low,high\n1,2," + std::string (nothing) + ",7\n");
        CHECK_FALSE (table[0].lowHz.has_value ());
        CHECK (table[0].highHz == 7.0);
    }
}

TEST_CASE ("bytes that are no UTF-8 are kept and reported", "[marks]")
{
    const MarkTable table = tableOf ("1\t2\tok\n3\t4\tcaf\xE9\n");
    CHECK (table[1].label == "caf\xE9");
    REQUIRE (table.notes ().size () == 1);
    CHECK (table.notes ()[0] ==
           "marks, line 2: not UTF-8. All bytes are kept as they are; labels may look wrong.");
    CHECK (tableOf ("1\t2\tcaf\xC3\xA9\n").notes ().empty ());
}

TEST_CASE ("a file of marks is read from the disk, and messages name it", "[marks]")
{
    const auto path = std::filesystem::temp_directory_path () / "melstrom-mark-table-test.txt";
    std::ofstream (path, std::ios::binary) << "1\t2\tx\n2\t1\ty\n";
    const auto damaged = readMarkTable (path);
    REQUIRE_FALSE (damaged.ok ());
    CHECK (damaged.error ().message.find (path.string () + ", line 2: the end") == 0);
    std::ofstream (path, std::ios::binary) << kRavenSelections;
    const auto table = readMarkTable (path);
    REQUIRE (table.ok ());
    CHECK (table->text () == kRavenSelections);
    std::filesystem::remove (path);
    const auto missing = readMarkTable (path);
    REQUIRE_FALSE (missing.ok ());
    CHECK (missing.error ().code == ErrorCode::badUsage);
    CHECK (missing.error ().message.find (path.string ()) == 0);
}
