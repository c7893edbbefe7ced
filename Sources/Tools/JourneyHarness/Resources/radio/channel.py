"""L2CAP channels with credits (Bluetooth Core, volume 3, part A, sections 4.22 to 4.24): bytes both ways, as fast as the
peer has room for them."""

import asyncio
import contextlib

from bumble import core, l2cap

import wire

MTU = 2048
# The payload of one packet of a controller with buffers of 251 bytes.
MPS = 247
CREDITS = 64
# The minimum that either side may offer.
SMALLEST = 23
# The time for the peer's answer; without one, values carry the data.
OPENING = 5


class Channel(l2cap.LeCreditBasedChannel):
    """A client's channel. Bumble's own misses data that the peer sends right after opening, and leaves channels that fail
    to open in its tables."""

    def __init__(self, manager, connection, number):
        self.table = manager.channels.setdefault(connection.handle, {})
        self.identifier = None
        super().__init__(
            manager=manager, connection=connection, psm=number, source_cid=manager.find_free_le_cid(self.table) or 0,
            destination_cid=0, mtu=MTU, mps=MPS, credits=0, peer_mtu=0, peer_mps=0, peer_credits=CREDITS, connected=False)
        self.once(self.EVENT_OPEN, self.enter)

    def send_control_frame(self, frame):
        if isinstance(frame, l2cap.L2CAP_LE_Credit_Based_Connection_Request):
            self.identifier = frame.identifier
        super().send_control_frame(frame)

    def enter(self):
        """Registers the channel for incoming credits."""
        self.manager.le_coc_channels.setdefault(self.connection.handle, {})[self.destination_cid] = self

    async def open(self):
        """Raises what Bumble raises, `asyncio.TimeoutError`, or `asyncio.CancelledError` when the connection is gone."""
        if not self.source_cid:
            raise core.OutOfResourcesError("no channel is free")
        self.table[self.source_cid] = self
        try:
            await asyncio.wait_for(self.connect(), OPENING)
        except BaseException:
            self.table.pop(self.source_cid, None)
            self.manager.le_coc_requests.pop(self.identifier, None)
            raise


def listen(device, opened):
    """Listens on a PSM of its own; `opened` receives each channel as soon as it opens."""
    return device.create_l2cap_server(
        l2cap.LeCreditBasedChannelSpec(mtu=MTU, mps=MPS, max_credits=CREDITS), handler=opened)


def is_usable(channel):
    """Returns whether the peer's parameters conform to the standard."""
    return min(channel.peer_mtu, channel.peer_mps) >= SMALLEST


def attach(channel, heard, closed):
    """`heard` receives the bytes in pieces that fit a frame; `closed` is called when the channel ends before its
    connection."""
    def hear(data):
        for place in range(0, len(data), wire.LONGEST_VALUE):
            heard(bytes(data[place:place + wire.LONGEST_VALUE]))

    def end():
        if channel.connection.handle in channel.connection.device.connections:
            closed()

    channel.sink = hear
    # The end of a connection first closes its channels.
    channel.on(channel.EVENT_CLOSE, lambda: asyncio.get_running_loop().call_soon(end))


async def drain(channel):
    """Waits until the peer has given credits for all written bytes, or is gone."""
    while is_open(channel) and not channel.drained.is_set():
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(channel.drain(), 0.2)


def is_open(channel):
    return channel.state == channel.State.CONNECTED


async def close(channel, grace):
    """Closes the channel after all written bytes are sent, with at most `grace` seconds for each step."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(drain(channel), grace)
        await asyncio.wait_for(channel.connection.drain(), grace)
        await asyncio.wait_for(channel.disconnect(), grace)
