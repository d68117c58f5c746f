"""An output that the sound server may not move to another device.

Through PortAudio a stream goes to the server as any other, and when its device is unplugged the server moves
it to the default one: the loudspeaker on the table. What is for the judge alone is therefore played through
libpulse, where a stream can forbid that.
"""

from __future__ import annotations

import ctypes as c
import threading
import time
from typing import Any

import numpy as np

from narrator.audio import AudioError, NoSuchDevice
from narrator.speaking import pulse_library as pa
from narrator.speaking.output import Fill
from narrator.speaking.pulse import ANSWER_SECONDS, Connection, NoServer, Sink, sink_of, text_of
from narrator.speaking.sound import Samples

RATE = 48_000
BUFFER_SECONDS = 0.08

SILENT_SECONDS = 3.0
"""The server tells when a device goes; only one that hangs has to be noticed. A sink that was idle may finish
a block of two seconds before it asks us."""


class PulseOutput:
    """Plays on one device of the server and on no other; gone when device, socket or server go."""

    rate = RATE

    def __init__(self, sink: Sink, fill: Fill) -> None:
        self._wanted = sink
        self._fill = fill
        self._connection: Connection | None = None
        self._stream: Any = None
        self._dead = threading.Event()
        self._heard = 0.0

    def describe(self) -> str:
        return self._wanted.description or self._wanted.name

    def open(self) -> None:
        self.close()
        connection = Connection()
        self._connection, self._dead = connection, threading.Event()
        try:
            sink = next((sink for sink in connection.sinks() if sink.name == self._wanted.name), None)
            if sink is None or sink.unplugged:
                raise NoSuchDevice(f"{self._wanted.label} is not plugged in")
            self._wanted = sink
            self._watch(connection, self._dead)
            self._play(connection, self._dead)
        except AudioError:
            self.close()
            raise

    def _watch(self, connection: Connection, dead: threading.Event) -> None:
        """Give up as soon as the device changes into something else, such as headphones into loudspeakers."""

        def told(_context: Any, info: Any, end: int, _data: Any) -> None:
            if not end:
                sink = sink_of(c.cast(info, c.POINTER(pa.SinkInfo)).contents)
                if sink.name == self._wanted.name and not same_ear(self._wanted, sink) and not dead.is_set():
                    dead.set()
                    if self._stream:  # what the server holds of it must not be heard either
                        connection.pa.pa_stream_disconnect(self._stream)

        listed = connection.keep(pa.TOLD(told))

        def subscribed(context: Any, _event: int, _index: int, _data: Any) -> None:
            operation = connection.pa.pa_context_get_sink_info_list(context, listed, None)
            if operation:
                connection.pa.pa_operation_unref(operation)

        heard = connection.keep(pa.SUBSCRIBED(subscribed))

        def subscribe() -> None:
            connection.pa.pa_context_set_subscribe_callback(connection.context, heard, None)
            operation = connection.pa.pa_context_subscribe(connection.context, pa.SUBSCRIBE_SINK, None, None)
            if operation:
                connection.pa.pa_operation_unref(operation)

        connection.call(subscribe)

    def _play(self, connection: Connection, dead: threading.Event) -> None:
        library = connection.pa
        settled, timed = threading.Event(), threading.Event()

        def changed(stream: Any, _data: Any) -> None:
            state = library.pa_stream_get_state(stream)
            if state in (pa.STREAM_FAILED, pa.STREAM_TERMINATED):
                dead.set()
                settled.set()
            elif state == pa.STREAM_READY:
                if text_of(library.pa_stream_get_device_name(stream)) != self._wanted.name:
                    dead.set()  # a server that chose another device than it was told
                settled.set()

        def moved(stream: Any, _data: Any) -> None:
            dead.set()  # a server that does not keep its word
            library.pa_stream_disconnect(stream)

        def request(stream: Any, size: int, _data: Any) -> None:
            frames = size // 4
            block: Samples = np.zeros(frames, np.float32)
            delay = latency_of(library, stream)
            if delay is not None:
                timed.set()
            if delay is not None and settled.is_set() and not dead.is_set():
                try:
                    self._fill(block, time.monotonic(), delay)
                except Exception:  # it would be printed and ignored: silence is what a broken mixer gets
                    dead.set()
                    block[:] = 0
                self._heard = time.monotonic()
            library.pa_stream_write(stream, block.ctypes.data, frames * 4, None, 0, 0)

        state_callback = connection.keep(pa.NOTIFY(changed))
        moved_callback = connection.keep(pa.NOTIFY(moved))
        request_callback = connection.keep(pa.REQUEST(request))

        def start() -> bool:
            spec = pa.SampleSpec(pa.FLOAT32, RATE, 1)
            buffered = round(BUFFER_SECONDS * RATE) * 4
            unset = 0xFFFFFFFF
            buffer = pa.BufferAttr(unset, buffered, 0, buffered // 4, unset)
            stream = library.pa_stream_new(connection.context, b"judge", c.byref(spec), None)
            if not stream:
                return False
            library.pa_stream_set_state_callback(stream, state_callback, None)
            library.pa_stream_set_moved_callback(stream, moved_callback, None)
            library.pa_stream_set_write_callback(stream, request_callback, None)
            flags = pa.INTERPOLATE_TIMING | pa.AUTO_TIMING_UPDATE | pa.ADJUST_LATENCY | pa.DONT_MOVE
            self._stream = stream
            name = self._wanted.name.encode()
            connect = library.pa_stream_connect_playback
            return bool(connect(stream, name, c.byref(buffer), flags, None, None) >= 0)

        self._heard = time.monotonic()
        if not connection.call(start) or not settled.wait(ANSWER_SECONDS) or dead.is_set():
            raise NoSuchDevice(f"{self._wanted.label} cannot be opened")
        timed.wait(ANSWER_SECONDS)

    def close(self) -> None:
        connection, stream = self._connection, self._stream
        self._connection = self._stream = None
        self._dead.set()
        if connection is None:
            return
        if stream is not None and not connection.failed.is_set():

            def stop() -> None:
                connection.pa.pa_stream_disconnect(stream)
                connection.pa.pa_stream_unref(stream)

            try:
                connection.call(stop)
            except NoServer:
                self._dead.set()  # it went away by itself
        connection.close()

    def alive(self) -> bool:
        connection = self._connection
        if connection is None or connection.failed.is_set() or self._dead.is_set():
            return False
        return time.monotonic() - self._heard < SILENT_SECONDS

    def find(self) -> None:
        self.open()

    def leave(self) -> None:
        self.close()


def latency_of(library: Any, stream: Any) -> float | None:
    """Seconds until what is written now is heard; None while the server has not told yet."""
    microseconds, negative = c.c_uint64(), c.c_int()
    if library.pa_stream_get_latency(stream, c.byref(microseconds), c.byref(negative)) < 0:
        return None
    return 0.0 if negative.value else microseconds.value / 1e6


def same_ear(before: Sink, now: Sink) -> bool:
    """Whether what is played comes out where it did: the same socket of the same device, plugged in."""
    return now.name == before.name and now.port == before.port and not now.unplugged
