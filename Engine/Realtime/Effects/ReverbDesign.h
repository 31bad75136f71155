// Design of the reverb: lengths of its lines, and their losses per pass.
#pragma once

#include <array>

namespace melstrom
{

inline constexpr int kReverbLines = 16;
/** Frequency of `time`: between the two octaves that ISO 3382 averages. */
inline constexpr double kReverbMiddleHz = 700;
inline constexpr double kReverbHighHz = 8000; ///< frequency of `damping`

/** All-passes before the lines: Dattorro's delays at his rate. The right side's are longer, which
    widens a mono sound. */
inline constexpr int kReverbDiffusers = 4;
inline constexpr std::array<double, kReverbDiffusers> kReverbDiffuserSeconds {0.00477, 0.00360,
                                                                              0.01273, 0.00931};
inline constexpr double kReverbRightLonger = 1.07;
inline constexpr float kReverbDiffusion = 0.6f;

/** Output weights of the lines. Left and right are orthogonal within the even lines and within the
    odd lines. Each is as far as possible from every row of the Hadamard matrix (product 4 with all
    rows: a bent sequence), because weights equal to a row would output one line's input. */
inline constexpr std::array<float, kReverbLines> kReverbLeftSigns {1,  -1, -1, 1, -1, -1, -1, -1,
                                                                   -1, -1, 1,  1, 1,  -1, 1,  -1};
inline constexpr std::array<float, kReverbLines> kReverbRightSigns {1,  1, -1, -1, 1,  -1, -1, 1,
                                                                    -1, 1, -1, 1,  -1, -1, -1, -1};

/** Lengths of the lines: primes with a constant ratio from 31 to 83 ms, so that echoes coincide as
    late as possible. Their sum, 0.85 s, has enough modes for times of several seconds. Source:
    Schroeder 1962, "Natural sounding artificial reverberation" (density of modes). */
std::array<int, kReverbLines> reverbLineSamples (double sampleRateHz);

/** Early echoes of near walls, at times with a constant ratio. The gain of a tap falls with the
    square root of its time; the squares of all gains add up to 1. Even taps read their own side,
    odd taps the other. Times of the right side are longer by the factor kReverbRightLonger. */
inline constexpr int kReverbEarlyTaps = 8;
inline constexpr double kReverbEarlyFirstSeconds = 0.0023, kReverbEarlyLastSeconds = 0.037;
/** Share of the early echoes in the energy of a steady noise: 4.8 dB below the tail. */
inline constexpr double kReverbEarlyShare = 0.25;
struct ReverbEarly
{
    std::array<std::array<int, kReverbEarlyTaps>, 2> samples {}; ///< side, tap
    std::array<float, kReverbEarlyTaps> gains {};
};
ReverbEarly reverbEarly (double sampleRateHz);

/** Amplitude and rate of the swing of a line's length; line i swings at kReverbSwingHz 2^(i / 16).
    One pass shifts the pitch by at most 9 cents. The swings move the lines' modes across each
    other, so that no mode stands out. That needs 0.5 ms in all lines (1 ms in half of the lines
    leaves peaks 1 dB higher).
    Source: Dattorro 1997, part 1. */
inline constexpr double kReverbSwingSeconds = 0.0005, kReverbSwingHz = 0.7;

/** y[n] = gain x[n] + pole y[n - 1], at the end of a line. */
struct ReverbLoss
{
    float gain = 0, pole = 0;
};

/** Loss of a line for `timeSeconds` until -60 dB at kReverbMiddleHz and about (1 - 0.85 damping) of
    that time at kReverbHighHz; at 0 Hz at most twice the time.
    damping  0 .. 1
    thread   any; allocates nothing
    source   Jot & Chaigne 1991, "Digital delay networks for designing artificial reverberators";
             the pole is that of a one-pole low-pass with the gains of both times at 0 Hz and
             kReverbHighHz */
ReverbLoss reverbLoss (int lineSamples, double sampleRateHz, double timeSeconds,
                       double damping) noexcept;

} // namespace melstrom
