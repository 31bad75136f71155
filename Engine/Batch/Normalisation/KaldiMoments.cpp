#include "Engine/Batch/Normalisation/KaldiMoments.h"

#include "Engine/Core/Printable.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace melstrom
{

namespace
{
constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::size_t kMostNumbers = 1 << 16; ///< of a row
constexpr std::size_t kShownBytes = 40;

struct Word
{
    std::string_view text; ///< empty: the end
    int line = 0;
};

class Words
{
public:
    explicit Words (std::string_view text) : rest_ (text) {}

    Word next ()
    {
        while (! rest_.empty () && kSpaces.find (rest_.front ()) != std::string_view::npos)
        {
            line_ += rest_.front () == '\n' ? 1 : 0;
            rest_.remove_prefix (1);
        }
        const auto length = std::min (rest_.find_first_of (kSpaces), rest_.size ());
        const Word word {rest_.substr (0, length), line_};
        rest_.remove_prefix (length);
        return word;
    }

private:
    std::string_view rest_;
    int line_ = 1;
};

Error bad (int line, const std::string& what)
{
    return {ErrorCode::badUsage, "line " + std::to_string (line) + ": " + what, {}};
}

std::string quoted (const Word& word)
{
    return word.text.empty ()
               ? "the end of the file"
               : "\"" + printable (std::string (word.text.substr (0, kShownBytes))) + "\"";
}

std::optional<double> numberOf (std::string_view text)
{
    double number = 0;
    const auto* const end = text.data () + text.size ();
    const auto [read, failed] = std::from_chars (text.data (), end, number);
    if (failed != std::errc () || read != end || ! std::isfinite (number))
        return {};
    return number;
}

struct Layer
{
    std::string name;
    int line = 0;
    std::vector<double> numbers; ///< empty: there is no such layer
};

/** The number of outputs, behind the name of a layer. */
Result<std::size_t> widthOf (Words& words, const Layer& layer)
{
    for (int i = 0;; ++i)
    {
        const Word word = words.next ();
        const auto number = numberOf (word.text);
        if (! number || *number < 1 || *number > static_cast<double> (kMostNumbers) ||
            *number != std::floor (*number))
            return bad (word.line, layer.name + " needs two whole numbers from 1 to " +
                                       std::to_string (kMostNumbers) + ", not " + quoted (word));
        if (i == 1)
            return static_cast<std::size_t> (*number);
    }
}

/** Reads from behind the name of a layer to the end of its vector. */
Result<void> readLayer (Words& words, Layer& layer)
{
    MELSTROM_TRY_VALUE (const auto width, widthOf (words, layer));
    Word word = words.next ();
    while (word.text != "[" && ! word.text.empty ()) // <LearnRateCoef> 0
    {
        if (! word.text.starts_with ('<') && ! numberOf (word.text))
            return bad (word.line, layer.name + " needs a vector in [ ], not " + quoted (word));
        word = words.next ();
    }
    if (word.text.empty ())
        return bad (word.line, layer.name + " has no vector in [ ]");
    for (word = words.next (); word.text != "]"; word = words.next ())
    {
        const auto number = numberOf (word.text);
        if (! number)
            return bad (word.line, "the vector of " + layer.name +
                                       " needs finite numbers and a ] behind them, not " +
                                       quoted (word));
        if (layer.numbers.size () == width)
            return bad (word.line, "the vector of " + layer.name + " has more than its " +
                                       std::to_string (width) + " numbers");
        layer.numbers.push_back (*number);
    }
    if (layer.numbers.size () < width)
        return bad (word.line, "the vector of " + layer.name + " has " +
                                   std::to_string (layer.numbers.size ()) + " numbers, not " +
                                   std::to_string (width));
    return {};
}
} // namespace

bool looksLikeKaldi (std::string_view text) noexcept
{
    const auto first = text.find_first_not_of (kSpaces);
    return first != std::string_view::npos && text[first] == '<';
}

Result<BandMoments> kaldiMomentsOf (std::string_view text)
{
    Layer shift {"<AddShift>", 0, {}}, scale {"<Rescale>", 0, {}};
    Words words (text);
    int lastLine = 1;
    for (Word word = words.next (); ! word.text.empty (); word = words.next ())
    {
        lastLine = word.line;
        for (Layer* const layer : {&shift, &scale})
        {
            if (word.text != layer->name)
                continue;
            if (layer->line > 0)
                return bad (word.line,
                            layer->name + " was already on line " + std::to_string (layer->line));
            layer->line = word.line;
            MELSTROM_TRY (readLayer (words, *layer));
        }
    }
    for (const Layer* const layer : {&shift, &scale})
        if (layer->line == 0)
            return bad (lastLine, "the file ends without " + layer->name);
    if (shift.numbers.size () != scale.numbers.size ())
        return bad (scale.line, "<Rescale> has " + std::to_string (scale.numbers.size ()) +
                                    " numbers, and <AddShift> has " +
                                    std::to_string (shift.numbers.size ()));
    BandMoments moments;
    for (const double number : shift.numbers)
        moments.mean.push_back (0 - number);
    for (const double number : scale.numbers)
    {
        if (number <= 0 || ! std::isfinite (1 / number))
            return bad (scale.line, "<Rescale> holds " + std::to_string (number) +
                                        "; all its numbers must be above 0");
        moments.deviation.push_back (1 / number);
    }
    return moments;
}

} // namespace melstrom
