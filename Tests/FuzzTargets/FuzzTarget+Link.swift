import CredentialSharing

extension FuzzTarget {
    /// The events of a radio, a peer and a caller to a Bluetooth link, in any order.
    static let link = FuzzTarget("link", seeds: links) { input in
        var limits = TransportLimits()
        (limits.request, limits.response) = (3_000, 4_000)
        var script = LinkScript(input)
        guard var machine = script.machine(limits) else { return }
        var watch = LinkContract(limits)
        for number in 0..<2_000 where !script.isOver {
            let event = script.event(number)
            // A radio answers only the requests that were made.
            switch event {
            case .done, .failed: if !watch.isUnderWay { continue }
            default: break
            }
            watch.tell(event)
            for effect in machine.handle(event) { watch.see(effect) }
            let progress = machine.progress
            promise(progress.received <= 4_004, "what is half received is bounded")
            promise(!watch.isOver || progress.received + progress.total == 0, "nothing is kept after the end")
        }
        for effect in machine.handle(.close) { watch.see(effect) }
        promise(watch.isOver && watch.pending.isEmpty, "a link ends, and each message has its answer")
    }

    /// Links that are established: of a server and a client, in both modes, by characteristics and over a channel.
    private static let links: [[UInt8]] = [
        server(0, opened + message), server(2, opened + message), server(0, [0x43] + channelMessage),
        client(1, [0x0A] + begun + message), client(3, [9, 16] + LinkScript.ident + [0x0A] + begun + message),
        client(1, [9, 2, 0, 0x85, 8] + channelMessage), client(5, [8] + channelMessage),
        client(5, [10] + begun + message), client(3, [9, 1, 0]), server(0, [0x44, 2, 0, 9, 1]),
    ]

    /// Subscriptions to State and the server's data, and the start.
    private static let opened: [UInt8] = [0x42, 0, 0x42, 2, 0x45]
    private static let begun: [UInt8] = [8, 8, 8]
    /// A message of ours in as many values as necessary, the answer as two chunks in both orders, and the end.
    private static let message: [UInt8] =
        [11, 8] + [UInt8](repeating: 8, count: 8) + [0x44, 3, 1, 7, 8, 1, 0x44, 3, 0, 9, 9, 1]
        + [0x04, 3, 1, 7, 8, 2, 0x04, 3, 0, 9, 9, 2, 12, 3, 13, 8, 14, 1, 14, 2]
    private static let channelMessage: [UInt8] =
        [11, 180, 8, 8, 0x44, 6, 0, 0, 0, 2, 5, 6, 4, 0x04, 6, 0, 0, 0, 2, 5, 6, 4, 13, 14, 1, 14, 2]

    private static func server(_ way: UInt8, _ rest: [UInt8]) -> [UInt8] { [way, 0x40, 0x41, 60] + rest }
    private static func client(_ way: UInt8, _ rest: [UInt8]) -> [UInt8] { [way, 0x00, 0x01, 60] + rest }
}
