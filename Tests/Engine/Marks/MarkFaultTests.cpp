// Error messages of files of marks that cannot be read.
#include "Engine/Marks/MarkTable.h"
#include "Tests/Support/Catch.h"

using namespace melstrom;

namespace
{
std::string messageOf (std::string_view text, const std::string& labelColumn = {})
{
    const auto table = MarkTable::parse (text, {"m.txt", labelColumn});
    if (table)
        return "read";
    CHECK (table.error ().code == ErrorCode::badUsage);
    return table.error ().message;
}
} // namespace

TEST_CASE ("a wrong label of Audacity is told its line", "[marks]")
{
    const auto second = [] (const std::string& line) { return messageOf ("1\t2\tok\n" + line); };
    const std::string times = "; times are seconds from the start of the sound, 0 or more.";
    const std::string cure = ", not a finite number; write digits with a decimal point, such as "
                             "1.5.";
    CHECK (second ("-1\t2\tx\n") == "m.txt, line 2: the begin is -1 s" + times);
    CHECK (second ("1\t-2\tx\n") == "m.txt, line 2: the end is -2 s" + times);
    CHECK (second ("2\t1\tx\n") ==
           "m.txt, line 2: the end, 1 s, is before the begin, 2 s; exchange "
           "them, or make them equal for a point.");
    CHECK (second ("1,5\t2\tx\n") ==
           "m.txt, line 2: the begin is \"1,5\"; write a decimal point: 1.5.");
    CHECK (second ("1\t2.5s\tx\n") == "m.txt, line 2: the end is \"2.5s\"" + cure);
    CHECK (second ("abc\t2\tx\n") == "m.txt, line 2: the begin is \"abc\"" + cure);
    CHECK (second ("\t2\tx\n") == "m.txt, line 2: the begin is empty; write a number such as 1.5.");
    CHECK (second ("1\t2 3\n") == "m.txt, line 2: the end is \"2 3\"" + cure);
    for (const std::string bad :
         {"1e999", "inf", "nan", "-inf", "0x10", "++1", "+-1", "1..2", "-", "1e", "0:01", "1_000"})
        CHECK (second (bad + "\t2000000\tx\n") ==
               "m.txt, line 2: the begin is \"" + bad + "\"" + cure);
    CHECK (second ("3 4 x\n") == "m.txt, line 2: \"3 4 x\" has no tab; a label is begin, tab, end, "
                                 "tab, text, with times in seconds.");
    CHECK (messageOf ("1,5\t2,5\tx\n") ==
           "m.txt, line 1: the begin is \"1,5\"; write a decimal point: 1.5.");
}

TEST_CASE ("a wrong line of frequencies is told its line", "[marks]")
{
    const auto line = [] (const std::string& text) { return messageOf ("1\t2\tx\n" + text); };
    const std::string form = "m.txt, line 2: a line that begins with a backslash holds "
                             "frequencies: backslash, tab, low, "
                             "tab, high, in Hz; -1 is no limit.";
    CHECK (line ("\\\n") == form);
    CHECK (line ("\\\t5\n") == form);
    CHECK (line ("\\x\t5\t6\n") == form);
    CHECK (line ("\\\t-5\t6\n") == "m.txt, line 2: the low frequency is -5 Hz; write 0 Hz or more, "
                                   "or leave it out for no limit.");
    CHECK (line ("\\\t7\t6\n") ==
           "m.txt, line 2: the low frequency, 7 Hz, is above the high one, 6 Hz; exchange them.");
    CHECK (line ("\\\t7\tx\n") ==
           "m.txt, line 2: the high frequency is \"x\", not a finite number; write digits with a "
           "decimal point, such as 1.5.");
    const std::string lonely =
        "frequencies without a label; the line before must be the label that "
        "they belong to.";
    CHECK (messageOf ("\\\t5\t6\n1\t2\tx\n") == "m.txt, line 1: " + lonely);
    CHECK (line ("\\\t5\t6\n\\\t5\t6\n") == "m.txt, line 3: " + lonely);
    CHECK (line ("\n\\\t5\t6\n") == "m.txt, line 3: " + lonely);
}

