package import JourneyBase
import JourneyLanguage

/// How a sandbox is to misbehave, as a file says it. `docs/reference/sandbox.md` has the members.
package struct FaultPlan: Sendable {
    /// Chooses what happens with a probability: the same requests in the same order meet the same faults.
    package let seed: UInt64
    /// How far the sandbox's clock is ahead; behind, when it is negative.
    package let clockSkew: Duration
    package let rules: [SandboxFaults.Rule]

    /// Nothing goes wrong.
    package init() { (seed, clockSkew, rules) = (0, .zero, []) }

    /// The plan that `bytes` spell. Throws `CONFIGURATION_INVALID` and the place of the fault in the file
    /// `name`, its line and column; a member that is not known
    /// is one, so that a slip is not passed over.
    package init(reading bytes: [UInt8], name: String? = nil) throws(JourneyError) {
        self = try JSONFile.read(
            bytes, name: name, code: .configurationInvalid, limits: JSONLimits(bytes: 1 << 20, depth: 8)
        ) { (plan) throws(Refusal) in try FaultPlan(plan) }
    }

    private init(_ plan: Reading) throws(Refusal) {
        try plan.onlyMembers(["seed", "clockSkewSeconds", "faults"])
        seed = UInt64(try plan.member("seed")?.whole(in: 0...(1 << 53 - 1)) ?? 0)
        clockSkew = .seconds(try plan.member("clockSkewSeconds")?.whole(in: -315_360_000...315_360_000) ?? 0)
        var rules: [SandboxFaults.Rule] = []
        if let list = plan.member("faults") {
            try list.atMost(256, "faults")
            for element in try list.elements() { rules.append(try SandboxFaults.Rule(element)) }
        }
        self.rules = rules
    }

    /// Refuses rules about operations that no server of the sandbox has. Throws `CONFIGURATION_INVALID`.
    package func check(operations: Set<String>) throws(JourneyError) {
        for (index, rule) in rules.enumerated() {
            guard case .operation(let name) = rule.target else { continue }
            guard operations.contains(name) else {
                throw JourneyError(
                    .configurationInvalid,
                    "faults[\(index)].operation is none of \(operations.sorted().joined(separator: ", ")).")
            }
            guard rule.kind != .wrongSignature || FaultyService.signed.contains(name) else {
                throw JourneyError(
                    .configurationInvalid,
                    "faults[\(index)].fault is wrongSignature, and \(name) is not signed;"
                        + " \(FaultyService.signed.sorted().joined(separator: " and ")) are.")
            }
        }
    }
}

extension SandboxFaults.Rule {
    private static let common: Set<String> = ["operation", "path", "fault", "count", "probability"]

    init(_ rule: Reading) throws(Refusal) {
        let (kind, own) = try SandboxFaults.Rule.kind(rule)
        try rule.onlyMembers(SandboxFaults.Rule.common.union(own))
        self.kind = kind
        switch (rule.member("operation"), rule.member("path")) {
        case (let operation?, nil): target = .operation(try operation.name())
        case (nil, let path?):
            let text = try path.text()
            guard text.hasPrefix("/") else { throw path.refusal("does not start with a slash") }
            target = .path(text)
        default: throw rule.refusal("has to name an operation or a path, and not both")
        }
        left = try rule.member("count")?.whole(in: 1...1_000_000)
        if let member = rule.member("probability") {
            guard let number = member.value.number?.double, number > 0, number <= 1 else {
                throw member.refusal("is no number above 0 and up to 1")
            }
            probability = number
        }
    }

    /// The fault, and the members that belong to it alone.
    private static func kind(_ rule: Reading) throws(Refusal) -> (SandboxFaults.Kind, Set<String>) {
        let name = try rule.required("fault")
        switch try name.text() {
        case "latency":
            // Beyond this the server itself gives up.
            return (
                .latency(.milliseconds(try rule.required("milliseconds").whole(in: 1...25_000))), ["milliseconds"]
            )
        case "rateLimited":
            return (try status(429, rule), ["retryAfterSeconds", "asDate"])
        case "status":
            let member = try rule.required("status")
            let status = try member.whole(in: 400...599)
            return (try self.status(status, rule), ["status", "retryAfterSeconds", "asDate"])
        case "dropped": return (try isDone(rule) ? .answerLost : .unheard, ["when"])
        case "timeout": return (.silent(isDone: try isDone(rule)), ["when"])
        case "malformed": return (.malformed, [])
        case "wrongType": return (.wrongTypes, [])
        case "wrongSignature": return (.wrongSignature, [])
        default:
            throw name.refusal(
                "is none of latency, rateLimited, status, dropped, timeout, malformed, wrongType and wrongSignature")
        }
    }

    /// Whether the fault comes after what was asked has been done.
    private static func isDone(_ rule: Reading) throws(Refusal) -> Bool {
        let when = try rule.required("when")
        switch try when.text() {
        case "before": return false
        case "after": return true
        default: throw when.refusal("is neither before nor after")
        }
    }

    private static func status(_ status: Int, _ rule: Reading) throws(Refusal) -> SandboxFaults.Kind {
        let seconds = try rule.member("retryAfterSeconds")?.whole(in: 0...86_400)
        let asDate = rule.member("asDate")
        if let asDate, seconds == nil { throw asDate.refusal("says how retryAfterSeconds is told, which is missing") }
        return .status(status, retryAfter: seconds, asDate: try asDate?.flag() ?? false)
    }
}
