import JourneyBase
import TestSupport
import Testing

@testable import JourneyServer

@Suite("Random HTTP/2 input")
struct HTTP2RandomTests {
    private var random = SplitMix(state: 0)
    private var next: Int32 = 1

    private mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    private mutating func frame() -> HTTP2Frame {
        // Most requests open a stream, and most other frames are for one of the last.
        let opens = Int.random(in: 0..<12, using: &random) < 5
        if opens { next += 2 }
        let stream =
            Int.random(in: 0..<40, using: &random) == 0
            ? Int32.random(in: 0...next + 3, using: &random)
            : opens ? next : max(1, next - 2 * Int32.random(in: 0...8, using: &random))
        let bytes = [UInt8](repeating: 0, count: Int.random(in: 0...300, using: &random))
        var frame: HTTP2Frame
        switch opens ? Int.random(in: 0..<3, using: &random) : Int.random(in: 4..<12, using: &random) {
        case 0: frame = .headers(stream, HTTP2Frame.get(), isLast: true)
        case 1: frame = .headers(stream, HTTP2Frame.post(), isLast: false)
        case 2: frame = .headers(stream, HTTP2Frame.get() + [("cookie", "a=1"), ("x", "y")], isLast: false)
        case 4, 5: frame = .data(stream, bytes, isLast: Bool.random(using: &random))
        case 6: frame = .reset(stream)
        case 7: frame = .windowUpdate(pick([0, stream]), by: UInt32.random(in: 1...70_000, using: &random))
        case 8: frame = .settings([(pick([1, 3, 4]), UInt32.random(in: 0...9_000, using: &random))])
        case 9: frame = .ping
        case 10: frame = .priority(stream)
        default: frame = .headers(stream, [("x-trailer", "1")])
        }
        // Some frames are corrupted.
        switch Int.random(in: 0..<60, using: &random) {
        case 0: frame.flags = UInt8.random(in: 0...255, using: &random)
        case 1: if !frame.payload.isEmpty { frame.payload[0] ^= UInt8.random(in: 0...255, using: &random) }
        case 2: frame.payload = frame.payload.dropLast()
        case 3: frame.kind = pick([.continuation, .pushPromise, .goAway, .unknown, .priorityUpdate])
        default: break
        }
        return frame
    }

    @Test(
        "random input in random pieces keeps the session within its limits",
        arguments: 0..<Campaign.count(200, campaign: 10_000))
    func random(seed: Int) throws {
        var test = self
        test.random = SplitMix(state: Campaign.seed(UInt64(seed)))
        try test.run()
    }

    private mutating func run() throws {
        var limits = HTTP2Limits()
        limits.streams = 10
        limits.connectionWindow = 66_000
        let peer = try HTTP2Peer(limits)
        peer.open()
        for _ in 0..<300 where peer.failure == nil && !peer.isOver {
            peer.answers = Bool.random(using: &random)
            peer.consumes = Bool.random(using: &random)
            peer.isReading = Int.random(in: 0..<4, using: &random) != 0
            let bytes = (0..<Int.random(in: 1...4, using: &random)).flatMap { _ in frame().bytes }
            peer.feed(bytes, by: Int.random(in: 1...200, using: &random))
            #expect(peer.openStreams <= limits.streams)
            let stream = max(1, next - 2 * Int32.random(in: 0...10, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: peer.respond(stream, body: [UInt8](repeating: 1, count: Int.random(in: 0...40_000, using: &random)))
            case 1: peer.respond(stream)
            case 2: peer.with { $0.reset(stream, code: 8) }
            case 3: peer.with { $0.consumed(1_000, of: stream) }
            case 4: peer.with { $0.resume(stream) }
            default: peer.advance(by: .milliseconds(200))
            }
        }
        peer.isReading = true
        peer.drain()
        if peer.failure != nil {
            #expect(peer.isOver)
            #expect(peer.goAway != nil)
        }
    }
}
