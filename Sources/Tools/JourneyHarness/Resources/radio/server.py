"""A GATT server: offers a service, advertises it, and serves its clients."""

import asyncio
import contextlib

from bumble import core, data_types, gatt, hci
from bumble.att import Attribute

import channel
import wire
from uses import Use

# Half of a phone's shortest interval, so that each scan window finds it.
INTERVAL = 30


class ServerLink(Use):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.peers = {}
        self.channels = {}
        self.listener = None
        self.next = 1
        self.takes_peers = True
        self.advertising = asyncio.Lock()
        self.tasks = set()
        self.finished = asyncio.Event()
        self.gatt = {}

    def offered(self, item):
        """Returns Bumble's characteristic."""
        known = gatt.Characteristic.Properties
        properties, permissions = known(0), Attribute.Permissions(0)
        if item.properties & wire.CAN_READ:
            properties, permissions = properties | known.READ, permissions | Attribute.READABLE
        if item.properties & wire.CAN_WRITE:
            properties, permissions = properties | known.WRITE_WITHOUT_RESPONSE, permissions | Attribute.WRITEABLE
        if item.properties & wire.CAN_NOTIFY:
            properties = properties | known.NOTIFY
        value = bytes(item.value) if item.value else gatt.CharacteristicValue(
            write=lambda connection, data, number=item.number: self.written(connection, number, data))
        made = gatt.Characteristic(
            core.UUID.from_bytes(item.uuid[::-1]), properties, permissions, value)
        made.on(made.EVENT_SUBSCRIPTION, lambda connection, notify, _, number=item.number:
                notify and self.tell(connection, wire.SUBSCRIBED, bytes([number])))
        return made

    def written(self, connection, number, data):
        self.tell(connection, wire.RECEIVED, bytes([number]) + bytes(data))

    def tell(self, connection, operation, body):
        """Sends a frame about a peer; frames about peers that were never announced are dropped."""
        for number, known in self.peers.items():
            if known is connection:
                self.program.send(operation, wire.peer(number) + body)

    async def work(self):
        await self.take_turn()
        device = self.radio.device
        if not self.has_channels:
            self.characteristics.pop(wire.CHANNEL, None)
        elif item := self.characteristics.get(wire.CHANNEL):
            self.listener = channel.listen(device, self.on_channel)
            item.value = self.listener.psm.to_bytes(2, "big")
        self.gatt = {number: self.offered(item) for number, item in self.characteristics.items()}
        self.service = gatt.Service(self.uuid, list(self.gatt.values()))
        device.add_service(self.service)
        device.on("connection", self.on_connection)
        await self.advertise()
        while (frame := await self.frame()) is not None:
            operation, body = frame
            if operation == wire.VALUE:
                await self.notify(*self.value(body))
            elif operation == wire.STOP_ADVERTISING:
                await self.stop_advertising()
            else:
                raise wire.Refused(f"a server has no operation {operation}")

    async def take_turn(self):
        """Starts advertising; a radio advertises one service at a time."""
        earlier = self.radio.server
        if earlier is not None:
            with contextlib.suppress(asyncio.TimeoutError):
                if earlier.gone.is_set():
                    await asyncio.wait_for(earlier.finished.wait(), 5)
            if not earlier.finished.is_set():
                raise wire.Refused("the radio advertises another service now")
        self.radio.server = self

    async def advertise(self):
        data = bytes(core.AdvertisingData([
            data_types.Flags(core.AdvertisingData.Flags.LE_GENERAL_DISCOVERABLE_MODE
                             | core.AdvertisingData.Flags.BR_EDR_NOT_SUPPORTED),
            data_types.CompleteListOf128BitServiceUUIDs([self.uuid])]))
        async with self.advertising:
            if self.takes_peers:
                await self.radio.device.start_advertising(
                    advertising_data=data, scan_response_data=b"", own_address_type=hci.OwnAddressType.RANDOM,
                    advertising_interval_min=INTERVAL, advertising_interval_max=INTERVAL)

    async def stop_advertising(self):
        self.takes_peers = False
        async with self.advertising:
            with contextlib.suppress(core.BaseBumbleError):
                await self.radio.device.stop_advertising()

    def on_connection(self, connection):
        if connection.role != hci.Role.PERIPHERAL:
            return
        if not self.takes_peers or self.gone.is_set():
            self.spawn(self.disconnect(connection))
            return
        number, self.next = self.next, self.next + 1
        self.peers[number] = connection
        self.tell(connection, wire.CONNECTED, b"")
        self.tell(connection, wire.LIMIT, self.limit(connection))
        connection.on(connection.EVENT_CONNECTION_ATT_MTU_UPDATE,
                      lambda: self.tell(connection, wire.LIMIT, self.limit(connection)))
        connection.on(connection.EVENT_DISCONNECTION, lambda reason: self.on_disconnection(number, reason))
        # A controller stops advertising when a client connects.
        self.spawn(self.advertise())

    def on_channel(self, opened):
        """Handles a client's channel: it may have one, and its connection ends with it."""
        connection = opened.connection
        number = next((number for number, known in self.peers.items() if known is connection), None)

        def let_go():
            self.on_disconnection(number, hci.HCI_REMOTE_USER_TERMINATED_CONNECTION_ERROR)
            self.spawn(self.disconnect(connection))

        if number is None or number in self.channels or not channel.is_usable(opened):
            let_go()
            return
        self.channels[number] = opened
        channel.attach(opened, lambda data: self.tell(connection, wire.RECEIVED, bytes([wire.CHANNEL]) + data), let_go)
        self.tell(connection, wire.CHANNEL_OPENED, b"")

    def on_disconnection(self, number, reason):
        self.channels.pop(number, None)
        if self.peers.pop(number, None):
            self.program.send(wire.DISCONNECTED, wire.peer(number) + bytes([reason]))

    def spawn(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.finished_task)

    def finished_task(self, task):
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()

    async def notify(self, peer, item, value):
        # Another frame reports a peer that has just gone.
        if connection := self.peers.get(peer):
            if item.number == wire.CHANNEL:
                if peer not in self.channels:
                    raise wire.Refused("this peer has opened no channel")
                await self.pour(self.channels[peer], value)
            else:
                if len(value) > connection.att_mtu - 3:
                    raise wire.Refused(f"a value of {len(value)} bytes does not fit an MTU of {connection.att_mtu}")
                await self.radio.device.gatt_server.notify_subscriber(connection, self.gatt[item.number], value)
                await self.flow(connection)
        self.program.send(wire.SENT, wire.peer(peer))

    async def finish(self):
        if self.radio.server is not self:
            return
        device = self.radio.device
        self.gone.set()
        await self.stop_advertising()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(
            self.disconnect(connection, self.channels.get(number)) for number, connection in list(self.peers.items())))
        if self.listener:
            self.listener.close()
        if hasattr(self, "service"):
            device.remove_listener("connection", self.on_connection)
            self.withdraw(device.gatt_server)
        self.radio.server = None
        self.finished.set()

    def withdraw(self, server):
        """Removes the service, which is the last one; Bumble has no API for that."""
        place = server.attributes.index(self.service)
        for attribute in server.attributes[place:]:
            server.attributes_by_handle.pop(attribute.handle, None)
        del server.attributes[place:]
        server.services.remove(self.service)
