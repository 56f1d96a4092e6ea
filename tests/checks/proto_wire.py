"""Numbers as protocol buffers write them."""


def varint(value):
    groups = [value >> shift & 127 for shift in range(0, max(value.bit_length(), 1), 7)]
    return bytes([group | 128 for group in groups[:-1]] + groups[-1:])


def read_varint(data, at):
    """The number at data[at:], and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
