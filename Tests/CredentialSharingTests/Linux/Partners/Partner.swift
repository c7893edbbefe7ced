import JourneyHarness
import TestSupport

/// A reader and a holder in Python: Bumble, `cbor2` and `cryptography`, written from the standard and not from this
/// code. Each drives its own device on the virtual medium.
enum Partner {
    /// Starts a program, which prints lines; its errors go to `log`, or to the standard error of the tests.
    static func start(_ program: String, _ arguments: [String], log: String? = nil) throws -> ChildProcess {
        let script = [Oracle.program, radio, program].joined(separator: "\n")
        return try ChildProcess(Python.interpreter ?? "", ["-B", "-c", script] + arguments, log: log)
    }

    /// The standard's GATT service for either side: messages in chunks, State, Ident.
    private static let radio = """
        import asyncio, base64, secrets
        from bumble import core, data_types, gatt, hci, l2cap
        from bumble.att import Attribute
        from bumble.device import Device, DeviceConfiguration
        from bumble.transport import open_transport
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        NUMBERS = {"peripheral": (1, 2, 3, None), "central": (5, 6, 7, 8)}
        CHANNELS = {"peripheral": 10, "central": 11}
        def named(number): return core.UUID("%08X-A123-48CE-896B-4C76973373E6" % number)
        def service_uuid(data): return core.UUID.from_bytes(data[::-1])
        def derive(secret, salt, info, length=32): return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

        class Messages:
            def __init__(self, connection):
                self.connection, self.buffer = connection, bytearray()
                self.whole, self.started, self.ended = asyncio.Queue(), asyncio.Event(), asyncio.Event()
                connection.on("disconnection", lambda reason: (self.ended.set(), self.whole.put_nowait(None)))
            def chunk(self, value):
                check(len(value) > 1 and value[0] in (0, 1), "chunk")
                self.buffer += value[1:]
                if value[0] == 0:
                    self.whole.put_nowait(bytes(self.buffer))
                    self.buffer.clear()
            def state(self, value):
                check(value in (b"\\x01", b"\\x02"), "state")
                (self.started if value == b"\\x01" else self.ended).set()
            async def receive(self):
                message = await asyncio.wait_for(self.whole.get(), 20)
                check(message is not None, "disconnected")
                return message
            async def send(self, message):
                size = min(self.connection.att_mtu - 3, 512) - 1
                for place in range(0, len(message), size):
                    more = place + size < len(message)
                    await self.put(b"\\x01" if more else b"\\x00", message[place:place + size])
                    await self.connection.drain()
            async def finish(self):
                await self.say(b"\\x02")
                await asyncio.sleep(0.3)
                # Who hears the end may have left by now.
                if self.connection.handle in self.connection.device.connections:
                    await asyncio.wait_for(self.connection.disconnect(), 5)

        class Client(Messages):
            async def channel_number(self, uuid, mode, ident):
                client = self.connection.gatt_client
                service = (await client.discover_service(uuid))[0]
                found = {item.uuid: item for item in await service.discover_characteristics()}
                if ident is not None:
                    check(bytes(await found[named(NUMBERS[mode][3])].read_value()) == ident, "ident")
                value = bytes(await found[named(CHANNELS[mode])].read_value())
                check(len(value) == 2, "channel")
                return int.from_bytes(value, "big")
            async def open(self, uuid, mode, ident=None):
                numbers = NUMBERS[mode]
                client = self.connection.gatt_client
                await client.request_mtu(515)
                service = (await client.discover_service(uuid))[0]
                found = {item.uuid: item for item in await service.discover_characteristics()}
                items = [found.get(named(number)) for number in numbers if number]
                check(all(items), "characteristics")
                if ident is not None:
                    check(bytes(await items[3].read_value()) == ident, "ident")
                self.items = items
                await items[0].subscribe(lambda value: self.state(bytes(value)))
                await items[2].subscribe(lambda value: self.chunk(bytes(value)))
                await items[0].write_value(b"\\x01")
            async def put(self, head, part): await self.items[1].write_value(head + part)
            async def say(self, value): await self.items[0].write_value(value)

        class Server(Messages):
            def __init__(self, connection, device, items):
                super().__init__(connection)
                self.device, self.items = device, items
            async def notify(self, item, value):
                await self.device.gatt_server.notify_subscriber(self.connection, item, value)
            async def put(self, head, part): await self.notify(self.items[2], head + part)
            async def say(self, value): await self.notify(self.items[0], value)

        # Messages over an L2CAP channel: each behind its length in four bytes.
        class Channel:
            def __init__(self): self.buffer, self.whole, self.ended = bytearray(), asyncio.Queue(), asyncio.Event()
            def use(self, channel):
                self.channel, channel.sink = channel, self.feed
                channel.on("close", lambda: (self.ended.set(), self.whole.put_nowait(None)))
            def feed(self, data):
                self.buffer += data
                while len(self.buffer) >= 4 and len(self.buffer) >= (end := 4 + int.from_bytes(self.buffer[:4], "big")):
                    self.whole.put_nowait(bytes(self.buffer[4:end]))
                    del self.buffer[:end]
            receive = Messages.receive
            async def send(self, message):
                self.channel.write(len(message).to_bytes(4, "big") + message)
                await asyncio.wait_for(self.channel.drain(), 20)
            async def finish(self):
                await asyncio.sleep(0.3)
                if self.channel.state == self.channel.State.CONNECTED: await asyncio.wait_for(self.channel.disconnect(), 5)
                self.ended.set()

        async def open_channel(connection, psm):
            opening = asyncio.create_task(connection.create_l2cap_channel(l2cap.LeCreditBasedChannelSpec(psm=psm)))
            await asyncio.sleep(0)
            link = Channel()
            # Before it is open: the other side may speak at once.
            link.use(next(iter(connection.device.l2cap_channel_manager.channels[connection.handle].values())))
            await asyncio.wait_for(opening, 10)
            return link

        async def device_on(path):
            transport = await open_transport("unix:" + path)
            settings = DeviceConfiguration(name="", gap_service_enabled=False, gatt_service_enabled=False)
            settings.address = hci.Address.generate_static_address()
            device = Device.from_config_with_hci(settings, transport.source, transport.sink)
            await device.power_on()
            return device

        async def find(device, uuid, mode, ident=None, way="values"):
            found = asyncio.get_running_loop().create_future()
            def look(advertisement):
                for uuids in advertisement.data.get_all(core.AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS):
                    if uuid in uuids and not found.done(): found.set_result(advertisement.address)
            device.on("advertisement", look)
            await device.start_scanning(filter_duplicates=False)
            address = await asyncio.wait_for(found, 20)
            await device.stop_scanning()
            client = Client(await device.connect(address, timeout=10))
            if way == "none": return client
            if way == "channel":
                number = await client.channel_number(uuid, mode, ident)
                check(0x80 <= number <= 0xFF, "number")
                return await open_channel(client.connection, number)
            await client.open(uuid, mode, ident)
            return client

        async def serve(device, uuid, mode, ident=None, way="values"):
            numbers, known, allowed = NUMBERS[mode], gatt.Characteristic.Properties, Attribute
            come, subscribed = asyncio.get_running_loop().create_future(), set()
            both = asyncio.Event()
            def written(name): return gatt.CharacteristicValue(
                write=lambda connection, value: getattr(come.result(), name)(bytes(value)))
            items = [
                gatt.Characteristic(named(numbers[0]), known.NOTIFY | known.WRITE_WITHOUT_RESPONSE, allowed.WRITEABLE,
                    written("state")),
                gatt.Characteristic(named(numbers[1]), known.WRITE_WITHOUT_RESPONSE, allowed.WRITEABLE, written("chunk")),
                gatt.Characteristic(named(numbers[2]), known.NOTIFY, Attribute.Permissions(0), b"")]
            if numbers[3]: items.append(gatt.Characteristic(named(numbers[3]), known.READ, allowed.READABLE, ident))
            opened = asyncio.get_running_loop().create_future()
            if way != "values":
                link = Channel()
                server = device.create_l2cap_server(l2cap.LeCreditBasedChannelSpec(), lambda channel: (
                    link.use(channel), opened.set_result(link)))
                number = server.psm
                # A number at which nobody listens.
                if way == "shut": server.close()
                items.append(gatt.Characteristic(
                    named(CHANNELS[mode]), known.READ, allowed.READABLE, number.to_bytes(2, "big")))
            def subscribe(item, notify):
                subscribed.add(item) if notify else subscribed.discard(item)
                if len(subscribed) == 2: both.set()
            for item in (items[0], items[2]):
                item.on("subscription", lambda connection, notify, _, item=item: subscribe(item, notify))
            device.add_service(gatt.Service(uuid, items))
            device.on("connection", lambda connection: come.done() or come.set_result(Server(connection, device, items)))
            await device.start_advertising(advertising_data=bytes(core.AdvertisingData([
                data_types.Flags(6), data_types.CompleteListOf128BitServiceUUIDs([uuid])])), advertising_interval_min=30,
                advertising_interval_max=30)
            if way == "channel": return await asyncio.wait_for(opened, 20)
            server = await asyncio.wait_for(come, 20)
            await asyncio.wait_for(asyncio.gather(both.wait(), server.started.wait()), 20)
            return server

        class Cipher:
            def __init__(self, shared, transcript, mine, theirs):
                salt = hashlib.sha256(cbor2.dumps(CBORTag(24, transcript))).digest()
                self.keys = {side: AESGCM(derive(shared, salt, side.encode())) for side in ("SKReader", "SKDevice")}
                self.counts, self.mine, self.theirs = {mine: 0, theirs: 0}, mine, theirs
            def vector(self, side):
                self.counts[side] += 1
                return (b"\\0" * 8 if side == "SKReader" else b"\\0" * 7 + b"\\1") + self.counts[side].to_bytes(4, "big")
            def seal(self, data): return self.keys[self.mine].encrypt(self.vector(self.mine), data, None)
            def open(self, data): return self.keys[self.theirs].decrypt(self.vector(self.theirs), data, None)
        """

