import Foundation
import Glibc
import JourneyCrypto
import MobileDocument
import Synchronization
import TestSupport
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct RadioRelayServerTests {
    private func meet(
        _ offer: ConnectionFixture.Offer, at path: String
    ) throws -> (
        holders: BluetoothTransport, readers: BluetoothTransport, holder: ConnectionHandle, reader: ConnectionHandle
    ) {
        let engagement = try Engagement(key: .p256(P256AgreementKey().publicKey), methods: offer.methods)
        let holders = BluetoothTransport(RadioProcess(socket: path))
        let readers = BluetoothTransport(RadioProcess(socket: path))
        return (
            holders, readers, holders.open(try ConnectionPlan(holder: engagement)),
            readers.open(try ConnectionPlan(reader: engagement))
        )
    }

    @Test(arguments: ConnectionFixture.Offer.allCases, RadioMedium.Channels.allCases)
    func `whole messages pass both ways through the socket in each mode, and the end is reported`(
        _ offer: ConnectionFixture.Offer, channels: RadioMedium.Channels
    ) async throws {
        let scratch = try Scratch()
        let server = try RadioRelayServer(at: scratch.path + "/air", channels: channels)
        let (holders, readers, holder, reader) = try meet(offer, at: scratch.path + "/air")
        #expect(await holder.next == .connected)
        #expect(await reader.next == .connected)
        try await readers.send(text(30_000), over: reader)
        #expect(await holder.next == .received(text(30_000)))
        try await holders.send(text(300_000, seed: 9), over: holder)
        #expect(await reader.next == .received(text(300_000, seed: 9)))
        await holders.finish(holder)
        #expect(await holder.next == .disconnected(.here))
        #expect(await reader.next == .disconnected(.finished))
        await server.close()
    }

    @Test func `data sent before the medium closes still arrives, and then the radio is gone`() async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/air"
        let server = try RadioRelayServer(at: path)
        let (holders, readers, holder, reader) = try meet(.peripheral, at: path)
        #expect(await holder.next == .connected)
        #expect(await reader.next == .connected)
        try await readers.send(text(40_000), over: reader)
        await server.close()
        #expect(await holder.next == .received(text(40_000)))
        #expect(await holder.end != nil)
        #expect(await reader.end != nil)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(await RadioProcess(socket: path).state() == .unsupported)
        withExtendedLifetime((holders, readers)) {}
        await server.close()
    }

    @Test func `the socket is private to its owner, and a taken or overlong path is refused`() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/air"
        let server = try RadioRelayServer(at: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(throws: TransportError.self) { _ = try RadioRelayServer(at: path) }
        for bad in ["", String(repeating: "a", count: 200), scratch.path + "/nowhere/air"] {
            #expect(throws: TransportError.self) { _ = try RadioRelayServer(at: bad) }
        }
        withExtendedLifetime(server) {}
    }

    @Test func `a client with an unknown request is disconnected, and others are served`() async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/air"
        let server = try RadioRelayServer(at: path)
        let service = try #require(GATTService(.peripheralServer, uuid: [UInt8](repeating: 7, count: 16)))
        for bytes in [
            [0, 0], [0xFF, 0xFF, 1], [0, 1, 0x77], RadioRequest.stopAdvertising.encoded,
            RadioRequest.connect(service).encoded + RadioRequest.connect(service).encoded,
            [UInt8](repeating: 0, count: 100_000),
        ] as [[UInt8]] {
            let socket = try RadioSocket(path: path)
            try? socket.send(bytes)
            let said = AsyncStream<Bool>.makeStream()
            socket.read(
                { report in
                    if case .success(.closed) = report { said.continuation.yield(true) }
                    return true
                }, ended: { said.continuation.finish() })
            var heard = false
            for await _ in said.stream {
                heard = true
                socket.close()
            }
            #expect(heard, "\(bytes.prefix(4))")
        }
        #expect(await RadioProcess.patient(path).state() == .poweredOn)
        await server.close()
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOBUFS, ECONNABORTED, EINTR])
    func `the next client waits while no file descriptor is free, and is served later`(
        failure: Int32
    ) async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/air"
        let failures = Mutex(0)
        let server = try RadioRelayServer(at: path) { listener in
            let fails = failures.withLock { failures in
                failures += 1
                return failures <= 3
            }
            guard fails else { return accept(listener, nil, nil) }
            errno = failure
            return -1
        }
        #expect(await RadioProcess.patient(path).state() == .poweredOn)
        #expect(failures.withLock { $0 } > 3)
        await server.close()
    }

    @Test func `a client accepted while the medium closes is disconnected, too`() async throws {
        for _ in 0..<50 {
            let scratch = try Scratch()
            let path = scratch.path + "/air"
            let server = try RadioRelayServer(at: path)
            let (ended, end) = AsyncStream<Void>.makeStream()
            let socket = try RadioSocket(path: path)
            socket.read({ _ in true }, ended: { end.finish() })
            await server.close()
            // Accepted or not, the connection is closed.
            for await _ in ended {}
        }
    }

    @Test func `clients beyond the maximum are refused, and accepted again when others leave`() async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/air"
        let server = try RadioRelayServer(at: path)
        var sockets = try (0..<RadioRelayServer.mostClients).map { _ in try RadioSocket(path: path) }
        let watch = RadioStateObserver.states(path)
        #expect(await watch.first { _ in true } == .unsupported)
        for socket in sockets { socket.read({ _ in true }, ended: {}) }
        for socket in sockets { socket.close() }
        sockets = []
        var state = RadioState.unsupported
        while state != .poweredOn { state = await RadioProcess(socket: path).state() }
        await server.close()
    }
}
