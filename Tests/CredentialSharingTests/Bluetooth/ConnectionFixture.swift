import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// A holder and a reader in an air of their own, with a clock that stands still.
struct ConnectionFixture {
    enum Offer: CaseIterable {
        case peripheral, central, both, apart

        /// Both modes in one method of the engagement, or in one each.
        var methods: [RetrievalMethod] {
            let first = [UInt8](repeating: 0xA1, count: 16)
            let second = [UInt8](repeating: 0xB2, count: 16)
            return switch self {
            case .peripheral: [.bluetooth(BluetoothOptions(peripheralUUID: first))]
            case .central: [.bluetooth(BluetoothOptions(centralUUID: second))]
            case .both: [.bluetooth(BluetoothOptions(peripheralUUID: first, centralUUID: second))]
            case .apart:
                [
                    .bluetooth(BluetoothOptions(centralUUID: second)),
                    .bluetooth(BluetoothOptions(peripheralUUID: first)),
                ]
            }
        }
    }

    let clock = ManualClock()
    let air: RadioMedium
    let engagement: Engagement
    let holderRadio: LocalRadio
    let readerRadio: LocalRadio
    let holder: BluetoothTransport
    let reader: BluetoothTransport

    init(
        _ offer: Offer = .peripheral, limits: TransportLimits = TransportLimits(), mtu: Int = 515,
        channels: RadioMedium.Channels = .none, holderFaults: [RadioFault] = [], readerFaults: [RadioFault] = []
    ) throws {
        air = RadioMedium(clock: clock, supervision: .seconds(7))
        engagement = try Engagement(key: .p256(P256AgreementKey().publicKey), methods: offer.methods)
        holderRadio = air.radio(channels: channels, faults: holderFaults)
        readerRadio = air.radio(mtu: mtu, channels: channels, faults: readerFaults)
        let dependencies = Dependencies.fixed(clock: clock)
        holder = BluetoothTransport(holderRadio, dependencies: dependencies, limits: limits)
        reader = BluetoothTransport(readerRadio, dependencies: dependencies, limits: limits)
    }

    func openHolder() throws -> ConnectionHandle { holder.open(try ConnectionPlan(holder: engagement)) }
    func openReader() throws -> ConnectionHandle { reader.open(try ConnectionPlan(reader: engagement)) }

    /// A holder and a reader that are connected.
    func connect() async throws -> (holder: ConnectionHandle, reader: ConnectionHandle) {
        let (holder, reader) = (try openHolder(), try openReader())
        #expect(await holder.next == .connected)
        #expect(await reader.next == .connected)
        return (holder, reader)
    }

    /// Waits until somebody waits for so long, and lets that time go by.
    func pass(_ duration: Duration) async {
        await waits(duration)
        clock.advance(by: duration)
    }

    /// Waits until somebody waits for so long.
    func waits(_ duration: Duration) async {
        var naps = clock.naps
        while !naps.contains(duration) {
            await clock.waitForNaps(naps.count + 1)
            naps = clock.naps
        }
    }

    /// Nobody uses the air, and no connection is kept.
    func expectQuiet(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(holderRadio.use == .none && readerRadio.use == .none, sourceLocation: sourceLocation)
        #expect(holder.openConnections == 0 && reader.openConnections == 0, sourceLocation: sourceLocation)
    }
}

extension ConnectionHandle {
    /// Why the connection was dropped: its next event, and its last.
    var end: TransportError.Reason? {
        get async {
            if case .disconnected(.dropped(let error)) = await next { error.reason } else { nil }
        }
    }

    /// All events to the end.
    var story: [ConnectionEvent] {
        get async {
            var story: [ConnectionEvent] = []
            for await event in events { story.append(event) }
            return story
        }
    }

    /// The next event.
    var next: ConnectionEvent? {
        get async {
            for await event in events { return event }
            return nil
        }
    }
}

/// Bytes that are all different from their neighbours, so that none can change places unseen.
func text(_ count: Int, seed: UInt8 = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) &+ seed }
}
