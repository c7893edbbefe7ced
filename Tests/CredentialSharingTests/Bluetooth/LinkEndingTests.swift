import Testing

@testable import CredentialSharing

@Suite struct LinkEndingTests {
    private static let peer = LinkScript.peer

    @Test(arguments: [true, false])
    func `finishing sends the queued data, then the end, and closes the link after a delay`(isServer: Bool) throws {
        var script = isServer ? LinkScript.readyServer() : .readyClient()
        let who = isServer ? Self.peer : .server
        let data: GATTCharacteristic = isServer ? .serverToClient : .clientToServer
        #expect(script.handle(.send(text(30), 1)).values.map(\.count) == [20])
        #expect(script.handle(.send([9], 2)) == [])
        #expect(script.handle(.finish) == [.wait(1, .seconds(5))])
        #expect(script.handle(.send([1], 3)).refusals == [3: .closed])
        #expect(script.handle(.done([])).values.map(\.count) == [12])
        let second = script.handle(.done([]))
        #expect(second.first == .taken(1) && second.contains(.perform(.send([0, 9], data, who))))
        let third = script.handle(.done([]))
        #expect(third.first == .taken(2) && third.contains(.perform(.send([2], .state, who))))
        #expect(script.machine.phase == .leaving)
        let (number, moment) = try #require(script.handle(.done([])).wait)
        #expect(moment == .milliseconds(500))
        #expect(script.handle(.passed(number - 1)) == [], "an older wait counts no more")
        #expect(script.handle(.finish) == [], "once is enough")
        #expect(script.handle(.passed(number)) == [.ended(.here)])
        #expect(script.handle(.passed(number), .close, .finish, .done([]), .happened(.closed(.here))) == [])
    }

    @Test func `values received after the link's own end are ignored`() {
        for value in [[], [7], [0, 1], [1, 1]] as [[UInt8]] {
            for characteristic in GATTCharacteristic.allCases {
                var script = LinkScript.readyServer()
                _ = script.handle(.finish)
                #expect(script.happen(.received(value, characteristic, Self.peer)) == [])
                #expect(script.machine.phase == .leaving)
            }
        }
    }

    @Test func `an end that the radio does not accept closes the link after a timeout`() throws {
        var script = LinkScript.readyServer()
        let (number, patience) = try #require(script.handle(.finish).wait)
        #expect(patience == .seconds(5))
        #expect(script.handle(.passed(number)) == [.ended(.here)])
        // With a message that is not sent either: it is reported.
        var stuck = LinkScript.readyServer()
        _ = stuck.handle(.send([1], 1))
        let wait = try #require(stuck.handle(.finish).wait)
        let end = stuck.handle(.passed(wait.number))
        #expect(end.fault == .disconnected && end.refusals == [1: .disconnected])
    }

    @Test(
        arguments: [
            (.here, nil), (.peer, .disconnected), (.lost, .disconnected), (.radio(.poweredOff), .unavailable),
            (.radio(.unauthorized), .unavailable), (.unusable, .unusable),
        ] as [(LinkEnd, TransportError.Reason?)])
    func `each way a link closes has its own reason and refuses queued messages`(
        why: LinkEnd, reason: TransportError.Reason?
    ) {
        for isPeerGone in [true, false] {
            var script = LinkScript.readyServer()
            _ = script.handle(.send(text(50), 1))
            _ = script.happen(.received([1, 5], .clientToServer, Self.peer))
            let effects = script.happen(isPeerGone ? .disconnected(Self.peer, why) : .closed(why))
            #expect(effects.count == 2)
            #expect(effects.refusals == [1: reason ?? .closed])
            #expect(effects.fault == reason && (reason != nil || effects.end == .here))
            #expect(script.machine.progress == TransferProgress())
        }
        var waiting = LinkScript(server: .peripheralServer)
        #expect(waiting.happen(.closed(why)).end != nil)
    }

    @Test func `a value that the radio refuses ends the link with the radio's reason`() {
        var script = LinkScript.readyClient()
        _ = script.handle(.send([1], 1))
        let error = TransportError(.tooLarge, "too long")
        #expect(script.handle(.failed(error)) == [.refused(1, error), .ended(.dropped(error))])
    }

    @Test func `a link can be closed in every state, once`() {
        var moments: [LinkScript] = [
            LinkScript(server: .peripheralServer), LinkScript(client: .centralClient), .readyServer(), .readyClient(),
        ]
        var opening = LinkScript(client: .centralClient)
        var effects = opening.happen(.connected(.server))
        while !opening.machine.wasReady {
            moments.append(opening)
            effects = opening.handle(.done(effects == [.perform(.read(.ident))] ? LinkScript.ident : []))
        }
        var ending = LinkScript.readyServer()
        _ = ending.handle(.send([1], 1), .finish)
        moments.append(ending)
        _ = ending.handle(.done([]))
        moments.append(ending)
        _ = ending.handle(.done([]))
        moments.append(ending)
        #expect(moments.count == 12)
        for moment in moments {
            var script = moment
            #expect(script.handle(.close).end == .here)
            #expect(script.handle(.close, .finish, .done([]), .passed(1)) == [])
            #expect(script.happen(.connected(.server), .closed(.lost)) == [])
            #expect(script.handle(.send([1], 9)).refusals == [9: .closed])
            var finished = moment
            let isReady = finished.machine.wasReady
            #expect((finished.handle(.finish).end == .here) != isReady)
        }
    }
}
