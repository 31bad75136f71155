// The marks of a window, against a search of all marks; the order of a list; values as texts.
#include "Standalone/App/Marks/MarkIndex.h"
#include "Tests/Support/Catch.h"

#include <algorithm>
#include <random>

namespace melstrom::testing
{

TEST_CASE ("the index finds exactly the marks that touch a window, by their begins", "[app][marks]")
{
    std::mt19937 random (20);
    std::uniform_int_distribution<int> time (0, 1000), span (0, 8), longSpan (0, 999);
    for (const int numMarks : {0, 1, 63, 64, 65, 500})
    {
        MarkTable marks;
        for (int i = 0; i < numMarks; ++i)
        {
            const double begin = time (random) / 8.0;
            const double end = begin + (i % 50 == 7 ? longSpan (random) : span (random)) / 8.0;
            REQUIRE (marks.add ({begin, end, {}, {}, "x"}).ok ());
        }
        MarkIndex index;
        index.build (marks);
        for (int window = 0; window < 40; ++window)
        {
            const double begin = time (random) / 8.0, end = begin + span (random);
            std::vector<std::size_t> expected;
            for (std::size_t i = 0; i < marks.size (); ++i)
                if (marks[i].endSeconds >= begin && marks[i].beginSeconds <= end)
                    expected.push_back (i);
            std::ranges::stable_sort (expected, {},
                                      [&] (std::size_t i) { return marks[i].beginSeconds; });
            INFO (numMarks << " marks, " << begin << " to " << end << " s");
            CHECK (index.within (begin, end) == expected);
        }
    }
}

TEST_CASE ("a list is sorted by any value, equal marks by the file", "[app][marks]")
{
    MarkTable marks;
    for (const Mark& mark :
         {Mark {3, 4, 100.0, 900.0, "b"}, Mark {1, 9, {}, {}, "a"}, Mark {2, 2, 50.0, 950.0, "b"}})
        REQUIRE (marks.add (mark).ok ());
    const auto rowsBy = [&] (std::optional<MarkValue> value, bool isFalling)
    {
        MarkOrder order;
        order.value = value;
        order.isFalling = isFalling;
        order.build (marks);
        std::vector<std::size_t> indices;
        for (std::size_t row = 0; row < order.size (); ++row)
        {
            indices.push_back (order.indexOf (row));
            CHECK (order.rowOf (indices.back ()) == row);
        }
        return indices;
    };
    using Indices = std::vector<std::size_t>;
    CHECK (rowsBy ({}, false) == Indices {0, 1, 2});
    CHECK (rowsBy ({}, true) == Indices {2, 1, 0});
    CHECK (rowsBy (MarkValue::begin, false) == Indices {1, 2, 0});
    CHECK (rowsBy (MarkValue::end, true) == Indices {1, 0, 2});
    CHECK (rowsBy (MarkValue::low, false) == Indices {1, 2, 0}); // no limit first
    CHECK (rowsBy (MarkValue::high, false) == Indices {1, 0, 2});
    CHECK (rowsBy (MarkValue::label, false) == Indices {1, 0, 2});
    CHECK (rowsBy (MarkValue::label, true) == Indices {0, 2, 1});
}

TEST_CASE ("texts of values are checked, and a wrong one names its cure", "[app][marks]")
{
    const Mark box {0.123456789, 2, 100.5, {}, "x"};
    CHECK (shownValue (box, MarkValue::begin) == "0.123457");
    CHECK (valueText (box, MarkValue::begin) == "0.123456789");
    CHECK (shownValue (box, MarkValue::end) == "2");
    CHECK (shownValue (box, MarkValue::low) == "100.5");
    CHECK (shownValue (box, MarkValue::high).empty ());

    CHECK (withValue (box, MarkValue::begin, " 1.5 ")->beginSeconds == 1.5);
    CHECK (withValue (box, MarkValue::high, "8000")->highHz == 8000);
    CHECK_FALSE (withValue (box, MarkValue::low, " ")->lowHz.has_value ());
    CHECK (withValue (box, MarkValue::label, "")->label.empty ());
    const Mark point {1, 1, {}, {}, "p"};
    CHECK (*withValue (point, MarkValue::begin, "3") == Mark {3, 3, {}, {}, "p"});
    CHECK (*withValue (point, MarkValue::end, "3") == Mark {1, 3, {}, {}, "p"});

    const auto isRefused = [&] (MarkValue value, const char* text, const char* part)
    {
        const auto changed = withValue (box, value, text);
        return ! changed && changed.error ().message.find (part) != std::string::npos;
    };
    CHECK (isRefused (MarkValue::begin, "1,5", "1.5"));
    CHECK (isRefused (MarkValue::begin, "", "empty"));
    CHECK (isRefused (MarkValue::begin, "3", "begin"));
    CHECK (isRefused (MarkValue::end, "soon", "soon"));
    CHECK (isRefused (MarkValue::high, "50", "high"));
    CHECK (isRefused (MarkValue::low, "-1", "-1"));
}

} // namespace melstrom::testing
