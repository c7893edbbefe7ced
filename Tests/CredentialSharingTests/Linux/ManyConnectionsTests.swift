import Foundation
import JourneyHarness
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite(.serialized, .enabled(if: BumbleMedium.isPresent, BumbleMedium.missing), .timeLimit(.minutes(10)))
struct ManyConnectionsTests {
    @Test(arguments: [true, false])
    func `twenty whole transactions over Bumble leave nothing behind in any process`(
        channels: Bool
    ) async throws {
        let air = try await BumbleMedium(holderChannels: channels, readerChannels: channels)
        let office = try DocumentIssuerFixture()
        var limits = TransportLimits()
        limits.closingDelay = .milliseconds(100)
        let radios = [air.holder, air.reader].map { WatchedRadio(RadioProcess(socket: $0.socket)) }
        let (holders, readers) = (
            BluetoothTransport(radios[0], limits: limits), BluetoothTransport(radios[1], limits: limits)
        )
        var before: [(descriptors: Int, threads: Int, kilobytes: Int)] = []
        for round in 1...20 {
            let ours = try await OurHolder(
                office, (round.isMultiple(of: 2) ? ConnectionFixture.Offer.peripheral : .central).methods)
            async let end = ours.present(over: holders)
            let report = try await OurReader(engagement: ours.engagement, trust: office.trust).read(over: readers)
            #expect(report.checks(.failed).isEmpty)
            let ended = try await end
            #expect(ended == .finished)
            // By then Python has allocated all the memory that it will.
            if round == 5 { before = try air.devices.map { try RadioResources.of($0.id) } }
        }
        #expect(holders.openConnections == 0 && readers.openConnections == 0)
        #expect(radios.allSatisfy { $0.sentOn().contains(.channel) == channels })
        // The radio processes and the links' threads release their resources a moment later.
        let deadline = ContinuousClock.now + .seconds(10)
        func areFree() throws -> Bool {
            let after = try air.devices.map { try RadioResources.of($0.id) }
            return radios.allSatisfy { $0.held == 0 }
                && [air.holder, air.reader].allSatisfy { RadioResources.connections(to: $0.socket) == 0 }
                && zip(after, before).allSatisfy { $0.descriptors <= $1.descriptors && $0.threads <= $1.threads }
        }
        while try !areFree(), ContinuousClock.now < deadline { await Task.yield() }
        #expect(radios.map(\.held) == [0, 0])
        #expect([air.holder, air.reader].map { RadioResources.connections(to: $0.socket) } == [0, 0])
        for (device, before) in zip(air.devices, before) {
            let after = try RadioResources.of(device.id)
            #expect(after.descriptors <= before.descriptors && after.threads <= before.threads, "\(before) \(after)")
            #expect(after.kilobytes - before.kilobytes < 2_048, "\(before) \(after)")
        }
        await air.services.end()
    }
}