    /// Takes the medium, an address, the issuers' root, the time and the carrier (values, or an L2CAP channel); sends a
    /// request, verifies the response, and prints it.
    static let reader = """
        async def main():
            path, address, root, now, way = sys.argv[1:6]
            root = x509.load_der_x509_certificate(bytes.fromhex(root))
            now = datetime.datetime.fromtimestamp(int(now), datetime.timezone.utc)
            check(address.startswith("mdoc:"), "address")
            text = address[5:]
            engagement = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            members = cbor2.loads(engagement)
            check(members[0] == "1.0" and members[1][0] == 1, "engagement")
            kind, version, options = next(method for method in members[2] if method[0] == 2)
            tagged_key = cbor2.dumps(members[1][1])
            key = ec.generate_private_key(ec.SECP256R1())
            own_key = cbor2.dumps(CBORTag(24, cbor2.dumps(cose(key))))
            transcript = b"\\x83" + cbor2.dumps(CBORTag(24, engagement)) + own_key + b"\\xf6"
            shared = key.exchange(ec.ECDH(), public(cbor2.loads(members[1][1].value)))
            cipher = Cipher(shared, transcript, "SKReader", "SKDevice")
            device = await device_on(path)
            if options[0]: link = await find(device, service_uuid(options[10]), "peripheral", None, way)
            else: link = await serve(device, service_uuid(options[11]), "central", derive(tagged_key, None, b"BLEIdent", 16), way)
            wanted = {"family_name": False, "age_over_18": False, "portrait": True}
            items = {"docType": "org.iso.18013.5.1.mDL", "nameSpaces": {"org.iso.18013.5.1": wanted}}
            request = {"version": "1.0", "docRequests": [{"itemsRequest": CBORTag(24, cbor2.dumps(items))}]}
            await link.send(cbor2.dumps({
                "eReaderKey": cbor2.loads(own_key), "data": cipher.seal(cbor2.dumps(request))}))
            message = cbor2.loads(await link.receive())
            check(message.get("status", 20) == 20, "status")
            response = cipher.open(message["data"])
            count = verify(response, transcript, root, key, now)
            document = cbor2.loads(response)["documents"][0]
            shown = [cbor2.loads(item.value) for item in document["issuerSigned"]["nameSpaces"]["org.iso.18013.5.1"]]
            values = {item["elementIdentifier"]: item["elementValue"] for item in shown}
            proof = next(iter(document["deviceSigned"]["deviceAuth"]))
            print("HOLDS", count, proof, values["family_name"], values["age_over_18"], len(values["portrait"]), len(values))
            if "status" not in message: await link.send(cbor2.dumps({"status": 20}))
            await link.finish()
        asyncio.run(main())
        """

