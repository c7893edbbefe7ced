"""A GATT client: looks for a server that advertises a service, connects, and uses the service."""

import asyncio
import contextlib

from bumble import att, core, hci
from bumble.device import ConnectionParametersPreferences

import channel
import wire
from uses import GRACE, Use

# Connecting occasionally fails over a real radio.
ATTEMPTS = 3
CONNECTING = 5


class Finder:
    """Scans while a client waits for a server."""

    def __init__(self, device):
        self.device = device
        self.waiting = {}
        self.lock = asyncio.Lock()
        # A controller opens one connection at a time.
        self.connecting = asyncio.Lock()
        device.on("advertisement", self.on_advertisement)

    def on_advertisement(self, advertisement):
        kinds = (core.AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
                 core.AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS)
        if not advertisement.is_connectable:
            return
        for kind in kinds:
            for uuids in advertisement.data.get_all(kind):
                for uuid in uuids:
                    for waiting in self.waiting.get(uuid, ()):
                        waiting.done() or waiting.set_result(advertisement.address)

    async def find(self, uuid):
        """Returns the address of a server that advertises `uuid`."""
        found = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(uuid, []).append(found)
        try:
            await self.scan()
            return await found
        finally:
            self.waiting[uuid].remove(found)
            if not self.waiting[uuid]:
                del self.waiting[uuid]
            with contextlib.suppress(core.BaseBumbleError):
                await self.scan()

    async def scan(self):
        """Starts or stops scanning, depending on waiting clients."""
        async with self.lock:
            if self.waiting and not self.device.scanning:
                await self.device.start_scanning(filter_duplicates=False)
            elif not self.waiting and self.device.scanning:
                await self.device.stop_scanning()


