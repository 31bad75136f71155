"""Damaged audio files by name, with the required result of each."""

import struct

from commandline_support import RATE_HZ, chunk, extensible, fmt, noise, riff, wav

SOUND = noise(8000, seed=9)
DATA = chunk(b"data", SOUND.tobytes())
HTML = b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n"


def rf64(data_size, samples=8000, declared=0xFFFFFFFF, sound=SOUND):
    sizes = chunk(b"ds64", struct.pack("<QQQI", 20000, data_size % 2**64, samples, 0))
    return riff(sizes, fmt(), chunk(b"data", sound.tobytes(), declared), tag=b"RF64", size=0xFFFFFFFF)


def flac_of_hours():
    """A FLAC header that declares 2^36 - 1 samples, and 20 kB of zeros."""
    info = struct.pack(">HH", 4096, 4096) + bytes(6) + ((RATE_HZ << 44) | (15 << 36) | (2**36 - 1)).to_bytes(8, "big")
    return b"fLaC\x80\x00\x00\x22" + info + bytes(16) + bytes(20000)


def adpcm(data):
    extra = struct.pack("<HH", 2, 505)
    return riff(fmt(0x11, 1, RATE_HZ, 4, align=256, byte_rate=8110, extra=extra), data)


def aiff(samples, channels=1, frames=None, data_size=None, rate=b"\x40\x0c\xfa\x00\x00\x00\x00\x00\x00\x00"):
    def big(tag, data, size=None):
        return tag + struct.pack(">I", len(data) if size is None else size) + data
    frames = len(samples) if frames is None else frames
    data = bytes(8) + samples.astype(">i2").tobytes()
    body = (b"AIFF" + big(b"COMM", struct.pack(">HIH", channels, frames, 16) + rate) +
            big(b"SSND", data, data_size))
    return big(b"FORM", body)


