// Marks that are changed, added, removed and sorted: which bytes of a file change.
#include "Engine/Marks/MarkTable.h"
#include "Tests/Engine/Marks/MarkFiles.h"
#include "Tests/Support/Catch.h"

#include <limits>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

/** The text after one change of the mark. */
template <typename Change>
std::string changed (std::string_view text, std::size_t index, Change change)
{
    MarkTable table = tableOf (text);
    Mark mark = table[index];
    change (mark);
    const auto result = table.change (index, mark);
    INFO ((result ? std::string () : result.error ().message));
    REQUIRE (result.ok ());
    const std::string out = table.text ();
    const MarkTable again = tableOf (out);
    REQUIRE (again.size () == table.size ());
    for (std::size_t i = 0; i < table.size (); ++i)
        CHECK (again[i] == table[i]);
    return out;
}

std::string added (std::string_view text, const Mark& mark,
                   const std::vector<MarkField>& others = {})
{
    MarkTable table = tableOf (text);
    const auto result = table.add (mark, others);
    INFO ((result ? std::string () : result.error ().message));
    REQUIRE (result.ok ());
    CHECK (table[table.size () - 1] == mark);
    return table.text ();
}

std::string sorted (std::string_view text)
{
    MarkTable table = tableOf (text);
    table.sort ();
    return table.text ();
}

} // namespace

TEST_CASE ("a changed label of Audacity changes its own field", "[marks]")
{
    const std::string text = " 1.50\t+2.0\told\r\n\\\t100.000\t200.000\r\n3.000\t4.000\tx\r\n";
    CHECK (changed (text, 0, [] (Mark& mark) { mark.label = "new"; }) ==
           " 1.50\t+2.0\tnew\r\n\\\t100.000\t200.000\r\n3.000\t4.000\tx\r\n");
    CHECK (changed (text, 0, [] (Mark& mark) { mark.endSeconds = 2.25; }) ==
           " 1.50\t2.25\told\r\n\\\t100.000\t200.000\r\n3.000\t4.000\tx\r\n");
    CHECK (changed (text, 0, [] (Mark& mark) { mark.lowHz = 99.5; }) ==
           " 1.50\t+2.0\told\r\n\\\t99.5\t200.000\r\n3.000\t4.000\tx\r\n");
    CHECK (changed (text, 0, [] (Mark& mark) { mark.highHz.reset (); }) ==
           " 1.50\t+2.0\told\r\n\\\t100.000\t-1\r\n3.000\t4.000\tx\r\n");
    CHECK (changed (text, 0, [] (Mark& mark) { mark.lowHz = mark.highHz = {}; }) ==
           " 1.50\t+2.0\told\r\n3.000\t4.000\tx\r\n");
    CHECK (changed (text, 1, [] (Mark& mark) { mark.highHz = 50; }) ==
           " 1.50\t+2.0\told\r\n\\\t100.000\t200.000\r\n3.000\t4.000\tx\r\n\\\t-1\t50\r\n");
}

TEST_CASE ("a label of Audacity 1.2 stays one as long as it can", "[marks]")
{
    const auto newLabel = [] (const char* label)
    { return changed ("5.50\tSpeech\n", 0, [label] (Mark& mark) { mark.label = label; }); };
    CHECK (newLabel ("Talk") == "5.50\tTalk\n");
    CHECK (newLabel ("") == "5.50\t\n");
    CHECK (newLabel ("7") == "5.50\t5.5\t7\n");
    CHECK (newLabel ("a\tb") == "5.50\t5.5\ta\tb\n");
    CHECK (changed ("5.50\tSpeech\n", 0, [] (Mark& mark) { mark.endSeconds = 6; }) ==
           "5.50\t6\tSpeech\n");
    CHECK (changed ("5.50\tSpeech\n", 0,
                    [] (Mark& mark) { mark.beginSeconds = mark.endSeconds = 6; }) == "6\tSpeech\n");
}

TEST_CASE ("a file without a last line end stays one", "[marks]")
{
    const auto rename = [] (Mark& mark) { mark.label = "new"; };
    CHECK (changed ("1\t2\tx\r\n3\t4\ty", 1, rename) == "1\t2\tx\r\n3\t4\tnew");
    CHECK (changed ("1\t2\tx\n3\t4", 1, rename) == "1\t2\tx\n3\t4\tnew");
    CHECK (changed ("1\t2", 0, [] (Mark& mark) { mark.lowHz = 5; }) == "1\t2\n\\\t5\t-1");
    CHECK (added ("1\t2\tx\r\n3\t4\ty", {5, 6, {}, {}, "z"}) == "1\t2\tx\r\n3\t4\ty\r\n5\t6\tz");
    CHECK (added ("begin,end", {5, 6, {}, {}, ""}) == "begin,end\n5,6");
}