class ClientLink(Use):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.connection = None
        self.attempt = None
        self.serves = False
        self.proxies = {}
        self.channel = None

    async def work(self):
        fault = None
        for _ in range(ATTEMPTS):
            address = await self.radio.finder.find(self.uuid)
            try:
                self.attempt = asyncio.create_task(self.connect(address))
                await asyncio.shield(self.attempt)
                fault = await self.discover()
                break
            except (core.BaseBumbleError, asyncio.TimeoutError, asyncio.CancelledError) as error:
                # Bumble cancels a request when its connection ends.
                if asyncio.current_task().cancelling():
                    raise
                fault = f"no connection: {type(error).__name__}"
                await self.drop()
        if fault:
            self.program.close(wire.UNUSABLE, fault)
            return
        self.serves = True
        self.connection.on(self.connection.EVENT_CONNECTION_ATT_MTU_UPDATE, self.tell_limit)
        self.program.send(wire.CONNECTED, wire.peer(0))
        self.tell_limit()
        await self.serve()

    def tell_limit(self):
        self.program.send(wire.LIMIT, wire.peer(0) + self.limit(self.connection))

    async def connect(self, address):
        device, ours = self.radio.device, asyncio.get_running_loop().create_future()

        def on_connection(connection):
            # Bumble mistakes any connection for the requested one, even a peer's connection to the server.
            if connection.role == hci.Role.CENTRAL and connection.peer_address == address and not ours.done():
                ours.set_result(connection)

        preferences = ConnectionParametersPreferences(
            supervision_timeout=self.radio.options.supervision_timeout, connection_interval_min=15,
            connection_interval_max=15)
        async with self.radio.finder.connecting:
            device.on("connection", on_connection)
            try:
                await device.connect_le(
                    address, {hci.HCI_LE_1M_PHY: preferences}, own_address_type=hci.OwnAddressType.RANDOM,
                    timeout=CONNECTING)
                self.connection = await asyncio.wait_for(ours, CONNECTING)
            finally:
                device.remove_listener("connection", on_connection)
        self.lost = asyncio.get_running_loop().create_future()
        self.connection.on(self.connection.EVENT_DISCONNECTION,
                           lambda reason: self.lost.done() or self.lost.set_result(reason))

    async def discover(self):
        """Exchanges the MTU and discovers the service; returns a message when something is missing."""
        client = self.connection.gatt_client
        await client.request_mtu(self.radio.options.mtu)
        services = await client.discover_service(self.uuid)
        if not services:
            return "the server does not have the service that it advertises"
        found = {item.uuid: item for item in await services[0].discover_characteristics()}
        for number, item in self.characteristics.items():
            proxy = found.get(core.UUID.from_bytes(item.uuid[::-1]))
            if number == wire.CHANNEL and not (proxy and self.has_channels):
                continue
            if proxy is None:
                return f"the service lacks characteristic {number}"
            if item.properties & ~int(proxy.properties):
                return f"characteristic {number} cannot be used as the standard has it"
            self.proxies[number] = proxy
        return None

    async def serve(self):
        while True:
            following = asyncio.ensure_future(self.frame())
            await asyncio.wait([following, self.lost], return_when=asyncio.FIRST_COMPLETED)
            if self.lost.done():
                following.cancel()
                self.program.send(wire.DISCONNECTED, wire.peer(0) + bytes([self.lost.result()]))
                return
            if (frame := following.result()) is None:
                return
            await self.obey(*frame)

    async def obey(self, operation, body):
        if operation == wire.VALUE:
            peer, item, value = self.value(body)
            if item.number == wire.CHANNEL:
                if self.channel is None:
                    raise wire.Refused("no channel is open")
                await self.pour(self.channel, value)
            else:
                if len(value) > self.connection.att_mtu - 3:
                    raise wire.Refused(f"a value of {len(value)} bytes does not fit an MTU of {self.connection.att_mtu}")
                await self.proxies[item.number].write_value(value)
                await self.flow(self.connection)
            self.program.send(wire.SENT, wire.peer(peer))
        elif operation == wire.OPEN_CHANNEL:
            body = wire.Body(body)
            number = body.number()
            body.end()
            await self.open(number)
        elif operation in (wire.READ, wire.SUBSCRIBE):
            body = wire.Body(body)
            item = self.characteristic(body.byte())
            body.end()
            proxy = self.proxies.get(item.number)
            if proxy is None:
                self.program.send(wire.READ_DONE if operation == wire.READ else wire.SUBSCRIBE_DONE, bytes([item.number, 1]))
                return
            try:
                if operation == wire.READ:
                    value = bytes(await proxy.read_value())[:wire.LONGEST_VALUE]
                else:
                    await proxy.subscribe(lambda data, number=item.number: self.program.send(
                        wire.RECEIVED, wire.peer(0) + bytes([number]) + bytes(data)))
                    value = b""
                status = 0
            except (att.ATT_Error, core.BaseBumbleError, asyncio.CancelledError, asyncio.TimeoutError):
                if asyncio.current_task().cancelling():
                    raise
                status, value = 1, b""
            answer = wire.READ_DONE if operation == wire.READ else wire.SUBSCRIBE_DONE
            self.program.send(answer, bytes([item.number, status]) + value)
        else:
            raise wire.Refused(f"a client has no operation {operation}")

    async def open(self, number):
        """Opens the server's channel, and reports the result before any of its data."""
        if self.channel is not None:
            raise wire.Refused("a channel is open")
        opening = channel.Channel(self.radio.device.l2cap_channel_manager, self.connection, number)

        def opened():
            if channel.is_usable(opening):
                self.channel = opening
                channel.attach(
                    opening, lambda data: self.program.send(wire.RECEIVED, wire.peer(0) + bytes([wire.CHANNEL]) + data),
                    lambda: self.lost.done() or self.lost.set_result(hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR))
                self.program.send(wire.OPEN_DONE, b"\0")

        opening.once(opening.EVENT_OPEN, opened)
        if self.has_channels:
            try:
                await opening.open()
            except (core.BaseBumbleError, asyncio.TimeoutError, asyncio.CancelledError):
                if asyncio.current_task().cancelling():
                    raise
        if self.channel is None:
            await channel.close(opening, GRACE)
            self.program.send(wire.OPEN_DONE, b"\1")

    async def drop(self):
        connection, self.connection = self.connection, None
        if connection is not None:
            await self.disconnect(connection, self.channel)

    async def finish(self):
        if self.attempt and not self.attempt.done():
            with contextlib.suppress(core.BaseBumbleError):
                await self.radio.device.cancel_connection()
            await asyncio.wait([self.attempt])
        await self.drop()
