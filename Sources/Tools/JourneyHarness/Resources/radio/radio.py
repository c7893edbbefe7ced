"""A device on an air of Bluetooth Low Energy, for programs on this machine: GATT as server and as client.

Each connection to its Unix socket is one use of the radio, as a server that advertises or as a client that looks for one.
This program transfers values of characteristics and bytes of channels, without decisions: the program that uses it
implements chunking and rules.

    radio.py --socket /run/me/radio.sock --controller air:/run/me/air.sock
    radio.py --socket /run/me/radio.sock --controller usb:0
"""

import argparse
import asyncio
import contextlib
import os
import sys

from bumble import core, hci
from bumble.device import Device, DeviceConfiguration
from bumble.transport import open_transport

import lifetime
import wire
from client import ClientLink, Finder
from server import ServerLink

MOST_PROGRAMS = 16


class Radio:
    """The device and its current uses."""

    def __init__(self, device, options):
        self.device, self.options = device, options
        self.finder = Finder(device)
        self.programs = {}
        self.links = set()
        self.server = None

    async def new_address(self):
        """Creates a device that cannot be tracked: each use has a new random address."""
        if self.links:
            return
        address = hci.Address.generate_static_address()
        await self.device.send_sync_command(hci.HCI_LE_Set_Random_Address_Command(random_address=address))
        self.device.random_address = address

    async def serve(self, reader, writer):
        """Serves one program from its first frame to its end."""
        program = wire.Program(reader, writer)
        self.programs[asyncio.current_task()] = program
        try:
            if len(self.programs) > MOST_PROGRAMS:
                raise wire.Refused(f"more than {MOST_PROGRAMS} programs at a time")
            program.send(wire.READY, bytes([wire.VERSION, wire.POWERED_ON]))
            frame = await program.receive()
            # A program that only wants the state sends nothing and waits for changes.
            if frame is not None:
                await self.use(program, *frame)
        except wire.Refused as fault:
            program.close(wire.REFUSED, str(fault))
        except (core.BaseBumbleError, asyncio.TimeoutError, OSError) as fault:
            program.close(wire.RADIO_FAILED, f"{type(fault).__name__}: {fault}")
        finally:
            del self.programs[asyncio.current_task()]
            with contextlib.suppress(OSError):
                writer.close()
                await writer.wait_closed()

    async def use(self, program, operation, body):
        kind = {wire.ADVERTISE: ServerLink, wire.CONNECT: ClientLink}.get(operation)
        if kind is None:
            raise wire.Refused("the first frame says what the radio is used for")
        link = kind(self, program, *wire.service(body))
        await self.new_address()
        self.links.add(link)
        try:
            await link.run()
        finally:
            self.links.discard(link)

    async def end(self, reason):
        """Disconnects every program and notifies the peers."""
        for program in self.programs.values():
            program.send(wire.READY, bytes([wire.VERSION, wire.POWERED_OFF]))
        tasks = list(self.programs)
        for program in list(self.programs.values()):
            program.close(wire.RADIO_FAILED, reason)
            program.reader.feed_eof()
        if tasks:
            await asyncio.wait(tasks, timeout=3)


def controller(name):
    """Returns Bumble's name for a controller. Only controllers without a network are accepted."""
    if name.startswith("air:"):
        return "unix:" + name.removeprefix("air:")
    if name.startswith(("usb:", "hci-socket:")):
        return name
    raise ValueError("--controller is air:PATH, usb:NUMBER or hci-socket:NUMBER")


async def run(options):
    try:
        transport = await asyncio.wait_for(open_transport(controller(options.controller)), 10)
    except (ImportError, OSError, core.BaseBumbleError, asyncio.TimeoutError) as fault:
        raise RuntimeError(f"{options.controller} cannot be opened: {fault or type(fault).__name__}") from None
    async with transport as (source, sink):
        settings = DeviceConfiguration(name="", gap_service_enabled=False, gatt_service_enabled=False)
        settings.address = hci.Address.generate_static_address()
        device = Device.from_config_with_hci(settings, source, sink)
        device.gatt_server.max_mtu = options.mtu
        await asyncio.wait_for(device.power_on(), 10)
        radio = Radio(device, options)
        lifetime.private_files()
        server = await asyncio.start_unix_server(radio.serve, options.socket)
        print(f"listening {options.socket}", flush=True)
        try:
            await lifetime.ending(options.attached, source.terminated)
        finally:
            server.close()
            os.unlink(options.socket)
            lost = source.terminated.done()
            await radio.end("the controller is gone" if lost else "the radio ends")
        if lost:
            raise RuntimeError(f"{options.controller} is gone")


def main():
    parser = argparse.ArgumentParser(description="A Bluetooth Low Energy device behind a Unix socket.")
    parser.add_argument("--socket", required=True, help="the Unix socket that programs connect to")
    parser.add_argument("--controller", required=True, help="air:PATH, usb:NUMBER or hci-socket:NUMBER")
    parser.add_argument("--mtu", type=int, default=515, help="the longest MTU that is agreed on, 23 to 517")
    parser.add_argument("--supervision-timeout", type=int, default=4000, metavar="MILLISECONDS",
                        help="how long a peer may be silent, 100 to 32000")
    parser.add_argument("--without-l2cap", action="store_true", help="offer no channel, and open none")
    parser.add_argument("--attached", action="store_true", help="end when standard input ends")
    options = parser.parse_args()
    if not 23 <= options.mtu <= 517 or not 100 <= options.supervision_timeout <= 32000:
        parser.error("--mtu is 23 to 517, --supervision-timeout 100 to 32000")
    lifetime.run("radio", run(options))


if __name__ == "__main__":
    sys.exit(main())
