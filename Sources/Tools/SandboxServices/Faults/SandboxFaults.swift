import JourneyBase
import Synchronization

/// Injects faults, so that a client's recovery can be tested. Faults exist only if the sandbox's process or start file injects
/// them.
package final class SandboxFaults: Sendable {
    package enum Kind: Hashable, Sendable {
        /// Delays the answer; other faults apply too.
        case latency(Duration)
        /// Returns this status without processing the request, with `Retry-After` if `retryAfter` has seconds: as a number or a
        /// date (RFC 9110, section 10.2.3).
        case status(Int, retryAfter: Int? = nil, asDate: Bool = false)
        /// Closes the connection without processing the request.
        case unheard
        /// Processes the request and closes the connection without an answer.
        case answerLost
        /// Doesn't answer until the client times out; the request is processed before or not at all.
        case silent(isDone: Bool)
        /// Processes the request and returns the first half of its answer.
        case malformed
        /// Processes the request and returns JSON with the same members, each of another type.
        case wrongTypes
        /// Returns an answer with an invalid signature.
        case wrongSignature

        /// Returns 429 with `Retry-After` in seconds, without processing the request.
        package static func rateLimited(retryAfter: Int) -> Kind { .status(429, retryAfter: retryAfter) }
    }

    /// The requests that a rule applies to.
    enum Target: Hashable, Sendable {
        /// An `operationId` of the bank, or the sandbox's own name of a gateway endpoint.
        case operation(String)
        /// A path; a trailing `/*` matches everything below.
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
        /// The remaining number of occurrences; `nil` for unlimited.
        var left: Int?
        var probability = 1.0
    }

    /// The faults of one request.
    struct InjectedFaults: Hashable, Sendable {
        var latency = Duration.zero
        var kind: Kind?
    }

    private struct State {
        var rules: [Rule] = []
        var random: SeededGenerator
    }

    private let state: Mutex<State>

    /// Creates an injector without faults.
    package convenience init() { self.init(rules: [], seed: 0) }

    package init(rules: [Rule], seed: UInt64) {
        state = Mutex(State(rules: rules, random: SeededGenerator(seed: seed)))
    }

    /// Injects `kind` into the next `times` requests of `operation` (an `operationId` of the bank's API), after those injected
    /// before.
    package func inject(_ kind: Kind, into operation: String, times: Int = 1) {
        state.withLock { $0.rules.append(Rule(target: .operation(operation), kind: kind, left: times)) }
    }

    /// Returns the faults of the next request: all latencies and the first other fault, in the order of the rules.
    func next(for operation: String?, path: String) -> InjectedFaults {
        state.withLock { state in
            var injected = InjectedFaults()
            for index in state.rules.indices where state.rules[index].target.covers(operation, path) {
                let rule = state.rules[index]
                if case .latency = rule.kind {} else if injected.kind != nil { continue }
                guard rule.left != 0, rule.probability >= 1 || state.random.unit() < rule.probability else { continue }
                state.rules[index].left = rule.left.map { $0 - 1 }
                if case .latency(let time) = rule.kind { injected.latency += time } else { injected.kind = rule.kind }
            }
            return injected
        }
    }
}

/// SplitMix64: reproducible numbers from a seed, only suitable for choosing faults.
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

    /// Returns a number in 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
