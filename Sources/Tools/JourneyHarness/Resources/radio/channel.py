"""L2CAP channels with credits (Bluetooth Core, volume 3, part A, sections 4.22 to 4.24): bytes both ways, as fast as the
peer has room for them."""

import asyncio
import contextlib

from bumble import core, l2cap

import wire

MTU = 2048
# What fits into one packet of a controller that has room for 251 bytes.
MPS = 247
CREDITS = 64
# The least that either side may offer.
SMALLEST = 23
# For the peer to answer; values do the work where it does not.
OPENING = 5


class Channel(l2cap.LeCreditBasedChannel):
    """A client's channel. Bumble's own hears only some turns of its loop after the peer may speak, and what cannot be opened
    stays behind in its tables."""

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
        """From now on credits may come."""
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
    """Listens at a number of its own; `opened` gets each channel, in the moment in which it opens."""
    return device.create_l2cap_server(
        l2cap.LeCreditBasedChannelSpec(mtu=MTU, mps=MPS, max_credits=CREDITS), handler=opened)


def is_usable(channel):
    """Whether the peer takes bytes as the standard has it."""
    return min(channel.peer_mtu, channel.peer_mps) >= SMALLEST


def attach(channel, heard, closed):
    """`heard` gets the bytes in pieces that fit a frame; `closed` is called when the channel went, and its connection did
    not."""
    def hear(data):
        for place in range(0, len(data), wire.LONGEST_VALUE):
            heard(bytes(data[place:place + wire.LONGEST_VALUE]))

    def end():
        if channel.connection.handle in channel.connection.device.connections:
            closed()

    channel.sink = hear
    # A connection that ends closes its channels first.
    channel.on(channel.EVENT_CLOSE, lambda: asyncio.get_running_loop().call_soon(end))


async def drain(channel):
    """Waits until the peer gave credits for all that was written, or is gone."""
    while is_open(channel) and not channel.drained.is_set():
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(channel.drain(), 0.2)


def is_open(channel):
    return channel.state == channel.State.CONNECTED


async def close(channel, grace):
    """Closes it after what was written, in `grace` seconds at most for either."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(drain(channel), grace)
        await asyncio.wait_for(channel.connection.drain(), grace)
        await asyncio.wait_for(channel.disconnect(), grace)
