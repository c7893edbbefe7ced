"""Common parts of server and client: ordered frames, flow-controlled values, a lossless end."""

import asyncio
import contextlib

from bumble import core, hci

import channel
import wire

# The number of packets in the controller before the next value waits.
MOST_PENDING = 12
MOST_FRAMES = 64
# The time for accepted values to be sent before the connection ends.
GRACE = 2


class Use:
    """One use of the radio by one program."""

    def __init__(self, radio, program, uuid, characteristics):
        self.radio, self.program = radio, program
        # Bumble uses little-endian order.
        self.uuid = core.UUID.from_bytes(uuid[::-1])
        self.characteristics = {item.number: item for item in characteristics}
        self.has_channels = not radio.options.without_l2cap
        self.frames = asyncio.Queue(MOST_FRAMES)
        self.gone = asyncio.Event()
        # `True` while values may be in flight.
        self.serves = True

    async def read_frames(self):
        """Reads until the program is gone; an unknown frame ends the use."""
        try:
            while (frame := await self.program.receive()) is not None:
                await self.frames.put(frame)
            await self.frames.put(None)
        except wire.Refused as fault:
            await self.frames.put(fault)
        finally:
            self.gone.set()

    async def run(self):
        reading = asyncio.create_task(self.read_frames())
        working = asyncio.create_task(self.work())
        leaving = asyncio.create_task(self.gone.wait())
        try:
            await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
            # Values accepted before the program left are still sent.
            await asyncio.wait([working], timeout=GRACE if self.serves else 0)
            if working.done():
                working.result()
        finally:
            for task in (reading, working, leaving):
                task.cancel()
            await asyncio.gather(reading, working, leaving, return_exceptions=True)
            await self.finish()

    async def frame(self):
        """Returns the next frame, or `None` at the end. Raises `wire.Refused`."""
        frame = await self.frames.get()
        if isinstance(frame, wire.Refused):
            raise frame
        return frame

    def characteristic(self, number):
        if number not in self.characteristics:
            raise wire.Refused(f"there is no characteristic {number}")
        return self.characteristics[number]

    def value(self, data):
        """Returns the peer, the characteristic and the value of VALUE."""
        body = wire.Body(data)
        peer, item = body.peer(), self.characteristic(body.byte())
        if not 1 <= len(body.data) <= wire.LONGEST_VALUE:
            raise wire.Refused(f"a value has 1 to {wire.LONGEST_VALUE} bytes")
        return peer, item, body.data

    @staticmethod
    def limit(connection):
        """Returns the longest value that fits, for LIMIT."""
        return min(connection.att_mtu - 3, wire.LONGEST_VALUE).to_bytes(2, "big")

    async def flow(self, connection):
        """Waits until the controller can accept another value; another frame reports a peer that is gone."""
        queue = connection.data_packet_queue
        while queue is not None and queue.pending > MOST_PENDING and connection.handle in self.radio.device.connections:
            room = asyncio.get_running_loop().create_future()
            queue.once("flow", lambda: room.done() or room.set_result(None))
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(room, 0.2)

    async def pour(self, opened, data):
        """Writes to a channel, and waits for the peer's credits, then for the controller."""
        if channel.is_open(opened):
            opened.write(data)
            await channel.drain(opened)
            await self.flow(opened.connection)

    async def disconnect(self, connection, opened=None):
        """Ends first a connection's channel, then the connection, after all values in flight."""
        if opened is not None:
            await channel.close(opened, GRACE)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(connection.drain(), GRACE)
        with contextlib.suppress(Exception):
            if connection.handle in self.radio.device.connections:
                await asyncio.wait_for(
                    connection.disconnect(hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR), GRACE)
