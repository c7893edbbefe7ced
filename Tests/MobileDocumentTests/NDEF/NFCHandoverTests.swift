import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite(.enabled(if: Documents.arePresent, "\(Vectors.missing)"))
struct NFCHandoverTests {
    @Test func `the annex's handover select is read and made byte for byte`() throws {
        let bytes = try Documents.annex("nfc_handover_select_ndef")
        let handover = try NFCHandover(.select, bytes[...])
        let engagement = try Engagement(#require(handover.engagement))
        #expect(engagement.methods.isEmpty)
        #expect(try engagement.keyBytes == Documents.annex("e_device_key_bytes")[...])
        #expect(handover.methods.count == 1)
        guard case .bluetooth(let options)? = handover.methods.first else { return #expect(Bool(false)) }
        #expect(options.isCentral && !options.isPeripheral && options.centralUUID == nil)
        let types = handover.message.records.map(\.type)
        #expect(types == ["Hs", "application/vnd.bluetooth.le.oob", "iso.org:18013:deviceengagement"])
        #expect(try NDEFMessage(handover.message.records).encoded == bytes[...])
        // The records of the annex, created from the same values; there the address precedes the role.
        let oob = try BluetoothOutOfBand(handover.message.records[1].payload)
        #expect(oob.role == .central && oob.address == [0x28, 0x28, 0x37, 0x8B, 0x12, 0x28] && oob.isAddressRandom)
    }

    @Test func `the annex's handover request names the service, and the device chooses the mode`() throws {
        let bytes = try Documents.annex("nfc_handover_request_ndef")
        let handover = try NFCHandover(.request, bytes[...])
        #expect(handover.engagement == nil && handover.methods.count == 2)
        guard case .bluetooth(let options)? = handover.methods.first else { return #expect(Bool(false)) }
        #expect(options.isCentral && options.isPeripheral)
        #expect(options.centralUUID.map(Hex.encode) == "3a82d455d5fc4db3bea06fd2f6ff32c8")
        #expect(handover.methods[1] == .nfc(NFCOptions(longestCommand: 255, longestResponse: 256)))
        #expect(try NDEFMessage(handover.message.records).encoded == bytes[...])
        #expect(throws: NDEFError.self) { try NFCHandover(.select, bytes[...]) }
    }

    @Test
    func `the annex's negotiated handover combines one message's role with the other's service`()
        throws
    {
        let select = try NFCHandover(.select, Documents.annex("nfc_handover_select_ndef")[...])
        let request = try NFCHandover(.request, Documents.annex("nfc_handover_request_ndef")[...])
        guard case .bluetooth(let options)? = select.methods(answering: request).first else {
            return #expect(Bool(false))
        }
        #expect(options.isCentral && !options.isPeripheral && options.peripheralUUID == nil)
        #expect(options.centralUUID.map(Hex.encode) == "3a82d455d5fc4db3bea06fd2f6ff32c8")
        #expect(options.address == [0x28, 0x28, 0x37, 0x8B, 0x12, 0x28])
        // A service named by the device itself stays, and a request without Bluetooth changes nothing.
        let own = [UInt8](repeating: 9, count: 16)
        let engagement = try #require(select.engagement)
        let named = try NFCHandover(
            .select, carriers: [.bluetooth(BluetoothOutOfBand(role: .central, uuid: own))], engagement: engagement)
        #expect(named.methods(answering: request) == [.bluetooth(BluetoothOptions(centralUUID: own))])
        let other = try NFCHandover(
            .request, carriers: [.nfc(NFCOptions(longestCommand: 255, longestResponse: 256))], engagement: nil)
        #expect(select.methods(answering: other) == select.methods)
    }

    @Test func `a wallet's handover is encoded byte for byte and contains its engagement`() throws {
        let bytes = try Documents.bytes("apple/apple_wallet_handover_select_ndef")
        let handover = try NFCHandover(.select, bytes[...])
        #expect(try handover.engagement == Documents.bytes("apple/apple_wallet_device_engagement")[...])
        let made = try NFCHandover(
            .select, carriers: [.bluetooth(BluetoothOutOfBand(role: .central))], engagement: handover.engagement)
        #expect(made.message.encoded == bytes[...])
    }

    @Test func `another library's exchange is read message by message`() throws {
        let exchange = try Vectors.json("mdoc/nfc/multipaz_apdu_transcripts.json")
        func data(_ flow: String, _ index: Int, _ side: String) throws -> [UInt8] {
            try #require(exchange[flow]?.array?[index][side]?["data"]?.string.flatMap(Hex.decode))
        }
        let fixed = try NFCHandover(.select, data("testStaticHandover", 11, "response")[...])
        #expect(fixed.methods.count == 2)
        #expect(fixed.methods.contains(.nfc(NFCOptions(longestCommand: 65_535, longestResponse: 65_536))))
        let offer = try NFCService.Offer(in: NDEFMessage(data("testNegotiatedHandover", 11, "response")[...]))
        #expect(offer == NFCService.Offer())
        #expect(try NFCService.Offer().message().encoded == data("testNegotiatedHandover", 11, "response")[...])
        let select = try data("testNegotiatedHandover", 12, "command")
        #expect(try NFCService.selection().encoded == select[2...])
        #expect(try NFCService.selected(in: NDEFMessage(select[2...])) == NFCService.handover)
        #expect(try NFCService.status(0).encoded == data("testNegotiatedHandover", 17, "response")[...])
        #expect(try NFCService.status(in: NFCService.status(3)) == 3)
        let request = try NFCHandover(.request, data("testNegotiatedHandover", 18, "command").dropFirst(2))
        #expect(request.engagement.map { Hex.encode($0) } == "a10063312e30" && request.methods.count == 2)
        let answer = try NFCHandover(.select, data("testNegotiatedHandover", 23, "response")[...])
        #expect(answer.methods.count == 1 && answer.engagement != nil)
    }

    @Test func `encoded handovers, static and negotiated, are parsed again`() throws {
        let engagement = try Engagement(key: .p256(P256AgreementKey().publicKey))
        let uuid = Array(UInt8(0)..<16)
        let oob = BluetoothOutOfBand(role: .bothPreferringPeripheral, uuid: uuid)
        let options = NFCOptions(longestCommand: 1_000, longestResponse: 2_000)
        let made = try NFCHandover(
            .select, carriers: [.bluetooth(oob), .nfc(options)], engagement: engagement.encoded)
        #expect(try BluetoothOutOfBand(oob.payload[...]) == oob)
        #expect(made.methods == [.bluetooth(BluetoothOptions(peripheralUUID: uuid, centralUUID: uuid)), .nfc(options)])
        let request = try NFCHandover(.request, carriers: [.nfc(options)], engagement: nil)
        #expect(try NFCHandover(.request, request.message.encoded).methods == [.nfc(options)])
        #expect(throws: NDEFError.self) { try NFCHandover(.select, carriers: [], engagement: nil) }
        #expect(throws: NDEFError.self) {
            try NFCHandover(.select, carriers: [.nfc(options), .nfc(options)], engagement: engagement.encoded)
        }
    }

    @Test func `every truncation and every changed head is refused or parsed as another message`() throws {
        let bytes = try Documents.annex("nfc_handover_select_ndef")
        for length in bytes.indices {
            #expect(throws: NDEFError.self, "\(length) bytes") { try NDEFMessage(bytes[..<length]) }
        }
        #expect(throws: NDEFError.self) { try NDEFMessage((bytes + [0])[...]) }
        for bit in 0..<8 {
            var damaged = bytes
            damaged[0] ^= 1 << UInt8(bit)
            #expect(throws: NDEFError.self, "bit \(bit)") { try NFCHandover(.select, damaged[...]) }
        }
    }
}

@Suite struct NDEFTests {
    @Test(arguments: [
        // Empty; no begin flag; two begin flags; a chunk; reserved formats; an empty record with a payload; an unknown
        // one with a type.
        ("", NDEFError.Reason.unexpectedEnd), ("51010054", .badRecord), ("9101005491010054", .badRecord),
        ("b101005411010054", .badRecord),
        ("d60000", .badRecord), ("d70000", .badRecord), ("d0000100", .badRecord), ("d50100 54", .badRecord),
        // No end flag; a length beyond the bytes; a name that is not ASCII; trailing bytes.
        ("91010054", .unexpectedEnd), ("c101ffffffff54", .unexpectedEnd), ("d1010000", .badRecord),
        ("d1010080", .badRecord),
        ("d101005400", .trailingBytes),
    ])
    func `invalid record flags and lengths are refused`(hex: String, reason: NDEFError.Reason) throws {
        let bytes = try #require(Hex.decode(hex.replacing(" ", with: "")))
        let error = #expect(throws: NDEFError.self) { try NDEFMessage(bytes[...]) }
        #expect(error?.reason == reason)
    }

    @Test func `too many records and too long messages are refused`() throws {
        let record = NDEFRecord(.wellKnown, type: "T", payload: [])
        #expect(try NDEFMessage(Array(repeating: record, count: 32)).records.count == 32)
        #expect(throws: NDEFError.self) { try NDEFMessage(Array(repeating: record, count: 33)) }
        #expect(throws: NDEFError.self) { try NDEFMessage([]) }
        let long = NDEFRecord(.wellKnown, type: "T", payload: [UInt8](repeating: 0, count: 60_000))
        #expect(try NDEFMessage([long]).records == [long])
        let longer = NDEFRecord(.wellKnown, type: "T", payload: [UInt8](repeating: 0, count: 70_000))
        #expect(throws: NDEFError.self) { try NDEFMessage([longer]) }
        let name = NDEFRecord(.external, type: String(repeating: "a", count: 256), payload: [])
        #expect(throws: NDEFError.self) { try NDEFMessage([name]) }
    }

    @Test(arguments: [
        ("", NDEFError.Reason.missing), ("021c04", .notAllowed), ("011c", .notAllowed), ("021c", .unexpectedEnd),
        ("021c00021c01", .notAllowed), ("021c000307aabb", .notAllowed), ("021c00031baabb", .notAllowed),
        ("00", .missing),
        ("021c00071b010203040506", .notAllowed), ("0107", .missing),
    ])
    func `an invalid Bluetooth carrier record is refused`(hex: String, reason: NDEFError.Reason) {
        let error = #expect(throws: NDEFError.self) { try BluetoothOutOfBand((Hex.decode(hex) ?? [])[...]) }
        #expect(error?.reason == reason)
    }

    @Test func `an address is stored in reverse order with its kind`() throws {
        for isRandom in [true, false] {
            let data = BluetoothOutOfBand(role: .central, address: [1, 2, 3, 4, 5, 6], isAddressRandom: isRandom)
            #expect(Hex.encode(data.payload) == "021c01081b060504030201" + (isRandom ? "01" : "00"))
            #expect(try BluetoothOutOfBand(data.payload[...]) == data)
            #expect(data.options(from: .device).address == [1, 2, 3, 4, 5, 6])
        }
    }

    @Test func `unknown types and data after the end are skipped in a carrier record`() throws {
        let read = try BluetoothOutOfBand((Hex.decode("0299ff021c0100ffff") ?? [])[...])
        #expect(read == BluetoothOutOfBand(role: .central))
    }
}
