import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import MobileDocument
import TestSupport
import Testing

@testable import CredentialSharing

/// Both sides of this package, each on its own device, with Bumble's GATT stacks between them.
@Suite(
    .serialized, .enabled(if: BumbleMedium.isPresent, BumbleMedium.missing), .timeLimit(.minutes(10)))
struct BumbleTests {
    private func engagement(_ offer: ConnectionFixture.Offer) throws -> Engagement {
        try Engagement(key: .p256(P256AgreementKey().publicKey), methods: offer.methods)
    }

    @Test(arguments: [23, 185, 515])
    func `thirty kilobytes pass both ways over a real GATT stack in both modes, and the end is reported`(
        mtu: Int
    ) async throws {
        let air = try await BumbleMedium(mtu: mtu, holderChannels: false, readerChannels: false)
        let (holders, readers) = (air.holderTransport, air.readerTransport)
        for offer in [ConnectionFixture.Offer.peripheral, .central, .both] {
            let engagement = try engagement(offer)
            let holder = holders.open(try ConnectionPlan(holder: engagement))
            let reader = readers.open(try ConnectionPlan(reader: engagement))
            #expect(await holder.next == .connected)
            #expect(await reader.next == .connected)
            try await readers.send(text(30_000), over: reader)
            #expect(await holder.next == .received(text(30_000)))
            try await holders.send(text(30_000, seed: 9), over: holder)
            #expect(await reader.next == .received(text(30_000, seed: 9)))
            await holders.finish(holder)
            #expect(await holder.next == .disconnected(.here))
            #expect(await reader.next == .disconnected(.finished))
        }
        await air.services.end()
    }

    @Test(arguments: [(true, true), (true, false), (false, true)])
    func `messages over a real stack use a channel where both sides support it, and characteristics otherwise`(
        holderHas: Bool, readerHas: Bool
    ) async throws {
        let air = try await BumbleMedium(holderChannels: holderHas, readerChannels: readerHas)
        let radios = [air.holder, air.reader].map { WatchedRadio(RadioProcess(socket: $0.socket)) }
        let (holders, readers) = (BluetoothTransport(radios[0]), BluetoothTransport(radios[1]))
        for offer in [ConnectionFixture.Offer.peripheral, .central, .both] {
            let engagement = try engagement(offer)
            let holder = holders.open(try ConnectionPlan(holder: engagement))
            let reader = readers.open(try ConnectionPlan(reader: engagement))
            #expect(await holder.next == .connected)
            #expect(await reader.next == .connected)
            async let asked: Void = readers.send(text(60_000), over: reader)
            async let answered: Void = holders.send(text(300_000, seed: 9), over: holder)
            #expect(await holder.next == .received(text(60_000)))
            #expect(await reader.next == .received(text(300_000, seed: 9)))
            try await asked
            try await answered
            await readers.finish(reader)
            #expect(await reader.next == .disconnected(.here))
            #expect(await holder.next == .disconnected(.finished))
            let used = radios.map { $0.sentOn() }
            if holderHas, readerHas {
                #expect(used == [[.channel], [.channel]], "\(offer)")
            } else {
                #expect(!used[0].contains(.channel) && !used[1].contains(.channel), "\(offer)")
            }
        }
        await air.services.end()
    }

    @Test(arguments: [true, false])
    func `a killed device is detected after the supervision timeout by server and client`(
        channels: Bool
    ) async throws {
        for victim in [ConnectionPlan.Role.holder, .reader] {
            let air = try await BumbleMedium(
                supervision: .seconds(1), holderChannels: channels, readerChannels: channels)
            let (holders, readers) = (air.holderTransport, air.readerTransport)
            let engagement = try engagement(.peripheral)
            let holder = holders.open(try ConnectionPlan(holder: engagement))
            let reader = readers.open(try ConnectionPlan(reader: engagement))
            #expect(await holder.next == .connected)
            #expect(await reader.next == .connected)
            let clock = ContinuousClock()
            let start = clock.now
            (victim == .holder ? air.holder : air.reader).process.kill()
            // The process's own program learns of it at once, the peer after one second of silence.
            let (near, far) = victim == .holder ? (holder, reader) : (reader, holder)
            guard case .disconnected(.dropped(let error)) = await near.next else {
                Issue.record("the program of the device that was killed did not hear of it")
                return
            }
            #expect(error.reason == .unavailable)
            guard case .disconnected(.dropped(let error)) = await far.next else {
                Issue.record("the peer did not hear of it")
                return
            }
            #expect(error.reason == .disconnected)
            let waited = clock.now - start
            #expect(waited > .milliseconds(900) && waited < .seconds(30), "\(waited)")
            #expect(holders.openConnections == 0 && readers.openConnections == 0)
            await air.services.end()
        }
    }

    @Test func `a lost controller ends the connection and reports the radio's state`() async throws {
        let air = try await BumbleMedium()
        let radio = RadioProcess.patient(air.holder.socket)
        #expect(await radio.state() == .poweredOn)
        let changes = radio.states()
        let holder = air.holderTransport
        let handle = holder.open(try ConnectionPlan(holder: try engagement(.peripheral)))
        let change = Task { await changes.first { _ in true } }
        await air.services.end()
        guard case .disconnected(.dropped(let error)) = await handle.next else {
            Issue.record("nobody said that the radio went")
            return
        }
        #expect(error.reason == .unavailable)
        #expect([.poweredOff, .unsupported].contains(await change.value))
        #expect(await radio.state() == .unsupported)
    }

    @Test func `a radio advertises one service at a time and is free when its user releases it`() async throws {
        let air = try await BumbleMedium()
        let radio = RadioProcess(socket: air.holder.socket)
        let service = try RadioProcessTests.service
        let first = radio.advertise(service)
        // A successful connection proves that it advertises.
        let client = RadioProcess(socket: air.reader.socket).connect(to: service)
        var heard = client.events.makeAsyncIterator()
        #expect(await heard.next() == .connected(.server))
        let second = radio.advertise(service)
        var told = second.events.makeAsyncIterator()
        #expect(await told.next() == .closed(.unusable))
        first.close()
        let third = radio.advertise(service)
        let other = RadioProcess(socket: air.reader.socket).connect(to: service)
        var again = other.events.makeAsyncIterator()
        #expect(await again.next() == .connected(.server))
        third.close()
        await air.services.end()
    }

    @Test func `a server without the required characteristics is not used`() async throws {
        let air = try await BumbleMedium()
        let uuid = [UInt8](repeating: 5, count: 16)
        let server = RadioProcess(socket: air.holder.socket).advertise(try RadioProcessTests.service)
        let other = try #require(GATTService(.centralClient, uuid: uuid))
        let client = RadioProcess(socket: air.reader.socket).connect(to: other)
        var told = client.events.makeAsyncIterator()
        #expect(await told.next() == .closed(.unusable))
        server.close()
        await air.services.end()
    }

    @Test func `a controller that cannot be opened gives a one-sentence error`() async throws {
        let services = try RadioServices(python: Python.interpreter)
        for (name, controller) in [("a", RadioServices.Controller.airAt("/nowhere/air")), ("b", .usb(97))] {
            let error = await #expect(throws: JourneyError.self) { try await services.startRadio(name, on: controller) }
            #expect(error?.message.contains("cannot be opened") == true, "\(error?.message ?? "")")
        }
        #expect(throws: JourneyError.self) { try RadioServices(python: nil) }
    }
}
