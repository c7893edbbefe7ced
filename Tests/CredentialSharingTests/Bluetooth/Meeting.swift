import JourneyBase
import JourneyCrypto
import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

/// A holder and a reader in an air of their own, with a clock that stands still.
struct Meeting {
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
    let air: LocalAir
    let engagement: Engagement
    let holderRadio: LocalRadio
    let readerRadio: LocalRadio
    let holder: BluetoothTransport
    let reader: BluetoothTransport

    init(
        _ offer: Offer = .peripheral, limits: TransportLimits = TransportLimits(), mtu: Int = 515,
        holderFaults: [AirFault] = [], readerFaults: [AirFault] = []
    ) throws {
        air = LocalAir(clock: clock)
        engagement = try Engagement(key: .p256(P256AgreementKey().publicKey), methods: offer.methods)
        holderRadio = air.radio(faults: holderFaults)
        readerRadio = air.radio(mtu: mtu, faults: readerFaults)
        let surroundings = Surroundings.fixed(clock: clock)
        holder = BluetoothTransport(holderRadio, surroundings: surroundings, limits: limits)
        reader = BluetoothTransport(readerRadio, surroundings: surroundings, limits: limits)
    }

    func openHolder() throws -> ConnectionHandle { holder.open(try ConnectionPlan(holder: engagement)) }
    func openReader() throws -> ConnectionHandle { reader.open(try ConnectionPlan(reader: engagement)) }
}

extension ConnectionHandle {
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