TEST_CASE ("both views of a selection of Raven change", "[marks]")
{
    std::string expected (kRavenSelections);
    for (std::size_t at; (at = expected.find ("12.970521542")) != expected.npos;)
        expected.replace (at, 12, "41.5");
    CHECK (changed (kRavenSelections, 1, [] (Mark& mark) { mark.endSeconds = 41.5; }) == expected);
    for (std::size_t at; (at = expected.find ("donkey")) != expected.npos;)
        expected.replace (at, 6, "");
    CHECK (changed (kRavenSelections, 1,
                    [] (Mark& mark)
                    {
                        mark.endSeconds = 41.5;
                        mark.label.clear ();
                    }) == expected);
}

TEST_CASE ("a changed field of CSV keeps its neighbours, blanks and short rows", "[marks]")
{
    const std::string text = "x;begin; end ;label\n\"a;b\" ; 1.00 ; 2.0 ; one \n7;3;4\n";
    CHECK (changed (text, 0, [] (Mark& mark) { mark.beginSeconds = 1.25; }) ==
           "x;begin; end ;label\n\"a;b\" ; 1.25 ; 2.0 ; one \n7;3;4\n");
}

TEST_CASE ("texts are quoted where they have to be", "[marks]")
{
    const auto newLabel = [] (const std::string& text, const char* label)
    { return changed (text, 0, [label] (Mark& mark) { mark.label = label; }); };
    const std::string text = "begin,end,label\n1.0,2.0, one \n";
    CHECK (newLabel (text, "two") == "begin,end,label\n1.0,2.0, two \n");
    CHECK (newLabel (text, "a,b") == "begin,end,label\n1.0,2.0,\"a,b\"\n");
    CHECK (newLabel (text, " two") == "begin,end,label\n1.0,2.0,\" two\"\n");
    CHECK (newLabel (text, "5\" disc\n") == "begin,end,label\n1.0,2.0,\"5\"\" disc\n\"\n");
    CHECK (newLabel ("begin,end,label\n1,2,\"a\"b\n", "c") == "begin,end,label\n1,2,c\n");
    CHECK (newLabel ("begin,end,x,label\n1,2\n", "c") == "begin,end,x,label\n1,2,,c\n");
    CHECK (newLabel ("begin\tend\tlabel\n1\t2\t\"a\n", " \"b\"") ==
           "begin\tend\tlabel\n1\t2\t \"b\"\n");
    CHECK (changed ("begin, end, label\n1, 2\n", 0, [] (Mark& mark) { mark.label = "c"; }) ==
           "begin, end, label\n1, 2, c\n");
}

TEST_CASE ("numbers have the fewest digits that read back, and no exponent", "[marks]")
{
    const auto row = [] (double begin, double end) {
        return added ("begin,end\n", {begin, end, {}, {}, ""}).substr (10);
    };
    CHECK (row (0.1, 0.30000000000000004) == "0.1,0.30000000000000004\n");
    CHECK (row (0.00001, 86400) == "0.00001,86400\n");
    CHECK (row (1.0 / 3, 1e22) == "0.3333333333333333,10000000000000000000000\n");
    CHECK (row (-0.0, 0.0) == "0,0\n");
    const double smallest = std::numeric_limits<double>::denorm_min ();
    const double largest = std::numeric_limits<double>::max ();
    const MarkTable again = tableOf ("begin,end\n" + row (smallest, largest));
    CHECK (again[0] == Mark {smallest, largest, {}, {}, ""});
}

TEST_CASE ("a new mark follows the columns of its file", "[marks]")
{
    const Mark box {7, 8.5, 100.0, 200.5, "new"};
    CHECK (added (kAudacityLabels, {7, 8, {}, {}, "new"}) ==
           std::string (kAudacityLabels) + "7\t8\tnew\n");
    CHECK (added ("1\t2\tx\r\n", box) == "1\t2\tx\r\n7\t8.5\tnew\r\n\\\t100\t200.5\r\n");
    CHECK (added ("", {1, 1, {}, {}, ""}) == "1\t1\t\n");
    CHECK (added (kBoxedAnnotations, box, {{"audio_file", "b,c.wav"}}) ==
           std::string (kBoxedAnnotations) + ",\"b,c.wav\",,new,7,8.5,100,200.5\n");
    CHECK (added (kRavenSelections, box) ==
           std::string (kRavenSelections) + "3\tWaveform 1\t1\t7\t8.5\t100\t200.5\t\t\tnew\n"
                                            "3\tSpectrogram 1\t1\t7\t8.5\t100\t200.5\t\t\tnew\n");
    CHECK (added (kBirdNetSelections, box, {{"Begin Path", "/data/b.wav"}, {"selection", "9"}}) ==
           std::string (kBirdNetSelections) +
               "9\tSpectrogram 1\t1\t7\t8.5\t100\t200.5\tnew\t\t\t/data/b.wav\t\n");
}