    /// Takes the medium, the mode, the proof, the time and the carrier (values, a channel, or a channel that is
    /// closed); prints its address and its issuer's root, answers one request, and prints the end.
    static let holder = """
        async def main():
            path, mode, proof, now, way = sys.argv[1:6]
            now = datetime.datetime.fromtimestamp(int(now), datetime.timezone.utc)
            root, leaf, issuer = authority(now)
            holder, key, uuid = (ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1()),
                secrets.token_bytes(16))
            tagged_key = CBORTag(24, cbor2.dumps(cose(key)))
            is_server = mode == "peripheral"
            engagement = cbor2.dumps({0: "1.0", 1: [1, tagged_key], 2: [[2, 1, {
                0: is_server, 1: not is_server, (10 if is_server else 11): uuid}]]})
            device = await device_on(path)
            print("mdoc:" + base64.urlsafe_b64encode(engagement).decode().rstrip("="), flush=True)
            print(root.public_bytes(serialization.Encoding.DER).hex(), flush=True)
            if is_server: link = await serve(device, service_uuid(uuid), mode, None, way)
            else: link = await find(
                device, service_uuid(uuid), mode, derive(cbor2.dumps(tagged_key), None, b"BLEIdent", 16), way)
            establishment = cbor2.loads(await link.receive())
            check(set(establishment) == {"eReaderKey", "data"}, "establishment")
            reader_key = establishment["eReaderKey"]
            reader = public(cbor2.loads(reader_key.value))
            transcript = b"\\x83" + cbor2.dumps(CBORTag(24, engagement)) + cbor2.dumps(reader_key) + b"\\xf6"
            cipher = Cipher(key.exchange(ec.ECDH(), reader), transcript, "SKDevice", "SKReader")
            request = cbor2.loads(cipher.open(establishment["data"]))
            check(request["version"] == "1.0", "version")
            items = cbor2.loads(request["docRequests"][0]["itemsRequest"].value)
            space = "org.iso.18013.5.1"
            values = {"family_name": "Orakel", "given_name": "Pythia", "birth_date": CBORTag(1004, "1970-01-01"),
                "age_over_18": True, "portrait": b"\\xff\\xd8\\xff" + os.urandom(20000), "issuing_country": "UT"}
            held = {name: CBORTag(24, cbor2.dumps({"digestID": place, "random": os.urandom(24), "elementIdentifier": name,
                "elementValue": value})) for place, (name, value) in enumerate(values.items())}
            stamp = lambda days: CBORTag(0, (now + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ"))
            mso = {"version": "1.0", "digestAlgorithm": "SHA-256", "docType": items["docType"],
                "deviceKeyInfo": {"deviceKey": cose(holder)},
                "valueDigests": {space: {place: hashlib.sha256(cbor2.dumps(item)).digest()
                    for place, item in enumerate(held.values())}},
                "validityInfo": {"signed": stamp(-1), "validFrom": stamp(-1), "validUntil": stamp(30)}}
            payload, protected = cbor2.dumps(CBORTag(24, cbor2.dumps(mso))), cbor2.dumps({1: -7})
            auth = [protected, {33: leaf.public_bytes(serialization.Encoding.DER)}, payload,
                sign(issuer, structure("Signature1", protected, payload))]
            shown = [held[name] for name in items["nameSpaces"][space] if name in held]
            spaces = CBORTag(24, b"\\xa0")
            data = device_authentication(transcript, items["docType"], cbor2.dumps(spaces))
            if proof == "mac":
                header = cbor2.dumps({1: 5})
                tag = mac.new(mac_key(holder, reader, transcript), structure("MAC0", header, data), "sha256").digest()
                proven = {"deviceMac": [header, {}, None, tag]}
            else:
                proven = {"deviceSignature": [protected, {}, None, sign(holder, structure("Signature1", protected, data))]}
            response = {"version": "1.0", "status": 0, "documents": [{"docType": items["docType"],
                "issuerSigned": {"nameSpaces": {space: shown}, "issuerAuth": auth},
                "deviceSigned": {"nameSpaces": spaces, "deviceAuth": proven}}]}
            await link.send(cbor2.dumps({"data": cipher.seal(cbor2.dumps(response))}))
            print("ENDED", cbor2.loads(await link.receive()), flush=True)
            await asyncio.wait_for(link.ended.wait(), 20)
            print("LEFT", flush=True)
        asyncio.run(main())
        """

