import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct RadioProcessTests {
    static var service: GATTService {
        get throws { try #require(GATTService(.peripheralServer, uuid: [UInt8](repeating: 5, count: 16))) }
    }
    private static let ready = RadioFrame.encode(0x81, [2, 1])
    private static let connected = RadioFrame.encode(0x82, [0, 0, 0, 1])
    private static let value = RadioFrame.encode(0x85, [0, 0, 0, 1, 2, 9])

    private func story(_ link: any ProximityLink) async -> [LinkEvent] {
        var story: [LinkEvent] = []
        for await event in link.events { story.append(event) }
        return story
    }

    @Test(arguments: ["/nowhere/radio", "", "/" + String(repeating: "x", count: 107), "/tmp"])
    func `the radio is unsupported without a process, and a link closes at once`(path: String) async throws {
        let radio = RadioProcess(socket: path)
        #expect(await radio.state() == .unsupported)
        #expect(await radio.requestAuthorization() == .unsupported)
        let link = try radio.advertise(RadioProcessTests.service)
        #expect(await story(link) == [.closed(.radio(.unsupported))])
        await #expect(throws: TransportError.self) { try await link.send([0], on: .state, to: LinkPeer(1)) }
        await #expect(throws: TransportError.self) { try await link.read(.ident) }
        link.stopAdvertising()
        link.close()
    }

    @Test(
        arguments: [
            ([], LinkEnd.radio(.resetting)), ([0], .radio(.resetting)), (Array(ready.dropLast()), .radio(.resetting)),
            ([0, 0], .radio(.resetting)), ([0xFF, 0xFF], .radio(.resetting)), ([4, 1, 0x85], .radio(.resetting)),
            (RadioFrame.encode(0x81, [1, 1]), .radio(.resetting)),
            (Array("HTTP/1.1 200 OK\r\n".utf8), .radio(.resetting)),
            (RadioFrame.encode(0x86, [0, 0, 0, 1]), .radio(.resetting)),
            (RadioFrame.encode(0x87, [4, 0]), .radio(.resetting)), (RadioFrame.encode(0x8C, [0]), .radio(.resetting)),
            (RadioFrame.encode(0x8B, [0, 0, 0, 1]), .radio(.resetting)), (value, .radio(.resetting)),
            (RadioFrame.encode(0x82, [0, 0, 0, 0]), .radio(.resetting)), (connected + connected, .radio(.resetting)),
            (RadioFrame.encode(0x89, [0, 0, 0, 1, 8]), .radio(.resetting)),
            (ready + RadioFrame.encode(0x81, [2, 2]), .radio(.poweredOff)),
            (RadioFrame.encode(0x8A, [1]) + Array("no service".utf8), .unusable),
            (RadioFrame.encode(0x8A, [2, 0x41]), .radio(.resetting)),
        ] as [([UInt8], LinkEnd)], [ScriptedRadio.Ending.close])
    func `a process that disconnects or sends invalid data ends the link once`(
        said: ([UInt8], LinkEnd), ending: ScriptedRadio.Ending
    ) async throws {
        let process = try ScriptedRadio(saying: said.0, ending)
        defer { process.end() }
        let story = try await story(RadioProcess(socket: process.socket).advertise(RadioProcessTests.service))
        #expect(story.last == .closed(said.1))
        #expect(story.filter { if case .closed = $0 { true } else { false } }.count == 1)
    }

    @Test func `the process's peer events are forwarded, and releasing the link closes its socket`() async throws {
        let said = RadioProcessTests.ready + RadioProcessTests.connected + RadioFrame.encode(0x83, [0, 0, 0, 1, 2, 0])
        let process = try ScriptedRadio(saying: said, .stay)
        defer { process.end() }
        var link: (any ProximityLink)? = try RadioProcess(socket: process.socket).advertise(RadioProcessTests.service)
        let events = try #require(link).events
        var told = events.makeAsyncIterator()
        #expect(await told.next() == .connected(LinkPeer(1)))
        #expect(await told.next() == .valueLimit(512, LinkPeer(1)))
        for (value, peer, reason) in [
            ([], 1, TransportError.Reason.tooLarge), ([UInt8](repeating: 1, count: 513), 1, .tooLarge),
            ([1], 2, .disconnected),
        ] as [([UInt8], UInt64, TransportError.Reason)] {
            let error = await #expect(throws: TransportError.self) {
                try await link?.send(value, on: .serverToClient, to: LinkPeer(peer))
            }
            #expect(error?.reason == reason)
        }
        link = nil
        #expect(await told.next() == .closed(.here))
        #expect(await told.next() == nil)
    }

    @Test func `a process that never answers is given up after its timeout`() async throws {
        let process = try ScriptedRadio(saying: RadioProcessTests.ready + RadioProcessTests.connected, .stay)
        defer { process.end() }
        let clock = ManualClock()
        let radio = RadioProcess(
            socket: process.socket, dependencies: Dependencies.fixed(clock: clock), answerTimeout: .seconds(3))
        let link = try radio.advertise(RadioProcessTests.service)
        var told = link.events.makeAsyncIterator()
        #expect(await told.next() == .connected(LinkPeer(1)))
        let sending = Task { try await link.send([1], on: .serverToClient, to: LinkPeer(1)) }
        await clock.waitForNaps(1)
        clock.advance(by: .seconds(3))
        let result = await sending.result
        #expect(throws: TransportError.self) { try result.get() }
        #expect(await told.next() == .closed(.radio(.resetting)))
    }

    @Test func `a process that does not report its state counts as unsupported`() async throws {
        let process = try ScriptedRadio(saying: [], .stay)
        defer { process.end() }
        let clock = ManualClock()
        let radio = RadioProcess(socket: process.socket, dependencies: Dependencies.fixed(clock: clock))
        let asked = Task { await radio.state() }
        await clock.waitForNaps(1)
        clock.advance(by: .seconds(5))
        #expect(await asked.value == .unsupported)
    }

    @Test func `an unread flood ends the link and stays within its memory limit`() async throws {
        let flood =
            RadioProcessTests.connected + (0...RadioConversation.mostEvents).flatMap { _ in RadioProcessTests.value }
        let process = try ScriptedRadio(saying: flood, .stay)
        defer { process.end() }
        let link = try RadioProcess(socket: process.socket).advertise(RadioProcessTests.service)
        // Nothing is read until the link has ended; before that, this peer does not exist.
        var reason: TransportError.Reason? = .disconnected
        while reason == .disconnected {
            do throws(TransportError) { try await link.send([1], on: .serverToClient, to: LinkPeer(2)) } catch {
                reason = error.reason
            }
            await Task.yield()
        }
        #expect(reason == .tooLarge)
        #expect(await story(link).count == RadioConversation.mostEvents)
    }

    @Test func `the state is the one that the process reports, and its end is a change`() async throws {
        let process = try ScriptedRadio(saying: RadioProcessTests.ready, .stay)
        let radio = RadioProcess.patient(process.socket)
        #expect(await radio.state() == .poweredOn)
        let changes = radio.states()
        let first = Task { await changes.first { _ in true } }
        // Both the caller and the observer are connected before the process ends.
        while process.clients < 2 { await Task.yield() }
        process.end()
        #expect(await first.value == .unsupported)
    }
}