TEST_CASE ("a new table has columns for all values", "[marks]")
{
    MarkTable raven (MarkFormat::raven), csv (MarkFormat::csv), audacity;
    for (MarkTable* table : {&raven, &csv, &audacity})
    {
        REQUIRE (table->add ({1, 2, 3.0, {}, "a"}).ok ());
        REQUIRE (table->add ({4, 4, {}, 6.5, "b"}).ok ());
    }
    CHECK (raven.text () == "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq "
                            "(Hz)\tHigh Freq (Hz)\tAnnotation\n"
                            "1\tSpectrogram 1\t1\t1\t2\t3\t\ta\n"
                            "2\tSpectrogram 1\t1\t4\t4\t\t6.5\tb\n");
    CHECK (csv.text () == "begin_s,end_s,low_hz,high_hz,label\n1,2,3,,a\n4,4,,6.5,b\n");
    CHECK (audacity.text () == "1\t2\ta\n\\\t3\t-1\n4\t4\tb\n\\\t-1\t6.5\n");
    CHECK (raven.format () == MarkFormat::raven);
    CHECK (csv.format () == MarkFormat::csv);
}

TEST_CASE ("a removed mark takes its rows along and no other byte", "[marks]")
{
    MarkTable raven = tableOf (kRavenSelections);
    raven.remove (0);
    const auto second = kRavenSelections.find ("2\tWaveform");
    const auto heading = kRavenSelections.find ('\n') + 1;
    CHECK (raven.text () == std::string (kRavenSelections.substr (0, heading)) +
                                std::string (kRavenSelections.substr (second)));
    REQUIRE (raven.size () == 1);
    CHECK (raven[0].label == "donkey");

    MarkTable audacity = tableOf ("1\t2\tx\n\\\t1\t2\n\n3\t4\ty");
    audacity.remove (0);
    CHECK (audacity.text () == "\n3\t4\ty");
    audacity.remove (0);
    CHECK (audacity.text ().empty ());
}

TEST_CASE ("sorting moves whole rows, and blank lines and the last line end stay", "[marks]")
{
    CHECK (sorted ("3.0\t4\tc\n\n1.0\t9\tb\n\\\t5\t6\n1.00\t2\ta") ==
           "1.00\t2\ta\n\n1.0\t9\tb\n\\\t5\t6\n3.0\t4\tc");
    CHECK (sorted ("begin,end,low,label\n1,2,5,x\n1,2,,y\n1.0,2,5,z\n0,1,,w\n") ==
           "begin,end,low,label\n0,1,,w\n1,2,,y\n1,2,5,x\n1.0,2,5,z\n");
    CHECK (sorted ("3\t4\tc\r\n1\t2\ta") == "1\t2\ta\r\n3\t4\tc");
    CHECK (sorted (kRavenSelections) == kRavenSelections);
}

TEST_CASE ("a refused change or addition changes nothing", "[marks]")
{
    struct Case
    {
        std::string text;
        Mark mark;
        const char* message;
    };
    const std::string csv = "begin,end\n1,2\n", tabs = "begin\tend\tlabel\n1\t2\ta\n";
    for (const Case& one :
         {Case {csv, {1, 2, 5.0, {}, ""}, "no column for a low frequency"},
          Case {csv, {1, 2, {}, 5.0, ""}, "no column for a high frequency"},
          Case {csv, {1, 2, {}, {}, "x"}, "no column for a label; convert the table"},
          Case {csv, {2, 1, {}, {}, ""}, "the end, 1 s, is before the begin, 2 s"},
          Case {csv, {-1, 1, {}, {}, ""}, "the begin is -1 s; times are seconds"},
          Case {csv, {1, std::numeric_limits<double>::quiet_NaN (), {}, {}, ""}, "not a finite"},
          Case {tabs, {1, 2, {}, {}, "a\tb"}, "\"a\\tb\" has a line end or a tab"},
          Case {tabs, {1, 2, {}, {}, "a\nb"}, "has a line end or a tab"},
          Case {tabs, {1, 2, {}, {}, std::string ("a\0b", 3)}, "the label has a NUL byte"},
          Case {"1\t2\tx\n", {1, 2, {}, {}, "a\nb"}, "the label \"a\\nb\" has a line end"},
          Case {"1\t2\tx\n", {1, 2, 6.0, 5.0, ""}, "the low frequency, 6 Hz, is above"}})
    {
        INFO (one.message);
        MarkTable table = tableOf (one.text);
        const auto change = table.change (0, one.mark), addition = table.add (one.mark);
        REQUIRE_FALSE (change.ok ());
        REQUIRE_FALSE (addition.ok ());
        CHECK (change.error ().code == ErrorCode::badUsage);
        CHECK (change.error ().message.find (one.message) != std::string::npos);
        CHECK (addition.error ().message == change.error ().message);
        CHECK (table.text () == one.text);
        CHECK (table.size () == 1);
    }
    MarkTable table = tableOf (tabs);
    const Mark mark {1, 2, {}, {}, "x"};
    CHECK_FALSE (table.add (mark, {{"nothing", "x"}}).ok ());
    CHECK_FALSE (table.add (mark, {{"label", "x"}}).ok ());
    CHECK_FALSE (tableOf ("1\t2\tx\n").add (mark, {{"file", "x"}}).ok ());
    CHECK_FALSE (tableOf ("begin\tend\tx\n1\t2\n").add ({}, {{"x", "a\tb"}}).ok ());
    CHECK (table.text () == tabs);
}
