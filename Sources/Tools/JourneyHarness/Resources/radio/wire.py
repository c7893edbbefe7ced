"""What a program and its radio say to each other over a Unix socket.

A frame is `length: u16 | operation: u8 | body`, numbers with the highest byte first; the length counts operation and body.
docs/reference/credential-sharing.md has the table of operations.
"""

import asyncio
import struct

VERSION = 2
LONGEST_FRAME = 1024
LONGEST_VALUE = 512
# The characteristic that the radio adds itself where it has L2CAP: a server may lack it.
CHANNEL = 5
# More than this unread by the other side means that it does not read at all.
LARGEST_BACKLOG = 4 << 20

# From the program.
ADVERTISE, CONNECT, VALUE, READ, SUBSCRIBE, STOP_ADVERTISING, OPEN_CHANNEL = range(0x01, 0x08)
# From the radio.
(READY, CONNECTED, LIMIT, SUBSCRIBED, RECEIVED, SENT, READ_DONE, SUBSCRIBE_DONE, DISCONNECTED, CLOSED, CHANNEL_OPENED,
 OPEN_DONE) = range(0x81, 0x8D)

# States of READY.
POWERED_ON, POWERED_OFF = 1, 2
# Reasons of CLOSED.
UNUSABLE, RADIO_FAILED, REFUSED = 1, 2, 3
# Properties of a characteristic, as GATT numbers them.
CAN_READ, CAN_WRITE, CAN_NOTIFY = 0x02, 0x04, 0x10


class Refused(Exception):
    """A frame that this protocol does not have; its text goes to the program."""


class Program:
    """The program's end of the socket: frames in, frames out, both bounded."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer

    async def receive(self):
        """The next `(operation, body)`, or `None` when the program has closed its end. Raises `Refused`."""
        try:
            (length,) = struct.unpack(">H", await self.reader.readexactly(2))
            if not 1 <= length <= LONGEST_FRAME:
                raise Refused(f"a frame has 1 to {LONGEST_FRAME} bytes, not {length}")
            frame = await self.reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        return frame[0], frame[1:]

    def send(self, operation: int, body: bytes = b""):
        """Sends a frame; a program that does not read its frames is let go of."""
        transport = self.writer.transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > LARGEST_BACKLOG:
            transport.abort()
            return
        self.writer.write(struct.pack(">HB", 1 + len(body), operation) + body)

    def close(self, reason: int, text: str):
        """The last frame, with a sentence for whoever looks."""
        self.send(CLOSED, bytes([reason]) + text.encode()[:200])


class Body:
    """Reads a frame's body from its front; what is too short is refused."""

    def __init__(self, data: bytes):
        self.data = data

    def take(self, count: int) -> bytes:
        if len(self.data) < count:
            raise Refused("a frame is too short for its operation")
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        return struct.unpack(">H", self.take(2))[0]

    def peer(self) -> int:
        return struct.unpack(">I", self.take(4))[0]

    def end(self):
        if self.data:
            raise Refused("a frame is too long for its operation")


class Characteristic:
    """One characteristic of a service, as the program names it."""

    def __init__(self, body: Body):
        self.number = body.byte()
        self.properties = body.byte()
        self.uuid = body.take(16)
        self.value = body.take(body.byte())


def service(data: bytes):
    """The UUID and the characteristics of ADVERTISE and CONNECT."""
    body = Body(data)
    uuid = body.take(16)
    characteristics = [Characteristic(body) for _ in range(body.byte())]
    body.end()
    numbers = {characteristic.number for characteristic in characteristics}
    if not 1 <= len(characteristics) <= 8 or len(numbers) != len(characteristics):
        raise Refused("a service has one to eight characteristics, each with a number of its own")
    return uuid, characteristics


def peer(number: int) -> bytes:
    return struct.pack(">I", number)
