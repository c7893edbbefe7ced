import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite struct ConnectionPlanTests {
    private static let first = [UInt8](repeating: 0xA1, count: 16)
    private static let second = [UInt8](repeating: 0xB2, count: 16)

    private func engagement(_ methods: [RetrievalMethod]) throws -> Engagement {
        try Engagement(key: .p256(P256AgreementKey().publicKey), methods: methods)
    }

    @Test(arguments: ConnectionFixture.Offer.allCases)
    func `a holder opens the modes of its engagement, and a reader prefers the holder as server`(
        offer: ConnectionFixture.Offer
    ) throws {
        let engagement = try engagement(offer.methods)
        let holder = try ConnectionPlan(holder: engagement)
        let reader = try ConnectionPlan(reader: engagement)
        #expect(holder.role == .holder && reader.role == .reader)
        let modes: [BluetoothMode] =
            switch offer {
            case .peripheral: [.peripheralServer]
            case .central: [.centralClient]
            case .both, .apart: [.peripheralServer, .centralClient]
            }
        #expect(holder.options.map(\.service.mode) == modes)
        #expect(holder.options.map(\.isServer) == modes.map { $0 == .peripheralServer })
        #expect(
            holder.options.map(\.service.uuid) == modes.map { $0 == .peripheralServer ? Self.first : Self.second })
        #expect(reader.options.count == 1)
        let way = try #require(reader.options.first)
        #expect(way.service.mode == modes[0] && way.isServer == (offer == .central))
    }

    @Test func `Ident is served by a reader as server and expected by its holder, in central mode only`()
        throws
    {
        let engagement = try engagement(ConnectionFixture.Offer.both.methods)
        let holder = try ConnectionPlan(holder: engagement)
        #expect(holder.options.map(\.expectedIdent) == [nil, engagement.bluetoothIdent])
        #expect(holder.options.map(\.service.ident) == [nil, nil])
        let central = try self.engagement(ConnectionFixture.Offer.central.methods)
        let reader = try #require(try ConnectionPlan(reader: central).options.first)
        #expect(reader.service.ident == central.bluetoothIdent && reader.expectedIdent == nil)
    }

    @Test func `an engagement without a usable Bluetooth option is refused by both sides`() throws {
        var lacksUUID = BluetoothOptions()
        (lacksUUID.isPeripheral, lacksUUID.isCentral) = (true, true)
        var offersNothing = BluetoothOptions(peripheralUUID: Self.first, centralUUID: Self.second)
        (offersNothing.isPeripheral, offersNothing.isCentral) = (false, false)
        let lists: [[RetrievalMethod]] = [
            [], [.unknown(type: 9, version: 1)], [.web(uri: "https://reader.example/")], [.bluetooth(lacksUUID)],
            [.bluetooth(offersNothing)], [.bluetooth(lacksUUID), .bluetooth(offersNothing)],
        ]
        for methods in lists {
            let engagement = try engagement(methods)
            #expect { try ConnectionPlan(holder: engagement) } throws: { ($0 as? TransportError)?.reason == .unusable }
            #expect { try ConnectionPlan(reader: engagement) } throws: { ($0 as? TransportError)?.reason == .unusable }
        }
    }

    @Test func `unusable retrieval methods are skipped for usable ones`() throws {
        var lacksUUID = BluetoothOptions()
        lacksUUID.isPeripheral = true
        let engagement = try engagement([
            .unknown(type: 9, version: 1), .bluetooth(lacksUUID),
            .bluetooth(BluetoothOptions(peripheralUUID: Self.first)),
            .bluetooth(BluetoothOptions(peripheralUUID: Self.second)),
        ])
        #expect(try ConnectionPlan(holder: engagement).options.map(\.service.uuid) == [Self.first])
        #expect(try ConnectionPlan(reader: engagement).options.map(\.service.uuid) == [Self.first])
    }

    @Test(arguments: [(nil, nil), (0x85, 0x85), (0xFFFF, 0xFFFF), (0x1_0000, nil)] as [(UInt64?, UInt16?)])
    func `a channel in the engagement applies to the holder as server`(named: UInt64?, taken: UInt16?)
        throws
    {
        let engagement = try engagement([
            .bluetooth(BluetoothOptions(peripheralUUID: Self.first, centralUUID: Self.second, channel: named))
        ])
        #expect(try ConnectionPlan(reader: engagement).options.map(\.channel) == [taken])
        #expect(try ConnectionPlan(holder: engagement).options.map(\.channel) == [nil, nil])
    }
}
