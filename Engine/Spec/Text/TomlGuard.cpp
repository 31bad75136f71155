#include "Engine/Spec/Text/TomlText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Scans a text as a parser does, up to the first fault that the parser would find. Ignores text in
    quotes and comments. */
class TomlScan
{
public:
    explicit TomlScan (std::string_view text) : text_ (text) {}

    /** Describes the fault at `line`; empty: no fault. */
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

    /** Number of the current line, from 1. */
    std::ptrdiff_t line () const
    {
        const auto before = text_.substr (0, position_);
        return 1 + std::count (before.begin (), before.end (), '\n');
    }

private:
    /** Skips the byte order mark that some editors write. */
    void skipMark ()
    {
        constexpr std::string_view kMark = "\xef\xbb\xbf";
        if (text_.substr (0, kMark.size ()) == kMark)
            position_ = kMark.size ();
    }

    /** Counts brackets and dots. False: nesting above kMostTomlNesting. */
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

    /** Moves from the opening quote to the character after the closing quote. */
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

    /** Skips three closing quotes and up to two quotes before them, which belong to the text. */
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
