import JourneyBase
import Testing

@testable import CredentialSharing

@Suite struct RadioFrameTests {
    private static let peer = LinkPeer(0x0102_0304)

    @Test(arguments: [
        ("81 02 01", RadioReport.ready(.poweredOn)), ("81 02 02", .ready(.poweredOff)),
        ("82 01020304", .connected(peer)), ("83 01020304 0014", .limit(20, peer)),
        ("84 01020304 03", .subscribed(.serverToClient, peer)),
        ("85 01020304 02 0001", .received([0, 1], .clientToServer, peer)), ("86 01020304", .sent(peer)),
        ("85 01020304 01", .received([], .state, peer)), ("87 04 00 AABB", .read(.ident, [0xAA, 0xBB])),
        ("87 04 01", .read(.ident, nil)), ("88 01 00", .didSubscribe(.state, true)),
        ("88 03 05", .didSubscribe(.serverToClient, false)), ("89 01020304 13", .disconnected(peer, .peer)),
        ("89 01020304 08", .disconnected(peer, .lost)), ("89 01020304 16", .disconnected(peer, .here)),
        ("89 01020304 3E", .disconnected(peer, .lost)), ("8A 01 6F6F", .closed(.unusable, "oo")),
        ("8A 02", .closed(.radio(.resetting), "")), ("8A 03 FF", .closed(.unusable, "\u{FFFD}")),
        ("8B 01020304", .channelOpened(peer)), ("8C 00", .didOpenChannel(true)), ("8C 01", .didOpenChannel(false)),
        ("85 01020304 05 0001", .received([0, 1], .channel, peer)), ("87 05 00 0080", .read(.channel, [0, 0x80])),
    ])
    func `a report is parsed, and a shorter, longer or unknown one is refused`(
        hex: String, report: RadioReport
    ) throws {
        let bytes = try #require(Hex.decode(hex.filter { $0 != " " }))
        #expect(try RadioReport(bytes[...]) == report)
        #expect(try RadioReport(report.encoded.dropFirst(2)) == report)
        let openEnded = [0x85, 0x87, 0x8A].contains(bytes[0])
        if !openEnded { #expect(throws: TransportError.self) { try RadioReport(bytes[...] + [0]) } }
        let fixed = [0x85: 6, 0x87: 3, 0x8A: 2][Int(bytes[0])] ?? bytes.count
        for count in 0..<fixed {
            #expect(throws: TransportError.self, "\(count)") { try RadioReport(bytes.prefix(count)) }
        }
        for operation: UInt8 in [0, 1, 0x80, 0x8D, 0xFF] {
            #expect(throws: TransportError.self) { try RadioReport([operation] + bytes.dropFirst()) }
        }
    }

    @Test(arguments: [
        "81 01 01", "81 03 01", "81 00 01", "83 01020304 0000", "83 01020304 0201", "84 01020304 00", "84 01020304 06",
        "85 01020304 09 00", "87 00 00", "88 06 00", "",
    ])
    func `undefined numeric codes are refused`(hex: String) throws {
        let bytes = try #require(Hex.decode(hex.filter { $0 != " " }))
        let error = #expect(throws: TransportError.self) { try RadioReport(bytes[...]) }
        #expect(error?.reason == .unavailable)
    }

    @Test func `a value has at most 512 bytes`() throws {
        let head: [UInt8] = [0x85, 0, 0, 0, 1, 2]
        let longest = [UInt8](repeating: 7, count: 512)
        #expect(try RadioReport((head + longest)[...]) == .received(longest, .clientToServer, LinkPeer(1)))
        #expect(throws: TransportError.self) { try RadioReport((head + longest + [7])[...]) }
    }

    @Test func `a request is encoded with the radio's parameters in the documented order`() throws {
        let uuid = [UInt8](repeating: 0xAB, count: 16)
        let base = "A12348CE896B4C76973373E6"
        let reader = try #require(GATTService(.centralClient, uuid: uuid, ident: [UInt8](1...16)))
        #expect(
            Hex.encode(RadioRequest.advertise(reader).encoded).uppercased() == "008101" + Hex.encode(uuid).uppercased()
                + "05" + "011400000005\(base)00" + "020400000006\(base)00" + "031000000007\(base)00"
                + "040200000008\(base)10" + "0102030405060708090A0B0C0D0E0F10" + "05020000000B\(base)00")
        let holder = try #require(GATTService(.peripheralServer, uuid: uuid))
        #expect(
            Hex.encode(RadioRequest.connect(holder).encoded).uppercased() == "005E02" + Hex.encode(uuid).uppercased()
                + "04" + "011400000001\(base)00" + "020400000002\(base)00" + "031000000003\(base)00"
                + "05020000000A\(base)00")
        #expect(RadioRequest.connect(reader).encoded.count == 2 + 1 + 17 + 5 * 19)
        #expect(RadioRequest.value([9], .state, RadioFrameTests.peer).encoded == [0, 7, 3, 1, 2, 3, 4, 1, 9])
        #expect(RadioRequest.read(.ident).encoded == [0, 2, 4, 4])
        #expect(RadioRequest.subscribe(.serverToClient).encoded == [0, 2, 5, 3])
        #expect(RadioRequest.stopAdvertising.encoded == [0, 1, 6])
        #expect(RadioRequest.openChannel(0x1_02).encoded == [0, 3, 7, 1, 2])
    }

    @Test func `the radio parses a program's requests and refuses truncated, longer or foreign ones`() throws {
        let uuid = [UInt8](repeating: 0xAB, count: 16)
        let reader = try #require(GATTService(.centralClient, uuid: uuid, ident: [UInt8](1...16)))
        let holder = try #require(GATTService(.peripheralServer, uuid: uuid))
        let found = try #require(GATTService(.centralClient, uuid: uuid))
        for request in [
            RadioRequest.advertise(reader), .advertise(holder), .connect(holder), .connect(found),
            .value([1, 2], .clientToServer, LinkPeer(3)), .read(.ident), .subscribe(.state), .stopAdvertising,
            .openChannel(0xF0_85),
        ] {
            let frame = request.encoded.dropFirst(2)
            #expect(try RadioRequest(frame) == request)
            #expect(throws: TransportError.self) { try RadioRequest(frame.prefix(frame.count - 1).prefix(6)) }
            if case .value = request { continue }
            #expect(throws: TransportError.self) { try RadioRequest(frame + [0]) }
        }
        for place in [17, 18, 19, 30] {
            var frame = RadioRequest.advertise(reader).encoded.dropFirst(2)
            frame[frame.startIndex + place] ^= 0x40
            #expect(throws: TransportError.self, "\(place)") { try RadioRequest(frame) }
        }
    }

    @Test func `frames are reassembled from any pieces, and an invalid length ends the stream`() throws {
        let reports: [RadioReport] = [.ready(.poweredOn), .connected(LinkPeer(1)), .received([9], .state, LinkPeer(1))]
        var frames = RadioFrames()
        var found: [RadioReport] = []
        for byte in reports.flatMap(\.encoded) {
            frames.append([byte])
            while let frame = try frames.next() { found.append(try RadioReport(frame)) }
        }
        #expect(found == reports)
        for length: [UInt8] in [[0, 0], [4, 1], [0xFF, 0xFF]] {
            var frames = RadioFrames()
            frames.append(length)
            #expect(throws: TransportError.self) { try frames.next() }
        }
    }
}
