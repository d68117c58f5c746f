"""Messages between the ears and the recogniser's process: a letter, a length, and that many bytes."""

from __future__ import annotations

import struct
from enum import Enum
from typing import IO

_HEADER = struct.Struct(">cI")
LARGEST = 1 << 24


class Letter(bytes, Enum):
    """What a message is about."""

    READY = b"R"  # from the child: the model is loaded
    FAILED = b"X"  # from the child: it cannot be loaded, and why
    WORDS = b"W"  # JSON list of words; back: the list of those that are known
    START = b"S"  # JSON list of grammar lines: a new utterance
    AUDIO = b"A"  # 16 kHz int16; back: PARTIAL
    PARTIAL = b"P"
    FINISH = b"F"  # back: JSON list of [text, log-likelihood]
    PING = b"H"  # back: the same


def write_frame(stream: IO[bytes], letter: Letter, body: bytes = b"") -> None:
    """Send one message."""
    stream.write(_HEADER.pack(letter.value, len(body)) + body)
    stream.flush()


def read_frame(stream: IO[bytes]) -> tuple[Letter, bytes] | None:
    """The next message; None when the other side is gone or sends nonsense."""
    header = stream.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return None
    letter, length = _HEADER.unpack(header)
    if length > LARGEST:
        return None
    body = stream.read(length)
    if len(body) < length:
        return None
    try:
        return Letter(letter), body
    except ValueError:
        return None
