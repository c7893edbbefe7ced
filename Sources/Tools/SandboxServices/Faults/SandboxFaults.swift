import JourneyBase
import Synchronization

/// Makes the sandbox misbehave on purpose, so that a client's recovery can be tried. A sandbox feature; nothing of it
/// exists unless it was injected from the process that runs the sandbox, or stands in the file it was started with.
package final class SandboxFaults: Sendable {
    package enum Kind: Hashable, Sendable {
        /// Answers this long after it was asked; other faults are looked for all the same.
        case latency(Duration)
        /// Answers with this status before anything is done, and says when to come back where `retryAfter` has seconds:
        /// as a number, or as a date (RFC 9110, section 10.2.3).
        case status(Int, retryAfter: Int? = nil, asDate: Bool = false)
        /// Closes the connection before anything is done.
        case unheard
        /// Does what was asked and closes the connection without an answer.
        case answerLost
        /// Says nothing until the client has lost its patience; what was asked is done before, or not at all.
        case silent(isDone: Bool)
        /// Does what was asked, and answers with its answer's first half.
        case malformed
        /// Does what was asked, and answers with JSON of the same members, each of another type.
        case wrongTypes
        /// Answers with a signature that does not verify.
        case wrongSignature

        /// Answers 429 with `Retry-After` in seconds, before anything is done.
        package static func rateLimited(retryAfter: Int) -> Kind { .status(429, retryAfter: retryAfter) }
    }

    /// What a rule is about.
    enum Target: Hashable, Sendable {
        /// An `operationId` of the bank's, or one of the sandbox's own names for what the gateway serves.
        case operation(String)
        /// A path; one that ends in `/*` stands for all below it.
        case path(String)

        func covers(_ operation: String?, _ path: String) -> Bool {
            switch self {
            case .operation(let name): name == operation
            case .path(let pattern):
                pattern.hasSuffix("/*") ? path.hasPrefix(pattern.dropLast()) : path == pattern
            }
        }
    }

    package struct Rule: Sendable {
        var target: Target
        var kind: Kind
        /// How often it still happens; `nil` for always.
        var left: Int?
        var probability = 1.0
    }

    /// What one request meets.
    struct InjectedFaults: Hashable, Sendable {
        var latency = Duration.zero
        var kind: Kind?
    }

    private struct State {
        var rules: [Rule] = []
        var random: SeededGenerator
    }

    private let state: Mutex<State>

    /// No faults yet, or those of a plan.
    package convenience init() { self.init(rules: [], seed: 0) }

    package init(rules: [Rule], seed: UInt64) {
        state = Mutex(State(rules: rules, random: SeededGenerator(seed: seed)))
    }

    /// The next `times` requests of `operation` (an `operationId` of the bank's API) meet `kind`, after those injected
    /// before.
    package func inject(_ kind: Kind, into operation: String, times: Int = 1) {
        state.withLock { $0.rules.append(Rule(target: .operation(operation), kind: kind, left: times)) }
    }

    /// What the request at hand meets: every latency, and the first other fault, in the order of the rules.
    func next(for operation: String?, path: String) -> InjectedFaults {
        state.withLock { state in
            var meeting = InjectedFaults()
            for index in state.rules.indices where state.rules[index].target.covers(operation, path) {
                let rule = state.rules[index]
                if case .latency = rule.kind {} else if meeting.kind != nil { continue }
                guard rule.left != 0, rule.probability >= 1 || state.random.unit() < rule.probability else { continue }
                state.rules[index].left = rule.left.map { $0 - 1 }
                if case .latency(let time) = rule.kind { meeting.latency += time } else { meeting.kind = rule.kind }
            }
            return meeting
        }
    }
}

/// SplitMix64: the same numbers for the same seed, and good for nothing but choosing faults.
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// From 0 up to, and without, 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
