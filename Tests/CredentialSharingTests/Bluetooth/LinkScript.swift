@testable import CredentialSharing

/// A link machine under test, with the initial states that most tests need.
struct LinkScript {
    var machine: LinkMachine
    static let peer = LinkPeer(1)
    static let other = LinkPeer(2)
    static let ident: [UInt8] = Array(0..<16)

    init(
        server mode: BluetoothMode? = nil, client other: BluetoothMode = .peripheralServer, channel: UInt16? = nil,
        limits: TransportLimits = TransportLimits()
    ) {
        let uuid = [UInt8](repeating: 7, count: 16)
        let isServer = mode != nil
        let mode = mode ?? other
        guard let service = GATTService(mode, uuid: uuid, ident: isServer && mode == .centralClient ? Self.ident : nil)
        else { preconditionFailure("sixteen bytes are a UUID") }
        var way = ConnectionPlan.Option(isServer: isServer, service: service, channel: channel)
        if !isServer, mode == .centralClient { way.expectedIdent = Self.ident }
        let isHolder = isServer == (mode == .peripheralServer)
        machine = LinkMachine(way, role: isHolder ? .holder : .reader, limits: limits)
    }

    /// Returns a server whose first peer is ready.
    static func readyServer(_ mode: BluetoothMode = .peripheralServer, limits: TransportLimits = TransportLimits())
        -> LinkScript
    {
        var script = LinkScript(server: mode, limits: limits)
        _ = script.happen(.connected(peer), .subscribed(.state, peer), .subscribed(.serverToClient, peer))
        _ = script.happen(.received([1], .state, peer))
        return script
    }

    /// Returns a client that is ready.
    static func readyClient(_ mode: BluetoothMode = .peripheralServer, limits: TransportLimits = TransportLimits())
        -> LinkScript
    {
        var script = LinkScript(client: mode, limits: limits)
        _ = script.happen(.connected(.server))
        if mode == .centralClient { _ = script.handle(.done(ident)) }
        _ = script.handle(.failed(TransportError(.unusable, "There is no channel.")), .done([]), .done([]), .done([]))
        return script
    }

    mutating func handle(_ events: LinkMachine.Event...) -> [LinkMachine.Effect] {
        events.flatMap { machine.handle($0) }
    }

    mutating func happen(_ events: LinkEvent...) -> [LinkMachine.Effect] {
        events.flatMap { machine.handle(.happened($0)) }
    }
}

extension [LinkMachine.Effect] {
    /// The end of the link, if it has ended.
    var end: ConnectionEnd? {
        for case .ended(let end) in self { return end }
        return nil
    }

    /// The reason for which the link was dropped, if it was.
    var fault: TransportError.Reason? {
        if case .dropped(let error) = end { error.reason } else { nil }
    }

    /// The sent values.
    var values: [[UInt8]] {
        compactMap { if case .perform(.send(let value, _, _)) = $0 { value } else { nil } }
    }

    /// The received messages.
    var messages: [[UInt8]] {
        compactMap { if case .received(let message) = $0 { message } else { nil } }
    }

    /// The messages that were refused, with the reasons.
    var refusals: [Int: TransportError.Reason] {
        reduce(into: [:]) { refusals, effect in
            if case .refused(let number, let error) = effect { refusals[number] = error.reason }
        }
    }

    /// The wait in force, with its duration.
    var wait: (number: Int, duration: Duration)? {
        for case .wait(let number, let duration) in reversed() { return (number, duration) }
        return nil
    }
}