    /// Takes the medium, an address and a misuse: opens the holder's channel twice, opens one that accepts no bytes,
    /// sends an excessive length, or closes the channel within a message. Reports when it was disconnected or has left.
    static let pest = """
        async def main():
            path, address, what = sys.argv[1:4]
            text = address[5:]
            members = cbor2.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
            options = next(method for method in members[2] if method[0] == 2)[2]
            device = await device_on(path)
            client = await find(device, service_uuid(options[10]), "peripheral", None, "none")
            number = await client.channel_number(service_uuid(options[10]), "peripheral", None)
            if what == "deaf":
                client.connection.device.l2cap_channel_manager.send_control_frame(client.connection, 5,
                    l2cap.L2CAP_LE_Credit_Based_Connection_Request(
                        identifier=9, le_psm=number, source_cid=0x40, mtu=0, mps=0, initial_credits=65535))
            else:
                link = await open_channel(client.connection, number)
            if what == "twice": await client.connection.create_l2cap_channel(l2cap.LeCreditBasedChannelSpec(psm=number))
            if what == "long": link.channel.write(b"\\x7f\\xff\\xff\\xff")
            if what == "torn":
                link.channel.write(b"\\0\\0\\0\\x09half")
                await asyncio.sleep(0.3)
                await link.channel.disconnect()
            await asyncio.wait_for(client.ended.wait(), 20)
            print("LEFT", flush=True)
        asyncio.run(main())
        """
}
