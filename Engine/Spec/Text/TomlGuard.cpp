#include "Engine/Spec/Text/TomlGuard.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Goes over a text as a parser does, up to the first fault that the parser would find: what stands in quotes
    and comments does not count. */
class TomlScan
{
public:
    explicit TomlScan (std::string_view text) : text_ (text) {}

    /** What is wrong at `line`; empty: nothing. */
    std::string fault ()
    {
        skipMark ();
        while (position_ < text_.size ())
        {
            const char c = text_[position_];
            if (c == '"' || c == '\'')
                skipQuoted (c);
            else if (c == '#')
                position_ = std::min (text_.find ('\n', position_), text_.size ());
            else if (static_cast<unsigned char> (c) >= 0x80)
                return "a character that is not ASCII must stand in quotes";
            else if (! count (c))
                return "nested too deep; at most " + std::to_string (kMostTomlNesting) +
                       " levels are allowed";
            else
                ++position_;
        }
        return {};
    }

    /** Where it stands, from 1. */
    std::ptrdiff_t line () const
    {
        const auto before = text_.substr (0, position_);
        return 1 + std::count (before.begin (), before.end (), '\n');
    }

private:
    /** The byte order mark with which some editors begin a file. */
    void skipMark ()
    {
        constexpr std::string_view kMark = "\xef\xbb\xbf";
        if (text_.substr (0, kMark.size ()) == kMark)
            position_ = kMark.size ();
    }

    /** False: there is too much of it. */
    bool count (char c)
    {
        if (c == '[' || c == '{')
            ++numOpen_;
        else if (c == ']' || c == '}')
            numOpen_ = std::max (0, numOpen_ - 1);
        else if (c == '.')
            return ++numDots_ < kMostTomlNesting;
        else if (c != ',' && c != '=' && c != '\n')
            return true;
        numDots_ = 0;
        return numOpen_ <= kMostTomlNesting;
    }

    /** From the quote on which it stands to behind the one that ends the text. */
    void skipQuoted (char quote)
    {
        const bool isLong = text_.substr (position_, 3) == std::string (3, quote);
        position_ += isLong ? 3 : 1;
        for (; position_ < text_.size (); ++position_)
        {
            const char c = text_[position_];
            if (c == '\\' && quote == '"')
                ++position_;
            else if (! isLong && (c == quote || c == '\n'))
                break;
            else if (isLong && text_.substr (position_, 3) == std::string (3, quote))
                return skipClosingQuotes (quote);
        }
        position_ = std::min (position_ + 1, text_.size ());
    }

    /** Three, and up to two more before them that belong to the text. */
    void skipClosingQuotes (char quote)
    {
        constexpr std::size_t kMostQuotes = 5;
        const auto end = std::min (position_ + kMostQuotes, text_.size ());
        while (position_ < end && text_[position_] == quote)
            ++position_;
    }

    std::string_view text_;
    std::size_t position_ = 0;
    int numOpen_ = 0, numDots_ = 0;
};
} // namespace

Result<void> checkTomlText (std::string_view text, const std::string& fileName)
{
    TomlScan scan (text);
    const auto fault = scan.fault ();
    if (fault.empty ())
        return {};
    return Error {
        ErrorCode::badSpec, fileName + ':' + std::to_string (scan.line ()) + ": " + fault, {}};
}

} // namespace melstrom
