import JourneyBase
import JourneyLanguage

extension GatewayConfiguration {
    /// The pass service. `docs/reference/pass-service.md` has an example and every member.
    public struct Passes: Hashable, Sendable {
        /// One pass type: who signs, and what its passes have in common. The password is named by its file.
        struct Kind: Hashable, Sendable {
            var pkcs12File: String
            var passwordFile: String
            /// PEM: what stands between the certificate and Apple's root, where the file has it not.
            var intermediatesFile: String?
            var templateFolder: String
        }

        /// One of the gateway's own names: where devices come back to, and the relying party.
        var host: String
        /// By pass type identifier.
        var types: [String: Kind]
        var sessionTime: Duration
        var userTokenTime: Duration
        var identifiers: PassSettings.Identifiers
        var rates: PassRates
        var auditRetention: Duration
        /// Who tells devices that a pass has changed; `nil`: nobody does.
        var pushes: PushConfiguration?
    }

    static func passes(
        _ reading: Reading, names: Set<String>, environment: String, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> Passes {
        try reading.onlyMembers([
            "host", "types", "sessionSeconds", "userTokenSeconds", "sessionIdentifiers", "rates", "auditDays", "apns",
        ])
        let host = try reading.required("host")
        guard try names.contains(host.text()) else { throw host.refusal("is none of the names in listen") }
        var identifiers = PassSettings.Identifiers.random
        if let member = reading.member("sessionIdentifiers") {
            guard let named = PassSettings.Identifiers(rawValue: try member.text()) else {
                throw member.refusal("is neither random nor tag")
            }
            guard named != .tag || environment != "production" else {
                throw member.refusal("is tag in production, where a small number that can be guessed would open a pass")
            }
            identifiers = named
        }
        let pushes = try reading.member("apns").map { member throws(Refusal) in
            try PushConfiguration(member, environment: environment, path)
        }
        let rates = try reading.member("rates").map { member throws(Refusal) in
            try member.rates(
                PassRates(),
                [
                    "issuerData": \.issuerData, "tag": \.tag, "callbacks": \.callbacks, "reads": \.reads,
                    "userTokens": \.userTokens,
                ], most: 1_000_000_000)
        }
        return Passes(
            host: try host.text(), types: try kinds(reading.required("types"), path),
            sessionTime: .seconds(try reading.member("sessionSeconds")?.whole(in: 30...3_600) ?? 600),
            userTokenTime: .seconds(try reading.member("userTokenSeconds")?.whole(in: 30...3_600) ?? 600),
            identifiers: identifiers, rates: rates ?? PassRates(),
            auditRetention: .seconds(86_400 * (try reading.member("auditDays")?.whole(in: 1...3_650) ?? 365)),
            pushes: pushes)
    }

    private static func kinds(
        _ list: Reading, _ path: (Reading) throws(Refusal) -> String
    ) throws(Refusal) -> [String: Passes.Kind] {
        try list.atMost(1_000, "pass types")
        var kinds: [String: Passes.Kind] = [:]
        for (identifier, kind) in try list.members() {
            try kind.onlyMembers(["pkcs12File", "passwordFile", "intermediatesFile", "templateFolder"])
            kinds[identifier] = Passes.Kind(
                pkcs12File: try path(kind.required("pkcs12File")),
                passwordFile: try path(kind.required("passwordFile")),
                intermediatesFile: try kind.member("intermediatesFile").map(path),
                templateFolder: try path(kind.required("templateFolder")))
        }
        guard !kinds.isEmpty else { throw list.refusal("is empty; no pass could be signed") }
        return kinds
    }
}
