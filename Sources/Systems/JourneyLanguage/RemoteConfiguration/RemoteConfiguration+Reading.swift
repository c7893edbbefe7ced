internal import Foundation
internal import JourneyBase

extension RemoteConfiguration {
    static let members: Set<String> = [
        "environment", "sequence", "notBefore", "notAfter", "refreshSeconds", "graceSeconds", "rules", "pins",
    ]
    static let ruleMembers: Set<String> = ["journey", "sdkFrom", "sdkBefore", "stop", "featureFlags"]

    /// Reads a configuration. `isStrict` is used for publication. On a device, unknown members are ignored and a `stop` of an
    /// unknown kind stops the journey, because an old app must fail safe with newer documents.
    init(_ document: Reading, isStrict: Bool) throws(Refusal) {
        if isStrict { try document.onlyMembers(RemoteConfiguration.members) }
        let environment = try document.required("environment")
        self.environment = try environment.text()
        try environment.require(
            ["sandbox", "production"].contains(self.environment), "must be sandbox or production")
        sequence = Int64(try document.required("sequence").whole(in: 0...(1 << 53 - 1)))
        notBefore = try ManifestHead.moment(document.required("notBefore"))
        let end = try document.required("notAfter")
        notAfter = try ManifestHead.moment(end)
        guard notBefore < notAfter else { throw end.refusal("must be later than notBefore") }
        refresh = .seconds(try document.required("refreshSeconds").whole(in: 10...86_400))
        grace = .seconds(try document.required("graceSeconds").whole(in: 0...604_800))
        rules = try document.required("rules").list(atMost: 200, "rules") { rule throws(Refusal) in
            try Rule(rule, isStrict: isStrict)
        }
        pins = try PinUpdate.list(document.member("pins"), isStrict: isStrict)
    }
}

extension RemoteConfiguration.Rule {
    init(_ rule: Reading, isStrict: Bool) throws(Refusal) {
        if isStrict { try rule.onlyMembers(RemoteConfiguration.ruleMembers) }
        if let member = rule.member("journey") {
            journey = try member.require(JourneyID(member.text()), "is not a journey name")
        }
        from = try RemoteConfiguration.Rule.version(rule.member("sdkFrom"))
        before = try RemoteConfiguration.Rule.version(rule.member("sdkBefore"))
        if let member = rule.member("stop") {
            let stop = RemoteConfiguration.Stop(rawValue: try member.text())
            guard stop != nil || !isStrict else { throw member.refusal("must be stopped or updateRequired") }
            self.stop = stop ?? .stopped
        }
        featureFlags = [:]
        if let flags = rule.member("featureFlags") {
            try flags.atMost(64, "flags")
            for (name, value) in try flags.members() { featureFlags[name] = try value.flag() }
        }
        if isStrict, stop == nil, featureFlags.isEmpty {
            throw rule.refusal("must have stop or featureFlags")
        }
        if isStrict, let from, let before, before <= from {
            throw rule.refusal("matches no version: sdkBefore must be later than sdkFrom")
        }
    }

    private static func version(_ member: Reading?) throws(Refusal) -> DottedVersion? {
        guard let member else { return nil }
        return try member.require(DottedVersion(member.text()), "is not a version such as 1.0.0")
    }
}
