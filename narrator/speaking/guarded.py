"""A loudspeaker that a sound server could move: guarded, so that no line goes to another device unnoticed.

When the loudspeaker is unplugged the server moves what plays to the next device, and PortAudio is not told. What
was said meanwhile nobody at the table has heard, so the line that was cut has to be said again.
"""

from __future__ import annotations

import ctypes as c
import threading
from typing import Any

from narrator.audio import AudioError, NoSuchDevice
from narrator.speaking import pulse_library as pa
from narrator.speaking.output import Output
from narrator.speaking.pulse import Connection, Sink, sink_of


class SinkWatch:
    """Knows from the server whether one device is there. Raises NoSuchDevice, NoServer."""

    def __init__(self, sink: Sink) -> None:
        self._name = sink.name
        self._gone = threading.Event()
        self._connection = Connection()
        try:
            self._subscribe()
            if not any(known.name == self._name and not known.unplugged for known in self._connection.sinks()):
                raise NoSuchDevice(f"{sink.label} is not plugged in")
        except AudioError:
            self.close()
            raise

    def there(self) -> bool:
        """False from the moment at which the device went, for good."""
        return not self._gone.is_set() and not self._connection.failed.is_set()

    def close(self) -> None:
        """No more is to be known."""
        self._connection.close()

    def _subscribe(self) -> None:
        connection = self._connection
        found: list[bool] = []

        def told(_context: Any, info: Any, end: int, _data: Any) -> None:
            if end:
                if not any(found):
                    self._gone.set()
                found.clear()
                return
            sink = sink_of(c.cast(info, c.POINTER(pa.SinkInfo)).contents)
            found.append(sink.name == self._name and not sink.unplugged)

        listed = connection.keep(pa.TOLD(told))

        def changed(context: Any, _event: int, _index: int, _data: Any) -> None:
            operation = connection.pa.pa_context_get_sink_info_list(context, listed, None)
            if operation:
                connection.pa.pa_operation_unref(operation)

        heard = connection.keep(pa.SUBSCRIBED(changed))

        def subscribe() -> None:
            connection.pa.pa_context_set_subscribe_callback(connection.context, heard, None)
            operation = connection.pa.pa_context_subscribe(connection.context, pa.SUBSCRIBE_SINK, None, None)
            if operation:
                connection.pa.pa_operation_unref(operation)

        connection.call(subscribe)


class GuardedOutput:
    """An output that is gone as soon as its device is, wherever the server lets it play then."""

    def __init__(self, inner: Output, sink: Sink) -> None:
        self._inner = inner
        self._sink = sink
        self._watch: SinkWatch | None = None
        self.rate = inner.rate

    def describe(self) -> str:
        return self._inner.describe()

    def open(self) -> None:
        self._look()
        self._inner.open()

    def close(self) -> None:
        self._inner.close()
        self._forget()

    def alive(self) -> bool:
        watch = self._watch
        return watch is not None and watch.there() and self._inner.alive()

    def find(self) -> None:
        self._look()
        self._inner.find()

    def leave(self) -> None:
        self._inner.leave()
        self._forget()

    def _look(self) -> None:
        self._forget()
        self._watch = SinkWatch(self._sink)

    def _forget(self) -> None:
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.close()
