package import JourneyBase
import JourneyLanguage

/// The faults of a sandbox, read from a file. `docs/reference/sandbox.md` lists the members.
package struct FaultPlan: Sendable {
    /// The seed of random decisions: the same requests in the same order meet the same faults.
    package let seed: UInt64
    /// The difference of the sandbox's clock; negative if it is slow.
    package let clockSkew: Duration
    package let rules: [SandboxFaults.Rule]

    /// Creates a plan without faults.
    package init() { (seed, clockSkew, rules) = (0, .zero, []) }

    /// Parses a plan. Throws `CONFIGURATION_INVALID` with file, line and column of the first error. An unknown member is an
    /// error, so that a typo isn't ignored.
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

    /// Throws `CONFIGURATION_INVALID` for rules about operations that no server of the sandbox has.
    package func check(operations: Set<String>) throws(JourneyError) {
        for (index, rule) in rules.enumerated() {
            guard case .operation(let name) = rule.target else { continue }
            guard operations.contains(name) else {
                throw JourneyError(
                    .configurationInvalid,
                    "faults[\(index)].operation is not one of \(operations.sorted().joined(separator: ", ")).")
            }
            guard rule.kind != .wrongSignature || FaultyService.signed.contains(name) else {
                throw JourneyError(
                    .configurationInvalid,
                    "faults[\(index)].fault is wrongSignature, but \(name) is not signed;"
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
        default: throw rule.refusal("must have either an operation or a path")
        }
        left = try rule.member("count")?.whole(in: 1...1_000_000)
        if let member = rule.member("probability") {
            guard let number = member.value.number?.double, number > 0, number <= 1 else {
                throw member.refusal("is not a number above 0 and up to 1")
            }
            probability = number
        }
    }

    /// Returns the fault and its specific members.
    private static func kind(_ rule: Reading) throws(Refusal) -> (SandboxFaults.Kind, Set<String>) {
        let name = try rule.required("fault")
        switch try name.text() {
        case "latency":
            // The server itself times out after this.
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
                "is not one of latency, rateLimited, status, dropped, timeout, malformed, wrongType and wrongSignature")
        }
    }

    /// Returns `true` if the fault comes after the request was processed.
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
        if let asDate, seconds == nil { throw asDate.refusal("needs retryAfterSeconds") }
        return .status(status, retryAfter: seconds, asDate: try asDate?.flag() ?? false)
    }
}
