"""A virtual air for Bluetooth Low Energy: no radio, no kernel, no network.

Each client of a Unix socket gets a controller of its own, spoken to by HCI (H4); all controllers hear each other. What runs
above, a host's GATT stack, is the same that drives a dongle.

    air.py --socket /run/me/air.sock
"""

import argparse
import asyncio
import itertools
import os
import sys

from bumble import core, hci, link
from bumble.controller import Controller
from bumble.transport.common import StreamPacketSink, StreamPacketSource

import lifetime

MOST_CLIENTS = 32
# A host with more unread bytes than this is treated as out of range.
LARGEST_BACKLOG = 4 << 20
# The time for the connect request to reach the other controller, in this process.
ESTABLISHING = 0.05


class Air(link.LocalLink):
    """Extends Bumble's link with data from any address of a connection, and with the loss of a device."""

    def other_end(self, connection):
        """Returns the peer's controller and its view of a connection, or `None`."""
        for controller in self.controllers:
            found = controller.le_connections.get(connection.self_address)
            if found is not None and found.self_address == connection.peer_address:
                return controller, found
        return None

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        # Bumble identifies the sender by its random address, regardless of the connection's address.
        connection = sender_controller.le_connections.get(destination_address)
        other = connection and self.other_end(connection)
        if transport == core.PhysicalTransport.LE and other:
            asyncio.get_running_loop().call_soon(
                other[0].on_link_acl_data, connection.self_address, transport, data)

    def send_ll_control_pdu(self, sender_address, receiver_address, packet):
        # The peer is gone: on the air, nothing happens then.
        if self.find_le_controller(receiver_address):
            super().send_ll_control_pdu(sender_address, receiver_address, packet)

    def lose(self, controller):
        """Removes a device without notice: its peers detect that after each connection's supervision timeout."""
        others = [self.other_end(connection) for connection in controller.le_connections.values()]
        controller.le_legacy_advertiser.stop()
        for advertising in controller.advertising_sets.values():
            advertising.stop()
        self.remove_controller(controller)
        controller.hci_sink = None
        for peer, connection in filter(None, others):
            asyncio.get_running_loop().call_later(
                connection.supervision, peer.lose, connection, hci.HCI_CONNECTION_TIMEOUT_ERROR)


class AirController(Controller):
    """A controller that stores supervision timeouts, with the packet size of real ones."""

    le_acl_data_packet_length = 251
    acl_data_packet_length = 251

    def on_le_connect_ind(self, packet):
        super().on_le_connect_ind(packet)
        connection = self.remember(packet.initiator_address, packet.timeout)
        other = connection and self.link.other_end(connection)
        if other:
            other[1].established = True

    def create_le_connection(self, peer_address):
        request = self.pending_le_connection
        super().create_le_connection(peer_address)
        timeouts = getattr(request, "supervision_timeouts", None)
        connection = self.remember(peer_address, timeouts[0] if timeouts else request.supervision_timeout)
        if connection:
            asyncio.get_running_loop().call_later(ESTABLISHING, self.confirm, connection)

    def remember(self, peer_address, timeout):
        connection = self.le_connections.get(peer_address)
        if connection is not None and not hasattr(connection, "supervision"):
            connection.supervision = timeout / 100
        return connection

    def confirm(self, connection):
        """Handles two requests for the same advertisement: the second one is ignored."""
        if not getattr(connection, "established", False):
            self.lose(connection, hci.HCI_CONNECTION_FAILED_TO_BE_ESTABLISHED_ERROR)

    def lose(self, connection, reason):
        if self.le_connections.get(connection.peer_address) is connection:
            self.on_le_disconnected(connection, reason)


class Client(StreamPacketSource):
    """A host on the socket."""

    numbers = itertools.count(1)

    def __init__(self, air):
        super().__init__()
        self.air = air
        self.controller = None

    def connection_made(self, transport):
        self.transport = transport
        if len(self.air.controllers) >= MOST_CLIENTS:
            transport.abort()
            return
        number = next(self.numbers)
        address = hci.Address(f"02:00:00:{number >> 16 & 255:02X}:{number >> 8 & 255:02X}:{number & 255:02X}",
                              hci.Address.PUBLIC_DEVICE_ADDRESS)
        self.controller = AirController(
            f"C{number}", host_source=self, host_sink=Sink(transport), link=self.air, public_address=address)

    def data_received(self, data):
        try:
            self.parser.feed_data(data)
        except core.InvalidPacketError:
            self.transport.abort()

    def connection_lost(self, exc):
        if self.controller:
            self.air.lose(self.controller)


class Sink(StreamPacketSink):
    def on_packet(self, packet):
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > LARGEST_BACKLOG:
            self.transport.abort()
            return
        self.transport.write(packet)


async def run(options):
    air = Air()
    lifetime.private_files()
    server = await asyncio.get_running_loop().create_unix_server(lambda: Client(air), options.socket)
    print(f"listening {options.socket}", flush=True)
    try:
        await lifetime.ending(attached=options.attached)
    finally:
        server.close()
        os.unlink(options.socket)


def main():
    parser = argparse.ArgumentParser(description="A virtual air for Bluetooth Low Energy.")
    parser.add_argument("--socket", required=True, help="the Unix socket that hosts connect to")
    parser.add_argument("--attached", action="store_true", help="end when standard input ends")
    lifetime.run("air", run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