# name: (file's name, bytes, code, pattern of the message)
REFUSED = {
    "A1 empty": ("bad.wav", b"", "empty-file", "is empty"),
    "A1 RIFF alone": ("bad.wav", b"RIFF", "not-audio", "4 bytes"),
    "A1 11 bytes": ("bad.wav", b"RIFF\x24\0\0\0WAV", "not-audio", "11 bytes"),
    "A1 header alone": ("bad.wav", b"RIFF\x04\0\0\0WAVE", "bad-header", "`fmt ` chunk"),
    "A1 zeros": ("bad.wav", bytes(4096), "not-audio", "4096 bytes"),
    "A2 WAV cut": ("bad.wav", wav(SOUND)[:-2001], "truncated", "declares 8000 samples but holds 6999"),
    "A2 RF64 cut": ("bad.wav", rf64(16000)[:-2000], "truncated", "declares 8000 samples but holds 7000"),
    "A2 AIFF cut": ("bad.aiff", aiff(SOUND)[:-2000], "truncated", "declares 8000 samples but holds 7000"),
    "A2 AIFF of more frames": ("bad.aiff", aiff(SOUND, frames=9000), "truncated", "declares 9000 .*holds 8000"),
    "A4 no channels": ("bad.wav", riff(fmt(channels=0, align=2), DATA), "bad-header", "no channels"),
    "A4 no rate": ("bad.wav", riff(fmt(rate=0), DATA), "bad-rate", "rate of 0 Hz"),
    "A4 no bits": ("bad.wav", riff(fmt(bits=0, align=2), DATA), "bad-header", "0 bits"),
    "A4 no block align": ("bad.wav", riff(fmt(align=0), DATA), "bad-header", "block align of 0"),
    "A4 AIFF of no channels": ("bad.aiff", aiff(SOUND, channels=0), "bad-header", "."),
    "A4 AIFF of no rate": ("bad.aiff", aiff(SOUND, rate=bytes(10)), None, "."),
    **{f"A5 {channels} channels": ("bad.wav", riff(fmt(channels=channels, align=2), DATA), "too-many-channels",
                                   f"{channels} channels; at most 64") for channels in (65, 2881, 32767, 0x8000, 65535)},
    "A5 AIFF of 2881 channels": ("bad.aiff", aiff(SOUND, channels=2881), None, "."),
    "A6 wrong block align": ("bad.wav", riff(fmt(align=3), DATA), "bad-header", "block align of 3; 1 channel .* makes 2;"),
    "A6 wrong block align of two channels": ("bad.wav", riff(fmt(channels=2, align=3), DATA), "bad-header",
                                             "block align of 3; 2 channels .* make 4;"),
    "A6 block align of 65535": ("bad.wav", riff(fmt(align=65535), DATA), "bad-header", "block align of 65535"),
    "A7 1 bit": ("bad.wav", riff(fmt(bits=1), DATA), "unsupported-format", "1-bit"),
    "A7 65535 bits": ("bad.wav", riff(fmt(bits=65535), DATA), "unsupported-format", "65535-bit"),
    "A7 float16": ("bad.wav", riff(fmt(3, bits=16), DATA), "unsupported-format", "16-bit floating-point"),
    "A8 fmt of 2 bytes": ("bad.wav", riff(chunk(b"fmt ", b"\1\0"), DATA), "bad-header", "2 bytes; at least 16 are needed"),
    "A8 fmt of 14 bytes": ("bad.wav", riff(chunk(b"fmt ", fmt()[8:22]), DATA), "bad-header", "14 bytes; at least 16"),
    "A8 extensible fmt of 39 bytes": ("bad.wav", riff(chunk(b"fmt ", extensible(16, 16)[8:47]), DATA), "bad-header",
                                      "39 bytes; at least 40 are needed"),
    "A8 fmt past the end": ("bad.wav", riff(fmt(size=2**32 - 2), DATA), None, "."),
    "A9 LIST of 2^32 - 2": ("bad.wav", riff(fmt(), chunk(b"LIST", b"INFO", 2**32 - 2), DATA), "bad-header", "`data`"),
    "A9 data of 2^32 - 2": ("bad.wav", riff(fmt(), chunk(b"data", SOUND.tobytes(), 2**32 - 2)), "truncated",
                            "declares 2147483647 samples but holds 8000"),
    "A9 data of 2^31": ("bad.wav", riff(fmt(), chunk(b"data", SOUND.tobytes(), 2**31)), "truncated", "holds 8000"),
    "A11 no data": ("bad.wav", riff(fmt(), chunk(b"LIST", b"INFO")), "bad-header", "no `data` chunk"),
    "A11 no fmt": ("bad.wav", riff(DATA), "bad-header", "no `fmt ` chunk"),
    "A12 no ds64": ("bad.wav", riff(fmt(), chunk(b"data", SOUND.tobytes(), 2**32 - 1), tag=b"RF64"), "bad-header", "ds64"),
    "A12 ds64 of -1": ("bad.wav", rf64(-1), "bad-header", "ds64 .*18446744073709551615"),
    "A12 ds64 of -8": ("bad.wav", rf64(-8), "bad-header", "ds64 .*18446744073709551608"),
    "A12 ds64 of 2^63 - 1": ("bad.wav", rf64(2**63 - 1), "truncated", "declares 4611686018427387903 .*holds 8000"),
    "A12 ds64 of 4 bytes": ("bad.wav", riff(chunk(b"ds64", bytes(4)), fmt(), DATA, tag=b"RF64"), "bad-header", "ds64"),
    "A13 chunks without end": ("bad.wav", riff(chunk(b"junk", b"") * 100_000, fmt(), DATA), "bad-header", "."),
    "A15 4294967295 Hz": ("bad.wav", riff(fmt(rate=2**32 - 1), DATA), "bad-rate", "4294967295 Hz"),
    "A15 no frames": ("bad.wav", riff(fmt(), chunk(b"data", b"")), "no-samples", "without samples"),
    "A15 half a frame": ("bad.wav", riff(fmt(), chunk(b"data", b"\1", pad=False)), "no-samples", "without samples"),
    "A16 HTML": ("bad.wav", HTML, "not-audio", "<!DOCTYPE html>"),
    "A16 HTML named FLAC": ("bad.flac", HTML, "not-audio", "<!DOCTYPE html>"),
    "A16 noise named MP3": ("bad.mp3", b"\xFF\xFB\x90\x00" + SOUND.tobytes()[:5000], None, "."),
    "A16 hours in 20 kB": ("bad.flac", flac_of_hours(), "bad-header", "68719476735 samples"),
    "A16 ADPCM of block align 0": ("bad.wav", riff(fmt(0x11, bits=4, align=0), DATA), "bad-header", "block align of 0"),
    "A16 ADPCM cut": ("bad.wav", adpcm(chunk(b"data", bytes(2560), 5120)), "truncated", "5120 bytes .*holds 2560"),
}

# code: cure that its message offers
CURES = {
    "file-missing": "correct the path, the list or the link", "permission-denied": "chmod", "not-a-file": "leave it out", "empty-file": "fetch it again",
    "not-audio": "fetch it again", "bad-header": "[Cc]onvert it", "truncated": "--truncated keep", "no-samples": "leave it out",
    "bad-rate": "convert it", "too-many-channels": "convert it", "no-such-channel": "--set channels=mean",
    "unsupported-format": "convert it", "decode-failed": "fetch it again", "non-finite": "--nonfinite zero", "too-short": "leave it out",
    "rate-mismatch": "--no-resample", "shape-mismatch": "cut or pad it", "file-changed": "run again", "read-failed": "run again",
    "out-of-memory": "lower --threads",
}

