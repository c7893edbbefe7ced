import TestSupport
import Testing

@testable import CredentialSharing

/// A link machine with random events of a radio and a peer that follow no rules.
@Suite struct LinkChaosTests {
    private static let peers: [LinkPeer] = [.server, LinkPeer(1), LinkPeer(2), LinkPeer(3)]
    private static let values: [[UInt8]] = [
        [], [0], [1], [2], [0, 5], [1, 5, 6], [1] + text(300), [0] + text(19), LinkScript.ident, [0, 0, 0, 2, 7],
        [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0x85],
    ]
    private static let error = TransportError(.disconnected, "gone")

    /// Returns an event that usually makes progress, and sometimes not.
    private static func event(_ random: inout SplitMix, number: Int) -> LinkMachine.Event {
        let peer = peers[Int.random(in: 0..<4, using: &random)]
        let value = values[Int.random(in: 0..<values.count, using: &random)]
        let kinds = GATTCharacteristic.allCases
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        return switch Int.random(in: 0..<100, using: &random) {
        case 0..<12: .happened(.connected(peer))
        case 12..<28: .happened(.subscribed(kind, peer))
        case 28..<34: .happened(.received([1], .state, peer))
        case 34..<56: .happened(.received(value, kind, peer))
        case 56..<60: .happened(.valueLimit(Int.random(in: 1...600, using: &random), peer))
        case 60..<62: .happened(.channelOpened(peer))
        case 62..<63: .happened(.disconnected(peer, .peer))
        case 63..<78: .done(number % 2 == 0 ? LinkScript.ident : value)
        case 78..<79: .failed(error)
        case 79..<92: .send(text(Int.random(in: 0...2_000, using: &random)), number)
        case 92..<97: .consumed(Int.random(in: 0...20, using: &random))
        case 97..<98: .finish
        case 98..<99: .passed(Int.random(in: 0...3, using: &random))
        default: number % 7 == 0 ? .close : .happened(.closed(.lost))
        }
    }

    @Test(arguments: [true, false], BluetoothMode.allCases)
    func `a link machine keeps its invariants under any events in any order`(isServer: Bool, mode: BluetoothMode) {
        var random = SplitMix(state: Campaign.seed(isServer ? 11 : 12))
        var readyRuns = 0
        var broken: Set<String> = []
        func demand(_ holds: Bool, _ promise: String) { if !holds { broken.insert(promise) } }
        for _ in 0..<Campaign.count(1_000, campaign: 20_000) {
            var limits = TransportLimits()
            (limits.request, limits.response) = (1_000, 1_500)
            var script = isServer ? LinkScript(server: mode, limits: limits) : LinkScript(client: mode, limits: limits)
            var (isUnderWay, isReady, isOver) = (false, false, false)
            var pending: Set<Int> = []
            for number in 0..<60 {
                let event = Self.event(&random, number: number)
                switch event {
                case .send: pending.insert(number)
                // A radio answers requests only.
                case .done, .failed:
                    guard isUnderWay else { continue }
                    isUnderWay = false
                default: break
                }
                for effect in script.machine.handle(event) {
                    switch effect {
                    case .perform(let operation):
                        demand(!isUnderWay && !isOver, "one operation at a time")
                        isUnderWay = true
                        if case .send(let value, let kind, _) = operation {
                            demand(
                                value.count <= (kind == .channel ? 2_052 : 512) && !value.isEmpty, "values are bounded")
                        }
                    case .ready:
                        demand(!isReady && !isOver, "ready once")
                        isReady = true
                    case .received(let message):
                        demand(isReady && !isOver && !message.isEmpty && message.count <= 1_500, "messages are bounded")
                    case .taken(let number): demand(isReady && pending.remove(number) != nil, "a message is taken once")
                    case .refused(let number, _): demand(pending.remove(number) != nil, "a message is refused once")
                    case .ended:
                        demand(!isOver, "one end")
                        isOver = true
                    case .wait, .stopAdvertising: demand(!isOver, "nothing after the end")
                    }
                }
                demand(
                    script.machine.candidates.count <= 8 && script.machine.waiting <= 16,
                    "peers and messages are bounded")
                demand(script.machine.progress.received <= 1_504, "what is half received is bounded")
                demand(!isOver || script.machine.progress == TransferProgress(), "nothing is kept after the end")
            }
            for effect in script.machine.handle(.close) {
                if case .refused(let number, _) = effect { pending.remove(number) }
            }
            demand(pending == [] && script.machine.phase == .over, "every message has its answer")
            if isReady { readyRuns += 1 }
        }
        #expect(broken == [])
        // Random events do make progress, so that the rules of a ready link are tested too.
        #expect(readyRuns > 40)
    }
}
