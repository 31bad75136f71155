"""CRC-32C (Castagnoli) by RFC 3720, one byte at a time: for small data."""


def make_crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC_TABLE = make_crc_table()


def crc32c(array):
    """CRC-32C of bytes, or of an array's bytes in C order."""
    crc = 0xFFFFFFFF
    for byte in array if isinstance(array, bytes) else array.tobytes():
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF
