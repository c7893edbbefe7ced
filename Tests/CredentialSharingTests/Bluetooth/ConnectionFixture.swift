import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// A holder and a reader in their own medium, with a manual clock.
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

    /// Connects a holder and a reader.
    func connect() async throws -> (holder: ConnectionHandle, reader: ConnectionHandle) {
        let (holder, reader) = (try openHolder(), try openReader())
        #expect(await holder.next == .connected)
        #expect(await reader.next == .connected)
        return (holder, reader)
    }

    /// Waits until a sleep of `duration` is pending, and advances the clock by it.
    func pass(_ duration: Duration) async {
        await waits(duration)
        clock.advance(by: duration)
    }

    /// Waits until a sleep of `duration` is pending.
    func waits(_ duration: Duration) async {
        var naps = clock.naps
        while !naps.contains(duration) {
            await clock.waitForNaps(naps.count + 1)
            naps = clock.naps
        }
    }

    /// Expects that no radio is in use and no connection is open.
    func expectQuiet(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(holderRadio.use == .none && readerRadio.use == .none, sourceLocation: sourceLocation)
        #expect(holder.openConnections == 0 && reader.openConnections == 0, sourceLocation: sourceLocation)
    }
}

extension ConnectionHandle {
    /// The reason for which the connection was dropped, by its next and last event.
    var end: TransportError.Reason? {
        get async {
            if case .disconnected(.dropped(let error)) = await next { error.reason } else { nil }
        }
    }

    /// All events up to the end.
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

/// Returns bytes that differ from their neighbours, so that a change of order is detected.
func text(_ count: Int, seed: UInt8 = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) &+ seed }
}