TEST_CASE ("a wrong row of a table is told its line", "[marks]")
{
    const std::string heading = "x,begin,end,low,high,label\n";
    const auto row = [&heading] (const std::string& text)
    { return messageOf (heading + "\"two\nlines\",1,2,,,\n\n" + text); };
    CHECK (row ("a,1\n") == "m.txt, line 5: the row has 2 fields, and the end is field 3; add the "
                            "fields that are missing.");
    CHECK (row ("a,,2\n") == "m.txt, line 5: the begin is empty; write a number such as 1.5.");
    CHECK (row ("a,3,2\n").find ("m.txt, line 5: the end, 2 s, is before") == 0);
    CHECK (row ("a,\"1,5\",2\n") ==
           "m.txt, line 5: the begin is \"1,5\"; write a decimal point: 1.5.");
    CHECK (row ("a,1,2,high\n").find ("m.txt, line 5: the low frequency is \"high\"") == 0);
    CHECK (row ("a,1,2,9,8\n").find ("m.txt, line 5: the low frequency, 9 Hz, is above") == 0);
    CHECK (row ("a,1,2,,,\"open\n") ==
           "m.txt, line 5: a quote is never closed; write a quote inside a field twice.");
    CHECK (messageOf ("\xEF\xBB\xBF\r\n" + heading + "a,x,2\n").find ("m.txt, line 3: ") == 0);
}

TEST_CASE ("a text without columns of marks is refused with the cure", "[marks]")
{
    CHECK (messageOf ("a,b,c\n1,2,3\n") ==
           "m.txt, line 1: neither a label of Audacity (begin, tab, end, tab, text) nor a heading "
           "with columns for begin and end; write a heading such as "
           "begin_s,end_s,low_hz,high_hz,label. The columns are \"a\", \"b\", \"c\".");
    CHECK (messageOf ("\n1.0,2.0,dog\n").find ("m.txt, line 2: neither a label") == 0);
    CHECK (messageOf ("start_s,label\n") ==
           "m.txt, line 1: the heading has a column for the begin and none for the end; add the "
           "column end_s (a point has equal times). The columns are \"start_s\", \"label\".");
    CHECK (messageOf ("label;offset\n")
               .find ("m.txt, line 1: the heading has a column for the end "
                      "and none for the begin; add the column begin_s") == 0);
    CHECK (messageOf ("start_ms,end_ms\n") ==
           "m.txt, line 1: the column \"start_ms\" is not in seconds; write the times in seconds, "
           "in columns such as begin_s and end_s.");
    CHECK (messageOf ("\"begin,end\n") ==
           "m.txt, line 1: a quote is never closed; write a quote inside a field twice.");
    CHECK (messageOf ("begin,end,tag\n", "species") ==
           "m.txt, line 1: there is no column \"species\" for labels; the columns are \"begin\", "
           "\"end\", \"tag\".");
    CHECK (messageOf ("begin,end,tag\n", "end").find ("there is no column \"end\" for labels") !=
           std::string::npos);
    std::string wide = "a";
    for (int i = 0; i < 1000; ++i)
        wide += ",column";
    CHECK (messageOf (wide + "\n").size () < 600);
}

TEST_CASE ("bytes that are no text, and files that are too large, are refused", "[marks]")
{
    CHECK (messageOf (std::string ("1\t2\tx\n3\t4\ty\0", 13)) ==
           "m.txt, line 2: a NUL byte; this is no text, or text in UTF-16. Save it as UTF-8.");
    CHECK (messageOf (std::string ("\xFF\xFE"
                                   "1\0\t\0",
                                   6))
               .find ("m.txt, line 1: a NUL byte") == 0);
    CHECK (messageOf (std::string (kMostMarkBytes + 1, ' ')) ==
           "m.txt has 67108865 bytes; a table of marks has at most 67108864. Divide it.");
    std::string many;
    for (std::size_t i = 0; i <= kMostMarkRows; ++i)
        many += "0\t0\n";
    CHECK (messageOf (many) ==
           "m.txt, line 1000001: a table of marks has at most 1,000,000 rows; divide it.");
    CHECK (messageOf ("begin\tend\n" + many).find ("m.txt, line 1000002: a table of marks has") ==
           0);
    CHECK (messageOf (std::string_view (many).substr (4)) == "read");
}
