import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite struct ConnectionMachineTests {
    /// A holder that offers both modes: link 0 is the server, link 1 the client.
    private func holder() throws -> (ConnectionMachine, ident: [UInt8]) {
        let engagement = try Engagement(
            key: .p256(P256AgreementKey().publicKey), methods: ConnectionFixture.Offer.both.methods)
        return (
            ConnectionMachine(try ConnectionPlan(holder: engagement), limits: TransportLimits()),
            engagement.bluetoothIdent
        )
    }

    private static let serverOpens: [LinkEvent] = [
        .connected(LinkPeer(1)), .subscribed(.state, LinkPeer(1)), .subscribed(.serverToClient, LinkPeer(1)),
        .received([1], .state, LinkPeer(1)),
    ]

    @Test func `the first ready link is used, and the other is closed`() throws {
        var (machine, _) = try holder()
        let effects = Self.serverOpens.flatMap { machine.handle(.happened($0), link: 0) }
        #expect(effects == [.stopAdvertising(link: 0), .notify(.connected), .close(link: 1)])
        // The other link has ended: its events are ignored.
        for event in [.connected(.server), .closed(.here), .closed(.lost)] as [LinkEvent] {
            #expect(machine.handle(.happened(event), link: 1) == [])
        }
        #expect(machine.handle(.send([7], 1)) == [.perform(.send([0, 7], .serverToClient, LinkPeer(1)), link: 0)])
    }

    @Test func `the client link is used if it is ready first, while a server link is still opening`() throws {
        var (machine, ident) = try holder()
        for event in Self.serverOpens.dropLast() { _ = machine.handle(.happened(event), link: 0) }
        _ = machine.handle(.happened(.connected(.server)), link: 1)
        _ = machine.handle(.done(ident), link: 1)
        _ = machine.handle(.failed(TransportError(.unusable, "There is no channel.")), link: 1)
        _ = machine.handle(.done([]), link: 1)
        _ = machine.handle(.done([]), link: 1)
        #expect(machine.handle(.done([]), link: 1) == [.notify(.connected), .close(link: 0)])
        #expect(machine.handle(.happened(.received([1], .state, LinkPeer(1))), link: 0) == [])
    }

    @Test func `a reader with another Ident is left, and the holder can still be found`() throws {
        var (machine, ident) = try holder()
        _ = machine.handle(.happened(.connected(.server)), link: 1)
        #expect(machine.handle(.done(ident.reversed()), link: 1) == [.close(link: 1)])
        #expect(!machine.isOver)
        let effects = Self.serverOpens.flatMap { machine.handle(.happened($0), link: 0) }
        #expect(effects.contains(.notify(.connected)))
    }

    @Test func `when both links have closed, the connection ends once with the later reason`() throws {
        var (machine, _) = try holder()
        #expect(machine.handle(.happened(.closed(.unusable)), link: 1) == [.close(link: 1)])
        let effects = machine.handle(.happened(.closed(.radio(.poweredOff))), link: 0)
        #expect(effects.count == 2 && effects.first == .close(link: 0))
        #expect(effects.fault == .unavailable && machine.isOver)
        #expect(machine.handle(.close) == [] && machine.handle(.finish) == [])
    }

    @Test func `a connection that is not ready ends at once with both links and accepts no message`() throws {
        for event in [.close, .finish] as [LinkMachine.Event] {
            var (machine, _) = try holder()
            #expect(machine.handle(.send([7], 1)).refusals == [1: .disconnected])
            #expect(machine.handle(event) == [.close(link: 0), .close(link: 1), .notify(.disconnected(.here))])
            #expect(machine.handle(.send([7], 2)).refusals == [2: .closed])
        }
    }
}

extension [ConnectionMachine.Effect] {
    /// The reason for which the connection was dropped, if it was.
    fileprivate var fault: TransportError.Reason? {
        for case .notify(.disconnected(.dropped(let error))) in self { return error.reason }
        return nil
    }

    /// The messages that were refused, with the reasons.
    fileprivate var refusals: [Int: TransportError.Reason] {
        reduce(into: [:]) { refusals, effect in
            if case .refused(let number, let error) = effect { refusals[number] = error.reason }
        }
    }
}