FLOATS = (SOUND / 32768).astype("<f4")
METADATA = chunk(b"LIST", b"INFOINAM\xFF\xFF\xFF\x7Fbroken") + chunk(b"id3 ", b"ID3\4\0\0\x7F\x7F\x7F\x7Fxx") + chunk(b"bext", b"?")

# name: (bytes, the expected samples, pattern of a warning or None)
TAKEN = {
    "A3 data of size 0": (riff(fmt(), chunk(b"data", SOUND.tobytes(), 0)), SOUND, "declares no length"),
    "A3 data of size 0xFFFFFFFF": (riff(fmt(), chunk(b"data", SOUND.tobytes(), 2**32 - 1)), SOUND, "declares no length"),
    "A3 everything of size 0": (riff(fmt(), chunk(b"data", SOUND.tobytes(), 0), size=0), SOUND, "declares no length"),
    "A5 64 channels": (wav(noise(8000, 3, 64)), noise(8000, 3, 64), None),
    "A6 byte rate of 0": (riff(fmt(byte_rate=0), DATA), SOUND, None),
    "A6 byte rate of 2^32 - 1": (riff(fmt(byte_rate=2**32 - 1), DATA), SOUND, None),
    "A6 RIFF of size 0": (riff(fmt(), DATA, size=0), SOUND, None),
    "A6 RIFF of size 2^32 - 1": (riff(fmt(), DATA, size=2**32 - 1), SOUND, None),
    "A7 20 bits in 24": (riff(extensible(24, 20), chunk(b"data", b"".join(
        b"\0" + sample.tobytes() for sample in SOUND))), SOUND.astype("<i4") << 16, None),
    "A7 float64": (wav(FLOATS.astype("<f8")), FLOATS, None),
    "A8 fmt of 17 bytes": (riff(chunk(b"fmt ", fmt()[8:] + b"\0"), DATA), SOUND, None),
    "A8 fmt of 39 bytes": (riff(fmt(extra=bytes(23)), DATA), SOUND, None),
    "A8 cbSize of 65535": (riff(fmt(extra=b"\xFF\xFF"), DATA), SOUND, None),
    "A10 no pad byte": (riff(fmt(), chunk(b"LIST", b"INFO!", pad=False), DATA), SOUND, None),
    "A10 no pad byte, after": (riff(fmt(), DATA, chunk(b"LIST", b"INFO!", pad=False)), SOUND, None),
    "A11 two data chunks": (riff(fmt(), DATA, chunk(b"data", bytes(4000))), SOUND, "more than one `data`"),
    "A11 first of two data chunks empty": (riff(fmt(), chunk(b"data", b""), DATA), SOUND, "more than one `data`"),
    "A11 fmt twice": (riff(fmt(), fmt(channels=2, rate=8000), DATA), SOUND, "more than one `fmt "),
    "A11 data before fmt": (riff(DATA, fmt()), SOUND, None),
    "A12 sound RF64": (rf64(16000), SOUND, None),
    "A13 broken metadata before": (riff(METADATA, fmt(), DATA), SOUND, None),
    "A13 broken metadata after": (riff(fmt(), DATA, METADATA), SOUND, None),
    "A13 8 MB of metadata": (riff(chunk(b"JUNK", bytes(8 << 20)), fmt(), DATA), SOUND, None),
    "A13 rubbish after": (riff(fmt(), DATA) + b"\xFF" * 999, SOUND, "999 bytes after its chunks"),
    "A13 AIFF": (aiff(SOUND), SOUND, None),
}

# name: (bytes, the sound, largest error of the features): decoded or refused, never silence
UNSETTLED = {
    "A7 12 bits in 16": (riff(fmt(bits=12), chunk(b"data", (SOUND & ~15).tobytes())), SOUND & ~15, 0.1),
    "A7 12 valid bits of 16": (riff(extensible(16, 12), chunk(b"data", (SOUND & ~15).tobytes())), SOUND & ~15, 0.01),
    "A7 24 bits in 32": (riff(extensible(32, 24), chunk(b"data", (SOUND.astype("<i4") << 16).tobytes())), SOUND, 0.01),
    "A7 valid bits above all": (riff(extensible(16, 65535), DATA), SOUND, 0.01),
    "A7 PCM of another family": (riff(fmt(0xFFFE, extra=struct.pack("<HHI", 22, 16, 4) + bytes(range(16))), DATA), SOUND, 0.01),
}
